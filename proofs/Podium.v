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

Section Ranks.
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
End Ranks.
