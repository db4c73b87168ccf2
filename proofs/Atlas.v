(** * The atlas: blocking Nim with two heaps of any size

    For a family of restrictions, a certificate describes the outcomes of all positions with two
    heaps by a few words. [soundness] says that whatever the checker accepts is true of the game. *)

From Twist Require Export Blocking Rows.
From Coq Require Ascii String.
Import ListNotations.

(** ** The reduction

    Heaps are good if they are lost for the player to move under some restriction of the family. *)

Definition good n family (heaps : list nat) : Prop :=
  exists d, In d family /\ P_position ((heaps, d) : position (blocking n family)).

(** A position is a P-position if and only if no allowed move leaves good heaps. For a move wins if
    and only if it leaves good heaps: the player can then choose the restriction. *)
Theorem reduction n family heaps c :
  P_position ((heaps, c) : position (blocking n family)) <->
  forall s after, In (s, after) (takes heaps) -> allows n c s = true -> ~ good n family after.
Proof.
  rewrite P_position_iff. split.
  - intros none s after H ok (d & Hd & lost). apply (none (after, d)); [|exact lost].
    apply in_blocking_options. now exists s.
  - intros none [after d] H lost. apply in_blocking_options in H as (s & H & ok & Hd).
    apply (none s after H ok). now exists d.
Qed.

(** So a restriction is never needed if another one forbids all that it forbids, and perhaps more.
    If a family has a part such that every restriction of the family allows all that some
    restriction of the part allows, the outcomes are the same with this part as the family. *)
Theorem only_maximal n family maximal :
  incl maximal family ->
  (forall d, In d family -> exists e, In e maximal /\
     forall s, allows n e s = true -> allows n d s = true) ->
  forall heaps c, P_position ((heaps, c) : position (blocking n family)) <->
                  P_position ((heaps, c) : position (blocking n maximal)).
Proof.
  intros part covers heaps. induction heaps as [heaps IH] using (induction_ltof1 _ list_sum).
  assert (same : forall s after, In (s, after) (takes heaps) ->
    good n family after <-> good n maximal after).
  { intros s after H. pose proof (IH after (takes_smaller _ _ _ H)) as outcome.
    split; intros (d & Hd & lost).
    - destruct (covers d Hd) as (e & He & more). exists e. split; [exact He|]. apply outcome.
      rewrite reduction in *. intros t x Hx ok. apply (lost t x Hx). now apply more.
    - exists d. split; [now apply part|now apply outcome]. }
  intros c. rewrite !reduction.
  split; intros none s after H ok G; now apply (none s after H ok), (same s after H).
Qed.

(** ** The machine of a game

    A letter is a set of residues, as a list of [n] booleans; entry [r - 1] belongs to residue [r].
    [reach x y], below, is the set of the residues of all moves in the first heap of [x; y] that
    leave good heaps; chapter 12 calls it V(x, y). With one more stick in the first heap, each of
    these moves takes one stick more, so the residues turn by one. If [x; y] itself is good, a move
    of one stick is added. *)

Definition letter := list bool.

Definition turn (more : bool) (l : letter) : letter := (more || last l false) :: removelast l.

Fixpoint union (u v : letter) : letter :=
  match u, v with
  | b :: u, c :: v => (b || c) :: union u v
  | _, _ => []
  end.

(** Whether a restriction that allows the residues [allowed] allows none of [l]. *)
Fixpoint blocks (allowed : list bool) (l : letter) : bool :=
  match allowed, l with
  | a :: allowed, b :: l => negb (a && b) && blocks allowed l
  | _, _ => true
  end.

Lemma existsb_ext {B} (f g : B -> bool) l : (forall s, f s = g s) -> existsb f l = existsb g l.
Proof. intros H. induction l as [|s l IH]; [reflexivity|]. simpl. now rewrite H, IH. Qed.

Lemma turn_map m (f g : nat -> bool) more :
  g 1 = more || f (S m) -> (forall r, 1 <= r <= m -> g (S r) = f r) ->
  map g (seq 1 (S m)) = turn more (map f (seq 1 (S m))).
Proof.
  intros first others. transitivity (g 1 :: map f (seq 1 m)).
  - simpl. f_equal. rewrite <- seq_shift, map_map. apply map_ext_in.
    intros r Hr. apply in_seq in Hr. apply others. lia.
  - unfold turn. rewrite (seq_S m 1), map_app. cbn [map].
    now rewrite last_last, removelast_last, first.
Qed.

Lemma blocks_map (f g h : nat -> bool) l :
  blocks (map f l) (union (map g l) (map h l)) = true <->
  forall r, In r l -> f r = true -> g r = false /\ h r = false.
Proof.
  induction l as [|r l IH]; simpl; [tauto|]. rewrite andb_true_iff, IH. split.
  - intros [first rest] s [<-|Hs] Hf; [|auto].
    rewrite Hf in first. now destruct (g r), (h r).
  - intros all. split; [|auto]. specialize (all r (or_introl eq_refl)).
    destruct (f r); [|reflexivity]. now destruct (all eq_refl) as [-> ->].
Qed.

(** A table of the values of a function of [d] bits. *)
Inductive tree (B : Type) := Leaf (b : B) | Node (no yes : tree B).
Arguments Leaf {B} b.
Arguments Node {B} no yes.

Fixpoint build {B} (d : nat) (f : list bool -> B) : tree B :=
  match d with
  | 0 => Leaf (f [])
  | S d => Node (build d (fun l => f (false :: l))) (build d (fun l => f (true :: l)))
  end.

Fixpoint look_up {B} (t : tree B) (l : list bool) : B :=
  match t, l with
  | Leaf b, _ => b
  | Node _ yes, true :: l => look_up yes l
  | Node no _, _ => look_up no (tl l)
  end.

Lemma look_up_build {B} n (f : list bool -> B) l : length l = n -> look_up (build n f) l = f l.
Proof.
  intros <-. revert f. induction l as [|b l IH]; intros f; [reflexivity|].
  destruct b; simpl; now rewrite IH.
Qed.

(** The machine of a game reads row [x] and writes row [x + 1]. In column [y], its state is
    [reach y x], and the letter that it reads is [reach x y]. All that it needs to know about the
    game is the code: for each set of residues, whether some restriction blocks it. *)

Definition allowed (n : nat) (d : restriction) : list bool := map (allows n d) (seq 1 n).

Definition code (n : nat) (family : list restriction) : tree bool :=
  build n (fun l => existsb (fun d => blocks (allowed n d) l) family).

Definition machine (n : nat) (t : tree bool) : letter -> letter -> letter * letter :=
  let table := build n (fun u => build n (fun v =>
                 let more := look_up t (union u v) in (turn more u, turn more v))) in
  fun u v => look_up (look_up table u) v.

Definition zeros (n : nat) : letter := repeat false n.

Section Game.
  Variables (n : nat) (family : list restriction).

  Definition good_pair (x y : nat) : bool :=
    existsb (fun d => negb (wins (([x; y], d) : position (blocking n family)))) family.

  Definition reach (x y : nat) : letter :=
    map (fun r => existsb (fun s => (s mod n =? r mod n) && good_pair (x - s) y) (seq 1 x))
      (seq 1 n).

  Lemma reach_length x y : length (reach x y) = n.
  Proof. unfold reach. now rewrite map_length, seq_length. Qed.

  Lemma reach_0 y : reach 0 y = zeros n.
  Proof.
    unfold reach, zeros. simpl. rewrite <- (seq_length n 1) at 2.
    induction (seq 1 n) as [|r rs IH]; [reflexivity|]. simpl. now rewrite IH.
  Qed.

  (** ** The order of the two heaps does not matter. *)

  Lemma takes_rev heaps s after :
    In (s, after) (takes heaps) -> In (s, rev after) (takes (rev heaps)).
  Proof.
    rewrite !in_takes. intros (left & h & right & -> & Hs & ->).
    exists (rev right), h, (rev left).
    rewrite !rev_app_distr. simpl. rewrite <- !app_assoc. auto.
  Qed.

  Lemma P_position_rev heaps d :
    P_position ((heaps, d) : position (blocking n family)) <->
    P_position ((rev heaps, d) : position (blocking n family)).
  Proof.
    revert d. induction heaps as [heaps IH] using (induction_ltof1 _ list_sum). intros d.
    rewrite !reduction. split; intros none s after H ok (e & He & lost).
    - apply takes_rev in H. rewrite rev_involutive in H. apply (none s (rev after) H ok).
      exists e. split; [exact He|]. apply IH; [exact (takes_smaller _ _ _ H)|].
      now rewrite rev_involutive.
    - apply (none s (rev after) (takes_rev _ _ _ H) ok). exists e. split; [exact He|].
      now apply (IH after (takes_smaller _ _ _ H)).
  Qed.

  Lemma good_pair_iff x y : good_pair x y = true <-> good n family [x; y].
  Proof.
    unfold good_pair, good. rewrite existsb_exists.
    split; intros (d & Hd & H); exists d; (split; [exact Hd|]); now apply negb_true_iff.
  Qed.

  Lemma good_pair_comm x y : good_pair x y = good_pair y x.
  Proof.
    apply eq_true_iff_eq. rewrite !good_pair_iff.
    split; intros (d & Hd & lost); exists d; (split; [exact Hd|]); now apply P_position_rev in lost.
  Qed.

  (** ** Residues *)

  Hypothesis positive : n <> 0.

  Lemma mod_S a b : (S a mod n =? S b mod n) = (a mod n =? b mod n).
  Proof.
    assert (S_eq : forall a b, a mod n = b mod n -> S a mod n = S b mod n).
    { intros c d H. rewrite <- (Nat.add_1_r c), <- (Nat.add_1_r d).
      now rewrite <- (Nat.add_mod_idemp_l c), <- (Nat.add_mod_idemp_l d), H. }
    assert (back : forall a, (S a + (n - 1)) mod n = a mod n).
    { intros c. replace (S c + (n - 1)) with (c + 1 * n) by lia. now apply Nat.mod_add. }
    apply eq_true_iff_eq. rewrite !Nat.eqb_eq. split; [|apply S_eq]. intros H.
    rewrite <- (back a), <- (back b).
    now rewrite <- (Nat.add_mod_idemp_l (S a)), <- (Nat.add_mod_idemp_l (S b)), H.
  Qed.

  Lemma residue s : exists r, 1 <= r <= n /\ s mod n = r mod n.
  Proof.
    pose proof (Nat.mod_upper_bound s n positive) as H.
    destruct (Nat.eq_dec (s mod n) 0) as [none|some].
    - exists n. rewrite Nat.mod_same by exact positive. lia.
    - exists (s mod n). rewrite Nat.mod_mod by exact positive. lia.
  Qed.

  Lemma allows_residue d r s : r mod n = s mod n -> allows n d r = allows n d s.
  Proof. unfold allows. now intros ->. Qed.

  Lemma reach_S x y : reach (S x) y = turn (good_pair x y) (reach x y).
  Proof.
    pose (reaches := fun r => existsb (fun s => (s mod n =? r mod n) && good_pair (x - s) y)
                                      (seq 1 x)).
    assert (next : forall r,
      existsb (fun s => (s mod n =? r mod n) && good_pair (S x - s) y) (seq 1 (S x)) =
      (1 mod n =? r mod n) && good_pair x y ||
      existsb (fun s => (S s mod n =? r mod n) && good_pair (x - s) y) (seq 1 x)).
    { intros r. simpl seq. rewrite <- seq_shift. simpl existsb. rewrite Nat.sub_0_r. f_equal.
      induction (seq 1 x) as [|s rest IH]; [reflexivity|]. simpl. now rewrite IH. }
    unfold reach. rewrite (map_ext _ _ next). fold reaches.
    assert (last_residue : S (n - 1) = n) by lia.
    replace (seq 1 n) with (seq 1 (S (n - 1))) by now rewrite last_residue.
    apply turn_map.
    - rewrite Nat.eqb_refl. simpl. f_equal. unfold reaches.
      apply existsb_ext. intros s. rewrite last_residue, mod_S.
      now rewrite Nat.mod_same, Nat.mod_0_l.
    - intros r Hr. rewrite mod_S. rewrite Nat.mod_0_l, (Nat.mod_small r) by lia.
      destruct (Nat.eqb_spec 0 r); [lia|]. simpl. unfold reaches.
      apply existsb_ext. intros s. now rewrite mod_S.
  Qed.

  (** ** The state of the machine

      Outcomes are decided by the sets of residues, and the machine computes these sets. *)

  Lemma not_reached x y r :
    existsb (fun s => (s mod n =? r mod n) && good_pair (x - s) y) (seq 1 x) = false <->
    forall s, 1 <= s <= x -> s mod n = r mod n -> ~ good n family [x - s; y].
  Proof.
    rewrite <- not_true_iff_false, existsb_exists. split.
    - intros none s Hs eq H. apply none. exists s. rewrite in_seq, eq, Nat.eqb_refl.
      split; [lia|]. now apply good_pair_iff.
    - intros all (s & Hs & H). apply in_seq in Hs. apply andb_true_iff in H as [eq H].
      apply (all s); [lia|now apply Nat.eqb_eq|now apply good_pair_iff].
  Qed.

  Lemma P_position_blocks x y d :
    P_position (([x; y], d) : position (blocking n family)) <->
    blocks (allowed n d) (union (reach x y) (reach y x)) = true.
  Proof.
    rewrite reduction. unfold allowed, reach. rewrite blocks_map. split.
    - intros none r Hr ok. apply in_seq in Hr.
      split; apply not_reached; intros s Hs eq H; rewrite <- (allows_residue d s r eq) in ok.
      + apply (none s [x - s; y]); auto. apply in_takes. now exists [], x, [y].
      + apply (none s [x; y - s]); auto.
        * apply in_takes. now exists [x], y, [].
        * apply good_pair_iff. rewrite good_pair_comm. now apply good_pair_iff.
    - intros all s after H ok G. apply in_takes in H as (left & h & right & eq & Hs & ->).
      destruct (residue s) as (r & Hr & Hres).
      rewrite <- (allows_residue d r s (eq_sym Hres)) in ok.
      destruct (all r) as [one two]; [apply in_seq; lia|exact ok|].
      rewrite not_reached in one, two.
      destruct left as [|a [|b left]]; simpl in eq; injection eq; intros; subst.
      + now apply (one s).
      + apply (two s); auto. apply good_pair_iff. rewrite good_pair_comm. now apply good_pair_iff.
      + now destruct left.
  Qed.

  Lemma union_length (u v : letter) : length u = n -> length v = n -> length (union u v) = n.
  Proof.
    clear positive. revert n v. induction u as [|b u IH]; intros [|m] [|c v]; simpl; try easy.
    intros Hu Hv. f_equal. apply IH; lia.
  Qed.

  Lemma code_reach x y : look_up (code n family) (union (reach x y) (reach y x)) = good_pair x y.
  Proof.
    unfold code. rewrite look_up_build by (apply union_length; apply reach_length).
    apply eq_true_iff_eq. rewrite good_pair_iff. unfold good. rewrite existsb_exists.
    split; intros (d & Hd & H); exists d; (split; [exact Hd|]); now apply P_position_blocks.
  Qed.

  Lemma machine_reach x y :
    machine n (code n family) (reach x y) (reach y x) = (reach (S x) y, reach (S y) x).
  Proof.
    unfold machine. rewrite !look_up_build by apply reach_length.
    now rewrite code_reach, !reach_S, (good_pair_comm y x).
  Qed.

  Lemma state_is_reach x y :
    state_after (machine n (code n family)) (zeros n) (reach x) y = reach y x.
  Proof.
    induction y as [|y IH]; [symmetry; apply reach_0|]. simpl. now rewrite IH, machine_reach.
  Qed.

  Lemma table_is_reach x y : table (zeros n) (machine n (code n family)) x y = reach x y.
  Proof.
    revert y. induction x as [|x IH]; intros y; [symmetry; apply reach_0|].
    transitivity (read (machine n (code n family)) (zeros n) (reach x) y).
    - apply read_agree; [reflexivity|]. constructor. exact IH.
    - unfold read. now rewrite state_is_reach, machine_reach.
  Qed.
End Game.

(** ** Soundness *)

Definition certificate_of_game := @certificate letter.

Definition eqb_letter : letter -> letter -> bool := eqb_word Bool.eqb.

Lemma eqb_letter_eq u v : eqb_letter u v = true -> u = v.
Proof. exact (eqb_word_eq _ eqb_prop u v). Qed.

(** The checker. It only needs the code of the game. *)
Definition accepts_code (n : nat) (t : tree bool) (c : certificate_of_game) : bool :=
  negb (n =? 0) && check (zeros n) (machine n t) eqb_letter n c.

Definition accepts (n : nat) (family : list restriction) : certificate_of_game -> bool :=
  accepts_code n (code n family).

(** According to the certificate, some move from the heaps [x; y] with the residue [r] leaves good
    heaps. *)
Definition claims (n : nat) (family : list restriction) (c : certificate_of_game)
    (x y r : nat) : Prop :=
  let set x y := claimed (zeros n) (machine n (code n family)) c x y in
  nth (r - 1) (set x y) false = true \/ nth (r - 1) (set y x) false = true.

(** If the checker accepts a certificate, it tells the outcome of every position with two heaps of
    any size: this is a P-position if and only if the restriction forbids all residues of moves that
    leave good heaps according to the certificate. *)
Theorem soundness n family c : accepts n family c = true -> forall x y d,
  P_position (([x; y], d) : position (blocking n family)) <->
  forall r, 1 <= r <= n -> claims n family c x y r -> allows n d r = false.
Proof.
  intros H x y d. apply andb_true_iff in H as [positive H].
  apply negb_true_iff, Nat.eqb_neq in positive.
  assert (true_rows : forall a b,
    claimed (zeros n) (machine n (code n family)) c a b = reach n family a b).
  { intros a b. rewrite <- (table_is_reach n family positive a b). symmetry.
    now apply (certified _ _ _ eqb_letter_eq n c H). }
  unfold claims. rewrite !true_rows, P_position_blocks by exact positive.
  unfold allowed, reach. rewrite blocks_map.
  assert (entry : forall (f : nat -> bool) r, 1 <= r <= n ->
    nth (r - 1) (map f (seq 1 n)) false = f r).
  { intros f r Hr. rewrite (nth_indep _ false (f 0)) by (rewrite map_length, seq_length; lia).
    rewrite map_nth, seq_nth by lia. f_equal. lia. }
  split.
  - intros all r Hr said. rewrite !entry in said by exact Hr.
    apply not_true_iff_false. intros ok.
    destruct (all r) as [one two]; [apply in_seq; lia|exact ok|].
    rewrite one, two in said. now destruct said.
  - intros all r Hr ok. apply in_seq in Hr.
    split; apply not_true_iff_false; intros said; apply diff_true_false; rewrite <- ok;
      (apply (all r); [lia|]); rewrite !entry by lia; [left|right]; exact said.
Qed.

(** ** Certificates as text

    The atlas writes a letter as a digit or a letter: its index has bit [r - 1] set for each residue
    [r]. A game comes as its modulus, its family and its certificate. *)

Definition index (a : Ascii.ascii) : N :=
  let k := Ascii.N_of_ascii a in
  (if k <? 58 then k - 48 else if k <? 91 then k - 55 else k - 61)%N.

Definition letters (n : nat) (text : String.string) : list letter :=
  map (fun a => map (fun i => N.testbit (index a) (N.of_nat i)) (seq 0 n))
    (String.list_ascii_of_string text).

Inductive piece_of_text :=
  | Once (w : String.string)
  | Repeat (w : String.string) (times growth : N).

Definition piece_of (n : nat) (p : piece_of_text) : piece :=
  match p with
  | Once w => once (letters n w)
  | Repeat w times growth => Piece (letters n w) times growth
  end.

Definition parse (n : nat) (start period : N) (pieces : list piece_of_text)
    (tail : String.string) : certificate_of_game :=
  Certificate start period (map (piece_of n) pieces, letters n tail).

(** A game with its certificate. *)
Record entry := Entry {
  modulus : nat;
  family_of : list restriction;
  proof : certificate_of_game
}.

Definition entry_accepted (e : entry) : bool := accepts (modulus e) (family_of e) (proof e).
