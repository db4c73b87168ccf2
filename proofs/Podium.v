(** * More than two players

    [n] players sit around a table and take turns at an impartial game. The podium rule: the first
    player who cannot move comes last. The player before them, who made the last move, comes first;
    the player before that one comes second; and so on, backwards around the table. Each player
    tries to finish in the best possible place.

    We count the players from the one to move, who is player 0. After a move, player 1 is to move
    and becomes player 0, and player 0 becomes player [n - 1]. *)

From Twist Require Export Nim.
Import ListNotations.

(** ** The rule *)

(** The place of player [p] if player [w] comes first, player [w - 1] second, and so on. *)
Definition place (n w p : nat) : nat := (w + n - p) mod n + 1.

(** [winner n x w]: in position [x], player [w] is a possible winner, if everybody plays for the
    best place. If player 0 cannot move, player [n - 1] wins. Otherwise player 0 makes a move to an
    option [y], where a possible winner is player [v], counted from the next player. The player who
    has just moved is player [n - 1] there. The move is good enough if no other move makes sure of a
    better place: every option [z] has a possible winner [u] with which the place is no better. *)
Inductive winner {g : game} (n : nat) : position g -> nat -> Prop :=
  | winner_end x : options x = [] -> winner n x (n - 1)
  | winner_move x y v : move x y -> winner n y v ->
      (forall z, move x z -> exists u, winner n z u /\ place n v (n - 1) <= place n u (n - 1)) ->
      winner n x ((v + 1) mod n).

(** When play has ended, player 0 is last, player [n - 1] is first, and so on. *)
Lemma place_end n p : p < n -> place n (n - 1) p = n - p.
Proof.
  intros Hp. unfold place. destruct p as [|p].
  - replace (n - 1 + n - 0) with (n - 1 + 1 * n) by lia. rewrite Nat.mod_add by lia.
    rewrite Nat.mod_small; lia.
  - replace (n - 1 + n - S p) with (n - 1 - S p + 1 * n) by lia. rewrite Nat.mod_add by lia.
    rewrite Nat.mod_small; lia.
Qed.

(** Counting from the next player does not change anybody's place. *)
Lemma place_move n v p : p < n -> v < n -> place n ((v + 1) mod n) ((p + 1) mod n) = place n v p.
Proof.
  intros Hp Hv. unfold place. f_equal.
  assert (wrap : forall a, a < n -> (a + 1) mod n = a + 1 /\ a + 1 < n \/
                                    (a + 1) mod n = 0 /\ a + 1 = n).
  { intros a Ha. assert (two : a + 1 < n \/ a + 1 = n) by lia. destruct two as [H|H].
    - left. now rewrite Nat.mod_small.
    - right. now rewrite H, Nat.mod_same by lia. }
  destruct (wrap v Hv) as [[-> V]|[-> V]], (wrap p Hp) as [[-> P]|[-> P]].
  - f_equal. lia.
  - replace (v + n - p) with (v + 1) by lia. replace (v + 1 + n - 0) with (v + 1 + 1 * n) by lia.
    apply Nat.mod_add. lia.
  - replace (v + n - p) with (n - (p + 1) + 1 * n) by lia. rewrite Nat.mod_add by lia.
    reflexivity.
  - replace (v + n - p) with (1 * n) by lia. replace (0 + n - 0) with (1 * n) by lia. reflexivity.
Qed.

(** ** Ranks *)

(** The rank of a position, given the ranks of the options: 0 if all of these are [n - 1], or if
    there are no options; otherwise one more than the least of them. *)
Definition rank_rule (n : nat) (ranks : list nat) : nat :=
  if forallb (Nat.eqb (n - 1)) ranks then 0 else S (fold_right Nat.min (n - 1) ranks).

Definition rank {g : game} (n : nat) : position g -> nat := recur (rank_rule n).

(** The winner that belongs to rank [q]: player [q - 1], and player [n - 1] if [q = 0]. *)
Definition winner_of_rank (n q : nat) : nat :=
  match q with 0 => n - 1 | S p => p end.

Lemma least_spec m ranks : (forall r, In r ranks -> fold_right Nat.min m ranks <= r) /\
  (fold_right Nat.min m ranks < m -> In (fold_right Nat.min m ranks) ranks).
Proof.
  induction ranks as [|a ranks [below in_]]; simpl; [split; [easy|lia]|]. split.
  - intros r [->|Hr]; [lia|]. specialize (below r Hr). lia.
  - intros H. destruct (Nat.min_dec a (fold_right Nat.min m ranks)) as [eq|eq]; rewrite eq in *;
      [now left|right; auto].
Qed.

Lemma rank_rule_spec n ranks : (forall r, In r ranks -> r <= n - 1) ->
  (rank_rule n ranks = 0 /\ forall r, In r ranks -> r = n - 1) \/
  (exists q, rank_rule n ranks = S q /\ q < n - 1 /\ In q ranks /\
             forall r, In r ranks -> q <= r).
Proof.
  intros below. unfold rank_rule. destruct (forallb _ _) eqn:all.
  - left. split; [reflexivity|]. intros r Hr. rewrite forallb_forall in all. symmetry.
    now apply Nat.eqb_eq, all.
  - right. destruct (least_spec (n - 1) ranks) as [least in_].
    exists (fold_right Nat.min (n - 1) ranks).
    assert (less : fold_right Nat.min (n - 1) ranks < n - 1).
    { apply Nat.nle_gt. intros H. apply not_true_iff_false in all. apply all, forallb_forall.
      intros r Hr. apply Nat.eqb_eq. specialize (least r Hr). specialize (below r Hr). lia. }
    repeat split; auto.
Qed.

(** [reaches k x y]: exactly [k] moves, whoever makes them, can lead from [x] to [y]. *)
Inductive reaches {g : game} : nat -> position g -> position g -> Prop :=
  | reaches_here x : reaches 0 x x
  | reaches_move k x y z : move x y -> reaches k y z -> reaches (S k) x z.

Section Podium.
  Context {g : game} (n : nat) (players : 2 <= n).

  Lemma rank_eq (x : position g) : rank n x = rank_rule n (map (rank n) (options x)).
  Proof. apply recur_eq. Qed.

  Lemma rank_below (x : position g) : rank n x <= n - 1.
  Proof.
    induction x as [x IH] using game_ind. rewrite rank_eq.
    destruct (rank_rule_spec n (map (rank n) (options x))) as [[-> _]|(q & -> & H & _)]; try lia.
    intros r Hr. apply in_map_iff in Hr as (y & <- & Hy). now apply IH.
  Qed.

  (** What the definition says: a position of rank 0 has only options of rank [n - 1]; a position
      of another rank [S q] has an option of rank [q] and none of smaller rank. *)
  Lemma rank_spec (x : position g) :
    (rank n x = 0 /\ forall y, move x y -> rank n y = n - 1) \/
    (exists y, move x y /\ rank n x = S (rank n y) /\ rank n y < n - 1 /\
               forall z, move x z -> rank n y <= rank n z).
  Proof.
    rewrite rank_eq.
    destruct (rank_rule_spec n (map (rank n) (options x))) as [[-> all]|(q & -> & H & in_ & least)].
    - intros r Hr. apply in_map_iff in Hr as (y & <- & Hy). apply rank_below.
    - left. split; [reflexivity|]. intros y Hy. now apply all, in_map.
    - right. apply in_map_iff in in_ as (y & <- & Hy). exists y. repeat split; auto.
      intros z Hz. now apply least, in_map.
  Qed.

  Lemma place_after_move v : v < n -> place n v (n - 1) = (v + 1) mod n + 1.
  Proof. intros Hv. unfold place. do 2 f_equal. lia. Qed.

  (** If a player moves to a position of rank [q], this player finishes in place [q + 1]. *)
  Lemma place_rank (q : nat) : q < n -> place n (winner_of_rank n q) (n - 1) = q + 1.
  Proof.
    intros Hq. destruct q as [|q]; simpl; rewrite place_after_move by lia.
    - now replace (n - 1 + 1) with n by lia; rewrite Nat.mod_same by lia.
    - rewrite Nat.mod_small; lia.
  Qed.

  Lemma winner_after_move q : q < n ->
    (winner_of_rank n q + 1) mod n = q.
  Proof.
    intros Hq. destruct q as [|q]; simpl.
    - now replace (n - 1 + 1) with n by lia; rewrite Nat.mod_same by lia.
    - rewrite Nat.mod_small; lia.
  Qed.

  (** The rank is right: the podium rule makes player [q - 1] the winner if the rank is [q > 0], and
      player [n - 1], who has just moved, if the rank is 0. By induction, a move to a position of
      rank [q] means place [q + 1] for the player who makes it. So the player moves to an option of
      the least rank. If this is [q < n - 1], player [q] wins, and if it is [n - 1], player
      [n - 1] wins. *)
  Theorem rank_is_the_winner (x : position g) (w : nat) :
    winner n x w <-> w = winner_of_rank n (rank n x).
  Proof.
    revert w. induction x as [x IH] using game_ind. intros w. split.
    - intros H. destruct H as [x none|x y v Hy Hv best].
      + destruct (rank_spec x) as [[-> _]|(y & Hy & _)]; [reflexivity|].
        unfold move in Hy. now rewrite none in Hy.
      + apply (IH y Hy) in Hv as ->. rewrite winner_after_move by (pose proof (rank_below y); lia).
        assert (least : forall z, move x z -> rank n y <= rank n z).
        { intros z Hz. destruct (best z Hz) as (u & Hu & le). apply (IH z Hz) in Hu as ->.
          pose proof (rank_below y). pose proof (rank_below z). rewrite !place_rank in le; lia. }
        destruct (rank_spec x) as [[-> all]|(z & Hz & -> & _ & least')]; simpl.
        * now apply all.
        * apply Nat.le_antisymm; auto.
    - intros ->. destruct (options x) as [|y ys] eqn:none.
      + replace (rank n x) with 0; [now constructor|].
        destruct (rank_spec x) as [[-> _]|(y & Hy & _)]; [reflexivity|].
        unfold move in Hy. now rewrite none in Hy.
      + assert (good : exists y, move x y /\ winner_of_rank n (rank n x) = rank n y /\
                                 forall z, move x z -> rank n y <= rank n z).
        { destruct (rank_spec x) as [[-> all]|(z & Hz & -> & _ & least)].
          - exists y. assert (Hy : move x y) by (unfold move; rewrite none; now left).
            split; [exact Hy|]. rewrite (all y Hy). split; [reflexivity|].
            intros z Hz. now rewrite (all z Hz).
          - exists z. now repeat split. }
        clear y ys none. destruct good as (y & Hy & -> & least).
        rewrite <- (winner_after_move (rank n y)) by (pose proof (rank_below y); lia).
        apply (winner_move n x y); [exact Hy|now apply IH|].
        intros z Hz. exists (winner_of_rank n (rank n z)). split; [now apply IH|].
        pose proof (rank_below y). pose proof (rank_below z). specialize (least z Hz).
        rewrite !place_rank; lia.
  Qed.

  (** There is exactly one possible winner. *)
  Theorem podium_unique_winner (x : position g) : exists! w, winner n x w.
  Proof.
    exists (winner_of_rank n (rank n x)). split.
    - now apply rank_is_the_winner.
    - intros w H. symmetry. now apply rank_is_the_winner.
  Qed.
  (** ** The distance to a 0-position

      A position of rank 0 is called a 0-position. *)

  (** One move lowers the rank by at most 1. *)
  Lemma rank_reaches k (x y : position g) : reaches k x y -> rank n x <= rank n y + k.
  Proof.
    intros H. induction H as [x|k x y z Hy H IH]; [lia|].
    destruct (rank_spec x) as [[-> _]|(a & _ & -> & _ & least)]; [lia|].
    specialize (least y Hy). lia.
  Qed.

  (** Some move lowers a rank above 0 by 1. So some 0-position is [rank n x] moves away. *)
  Lemma rank_moves (x : position g) : exists y, reaches (rank n x) x y /\ rank n y = 0.
  Proof.
    induction x as [x IH] using game_ind.
    destruct (rank_spec x) as [[zero _]|(y & Hy & eq & _)].
    - exists x. split; [|exact zero]. rewrite zero. constructor.
    - destruct (IH y Hy) as (z & Hz & zero). exists z. split; [|exact zero].
      rewrite eq. now apply (reaches_move _ x y).
  Qed.

  (** The rank is the least number of moves to a 0-position. *)
  Theorem rank_is_distance (x : position g) :
    (exists y, reaches (rank n x) x y /\ rank n y = 0) /\
    (forall k y, reaches k x y -> rank n y = 0 -> rank n x <= k).
  Proof.
    split; [apply rank_moves|]. intros k y H zero. apply rank_reaches in H. lia.
  Qed.

  (** From rank 0, every move leads to rank [n - 1]. So the next 0-position is at least [n] moves
      away. *)
  Lemma rank_0_reaches k (x y : position g) :
    rank n x = 0 -> reaches k x y -> rank n y = 0 -> k = 0 \/ n <= k.
  Proof.
    intros zero H zero'. destruct H as [x|k x z y Hz H]; [now left|right].
    destruct (rank_spec x) as [[_ all]|(a & _ & eq & _)]; [|lia].
    apply rank_reaches in H. rewrite (all z Hz) in H. lia.
  Qed.

  (** A position is a 0-position if and only if no 0-position can be reached from it in 1 to [n - 1]
      moves. *)
  Theorem rank_0_iff (x : position g) :
    rank n x = 0 <-> forall k y, 1 <= k <= n - 1 -> reaches k x y -> rank n y <> 0.
  Proof.
    split.
    - intros zero k y Hk H zero'. destruct (rank_0_reaches k x y zero H zero'); lia.
    - intros none. destruct (rank_moves x) as (y & H & zero).
      destruct (Nat.eq_dec (rank n x) 0) as [eq|not]; [exact eq|].
      destruct (none (rank n x) y); [|exact H|exact zero].
      pose proof (rank_below x). lia.
  Qed.

  Lemma reaches_smaller k (x y : position g) : reaches k x y -> size y + k <= size x.
  Proof.
    intros H. induction H as [x|k x y z Hy H IH]; [lia|].
    pose proof (options_smaller g x y Hy). lia.
  Qed.

  (** The partition theorem: a set [S] is the set of the 0-positions if and only if no position of
      [S] can reach a position of [S] in 1 to [n - 1] moves, and every position outside [S] can.
      The two properties say that a position belongs to [S] exactly when it cannot reach a position
      of [S] in 1 to [n - 1] moves. By induction, they determine [S]. *)
  Theorem partition (S : position g -> Prop) : (forall x, S x \/ ~ S x) ->
    (forall x k y, S x -> 1 <= k <= n - 1 -> reaches k x y -> ~ S y) /\
    (forall x, ~ S x -> exists k y, 1 <= k <= n - 1 /\ reaches k x y /\ S y)
    <-> forall x, rank n x = 0 <-> S x.
  Proof.
    intros decide. split.
    - intros [inside outside].
      enough (all : forall m x, size x < m -> rank n x = 0 <-> S x).
      { intros x. apply (all (1 + size x)). lia. }
      induction m as [|m IH]; intros x Hx; [lia|].
      assert (later : forall k y, 1 <= k <= n - 1 -> reaches k x y -> rank n y = 0 <-> S y).
      { intros k y Hk H. apply IH. apply reaches_smaller in H. lia. }
      rewrite rank_0_iff. split.
      + intros none. destruct (decide x) as [Sx|not]; [exact Sx|].
        destruct (outside x not) as (k & y & Hk & H & Sy).
        destruct (none k y Hk H). now apply (later k).
      + intros Sx k y Hk H zero. apply (inside x k y Sx Hk H). now apply (later k).
    - intros zero. split.
      + intros x k y Sx Hk H Sy. apply zero in Sx, Sy. now apply (rank_0_iff x) with k y in Sx.
      + intros x not. rewrite <- zero in not. destruct (rank_moves x) as (y & H & zero').
        exists (rank n x), y. pose proof (rank_below x).
        split; [lia|]. split; [exact H|]. now apply zero.
  Qed.
End Podium.

(** With two players, the 0-positions are the P-positions. *)
Theorem two_players {g : game} (x : position g) : rank 2 x = 0 <-> P_position x.
Proof.
  symmetry. revert x. apply P_positions_are.
  - intros x y zero Hy. apply (rank_0_iff 2 (le_n 2) x) with 1; [exact zero|lia|].
    apply (reaches_move _ x y); [exact Hy|constructor].
  - intros x not. destruct (rank_spec 2 (le_n 2) x) as [[zero _]|(y & Hy & _ & H & _)]; [easy|].
    exists y. split; [exact Hy|lia].
  - intros x. destruct (Nat.eq_dec (rank 2 x) 0); tauto.
Qed.

(** ** Nim with [n] players *)

Lemma lowered_trans d e x y z : lowered d x y -> lowered e y z ->
  exists f, lowered f x z /\ d <= f /\ e <= f /\ f <= d + e.
Proof.
  intros H. revert e z. induction H as [|d h x y H IH|d h l x y Hl H IH]; intros e z H'.
  - exists e. repeat split; [exact H'|lia..].
  - inversion H' as [|e' a a' z' Hz|e' a l' a' z' Hl' Hz]; subst; destruct (IH _ _ Hz) as (f & Hf & le).
    + exists f. repeat split; [now constructor|lia..].
    + exists (S f). repeat split; [now constructor|lia..].
  - inversion H' as [|e' a a' z' Hz|e' a l' a' z' Hl' Hz]; subst; destruct (IH _ _ Hz) as (f & Hf & le).
    + exists (S f). repeat split; [now constructor|lia..].
    + exists (S f). repeat split; [constructor; [lia|exact Hf]|lia..].
Qed.

(** To lower [d + e] heaps, lower [d] of them first. *)
Lemma lowered_split d e x z : lowered (d + e) x z -> exists y, lowered d x y /\ lowered e y z.
Proof.
  remember (d + e) as f eqn:eq. intros H. revert d e eq.
  induction H as [|f h x z H IH|f h l x z Hl H IH]; intros d e eq.
  - exists []. replace d with 0 by lia. replace e with 0 by lia. split; constructor.
  - destruct (IH d e eq) as (y & Hd & He). exists (h :: y). split; now constructor.
  - destruct d as [|d].
    + exists (h :: x). split; [now apply lowered_0|]. simpl in eq. subst e. now constructor.
    + destruct (IH d e) as (y & Hd & He); [lia|]. exists (l :: y). split; now constructor.
Qed.

(** A move of Nim lowers one heap. *)
Lemma move_nim (x y : position nim) : move x y <-> lowered 1 x y.
Proof.
  unfold move. simpl. rewrite in_map_iff. split.
  - intros ([s z] & <- & H). apply in_takes in H as (left & h & right & -> & Hs & ->). simpl.
    induction left as [|a left IH]; simpl; constructor; [lia|now apply lowered_0|exact IH].
  - intros H. remember 1 as d eqn:Hd. revert Hd.
    induction H as [|d h x y H IH|d h l x y Hl H IH]; intros Hd; [discriminate| |].
    + destruct (IH Hd) as ([s z] & <- & Hz). exists (s, h :: z). split; [reflexivity|]. simpl.
      apply in_app_iff. right. apply in_map_iff. now exists (s, z).
    + injection Hd as ->. apply lowered_0 in H as <-. exists (h - l, l :: x).
      split; [reflexivity|]. simpl. apply in_app_iff. left. apply in_map_iff. exists (h - l).
      split; [do 2 f_equal; lia|]. apply in_seq. lia.
Qed.

(** Several moves lower at least one heap and at most as many heaps as there are moves; and [d]
    moves can lower any [d] heaps. *)
Lemma reaches_nim_lowered k (x y : position nim) : reaches k x y ->
  exists d, lowered d x y /\ d <= k /\ (1 <= k -> 1 <= d).
Proof.
  intros H. induction H as [x|k x y z Hy H IH].
  - exists 0. repeat split; [now apply lowered_0|lia..].
  - apply move_nim in Hy. destruct IH as (d & Hd & le & _).
    destruct (lowered_trans _ _ _ _ _ Hy Hd) as (f & Hf & le'). exists f. repeat split; [exact Hf|lia..].
Qed.

Lemma lowered_reaches_nim d (x y : position nim) : lowered d x y -> reaches d x y.
Proof.
  revert x. induction d as [|d IH]; intros x H.
  - apply lowered_0 in H as <-. constructor.
  - apply (lowered_split 1 d) in H as (z & Hz & H). apply (reaches_move _ x z); [|now apply IH].
    now apply move_nim.
Qed.

(** Li's theorem: in Nim with [n] players, a position is a 0-position if and only if the number of
    ones in each binary column is a multiple of [n]. *)
Theorem li (n : nat) (heaps : position nim) : 2 <= n ->
  rank n heaps = 0 <-> forall b, Nat.divide n (column b heaps).
Proof.
  intros players. revert heaps. apply (partition (g := nim) n players (balanced n)).
  - intros x. destruct (balanced_or_not n x) as [B|(d & y & Hd & H & B)]; [lia|now left|].
    right. intros Bx. exact (balanced_leave _ d x y Bx Hd H B).
  - split.
    + intros x k y B Hk H. apply reaches_nim_lowered in H as (d & H & le & ge).
      apply (balanced_leave _ d x); [exact B|lia|exact H].
    + intros x not. destruct (balanced_or_not n x) as [B|(d & y & Hd & H & B)]; [lia|easy|].
      exists d, y. split; [lia|]. split; [now apply lowered_reaches_nim|exact B].
Qed.
