(** * Impartial games

    An impartial game is a set of positions with a move relation that both players share. Players
    take turns; a player who cannot move loses. Each position has finitely many options, and play
    always ends.

    To make sure that play ends, each position has a [size], and every move makes it smaller. So
    outcomes and Grundy values can be computed. *)

From Coq Require Export List Arith Lia Bool.
From Coq Require Import Wellfounded.
Import ListNotations.

Record game := Game {
  position : Type;
  options : position -> list position;
  size : position -> nat;
  options_smaller : forall x y, In y (options x) -> size y < size x
}.

Arguments options {g} _.
Arguments size {g} _.

Definition move {g : game} (x y : position g) := In y (options x).

(** Play always ends: the relation of moves is well-founded. *)
Theorem play_ends (g : game) : well_founded (fun y x : position g => move x y).
Proof.
  apply (wf_incl _ _ (fun y x => size y < size x)).
  - intros y x H. exact (options_smaller g x y H).
  - apply wf_inverse_image, lt_wf.
Qed.

(** Induction on a game: to prove [P x], we may suppose that [P] holds for all options of [x]. *)
Lemma game_ind {g : game} (P : position g -> Prop) :
  (forall x, (forall y, move x y -> P y) -> P x) -> forall x, P x.
Proof. exact (well_founded_ind (play_ends g) P). Qed.

(** ** Recursion

    Outcomes and Grundy values follow a rule: the value of a position is computed from the list of
    the values of its options. [recur rule] is the function that follows [rule], as [recur_eq] says.
    [recur_to n] looks at most [n] moves ahead; from [x], at most [size x] moves are possible. *)

Section Recursion.
  Context {A : Type} (rule : list A -> A) {g : game}.

  Fixpoint recur_to (n : nat) (x : position g) : A :=
    match n with
    | 0 => rule []
    | S n => rule (map (recur_to n) (options x))
    end.

  Definition recur (x : position g) : A := recur_to (size x) x.

  Lemma recur_to_enough x : forall n, size x <= n -> recur_to n x = recur x.
  Proof.
    unfold recur. induction x as [x IH] using game_ind. intros n Hn.
    assert (step : forall m, size x <= S m ->
                   map (recur_to m) (options x) = map (fun y => recur_to (size y) y) (options x)).
    { intros m Hm. apply map_ext_in. intros y Hy. apply IH; [exact Hy|].
      pose proof (options_smaller g x y Hy). lia. }
    destruct (options x) as [|y ys] eqn:none.
    - assert (terminal : forall m, recur_to m x = rule []).
      { intros [|m]; simpl; [|rewrite none]; reflexivity. }
      now rewrite !terminal.
    - assert (size y < size x) by (apply options_smaller; rewrite none; now left).
      destruct n as [|n]; [lia|]. destruct (size x) as [|m] eqn:Hm; [lia|].
      simpl. rewrite none, !step by lia. reflexivity.
  Qed.

  Lemma recur_eq x : recur x = rule (map recur (options x)).
  Proof.
    rewrite <- (recur_to_enough x (S (size x))) by lia. simpl. f_equal.
    apply map_ext_in. intros y Hy. apply recur_to_enough.
    pose proof (options_smaller g x y Hy). lia.
  Qed.
End Recursion.

(** ** Outcomes

    The player to move wins if the opponent loses from some option. *)

Definition wins {g : game} : position g -> bool := recur (existsb negb).

(** A P-position is a position from which the previous player wins, so the player to move loses. *)
Definition P_position {g : game} (x : position g) : Prop := wins x = false.

(** The player to move wins if and only if some move leads to a P-position. *)
Theorem wins_iff {g : game} (x : position g) :
  wins x = true <-> exists y, move x y /\ P_position y.
Proof.
  unfold wins at 1. rewrite recur_eq, existsb_exists. split.
  - intros (b & Hb & lost). apply in_map_iff in Hb as (y & <- & Hy).
    exists y. split; [exact Hy|]. now apply negb_true_iff.
  - intros (y & Hy & lost). exists (wins y). split; [now apply in_map|]. now apply negb_true_iff.
Qed.

(** A position is a P-position if and only if no move leads to a P-position. *)
Theorem P_position_iff {g : game} (x : position g) :
  P_position x <-> forall y, move x y -> ~ P_position y.
Proof.
  unfold P_position at 1. rewrite <- not_true_iff_false, wins_iff. split.
  - intros none y Hy lost. apply none. now exists y.
  - intros all (y & Hy & lost). exact (all y Hy lost).
Qed.

(** A set of positions is the set of the P-positions if no move leads from the set into the set, and
    if some move leads into the set from every position outside. *)
Theorem P_positions_are {g : game} (S : position g -> Prop) :
  (forall x y, S x -> move x y -> ~ S y) ->
  (forall x, ~ S x -> exists y, move x y /\ S y) ->
  (forall x, S x \/ ~ S x) ->
  forall x, P_position x <-> S x.
Proof.
  intros inside outside decide x. induction x as [x IH] using game_ind.
  rewrite P_position_iff. split.
  - intros all. destruct (decide x) as [HS|HS]; [exact HS|].
    destruct (outside x HS) as (y & Hy & Sy). destruct (all y Hy). now apply IH.
  - intros Sx y Hy lost. apply (inside x y Sx Hy). now apply IH.
Qed.

(** ** Grundy values *)

(** The least natural number that is not in a list. It is at most the length of the list. *)
Definition mex (values : list nat) : nat :=
  match find (fun n => negb (existsb (Nat.eqb n) values)) (seq 0 (S (length values))) with
  | Some n => n
  | None => 0
  end.

Lemma not_all_in values : ~ forall n, n <= length values -> In n values.
Proof.
  intros all.
  assert (incl (seq 0 (S (length values))) values).
  { intros n Hn. apply in_seq in Hn. apply all. lia. }
  apply NoDup_incl_length in H; [|apply seq_NoDup]. rewrite seq_length in H. lia.
Qed.

Lemma find_seq f : forall count start n, find f (seq start count) = Some n ->
  f n = true /\ forall m, start <= m < n -> f m = false.
Proof.
  induction count as [|count IH]; simpl; intros start n H; [discriminate|].
  destruct (f start) eqn:first.
  - injection H as <-. split; [exact first|lia].
  - apply IH in H as [found before]. split; [exact found|]. intros m Hm.
    destruct (Nat.eq_dec m start) as [->|]; [exact first|apply before; lia].
Qed.

Lemma existsb_eqb n values : existsb (Nat.eqb n) values = true <-> In n values.
Proof.
  rewrite existsb_exists. split.
  - intros (m & Hm & H). apply Nat.eqb_eq in H. now subst.
  - intros H. exists n. now rewrite Nat.eqb_refl.
Qed.

Lemma mex_spec values : ~ In (mex values) values /\ forall n, n < mex values -> In n values.
Proof.
  unfold mex. destruct (find _ _) as [n|] eqn:H.
  - apply find_seq in H as [out before]. split.
    + rewrite <- existsb_eqb. now apply negb_true_iff in out as ->.
    + intros m Hm. apply existsb_eqb. apply negb_false_iff. apply before. lia.
  - exfalso. apply (not_all_in values). intros n Hn. apply existsb_eqb, negb_false_iff.
    apply (find_none _ _ H). apply in_seq. lia.
Qed.

Lemma mex_is values n : ~ In n values -> (forall m, m < n -> In m values) -> mex values = n.
Proof.
  intros out below. destruct (mex_spec values) as [out' below'].
  destruct (Nat.lt_total (mex values) n) as [H|[H|H]]; [|exact H|].
  - now destruct (out' (below _ H)).
  - now destruct (out (below' _ H)).
Qed.

Definition grundy {g : game} : position g -> nat := recur mex.

(** A Grundy value is the least number that is not the Grundy value of an option. *)
Theorem grundy_spec {g : game} (x : position g) :
  (forall y, move x y -> grundy y <> grundy x) /\
  (forall n, n < grundy x -> exists y, move x y /\ grundy y = n).
Proof.
  unfold grundy. rewrite (recur_eq mex x). fold (@grundy g).
  destruct (mex_spec (map grundy (options x))) as [out below]. split.
  - intros y Hy eq. apply out. rewrite <- eq. now apply in_map.
  - intros n Hn. apply below, in_map_iff in Hn as (y & <- & Hy). now exists y.
Qed.

(** A function [f] gives the Grundy values if no move keeps its value, and if for every number that
    is less than the value of a position, some move leads to an option that has this number. *)
Theorem grundy_is {g : game} (f : position g -> nat) :
  (forall x y, move x y -> f y <> f x) ->
  (forall x n, n < f x -> exists y, move x y /\ f y = n) ->
  forall x, grundy x = f x.
Proof.
  intros differs reaches x. induction x as [x IH] using game_ind.
  unfold grundy. rewrite recur_eq. fold (@grundy g).
  rewrite (map_ext_in grundy f) by exact IH. apply mex_is.
  - intros H. apply in_map_iff in H as (y & eq & Hy). exact (differs x y Hy eq).
  - intros n Hn. destruct (reaches x n Hn) as (y & Hy & <-). now apply in_map.
Qed.

(** The P-positions are the positions with Grundy value 0. *)
Theorem P_position_grundy {g : game} (x : position g) : P_position x <-> grundy x = 0.
Proof.
  apply (P_positions_are (fun x => grundy x = 0)).
  - intros a b Ha Hb H0. apply (proj1 (grundy_spec a) b Hb). congruence.
  - intros a Ha. apply (proj2 (grundy_spec a)). lia.
  - intros a. destruct (Nat.eq_dec (grundy a) 0); tauto.
Qed.

(** ** Sums

    In the sum of two games, each move is a move in one of the two. *)

Section Sum.
  Variables g h : game.

  Definition sum_options (x : position g * position h) : list (position g * position h) :=
    map (fun a => (a, snd x)) (options (fst x)) ++ map (fun b => (fst x, b)) (options (snd x)).

  Lemma in_sum_options x y : In y (sum_options x) <->
    (move (fst x) (fst y) /\ snd y = snd x) \/ (move (snd x) (snd y) /\ fst y = fst x).
  Proof.
    unfold sum_options. rewrite in_app_iff, !in_map_iff. destruct x as [a b], y as [c d]. simpl.
    split.
    - intros [(e & eq & H)|(e & eq & H)]; injection eq as <- <-; auto.
    - intros [(H & ->)|(H & ->)]; [left; exists c|right; exists d]; auto.
  Qed.

  Program Definition sum : game := {|
    options := sum_options;
    size x := size (fst x) + size (snd x)
  |}.
  Next Obligation.
    apply in_sum_options in H as [(H & eq)|(H & eq)];
      apply options_smaller in H; simpl in *; subst; lia.
  Qed.
End Sum.

(** The property of nim addition behind the Sprague–Grundy theorem: to make [lxor a b] smaller, it
    is enough to make one of the two numbers smaller. Let [z < lxor a b], and look at the highest
    bit in which they differ. It is set in [lxor a b], hence in [a] or in [b], and changing that
    number to [lxor z b] or [lxor a z] clears this bit and keeps all higher ones. *)

Lemma lt_by_bit a b n : Nat.testbit a n = false -> Nat.testbit b n = true ->
  (forall m, n < m -> Nat.testbit a m = Nat.testbit b m) -> a < b.
Proof.
  intros Ha Hb above.
  assert (high : a / 2 ^ S n = b / 2 ^ S n).
  { apply Nat.bits_inj. intros m. rewrite <- !Nat.shiftr_div_pow2, !Nat.shiftr_spec by lia.
    apply above. lia. }
  rewrite (Nat.div_mod a (2 ^ S n)), (Nat.div_mod b (2 ^ S n)) by (apply Nat.pow_nonzero; lia).
  rewrite high. apply Nat.add_lt_mono_l.
  apply Nat.testbit_false in Ha. apply Nat.testbit_true in Hb.
  assert (split : forall c, c mod 2 ^ S n = c mod 2 ^ n + 2 ^ n * ((c / 2 ^ n) mod 2)).
  { intros c. rewrite Nat.pow_succ_r', Nat.mul_comm. apply Nat.mod_mul_r;
      [apply Nat.pow_nonzero|]; lia. }
  rewrite !split, Ha, Hb. assert (a mod 2 ^ n < 2 ^ n).
  { apply Nat.mod_upper_bound, Nat.pow_nonzero. lia. }
  lia.
Qed.

Lemma highest_bit c : c <> 0 ->
  exists n, Nat.testbit c n = true /\ forall m, n < m -> Nat.testbit c m = false.
Proof.
  intros Hc. exists (Nat.log2 c). split; [now apply Nat.bit_log2|].
  intros m Hm. now apply Nat.bits_above_log2.
Qed.

Lemma highest_difference a b : a <> b ->
  exists n, Nat.testbit a n <> Nat.testbit b n /\
            forall m, n < m -> Nat.testbit a m = Nat.testbit b m.
Proof.
  intros H. destruct (highest_bit (Nat.lxor a b)) as (n & set & above).
  { now rewrite Nat.lxor_eq_0_iff. }
  exists n. split.
  - rewrite Nat.lxor_spec in set. now destruct (Nat.testbit a n), (Nat.testbit b n).
  - intros m Hm. specialize (above m Hm). rewrite Nat.lxor_spec in above.
    now destruct (Nat.testbit a m), (Nat.testbit b m).
Qed.

Lemma lxor_smaller a b z : z < Nat.lxor a b -> Nat.lxor z b < a \/ Nat.lxor a z < b.
Proof.
  intros Hz. destruct (highest_difference z (Nat.lxor a b)) as (n & differ & above); [lia|].
  assert (set : Nat.testbit z n = false /\ Nat.testbit (Nat.lxor a b) n = true).
  { destruct (Nat.testbit z n) eqn:Bz, (Nat.testbit (Nat.lxor a b) n) eqn:Bs; try tauto; exfalso.
    assert (Nat.lxor a b < z); [|lia].
    apply (lt_by_bit _ _ n); auto. intros m Hm. symmetry. now apply above. }
  destruct set as [Bz Bs]. rewrite Nat.lxor_spec in Bs.
  destruct (Nat.testbit a n) eqn:Ba; [left|right]; apply (lt_by_bit _ _ n);
    try (rewrite Nat.lxor_spec, Bz; now destruct (Nat.testbit b n));
    try (intros m Hm; rewrite Nat.lxor_spec, (above m Hm), Nat.lxor_spec;
         now destruct (Nat.testbit a m), (Nat.testbit b m)).
  - exact Ba.
  - rewrite Nat.lxor_spec, Ba, Bz. reflexivity.
  - now destruct (Nat.testbit b n).
Qed.

Lemma lxor_cancel_l a b c : Nat.lxor a b = Nat.lxor a c -> b = c.
Proof.
  intros H. apply (f_equal (Nat.lxor a)) in H.
  now rewrite <- !Nat.lxor_assoc, Nat.lxor_nilpotent, !Nat.lxor_0_l in H.
Qed.

Lemma lxor_cancel_r a b c : Nat.lxor a c = Nat.lxor b c -> a = b.
Proof. rewrite !(Nat.lxor_comm _ c). apply lxor_cancel_l. Qed.

(** The Sprague–Grundy theorem: the Grundy value of a sum is the nim-sum of the Grundy values. *)
Theorem grundy_sum (g h : game) (x : position g) (y : position h) :
  grundy (g := sum g h) (x, y) = Nat.lxor (grundy x) (grundy y).
Proof.
  apply (grundy_is (g := sum g h) (fun p => Nat.lxor (grundy (fst p)) (grundy (snd p)))).
  - intros [a b] [c d] H eq.
    apply in_sum_options in H as [(H & E)|(H & E)]; simpl in *; subst.
    + apply lxor_cancel_r in eq. now apply (proj1 (grundy_spec a) c).
    + apply lxor_cancel_l in eq. now apply (proj1 (grundy_spec b) d).
  - intros [a b] n Hn. simpl in *. destruct (lxor_smaller _ _ _ Hn) as [H|H].
    + apply (proj2 (grundy_spec a)) in H as (c & Hc & eq). exists (c, b). split.
      * apply in_sum_options. auto.
      * simpl. now rewrite eq, Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r.
    + apply (proj2 (grundy_spec b)) in H as (d & Hd & eq). exists (a, d). split.
      * apply in_sum_options. auto.
      * simpl. now rewrite eq, <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l.
Qed.
