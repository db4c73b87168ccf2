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

(** [possible cost n x w]: from [x], player [w] is a possible winner if each player tries to make
    the cost of their place as small as possible. If player 0 cannot move, player [n - 1] wins.
    Otherwise player 0 moves to an option [y]. Counted from the next player, a possible winner there
    is some player [v], and the player who has just moved is player [n - 1]. The move is good enough
    if no other move is sure to give a better place: every option [z] has a possible winner [u] with
    which the place is no better. *)
Inductive possible {g : game} (cost : nat -> nat) (n : nat) : position g -> nat -> Prop :=
  | possible_end x : options x = [] -> possible cost n x (n - 1)
  | possible_move x y v : move x y -> possible cost n y v ->
      (forall z, move x z -> exists u, possible cost n z u /\
                             cost (place n v (n - 1)) <= cost (place n u (n - 1))) ->
      possible cost n x ((v + 1) mod n).

(** Under the podium rule, each place is better than the next: the cost of a place is its number. *)
Definition winner {g : game} : nat -> position g -> nat -> Prop := possible (fun p => p).

(** The possible winners can be computed. *)
Definition winners_rule (cost : nat -> nat) (n : nat) (results : list (list nat)) : list nat :=
  let own v := cost (place n v (n - 1)) in
  match results with
  | [] => [n - 1]
  | _ => map (fun v => (v + 1) mod n)
             (filter (fun v => forallb (existsb (fun u => own v <=? own u)) results)
                     (nodup Nat.eq_dec (concat results)))
  end.

Definition winners {g : game} (cost : nat -> nat) (n : nat) : position g -> list nat :=
  recur (winners_rule cost n).

Lemma in_winners {g : game} cost n (x : position g) : forall w,
  In w (winners cost n x) <-> possible cost n x w.
Proof.
  induction x as [x IH] using game_ind. intros w.
  unfold winners. rewrite recur_eq. fold (@winners g cost n). unfold winners_rule. split.
  - destruct (options x) as [|o os] eqn:some; simpl map at 1; cbv iota.
    + intros [<-|[]]. now constructor.
    + change (winners cost n o :: map (winners cost n) os)
        with (map (winners cost n) (o :: os)).
      rewrite <- some, in_map_iff. intros (v & <- & H). apply filter_In in H as [Hv best].
      rewrite nodup_In, in_concat in Hv. destruct Hv as (vs & Hy & Hv).
      apply in_map_iff in Hy as (y & <- & Hy). apply (possible_move cost n x y); [easy| |].
      * now apply IH.
      * intros z Hz. rewrite forallb_forall in best.
        specialize (best (winners cost n z) (in_map _ _ _ Hz)).
        apply existsb_exists in best as (u & Hu & le). exists u. split; [now apply IH|].
        now apply Nat.leb_le.
  - intros H. destruct H as [x none|x y v Hy Hv best].
    + rewrite none. now left.
    + destruct (options x) as [|o os] eqn:some; [unfold move in Hy; now rewrite some in Hy|].
      simpl map at 1. cbv iota. change (winners cost n o :: map (winners cost n) os)
        with (map (winners cost n) (o :: os)).
      rewrite <- some, in_map_iff. exists v. split; [reflexivity|]. apply filter_In. split.
      * rewrite nodup_In, in_concat. exists (winners cost n y). split; [now apply in_map|].
        now apply IH.
      * apply forallb_forall. intros us Hz. apply in_map_iff in Hz as (z & <- & Hz).
        apply existsb_exists. destruct (best z Hz) as (u & Hu & le). exists u.
        split; [now apply IH|now apply Nat.leb_le].
Qed.

(** Without the podium rule, there may be several possible winners: suppose that all places but the
    first are equally bad, and that three players play Nim with heaps of 2 and 1. Player 0 cannot
    win, but decides who does: it is player 1 if player 0 empties a heap, and player 2 if not. Under
    the podium rule, player 1 wins. *)
Theorem kingmaker (w : nat) :
  (possible (g := nim) (Nat.min 2) 3 [2; 1] w <-> w = 1 \/ w = 2) /\
  (possible (g := nim) (Nat.min 2) 3 [2; 0] w <-> w = 0) /\
  (possible (g := nim) (Nat.min 2) 3 [0; 1] w <-> w = 0) /\
  (possible (g := nim) (Nat.min 2) 3 [1; 1] w <-> w = 1) /\
  (winner (g := nim) 3 [2; 1] w <-> w = 1).
Proof. unfold winner. rewrite <- !in_winners. vm_compute. intuition lia. Qed.

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

  Lemma winner_after_move q : q < n -> (winner_of_rank n q + 1) mod n = q.
  Proof.
    intros Hq. destruct q as [|q]; simpl.
    - replace (n - 1 + 1) with n by lia. apply Nat.mod_same. lia.
    - rewrite Nat.mod_small; lia.
  Qed.

  (** If a player moves to a position of rank [q], this player finishes in place [q + 1]. *)
  Lemma place_rank q : q < n -> place n (winner_of_rank n q) (n - 1) = q + 1.
  Proof.
    intros Hq. rewrite <- (winner_after_move q Hq) at 2. unfold place. do 2 f_equal. lia.
  Qed.

  (** The end of the game has rank 0. *)
  Lemma rank_end (x : position g) : options x = [] -> rank n x = 0.
  Proof. intros none. rewrite rank_eq, none. reflexivity. Qed.

  (** Some move leads to an option of the least rank [q], and the rank of the position says that
      player [q] wins. *)
  Lemma rank_best (x y : position g) : move x y ->
    exists z, move x z /\ winner_of_rank n (rank n x) = rank n z /\
              forall y, move x y -> rank n z <= rank n y.
  Proof.
    intros Hy. destruct (rank_spec x) as [[-> all]|(z & Hz & -> & _ & least)].
    - exists y. repeat split; [exact Hy|now rewrite all|]. intros z Hz. now rewrite !all.
    - now exists z.
  Qed.

  (** The rank is right: the podium rule makes player [q - 1] the winner if the rank is [q > 0], and
      player [n - 1], who has just moved, if the rank is 0. By induction, a move to a position of
      rank [q] means place [q + 1] for the player who makes it. So the player moves to an option of
      the least rank. If this is [q < n - 1], player [q] wins, and if it is [n - 1], player
      [n - 1] wins. *)
  Theorem rank_is_the_winner (x : position g) (w : nat) :
    winner n x w <-> w = winner_of_rank n (rank n x).
  Proof.
    revert w. induction x as [x IH] using game_ind. intros w.
    assert (place_of : forall y : position g,
      place n (winner_of_rank n (rank n y)) (n - 1) = rank n y + 1).
    { intros y. apply place_rank. pose proof (rank_below y). lia. }
    assert (winner_of : forall y : position g, (winner_of_rank n (rank n y) + 1) mod n = rank n y).
    { intros y. apply winner_after_move. pose proof (rank_below y). lia. }
    split.
    - intros H. destruct H as [x none|x y v Hy Hv best]; [now rewrite rank_end|].
      apply (IH y Hy) in Hv as ->. rewrite winner_of.
      destruct (rank_best x y Hy) as (z & Hz & -> & least).
      apply Nat.le_antisymm; [|now apply least].
      destruct (best z Hz) as (u & Hu & le). apply (IH z Hz) in Hu as ->.
      rewrite !place_of in le. lia.
    - intros ->. destruct (options x) as [|y ys] eqn:some; [rewrite rank_end by exact some|].
      + now apply possible_end.
      + destruct (rank_best x y) as (z & Hz & -> & least); [unfold move; rewrite some; now left|].
        rewrite <- winner_of. apply (possible_move _ n x z); [exact Hz|now apply IH|].
        intros y' Hy'. exists (winner_of_rank n (rank n y')). split; [now apply IH|].
        rewrite !place_of. specialize (least y' Hy'). lia.
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

  (** A position is a 0-position if and only if no 0-position can be reached from it in 1 to [n - 1]
      moves. From rank 0, every move leads to rank [n - 1], and so at least [n - 1] more moves are
      needed. From another rank [q], some 0-position is [q] moves away. *)
  Theorem rank_0_iff (x : position g) :
    rank n x = 0 <-> forall k y, 1 <= k <= n - 1 -> reaches k x y -> rank n y <> 0.
  Proof.
    split.
    - intros zero k y Hk H zero'. destruct H as [x|k x z y Hz H]; [lia|].
      destruct (rank_spec x) as [[_ all]|(a & _ & eq & _)]; [|lia].
      apply rank_reaches in H. rewrite (all z Hz) in H. lia.
    - intros none. destruct (rank_moves x) as (y & H & zero). pose proof (rank_below x).
      destruct (Nat.eq_dec (rank n x) 0) as [eq|not]; [exact eq|].
      destruct (none (rank n x) y); [lia|exact H|exact zero].
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
      induction x as [x IH] using (induction_ltof1 _ size).
      assert (later : forall k y, 1 <= k <= n - 1 -> reaches k x y -> rank n y = 0 <-> S y).
      { intros k y Hk H. apply IH. apply reaches_smaller in H. unfold ltof. lia. }
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
  - inversion H' as [|e' a a' z' Hz|e' a l' a' z' Hl' Hz]; subst;
      destruct (IH _ _ Hz) as (f & Hf & le).
    + exists f. repeat split; [now constructor|lia..].
    + exists (S f). repeat split; [now constructor|lia..].
  - inversion H' as [|e' a a' z' Hz|e' a l' a' z' Hl' Hz]; subst;
      destruct (IH _ _ Hz) as (f & Hf & le).
    + exists (S f). repeat split; [now constructor|lia..].
    + exists (S f). repeat split; [constructor; [lia|exact Hf]|lia..].
Qed.

Lemma lowered_length d x y : lowered d x y -> length x = length y.
Proof. intros H. induction H; simpl; congruence. Qed.

Lemma lowered_In d x y h : lowered d x y -> In h x -> exists l, In l y /\ l <= h.
Proof.
  intros H. induction H as [|d a x y H IH|d a l x y Hl H IH]; simpl; [easy| |];
    (intros [->|Hh]; [|destruct (IH Hh) as (b & Hb & le); exists b; auto]).
  - exists h. auto.
  - exists l. split; [auto|lia].
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
Lemma move_lowered (x y : position nim) : move x y <-> lowered 1 x y.
Proof.
  rewrite move_nim. split.
  - intros (left & h & right & l & -> & Hl & ->).
    induction left as [|a left IH]; simpl; constructor; [exact Hl|now apply lowered_0|exact IH].
  - intros H. remember 1 as d eqn:Hd.
    induction H as [|d h x y H IH|d h l x y Hl H IH]; [discriminate| |].
    + destruct (IH Hd) as (left & a & right & l & -> & Hl & ->).
      now exists (h :: left), a, right, l.
    + injection Hd as ->. apply lowered_0 in H as <-. now exists [], h, x, l.
Qed.

(** Several moves lower at least one heap and at most as many heaps as there are moves; and [d]
    moves can lower any [d] heaps. *)
Lemma reaches_nim_lowered k (x y : position nim) : reaches k x y ->
  exists d, lowered d x y /\ d <= k /\ (1 <= k -> 1 <= d).
Proof.
  intros H. induction H as [x|k x y z Hy H IH].
  - exists 0. repeat split; [now apply lowered_0|lia..].
  - apply move_lowered in Hy. destruct IH as (d & Hd & le & _).
    destruct (lowered_trans _ _ _ _ _ Hy Hd) as (f & Hf & le'). exists f.
    repeat split; [exact Hf|lia..].
Qed.

Lemma lowered_reaches_nim d (x y : position nim) : lowered d x y -> reaches d x y.
Proof.
  revert x. induction d as [|d IH]; intros x H.
  - apply lowered_0 in H as <-. constructor.
  - apply (lowered_split 1 d) in H as (z & Hz & H). apply (reaches_move _ x z); [|now apply IH].
    now apply move_lowered.
Qed.

(** Li's theorem: in Nim with [n] players, a position is a 0-position if and only if the number of
    ones in each binary column is a multiple of [n]. *)
Theorem li (n : nat) (heaps : position nim) : 2 <= n ->
  rank n heaps = 0 <-> forall b, Nat.divide n (column b heaps).
Proof.
  intros players. revert heaps. apply (partition (g := nim) n players (balanced n)).
  - intros x. destruct (balanced_or_not n x); [lia|tauto..].
  - split.
    + intros x k y B Hk H. apply reaches_nim_lowered in H as (d & H & le & ge).
      apply (balanced_leave _ d x); [exact B|lia|exact H].
    + intros x not. destruct (balanced_or_not n x) as [B|(_ & d & y & Hd & H & B)]; [lia|easy|].
      exists d, y. split; [lia|]. split; [now apply lowered_reaches_nim|exact B].
Qed.

(** The rank is the least number of heaps that must be lowered to balance all columns. *)
Theorem rank_nim (n : nat) (heaps : position nim) : 2 <= n ->
  (exists y, lowered (rank n heaps) heaps y /\ balanced n y) /\
  (forall d y, lowered d heaps y -> balanced n y -> rank n heaps <= d).
Proof.
  intros players. destruct (rank_is_distance (g := nim) n players heaps) as [(y & H & zero) least].
  assert (all : forall d z, lowered d heaps z -> balanced n z -> rank n heaps <= d).
  { intros d z Hz B. apply (least d z); [now apply lowered_reaches_nim|now apply (li n z)]. }
  split; [|exact all]. exists y. rewrite li in zero by exact players.
  split; [|exact zero].
  apply reaches_nim_lowered in H as (d & H & le & _). specialize (all d y H zero).
  now replace (rank n heaps) with d by lia.
Qed.

(** ** Few heaps *)

Lemma column_middle b left h right :
  column b (left ++ h :: right) = Nat.b2n (Nat.testbit h b) + column b (left ++ right).
Proof.
  unfold column. rewrite !filter_app, !app_length. simpl. destruct (Nat.testbit h b); simpl; lia.
Qed.

Lemma column_length b y : column b y <= length y.
Proof.
  induction y as [|h y IH]; [easy|]. rewrite column_cons. simpl.
  destruct (Nat.testbit h b); simpl; lia.
Qed.

(** If there are at most [n] heaps, a column is balanced only if it has no ones or only ones, and if
    it has ones, there are [n] heaps. *)
Lemma balanced_few n y b h l : balanced n y -> length y <= n -> In h y -> In l y ->
  Nat.testbit h b = true -> Nat.testbit l b = true /\ length y = n.
Proof.
  intros B len Hh Hl set. assert (full : n <= column b y).
  { apply Nat.divide_pos_le; [|apply B]. apply in_split in Hh as (left & right & ->).
    rewrite column_middle, set. simpl. lia. }
  pose proof (column_length b y). split; [|lia]. clear Hh.
  apply in_split in Hl as (left & right & ->). rewrite column_middle in full.
  pose proof (column_length b (left ++ right)). rewrite app_length in *. simpl in *.
  destruct (Nat.testbit l b); [reflexivity|simpl in *; lia].
Qed.

(** To make all heaps at most [s], exactly the heaps larger than [s] must be lowered. *)
Definition larger (s : nat) (heaps : list nat) : nat := length (filter (Nat.ltb s) heaps).

Lemma lowered_larger d x y s : lowered d x y -> (forall l, In l y -> l <= s) -> larger s x <= d.
Proof.
  unfold larger. intros H. induction H as [|d h x y H IH|d h l x y Hl H IH]; intros all; simpl.
  - lia.
  - specialize (IH (fun l Hl => all l (or_intror Hl))). specialize (all h (or_introl eq_refl)).
    apply Nat.ltb_ge in all. now rewrite all.
  - specialize (IH (fun l Hl => all l (or_intror Hl))). destruct (s <? h); simpl; lia.
Qed.

Lemma lowered_min s x : lowered (larger s x) x (map (Nat.min s) x).
Proof.
  unfold larger. induction x as [|h x IH]; simpl; [constructor|].
  destruct (Nat.ltb_spec s h) as [H|H]; simpl.
  - constructor; [lia|exact IH].
  - rewrite Nat.min_r by exact H. now constructor.
Qed.

Lemma column_repeat b c k : column b (repeat c k) = if Nat.testbit c b then k else 0.
Proof.
  induction k as [|k IH]; simpl; [now destruct (Nat.testbit c b)|].
  rewrite column_cons, IH. destruct (Nat.testbit c b); reflexivity.
Qed.

Lemma map_min s x : (forall h, In h x -> s <= h) -> map (Nat.min s) x = repeat s (length x).
Proof.
  induction x as [|h x IH]; simpl; intros all; [reflexivity|].
  rewrite IH by auto. rewrite Nat.min_l by auto. reflexivity.
Qed.

(** Fewer heaps than players: the rank is the number of nonempty heaps. A column of fewer than [n]
    digits is balanced only if it has no ones. So all heaps must be emptied. *)
Theorem few_heaps (n : nat) (heaps : position nim) : 2 <= n -> length heaps < n ->
  rank n heaps = larger 0 heaps.
Proof.
  intros players few. destruct (rank_nim n heaps players) as [(y & H & B) least].
  apply Nat.le_antisymm.
  - apply (least _ (map (Nat.min 0) heaps)); [apply lowered_min|]. rewrite map_min by lia.
    intros b. rewrite column_repeat, Nat.bits_0. apply Nat.divide_0_r.
  - apply (lowered_larger _ _ y); [exact H|]. intros l Hl.
    destruct (Nat.eq_dec l 0) as [->|not]; [lia|]. apply highest_bit in not as (b & set & _).
    assert (len : length y = length heaps) by (symmetry; now apply lowered_length in H).
    destruct (balanced_few n y b l l) as [_ full]; [exact B|lia|easy..|lia].
Qed.

(** As many heaps as players: the rank is the number of heaps that are larger than the smallest heap
    [s]. In a balanced position all heaps are equal, and they are at most [s]. *)
Theorem as_many_heaps (n : nat) (heaps : position nim) (s : nat) : 2 <= n -> length heaps = n ->
  In s heaps -> (forall h, In h heaps -> s <= h) -> rank n heaps = larger s heaps.
Proof.
  intros players many Hs smallest. destruct (rank_nim n heaps players) as [(y & H & B) least].
  apply Nat.le_antisymm.
  - apply (least _ (map (Nat.min s) heaps)); [apply lowered_min|].
    rewrite map_min by exact smallest.
    intros b. rewrite column_repeat, many.
    destruct (Nat.testbit s b); [apply Nat.divide_refl|apply Nat.divide_0_r].
  - apply (lowered_larger _ _ y); [exact H|]. intros l Hl.
    destruct (lowered_In _ _ _ s H Hs) as (a & Ha & le). enough (l = a) by lia.
    assert (len : length y = length heaps) by (symmetry; now apply lowered_length in H).
    apply Nat.bits_inj. intros b.
    destruct (Nat.testbit l b) eqn:Bl, (Nat.testbit a b) eqn:Ba; try reflexivity.
    + destruct (balanced_few n y b l a) as [set _]; [exact B|lia|easy..|congruence].
    + destruct (balanced_few n y b a l) as [set _]; [exact B|lia|easy..|congruence].
Qed.

(** ** What else is known about ranks *)

(** The rank is at least the first digit of Δ that is not 0: that many heaps must be lowered to
    balance this column. *)
Theorem rank_first_digit (n : nat) (heaps : position nim) (b : nat) : 2 <= n ->
  (forall c, b < c -> column c heaps mod n = 0) -> column b heaps mod n <= rank n heaps.
Proof.
  intros players above. destruct (Nat.eq_dec (column b heaps mod n) 0) as [->|not]; [lia|].
  destruct (rank_nim n heaps players) as [(y & H & B) _].
  assert (zero : forall c, column c y mod n = 0).
  { intros c. apply Nat.mod_divide; [lia|]. apply B. }
  pose proof (rank_below (g := nim) n players heaps) as small.
  destruct (Nat.eq_dec (rank n heaps) 0) as [none|some].
  { rewrite none in H. apply lowered_0 in H as <-. now rewrite zero in not. }
  apply lowered_column in H as (c & e & He & eq & same); [|lia].
  assert (digit : column c heaps mod n = e).
  { rewrite eq, <- Nat.add_mod_idemp_l, zero by lia. apply Nat.mod_small. lia. }
  destruct (Nat.lt_total b c) as [H|[->|H]].
  - rewrite above in digit by exact H. lia.
  - lia.
  - now rewrite same, zero in not.
Qed.

(** The rank is 1 if and only if some heap [h] can be lowered to a number [l] that balances all
    columns: the column sums of the other heaps are [n - 1] where [l] has a one, and 0 elsewhere. *)
Theorem rank_1_iff (n : nat) (heaps : position nim) : 2 <= n ->
  rank n heaps = 1 <->
  exists left h right l, heaps = left ++ h :: right /\ l < h /\
    forall b, column b (left ++ right) mod n = if Nat.testbit l b then n - 1 else 0.
Proof.
  intros players.
  assert (digit : forall a b, Nat.divide n (Nat.b2n b + a) <-> a mod n = if b then n - 1 else 0).
  { intros a b. rewrite Nat.add_comm, <- Nat.mod_divide by lia.
    pose proof (Nat.mod_upper_bound a n).
    destruct b; simpl; [|now rewrite Nat.add_0_r].
    rewrite <- Nat.add_mod_idemp_l by lia. split; intros H'.
    - destruct (Nat.eq_dec (a mod n) (n - 1)) as [eq|not]; [exact eq|].
      rewrite Nat.mod_small in H'; lia.
    - rewrite H'. replace (n - 1 + 1) with n by lia. apply Nat.mod_same. lia. }
  split.
  - intros one. destruct (rank_nim n heaps players) as [(y & H & B) _]. rewrite one in H.
    apply move_lowered, move_nim in H as (left & h & right & l & -> & Hl & ->).
    exists left, h, right, l. repeat split; [exact Hl|]. intros b. apply digit.
    rewrite <- column_middle. apply B.
  - intros (left & h & right & l & -> & Hl & digits).
    assert (H : lowered 1 (left ++ h :: right) (left ++ l :: right)).
    { apply move_lowered, move_nim. now exists left, h, right, l. }
    assert (B : balanced n (left ++ l :: right)).
    { intros b. rewrite column_middle. now apply digit. }
    destruct (rank_nim n (left ++ h :: right) players) as [_ least]. specialize (least _ _ H B).
    destruct (Nat.eq_dec (rank n (g := nim) (left ++ h :: right)) 0) as [zero|not]; [|lia].
    rewrite li in zero by exact players.
      now destruct (balanced_leave n 1 _ _ zero (conj (le_n 1) players) H).
Qed.

(** ** Moore and Li *)

(** The 0-positions of Nim with [n] players are the P-positions of Moore's Nim in which a move may
    lower up to [n - 1] heaps. *)
Theorem moore_li (n : nat) (heaps : list nat) : 2 <= n ->
  rank n (heaps : position nim) = 0 <-> P_position (heaps : position (moore_nim (n - 1))).
Proof.
  intros players. rewrite li, moore by exact players. now replace (n - 1 + 1) with n by lia.
Qed.

(** In Moore's Nim, several moves lower at least one heap and at most [k] heaps each. *)
Lemma reaches_moore_lowered k j (x y : position (moore_nim k)) : reaches j x y ->
  exists d, lowered d x y /\ d <= k * j /\ (1 <= j -> 1 <= d).
Proof.
  intros H. induction H as [x|j x y z Hy H IH].
  - exists 0. repeat split; [now apply lowered_0|lia..].
  - apply in_moore_options in Hy as (e & He & Hy). destruct IH as (d & Hd & le & _).
    destruct (lowered_trans _ _ _ _ _ Hy Hd) as (f & Hf & le'). exists f.
    repeat split; [exact Hf|lia..].
Qed.

Lemma lowered_reaches_moore k j : forall d (x y : position (moore_nim k)),
  d <= k * j -> lowered d x y -> exists i, i <= j /\ reaches i x y /\ (1 <= d -> 1 <= i).
Proof.
  induction j as [|j IH]; intros d x y Hd H.
  - exists 0. replace d with 0 in H by lia. apply lowered_0 in H as <-.
    repeat split; [lia|constructor|lia].
  - assert (two : d = 0 \/ exists e f, d = e + f /\ 1 <= e <= k /\ f <= k * j).
    { destruct (Nat.eq_dec d 0) as [->|not]; [now left|right].
      destruct (Nat.le_gt_cases d k); [exists d, 0|exists k, (d - k)]; lia. }
    destruct two as [->|(e & f & -> & He & Hf)].
    + apply lowered_0 in H as <-. exists 0. repeat split; [lia|constructor|lia].
    + apply lowered_split in H as (z & Hz & H). destruct (IH f z y Hf H) as (i & Hi & Hzy & _).
      exists (S i). repeat split; [lia| |lia]. apply (reaches_move _ x z); [|exact Hzy].
      apply in_moore_options. now exists e.
Qed.

(** [n] players play Moore's Nim with moves that lower up to [k] heaps. A position is a 0-position
    if and only if the number of ones in each column is a multiple of [k * (n - 1) + 1]. *)
Theorem li_moore (n k : nat) (heaps : position (moore_nim k)) : 2 <= n -> 1 <= k ->
  rank n heaps = 0 <-> forall b, Nat.divide (k * (n - 1) + 1) (column b heaps).
Proof.
  intros players Hk. pose proof (Nat.mul_le_mono 1 k 1 (n - 1)) as m'.
  assert (m : 2 <= k * (n - 1) + 1) by lia. revert heaps.
  apply (partition (g := moore_nim k) n players (balanced (k * (n - 1) + 1))).
  - intros x. destruct (balanced_or_not (k * (n - 1) + 1) x); [lia|tauto..].
  - split.
    + intros x j y B Hj H. apply reaches_moore_lowered in H as (d & H & le & ge).
      pose proof (Nat.mul_le_mono_l j (n - 1) k) as most.
      apply (balanced_leave _ d x); [exact B|lia|exact H].
    + intros x not. destruct (balanced_or_not (k * (n - 1) + 1) x) as [B|(_ & d & y & Hd & H & B)];
        [lia|easy|].
      destruct (lowered_reaches_moore k (n - 1) d x y) as (i & Hi & Hxy & ge); [lia|exact H|].
      exists i, y. split; [lia|]. now split.
Qed.

(** The rank of a position of Moore's Nim is its rank in Nim with [k * (n - 1) + 1] players, divided
    by [k] and rounded up. *)
Theorem rank_moore (n k : nat) (heaps : list nat) : 2 <= n -> 1 <= k ->
  rank n (heaps : position (moore_nim k)) =
  (rank (k * (n - 1) + 1) (heaps : position nim) + (k - 1)) / k.
Proof.
  intros players Hk. pose proof (Nat.mul_le_mono 1 k 1 (n - 1)) as m'.
  assert (m : 2 <= k * (n - 1) + 1) by lia.
  destruct (rank_nim _ heaps m) as [(y & H & B) least].
  destruct (rank_is_distance (g := moore_nim k) n players heaps) as [(z & Hz & zero) least'].
  set (q := rank (g := nim) (k * (n - 1) + 1) heaps) in *.
  set (r := rank (g := moore_nim k) n heaps) in *.
  assert (up : q <= k * r).
  { apply reaches_moore_lowered in Hz as (d & Hz & le & _). rewrite li_moore in zero by lia.
    specialize (least d z Hz zero). lia. }
  assert (down : forall j, q <= k * j -> r <= j).
  { intros j Hj. destruct (lowered_reaches_moore k j q heaps y Hj H) as (i & Hi & Hy & _).
    enough (r <= i) by lia. apply (least' i y Hy). now apply (li_moore n k). }
  pose proof (Nat.div_mod_eq (q + (k - 1)) k) as eq.
  pose proof (Nat.mod_upper_bound (q + (k - 1)) k) as rest.
  apply Nat.le_antisymm.
  - apply down. lia.
  - apply Nat.lt_succ_r, Nat.div_lt_upper_bound; lia.
Qed.

(** ** Why 2?

    Columns of digits in base [base], added modulo [m], describe the 0-positions of Nim with [n]
    players only if the base is 2 and the modulus is [n]. Heaps of 1 show that the modulus is [n].
    If the base were larger than 2, a heap of 2 and [n - 2] heaps of 1 would have digits of sum [n],
    but by Li's theorem this is not a 0-position. *)

(** The sum of the digits in column [j]. *)
Definition digit_sum (base j : nat) (heaps : list nat) : nat :=
  list_sum (map (fun h => h / base ^ j mod base) heaps).

Lemma digit_sum_small base j c k : c < base ->
  digit_sum base j (repeat c k) = if j =? 0 then c * k else 0.
Proof.
  intros Hc. assert (digit : c / base ^ j mod base = if j =? 0 then c else 0).
  { destruct j as [|j]; [rewrite Nat.pow_0_r, Nat.div_1_r; now apply Nat.mod_small|].
    rewrite Nat.div_small; [apply Nat.mod_0_l; lia|]. apply Nat.lt_le_trans with base; [exact Hc|].
    rewrite Nat.pow_succ_r'. pose proof (Nat.pow_nonzero base j).
    pose proof (Nat.mul_le_mono_l 1 (base ^ j) base). lia. }
  unfold digit_sum. induction k as [|k IH]; simpl; [now rewrite Nat.mul_0_r; destruct (j =? 0)|].
  rewrite IH, digit. destruct (j =? 0); lia.
Qed.

(** Columns of digits tell the 0-positions only in base 2 and modulo [n]. *)
Theorem why_2 (n base m : nat) : 2 <= n -> 2 <= base ->
  (forall heaps : position nim, rank n heaps = 0 <->
                                forall j, Nat.divide m (digit_sum base j heaps)) ->
  base = 2 /\ m = n.
Proof.
  intros players Hb rule.
  assert (ones : forall k, Nat.divide n k <-> Nat.divide m k).
  { intros k. transitivity (rank (g := nim) n (repeat 1 k) = 0); [rewrite li by exact players|].
    - split.
      + intros H [|b]; rewrite column_repeat; [exact H|].
        change (Nat.testbit 1 (S b)) with (Nat.testbit 0 b). rewrite Nat.bits_0.
        apply Nat.divide_0_r.
      + intros H. specialize (H 0). now rewrite column_repeat in H.
    - rewrite rule. split.
      + intros H. specialize (H 0). rewrite digit_sum_small in H by lia. simpl in H.
        now rewrite Nat.add_0_r in H.
      + intros H j. rewrite digit_sum_small by lia. destruct (j =? 0); [|apply Nat.divide_0_r].
        now rewrite Nat.mul_1_l. }
  assert (m = n) as ->.
  { apply Nat.divide_antisym; apply ones; apply Nat.divide_refl. }
  split; [|reflexivity].
  assert (two : base = 2 \/ 2 < base) by lia. destruct two as [two|more]; [exact two|exfalso].
  assert (zero : rank (g := nim) n (repeat 2 1 ++ repeat 1 (n - 2)) = 0).
  { apply rule. intros j. unfold digit_sum. rewrite map_app, list_sum_app.
    fold (digit_sum base j (repeat 2 1)). fold (digit_sum base j (repeat 1 (n - 2))).
    rewrite !digit_sum_small by lia. destruct (j =? 0); [|apply Nat.divide_0_r].
    replace (2 * 1 + 1 * (n - 2)) with n by lia. apply Nat.divide_refl. }
  rewrite li in zero by exact players. specialize (zero 1). simpl repeat in zero.
  simpl app in zero. rewrite column_cons, column_repeat in zero.
  change (Nat.divide n 1) in zero. apply Nat.divide_1_r in zero. lia.
Qed.
