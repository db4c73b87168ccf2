(** * Blocking Nim

    Nim with a modular Muller twist: before a move, the opponent forbids some numbers of sticks. A
    restriction is a list of residues modulo [n]; a player may not take a number of sticks that is
    congruent to one of them. A position consists of the heaps and the restriction on the player to
    move. A move takes an allowed number of sticks from one heap, and imposes a restriction of the
    family on the opponent. *)

From Twist Require Export Nim.
Import ListNotations.

Definition restriction := list nat.

(** Whether a restriction allows taking [s] sticks. *)
Definition allows (n : nat) (c : restriction) (s : nat) : bool :=
  forallb (fun r => negb (s mod n =? r mod n)) c.

Definition blocking_options (n : nat) (family : list restriction) (x : list nat * restriction) :
    list (list nat * restriction) :=
  let '(heaps, c) := x in
  list_prod (map snd (filter (fun '(s, _) => allows n c s) (takes heaps))) family.

Lemma in_blocking_options n family heaps c after d :
  In (after, d) (blocking_options n family (heaps, c)) <->
  exists s, In (s, after) (takes heaps) /\ allows n c s = true /\ In d family.
Proof.
  simpl. rewrite in_prod_iff, in_map_iff. split.
  - intros [([s x] & <- & H) Hd]. apply filter_In in H as [H ok]. now exists s.
  - intros (s & H & ok & Hd). split; [|exact Hd]. exists (s, after). rewrite filter_In. tauto.
Qed.

Program Definition blocking (n : nat) (family : list restriction) : game := {|
  position := list nat * restriction;
  options := blocking_options n family;
  size x := list_sum (fst x)
|}.
Next Obligation.
  apply in_blocking_options in H as (s & H & _). exact (takes_smaller _ _ _ H).
Qed.

(** ** General lemmas *)

(** [P_positions_are] within a set of positions that no move leaves: the positions that occur. *)
Lemma P_positions_among {g : game} (occurs S : position g -> Prop) :
  (forall x y, occurs x -> move x y -> occurs y) ->
  (forall x y, occurs x -> S x -> move x y -> ~ S y) ->
  (forall x, occurs x -> ~ S x -> exists y, move x y /\ S y) ->
  (forall x, S x \/ ~ S x) ->
  forall x, occurs x -> (P_position x <-> S x).
Proof.
  intros closed inside outside decide x. induction x as [x IH] using game_ind. intros Ox.
  rewrite P_position_iff. split.
  - intros all. destruct (decide x) as [HS|HS]; [exact HS|].
    destruct (outside x Ox HS) as (y & Hy & Sy). destruct (all y Hy).
    apply IH; [exact Hy|now apply (closed x)|exact Sy].
  - intros Sx y Hy lost. apply (inside x y Ox Sx Hy). now apply IH; [|apply (closed x)|].
Qed.

Lemma not_P_position {g : game} (x : position g) :
  ~ P_position x -> exists y, move x y /\ P_position y.
Proof. intros H. apply wins_iff. now apply not_false_iff_true. Qed.

(** ** Allowed numbers *)

Lemma allows_false n c s : allows n c s = false <-> exists r, In r c /\ s mod n = r mod n.
Proof.
  unfold allows. induction c as [|r c IH]; simpl.
  - split; [discriminate|]. now intros (r & [] & _).
  - rewrite andb_false_iff, negb_false_iff, Nat.eqb_eq, IH. split.
    + intros [H|(q & Hq & H)]; [exists r|exists q]; auto.
    + intros (q & [<-|Hq] & H); [left|right; exists q]; auto.
Qed.

Lemma move_iff n family heaps c after d :
  move ((heaps, c) : position (blocking n family)) (after, d) <->
  exists left h right t, heaps = left ++ h :: right /\ after = left ++ h - t :: right /\
                         1 <= t <= h /\ allows n c t = true /\ In d family.
Proof.
  unfold move. change (@options (blocking n family)) with (blocking_options n family).
  rewrite in_blocking_options. split.
  - intros (t & H & ok & Hd). apply in_takes in H as (left & h & right & -> & Ht & ->).
    now exists left, h, right, t.
  - intros (left & h & right & t & -> & -> & Ht & ok & Hd). exists t.
    repeat split; try assumption. apply in_takes. now exists left, h, right.
Qed.

(** Whether a restriction allows a number depends only on the number's residue. *)
Lemma allows_mod n c s t : s mod n = t mod n -> allows n c s = allows n c t.
Proof. intros eq. unfold allows. now rewrite eq. Qed.

(** The smallest number of sticks that a restriction allows. If it forbids every number, the value
    is [n + 1] instead of infinity. *)
Definition smallest_allowed (n : nat) (c : restriction) : nat :=
  match find (allows n c) (seq 1 n) with
  | Some m => m
  | None => S n
  end.

Lemma smallest_allowed_spec n c :
  1 <= smallest_allowed n c /\
  (smallest_allowed n c <= n -> allows n c (smallest_allowed n c) = true) /\
  forall t, 1 <= t < smallest_allowed n c -> allows n c t = false.
Proof.
  unfold smallest_allowed. destruct (find _ _) as [m|] eqn:H.
  - pose proof (find_some _ _ H) as [range _]. apply in_seq in range.
    apply find_seq in H as [found before]. split; [lia|]. split; [auto|exact before].
  - split; [lia|]. split; [lia|]. intros t Ht. apply (find_none _ _ H), in_seq. lia.
Qed.

Lemma smallest_allowed_pos n c : 1 <= smallest_allowed n c.
Proof. apply smallest_allowed_spec. Qed.

Lemma smallest_allowed_le n c t : 1 <= t -> allows n c t = true -> smallest_allowed n c <= t.
Proof.
  intros Ht ok. destruct (smallest_allowed_spec n c) as (_ & _ & before).
  destruct (Nat.le_gt_cases (smallest_allowed n c) t) as [|less]; [assumption|].
  rewrite before in ok by lia. discriminate.
Qed.

(** If a restriction allows some number, it allows one of 1, ..., [n] with the same residue. *)
Lemma allows_small n c t : 1 <= n -> allows n c t = true ->
  exists s, 1 <= s <= n /\ allows n c s = true.
Proof.
  intros Hn ok. pose proof (Nat.mod_upper_bound t n ltac:(lia)).
  destruct (Nat.eq_dec (t mod n) 0) as [zero|pos]; [exists n|exists (t mod n)];
    (split; [lia|]); rewrite <- ok; apply allows_mod.
  - now rewrite zero, Nat.mod_same by lia.
  - apply Nat.mod_mod. lia.
Qed.

Lemma smallest_allowed_ok n c t : 1 <= n -> allows n c t = true ->
  allows n c (smallest_allowed n c) = true.
Proof.
  intros Hn ok. destruct (allows_small n c t Hn ok) as (s & Hs & ok').
  apply smallest_allowed_spec. pose proof (smallest_allowed_le n c s ltac:(lia) ok'). lia.
Qed.

(** A restriction forbids [s] consecutive numbers. *)
Definition forbids_run (n : nat) (c : restriction) (s : nat) : Prop :=
  exists a, forall i, 1 <= i <= s -> allows n c (a + i) = false.

Lemma run_or_allowed n c a s : (forall i, 1 <= i <= s -> allows n c (a + i) = false) \/
                               exists i, 1 <= i <= s /\ allows n c (a + i) = true.
Proof.
  induction s as [|s [IH|(i & Hi & ok)]]; [left; lia| |right; exists i; split; [lia|exact ok]].
  destruct (allows n c (a + S s)) eqn:E; [right; exists (S s); split; [lia|exact E]|left].
  intros i Hi. destruct (Nat.eq_dec i (S s)) as [->|]; [exact E|apply IH; lia].
Qed.

Lemma no_run n c s a : ~ forbids_run n c s -> exists i, 1 <= i <= s /\ allows n c (a + i) = true.
Proof.
  intros none. destruct (run_or_allowed n c a s) as [H|H]; [|exact H]. destruct none. now exists a.
Qed.

(** It is enough to look for a run that begins at [a + 1] with [a < n]. *)
Definition has_run (n : nat) (c : restriction) (s : nat) : bool :=
  existsb (fun a => forallb (fun i => negb (allows n c (a + i))) (seq 1 s)) (seq 0 n).

Lemma has_run_iff n c s : 1 <= n -> has_run n c s = true <-> forbids_run n c s.
Proof.
  intros Hn. unfold has_run, forbids_run. rewrite existsb_exists. split.
  - intros (a & _ & run). exists a. intros i Hi. rewrite forallb_forall in run.
    apply negb_true_iff, run, in_seq. lia.
  - intros (a & run). exists (a mod n). split.
    + apply in_seq. pose proof (Nat.mod_upper_bound a n). lia.
    + apply forallb_forall. intros i Hi. apply in_seq in Hi. apply negb_true_iff.
      rewrite <- (run i) by lia. apply allows_mod. now rewrite Nat.add_mod_idemp_l by lia.
Qed.

(** ** Boxes

    Heap sizes with the same quotient by [s] form a box of size [s]. *)

(** The quotients of the heaps have nim-sum 0, and all remainders are smaller than the smallest
    number of sticks that may be taken. *)
Definition in_boxes (n s : nat) (x : list nat * restriction) : Prop :=
  let '(heaps, c) := x in
  nim_sum (map (fun h => h / s) heaps) = 0 /\
  forall h, In h heaps -> h mod s < smallest_allowed n c.

Lemma remainders s m heaps :
  (forall h, In h heaps -> h mod s < m) \/ exists h, In h heaps /\ m <= h mod s.
Proof.
  destruct (Forall_Exists_dec (fun h => h mod s < m) (fun h => lt_dec _ _) heaps) as [all|some].
  - left. now apply Forall_forall.
  - right. apply Exists_exists in some as (h & Hh & large). exists h. split; [exact Hh|lia].
Qed.

Lemma in_boxes_dec n s x : in_boxes n s x \/ ~ in_boxes n s x.
Proof.
  destruct x as [heaps c]. unfold in_boxes.
  destruct (Nat.eq_dec (nim_sum (map (fun h => h / s) heaps)) 0) as [sum|]; [|tauto].
  destruct (remainders s (smallest_allowed n c) heaps) as [|(h & Hh & large)]; [tauto|].
  right. intros [_ small]. specialize (small h Hh). lia.
Qed.

(** Boxes of size [s] give the P-positions: these are the balanced positions. *)
Definition solved_by_boxes (n : nat) (family : list restriction) (s : nat) : Prop :=
  forall heaps c, In c family ->
  (P_position ((heaps, c) : position (blocking n family)) <-> in_boxes n s (heaps, c)).

(** A heap has the quotient [q] if it is one of [s] consecutive sizes. *)
Lemma quotient s q h : 1 <= s -> s * q <= h < s * q + s -> h / s = q.
Proof.
  intros Hs H. symmetry. apply (Nat.div_unique h s q (h - s * q)); lia.
Qed.

Lemma quotient_middle s left h right :
  nim_sum (map (fun h => h / s) (left ++ h :: right)) =
  Nat.lxor (h / s) (nim_sum (map (fun h => h / s) (left ++ right))).
Proof. rewrite !map_app. simpl. now rewrite nim_sum_middle. Qed.

(** From a balanced position no move leads to a balanced one: a move takes more sticks than the
    remainder of the heap, so it changes the quotient of this heap. *)
Lemma no_move_keeps_balance n family s (x y : position (blocking n family)) : 1 <= s ->
  in_boxes n s x -> move x y -> ~ in_boxes n s y.
Proof.
  destruct x as [heaps c], y as [after d]. intros Hs [sum small] H [sum' _].
  apply move_iff in H as (left & h & right & t & -> & -> & Ht & ok & _).
  assert (less : h mod s < t).
  { pose proof (smallest_allowed_le n c t ltac:(lia) ok).
    assert (h mod s < smallest_allowed n c) by (apply small, in_elt). lia. }
  rewrite quotient_middle in sum, sum'. rewrite <- sum in sum'. apply lxor_cancel_r in sum'.
  pose proof (Nat.div_mod h s ltac:(lia)). pose proof (Nat.div_mod (h - t) s ltac:(lia)).
  rewrite sum' in *. lia.
Qed.

(** From any other position some move leads to a balanced one. If the nim-sum of the quotients is
    not 0, it becomes 0 if some heap gets the right smaller quotient, and one of the [s] consecutive
    numbers of sticks that lead to this quotient is allowed. If the nim-sum is 0, some remainder is
    too large: take the smallest allowed number from this heap, which keeps its quotient. In both
    cases, a restriction that forces the opponent to take at least [s] sticks leaves a balanced
    position. *)
Lemma some_move_restores_balance n family s strict heaps c : 1 <= n -> 1 <= s ->
  ~ forbids_run n c s -> In strict family -> s <= smallest_allowed n strict ->
  ~ in_boxes n s (heaps, c) ->
  exists y, move ((heaps, c) : position (blocking n family)) y /\ in_boxes n s y.
Proof.
  intros Hn Hs runs Hstrict large H.
  assert (next : forall left h right t, heaps = left ++ h :: right -> 1 <= t <= h ->
    allows n c t = true -> nim_sum (map (fun h => h / s) (left ++ h - t :: right)) = 0 ->
    exists y, move ((heaps, c) : position (blocking n family)) y /\ in_boxes n s y).
  { intros left h right t -> Ht ok sum. exists (left ++ h - t :: right, strict). split.
    - apply move_iff. now exists left, h, right, t.
    - split; [exact sum|]. intros k _. pose proof (Nat.mod_upper_bound k s). lia. }
  destruct (Nat.eq_dec (nim_sum (map (fun h => h / s) heaps)) 0) as [sum|sum].
  - destruct (remainders s (smallest_allowed n c) heaps) as [small|(h & Hh & bad)].
    { now destruct H. }
    apply in_split in Hh as (left & right & eq).
    destruct (no_run n c s 0 runs) as (i & Hi & ok).
    pose proof (smallest_allowed_pos n c). pose proof (Nat.mod_le h s ltac:(lia)).
    apply (next left h right (smallest_allowed n c)); [exact eq|lia| |].
    + now apply (smallest_allowed_ok n c (0 + i)).
    + rewrite <- sum, eq, !quotient_middle. f_equal.
      pose proof (Nat.div_mod h s ltac:(lia)). pose proof (Nat.mod_upper_bound h s ltac:(lia)).
      apply quotient; lia.
  - destruct (nim_sum_smaller (map (fun h => h / s) heaps) 0) as (l & q & r & k & eq & Hk & E);
      [lia|].
    apply map_eq_app in eq as (left & tail & -> & <- & eq).
    apply map_eq_cons in eq as (h & right & -> & <- & <-).
    assert (room : s * k + s <= h) by (pose proof (Nat.mul_div_le h s ltac:(lia)); nia).
    destruct (no_run n c s (h - (s * k + s)) runs) as (i & Hi & ok).
    apply (next left h right (h - (s * k + s) + i)); [reflexivity|lia|exact ok|].
    rewrite map_app. simpl. rewrite <- E. repeat f_equal. apply quotient; lia.
Qed.

Lemma boxes_suffice n family s strict : 1 <= n ->
  (forall c, In c family -> ~ forbids_run n c s) ->
  In strict family -> s <= smallest_allowed n strict -> 1 <= s ->
  solved_by_boxes n family s.
Proof.
  intros Hn runs Hstrict large Hs heaps c Hc.
  apply (P_positions_among (g := blocking n family) (fun x => In (snd x) family));
    [| | |apply in_boxes_dec|exact Hc]; clear heaps c Hc.
  - intros [heaps c] [after d] _ H. now apply in_blocking_options in H as (_ & _ & _ & Hd).
  - intros x y _. now apply no_move_keeps_balance.
  - intros [heaps c] Hc. apply (some_move_restores_balance n family s strict); auto.
Qed.

(** The smallest unavoidable number of a family: a player can force the opponent to take at least
    this many sticks, but not more. *)
Definition smallest_unavoidable (n : nat) (family : list restriction) : nat :=
  list_max (map (smallest_allowed n) family).

Lemma smallest_unavoidable_max n family c : In c family ->
  smallest_allowed n c <= smallest_unavoidable n family.
Proof.
  intros Hc. pose proof (proj1 (list_max_le (map (smallest_allowed n) family) _) (le_n _)) as H.
  rewrite Forall_forall in H. now apply H, in_map.
Qed.

Lemma smallest_unavoidable_reached n family : family <> [] ->
  exists c, In c family /\ smallest_allowed n c = smallest_unavoidable n family.
Proof.
  unfold smallest_unavoidable. induction family as [|c family IH]; [tauto|]. intros _. simpl.
  destruct family as [|d family].
  - exists c. simpl. split; [now left|lia].
  - destruct IH as (e & He & eq); [discriminate|].
    destruct (Nat.le_ge_cases (smallest_allowed n c) (smallest_allowed n e)).
    + exists e. split; [now right|]. rewrite <- eq. lia.
    + exists c. split; [now left|]. rewrite <- eq. lia.
Qed.

(** A restriction does not forbid every number. *)
Definition allows_some (n : nat) (c : restriction) : Prop :=
  exists t, 1 <= t /\ allows n c t = true.

(** If a restriction forbids [a + 1], ..., [a + s], a single heap of [a + s] has no option with the
    quotient 0, although its own quotient is not 0. *)
Lemma run_defeats_boxes n family s c : 1 <= s -> In c family -> forbids_run n c s ->
  ~ solved_by_boxes n family s.
Proof.
  intros Hs Hc [a run] boxes.
  destruct (not_P_position (g := blocking n family) ([a + s], c)) as ([after d] & H & lost).
  - intros lost. apply boxes in lost as [sum _]; [|exact Hc]. simpl in sum.
    rewrite Nat.lxor_0_r in sum. apply Nat.div_small_iff in sum; lia.
  - apply move_iff in H as (left & h & right & t & eq & -> & Ht & ok & Hd).
    apply boxes in lost as [sum _]; [|exact Hd].
    symmetry in eq. apply elt_eq_unit in eq as (-> & -> & ->). simpl in sum.
    rewrite Nat.lxor_0_r in sum. apply Nat.div_small_iff in sum; [|lia].
    replace t with (a + (t - a)) in ok by lia. rewrite run in ok by lia. discriminate.
Qed.

(** Boxes of size [t] give the P-positions for at most one [t]. A restriction that forbids 1, ...,
    [s - 1] makes all heaps smaller than [s] P-positions, so [t] is not smaller than [s]. If it is
    larger, or 0 (which makes all remainders equal to the heaps), then the position with two heaps
    of [s] has no balanced option, although it is not balanced: a move leaves one of the heaps, and
    its remainder [s] is too large for every restriction. *)
Lemma box_size_unique n family t : family <> [] -> solved_by_boxes n family t ->
  (forall c, In c family -> allows_some n c) -> t = smallest_unavoidable n family.
Proof.
  intros nonempty boxes some.
  destruct (smallest_unavoidable_reached n family nonempty) as (c & Hc & eq).
  pose proof (smallest_unavoidable_max n family) as max.
  set (s := smallest_unavoidable n family) in *.
  assert (cases : 1 <= t < s \/ t = s \/ s mod t = s).
  { destruct (Nat.eq_dec t 0) as [->|]; [right; right; reflexivity|].
    destruct (Nat.lt_total t s) as [|[|]]; [left; lia|now right; left|].
    right; right. now apply Nat.mod_small. }
  destruct cases as [small|[equal|large]]; [exfalso|exact equal|exfalso].
  - assert (lost : P_position (([t], c) : position (blocking n family))).
    { apply P_position_iff. intros [after d] H _.
      apply move_iff in H as (left & h & right & i & split & _ & Hi & ok & _).
      symmetry in split. apply elt_eq_unit in split as (-> & _ & _).
      pose proof (smallest_allowed_le n c i ltac:(lia) ok). lia. }
    apply boxes in lost as [sum _]; [|exact Hc]. simpl in sum.
    rewrite Nat.div_same in sum by lia. discriminate.
  - destruct (not_P_position (g := blocking n family) ([s; s], c)) as ([after d] & H & lost).
    + intros lost. apply boxes in lost as [_ lost]; [|exact Hc].
      specialize (lost s (or_introl eq_refl)). lia.
    + apply move_iff in H as (left & h & right & i & split & -> & _ & _ & Hd).
      apply boxes in lost as [_ lost]; [|exact Hd].
      assert (kept : In s (left ++ h - i :: right)).
      { destruct left as [|? [|? [|]]]; [| |discriminate split|discriminate split];
          injection split; intros; subst; simpl; auto. }
      specialize (lost s kept). specialize (max d Hd). lia.
Qed.

(** Suppose that no restriction of the family forbids every number, and let [s] be the smallest
    unavoidable number. Boxes of size [s] give the P-positions if and only if no restriction forbids
    [s] consecutive numbers. Boxes of any other size never give the P-positions. *)
Theorem box_theorem n family : 1 <= n -> family <> [] ->
  (forall c, In c family -> allows_some n c) ->
  let s := smallest_unavoidable n family in
  (solved_by_boxes n family s <-> forall c, In c family -> ~ forbids_run n c s) /\
  (forall t, solved_by_boxes n family t -> t = s).
Proof.
  intros Hn nonempty some s.
  destruct (smallest_unavoidable_reached n family nonempty) as (strict & Hstrict & eq).
  fold s in eq. pose proof (smallest_allowed_pos n strict).
  split; [split|].
  - intros boxes c Hc run. apply (run_defeats_boxes n family s c); [lia|assumption..].
  - intros runs. apply (boxes_suffice n family s strict); [exact Hn|exact runs|exact Hstrict|lia..].
  - intros t boxes. now apply box_size_unique.
Qed.

(** The criterion of [box_theorem] as a program. *)
Definition is_box_game (n : nat) (family : list restriction) : bool :=
  let s := smallest_unavoidable n family in forallb (fun c => negb (has_run n c s)) family.

(** The program finds out whether boxes of some size give the P-positions. *)
Theorem is_box_game_iff n family : 1 <= n -> family <> [] ->
  (forall c, In c family -> allows_some n c) ->
  is_box_game n family = true <-> exists s, solved_by_boxes n family s.
Proof.
  intros Hn nonempty some. destruct (box_theorem n family Hn nonempty some) as [iff unique].
  unfold is_box_game. rewrite forallb_forall.
  setoid_rewrite negb_true_iff. setoid_rewrite <- not_true_iff_false.
  setoid_rewrite (fun c s => has_run_iff n c s Hn). rewrite <- iff.
  split; [now exists (smallest_unavoidable n family)|]. intros (s & boxes).
  now rewrite <- (unique s boxes).
Qed.

(** The excluded case. If some restriction forbids every number, a player who can take sticks wins
    at once by naming it. So a position is P if and only if there is no move. *)
Theorem forbidding_every_number n family c0 : In c0 family -> ~ allows_some n c0 ->
  forall x : position (blocking n family), P_position x <-> options x = [].
Proof.
  intros Hc0 none x. rewrite P_position_iff. split.
  - intros all. destruct (options x) as [|[after d] ys] eqn:E; [reflexivity|exfalso].
    destruct x as [heaps c]. assert (H : move (g := blocking n family) (heaps, c) (after, d)).
    { unfold move. rewrite E. now left. }
    apply in_blocking_options in H as (t & H & ok & _). apply (all (after, c0)).
    + apply in_blocking_options. now exists t.
    + apply P_position_iff. intros [next e] H' _.
      apply move_iff in H' as (? & ? & ? & i & _ & _ & Hi & ok' & _).
      apply none. exists i. split; [lia|exact ok'].
  - intros E y H. unfold move in H. now rewrite E in H.
Qed.

(** In this case, boxes of no size give the P-positions. *)
Theorem no_boxes n family c0 s : In c0 family -> ~ allows_some n c0 ->
  ~ solved_by_boxes n family s.
Proof.
  intros H none boxes.
  assert (all : forall t, 1 <= t -> allows n c0 t = false).
  { intros t Ht. apply not_true_iff_false. intros ok. apply none. now exists t. }
  destruct (Nat.eq_dec s 0) as [->|pos].
  - assert (lost : P_position (([S n], c0) : position (blocking n family))).
    { apply P_position_iff. intros [after d] m _.
      apply in_blocking_options in m as (t & Ht & ok & _).
      apply in_takes in Ht as (l & h & r & _ & Ht & _). rewrite all in ok by lia. discriminate. }
    apply boxes in lost as [_ small]; [|exact H]. specialize (small (S n) (or_introl eq_refl)).
    change (S n mod 0) with (S n) in small.
    unfold smallest_allowed in small. destruct (find _ _) as [m|] eqn:E; [|lia].
    apply find_some in E as [Hm ok]. apply in_seq in Hm. rewrite all in ok by lia. discriminate.
  - apply (run_defeats_boxes n family s c0); [lia|exact H| |exact boxes].
    exists 0. intros i Hi. apply all. lia.
Qed.

(** ** Blocking [k] residues *)

(** The sublists of a list that have [k] elements. *)
Fixpoint subsets (k : nat) (l : list nat) : list (list nat) :=
  match k, l with
  | 0, _ => [[]]
  | S _, [] => []
  | S j, x :: rest => map (cons x) (subsets j rest) ++ subsets k rest
  end.

(** Each player blocks exactly [k] of the residues 1, ..., [n]. *)
Definition exactly (n k : nat) : list restriction := subsets k (seq 1 n).

(** Each player blocks between [j] and [k] residues. *)
Definition between (n j k : nat) : list restriction :=
  flat_map (exactly n) (seq j (S k - j)).

Example exactly_4_2 : exactly 4 2 = [[1; 2]; [1; 3]; [1; 4]; [2; 3]; [2; 4]; [3; 4]].
Proof. reflexivity. Qed.

Lemma in_subsets k : forall l c, In c (subsets k l) -> length c = k /\ incl c l.
Proof.
  induction k as [|k IHk]; induction l as [|x l IHl]; simpl; intros c H; try easy.
  1, 2: destruct H as [<-|[]]; split; [reflexivity|easy].
  apply in_app_iff in H as [H|H].
  - apply in_map_iff in H as (d & <- & H). apply IHk in H as [len sub].
    split; [simpl; now rewrite len|]. apply incl_cons; [now left|now apply incl_tl].
  - apply IHl in H as [len sub]. split; [exact len|now apply incl_tl].
Qed.

Lemma in_exactly n k c : In c (exactly n k) -> length c = k /\ forall r, In r c -> 1 <= r <= n.
Proof.
  intros H. apply in_subsets in H as [len sub]. split; [exact len|]. intros r Hr.
  apply sub, in_seq in Hr. lia.
Qed.

Lemma seq_in_subsets n : forall k a b, b <= a -> a + k <= b + n ->
  In (seq a k) (subsets k (seq b n)).
Proof.
  induction n as [|n IH]; intros [|k] a b Ha Hk; simpl; try (now left); [lia|].
  apply in_app_iff. destruct (Nat.eq_dec a b) as [->|differ].
  - left. apply in_map, IH; lia.
  - right. apply (IH (S k)); lia.
Qed.

(** All runs of [k] residues are restrictions of [exactly n k]. *)
Lemma seq_in_exactly n a k : 1 <= a -> a + k <= n + 1 -> In (seq a k) (exactly n k).
Proof. intros Ha Hk. apply seq_in_subsets; lia. Qed.

Lemma in_between n j k c : In c (between n j k) <->
  j <= length c <= k /\ In c (exactly n (length c)).
Proof.
  unfold between. rewrite in_flat_map. split.
  - intros (i & Hi & H). apply in_seq in Hi. pose proof (in_exactly _ _ _ H) as [-> _].
    split; [lia|exact H].
  - intros (len & H). exists (length c). split; [apply in_seq; lia|exact H].
Qed.

(** The strictest restriction: not 1, ..., not [k]. *)
Definition strictest (k : nat) : restriction := seq 1 k.

Lemma strictest_in_exactly n k : k <= n -> In (strictest k) (exactly n k).
Proof. intros Hk. apply seq_in_exactly; lia. Qed.

(** Fewer than [n] sticks are not divisible by [n]. *)
Lemma mod_differs n i j : i < j < i + n -> i mod n <> j mod n.
Proof.
  intros H eq. pose proof (Nat.div_mod i n ltac:(lia)). pose proof (Nat.div_mod j n ltac:(lia)).
  assert (i / n < j / n \/ j / n <= i / n) as [L|L] by lia; nia.
Qed.

(** Among the numbers from 1 to [n], only [r] has the residue of [r]. *)
Lemma residue_unique n r t : 1 <= r <= n -> 1 <= t <= n -> t mod n = r mod n -> t = r.
Proof.
  intros Hr Ht eq. destruct (Nat.lt_total t r) as [L|[E|L]]; [exfalso|exact E|exfalso].
  - now apply (mod_differs n t r); [lia|].
  - now apply (mod_differs n r t); [lia|].
Qed.

Lemma distinct_residues n k : k <= n -> forall a, NoDup (map (fun i => i mod n) (seq a k)).
Proof.
  induction k as [|k IH]; intros Hk a; simpl; constructor; [|apply IH; lia].
  intros H. apply in_map_iff in H as (i & eq & Hi). apply in_seq in Hi.
  now apply (mod_differs n a i); [lia|].
Qed.

(** If [k < n], then [k + 1] consecutive numbers have different residues. So [k] residues cannot
    forbid all of them. *)
Lemma few_residues_no_run n k c : k < n -> length c <= k -> ~ forbids_run n c (k + 1).
Proof.
  intros Hk len [a run]. pose proof (distinct_residues n (k + 1) ltac:(lia) (a + 1)) as distinct.
  apply NoDup_incl_length with (l' := map (fun r => r mod n) c) in distinct.
  - rewrite !map_length, seq_length in distinct. lia.
  - intros x Hx. apply in_map_iff in Hx as (i & <- & Hi). apply in_seq in Hi.
    replace i with (a + (i - a)) by lia.
    destruct (proj1 (allows_false n c _) (run (i - a) ltac:(lia))) as (r & Hr & eq).
    rewrite eq. apply in_map_iff. now exists r.
Qed.

(** Only the numbers of a restriction are forbidden among 1, ..., [n]. *)
Lemma allows_residue n c t : 1 <= t <= n -> (forall r, In r c -> 1 <= r <= n) ->
  allows n c t = false <-> In t c.
Proof.
  intros Ht residues. rewrite allows_false. split; [|now exists t].
  intros (r & Hr & eq). now rewrite (residue_unique n r t (residues r Hr) Ht eq).
Qed.

(** A restriction that forbids 1, ..., [k] forces a player to take at least [k + 1] sticks. *)
Lemma forces_more n k c : k < n -> incl (strictest k) c -> k + 1 <= smallest_allowed n c.
Proof.
  intros Hk sub. destruct (smallest_allowed_spec n c) as (pos & found & _).
  destruct (Nat.le_gt_cases (k + 1) (smallest_allowed n c)) as [|less]; [assumption|exfalso].
  apply eq_true_false_abs in found; [exact found|lia|]. apply allows_false.
  exists (smallest_allowed n c). split; [apply sub, in_seq; lia|reflexivity].
Qed.

(** Lemma 2 of Gavel and Strimling: the strictest restriction forces the next player to take at
    least [k + 1] sticks. No restriction with at most [k] residues forces more, or forbids every
    number. *)
Theorem strictest_forces n k : k < n ->
  smallest_allowed n (strictest k) = k + 1 /\
  forall c, length c <= k ->
  smallest_allowed n c <= k + 1 /\ allows n c (smallest_allowed n c) = true.
Proof.
  intros Hk.
  assert (most : forall c, length c <= k ->
    smallest_allowed n c <= k + 1 /\ allows n c (smallest_allowed n c) = true).
  { intros c len.
    destruct (no_run n c (k + 1) 0 (few_residues_no_run n k c Hk len)) as (i & Hi & ok).
    simpl in ok. pose proof (smallest_allowed_le n c i ltac:(lia) ok).
    split; [lia|]. apply (smallest_allowed_ok n c i); [lia|exact ok]. }
  split; [|exact most].
  destruct (most (strictest k)) as [le _]; [now unfold strictest; rewrite seq_length|].
  pose proof (forces_more n k (strictest k) Hk (incl_refl _)). lia.
Qed.

(** Restrictions are lists, but only their elements matter. *)
Definition same_restriction (c d : restriction) : Prop := forall r, In r c <-> In r d.

(** Observation 1: boxes of size [k + 1] give the P-positions for every family of restrictions with
    at most [k] residues that contains the strictest one. *)
Theorem observation_1 n k family : k < n ->
  (forall c, In c family -> length c <= k) ->
  (exists c, In c family /\ same_restriction c (strictest k)) ->
  solved_by_boxes n family (k + 1).
Proof.
  intros Hk few (strict & Hs & same).
  apply (boxes_suffice n family (k + 1) strict); [lia| |exact Hs| |lia].
  - intros c Hc. apply few_residues_no_run; [exact Hk|now apply few].
  - apply forces_more; [exact Hk|]. intros r Hr. now apply same.
Qed.

(** Observation 2: if the strictest restriction is not in the family, boxes of size [k + 1] never
    give the P-positions. Every restriction then allows one of 1, ..., [k], so the smallest
    unavoidable number is at most [k], and boxes of any larger size fail. *)
Theorem observation_2 n k family : 1 <= n -> k <= n -> family <> [] ->
  (forall c, In c family -> length c <= k /\ forall r, In r c -> 1 <= r <= n) ->
  (forall c, In c family -> ~ same_restriction c (strictest k)) ->
  ~ solved_by_boxes n family (k + 1).
Proof.
  intros Hn Hk nonempty few absent boxes.
  assert (ok : forall c, In c family -> exists t, 1 <= t <= k /\ allows n c t = true).
  { intros c Hc. destruct (few c Hc) as [len residues].
    destruct (run_or_allowed n c 0 k) as [all|some]; [exfalso|exact some].
    assert (incl (strictest k) c).
    { intros t Ht. apply in_seq in Ht. apply (allows_residue n); [lia|exact residues|].
      apply all. lia. }
    apply (absent c Hc). intros r. split; [|now apply H].
    apply NoDup_length_incl; [apply seq_NoDup|unfold strictest; now rewrite seq_length|exact H]. }
  apply box_size_unique in boxes; [|exact nonempty|].
  - destruct (smallest_unavoidable_reached n family nonempty) as (c & Hc & eq).
    destruct (ok c Hc) as (t & Ht & allowed).
    pose proof (smallest_allowed_le n c t ltac:(lia) allowed). lia.
  - intros c Hc. destruct (ok c Hc) as (t & Ht & allowed). exists t. split; [lia|exact allowed].
Qed.

(** Theorem 2: in [k]-blocking Nim with [k < n], a position under the restriction [c] is P if and
    only if the quotients of the heaps by [k + 1] have nim-sum 0 and all remainders are smaller than
    the smallest number that may be taken. *)
Theorem theorem_2 n k heaps c : k < n -> In c (exactly n k) ->
  P_position ((heaps, c) : position (blocking n (exactly n k))) <->
  nim_sum (map (fun h => h / (k + 1)) heaps) = 0 /\
  forall h, In h heaps -> h mod (k + 1) < smallest_allowed n c.
Proof.
  intros Hk Hc. apply (observation_1 n k (exactly n k) Hk); [clear c Hc| |exact Hc].
  - intros c Hc. apply in_exactly in Hc as [len _]. lia.
  - exists (strictest k). split; [apply strictest_in_exactly; lia|easy].
Qed.

(** Section 3.2 of the article: it makes no difference if players may also block fewer than [k]
    residues, whether they may block none at all ([j = 0]) or not ([j = 1]). *)
Theorem theorem_2_up_to n j k heaps c : k < n -> In c (between n j k) ->
  P_position ((heaps, c) : position (blocking n (between n j k))) <->
  nim_sum (map (fun h => h / (k + 1)) heaps) = 0 /\
  forall h, In h heaps -> h mod (k + 1) < smallest_allowed n c.
Proof.
  intros Hk Hc. apply (observation_1 n k (between n j k) Hk); [| |exact Hc].
  - intros d Hd. apply in_between in Hd as (len & _). lia.
  - exists (strictest k). split; [|easy]. apply in_between in Hc as (len & _).
    assert (size : length (strictest k) = k) by apply seq_length.
    apply in_between. rewrite size. split; [lia|]. apply strictest_in_exactly. lia.
Qed.

(** For [k = n] the strictest restriction forbids every number. *)
Theorem strictest_for_k_eq_n n t : 1 <= n -> allows n (strictest n) t = false.
Proof.
  intros Hn. apply not_true_iff_false. intros ok.
  apply allows_small in ok as (s & Hs & ok); [|exact Hn]. apply not_false_iff_true in ok.
  apply ok, allows_false. exists s. split; [apply in_seq; lia|reflexivity].
Qed.

(** So for [k = n] Theorem 2 fails, whatever [n] is: a heap of [n + 1] is a P-position, although its
    quotient is 1. *)
Theorem theorem_2_fails_for_k_eq_n n : 1 <= n ->
  exists heaps c, In c (exactly n n) /\
  P_position ((heaps, c) : position (blocking n (exactly n n))) /\
  nim_sum (map (fun h => h / (n + 1)) heaps) <> 0.
Proof.
  intros Hn. exists [n + 1], (strictest n). split; [now apply strictest_in_exactly|]. split.
  - apply P_position_iff. intros [after d] H _.
    apply move_iff in H as (? & ? & ? & t & _ & _ & _ & ok & _).
    now rewrite strictest_for_k_eq_n in ok.
  - simpl. rewrite Nat.div_same, Nat.lxor_0_r by lia. discriminate.
Qed.

(** Under the strictest restriction no remainder is too large. In particular, if the quotients of a
    position have nim-sum 0, it is P under the strictest restriction. *)
Theorem under_the_strictest n k heaps : k < n ->
  P_position ((heaps, strictest k) : position (blocking n (exactly n k))) <->
  nim_sum (map (fun h => h / (k + 1)) heaps) = 0.
Proof.
  intros Hk. rewrite theorem_2 by first [exact Hk|apply strictest_in_exactly; lia].
  split; [tauto|]. intros sum. split; [exact sum|]. intros h _.
  rewrite (proj1 (strictest_forces n k Hk)). apply Nat.mod_upper_bound. lia.
Qed.

(** Corollary 1, "push them upwards": it is never an advantage to name a restriction other than the
    strictest one. If a move wins with another restriction, it also wins with the strictest. *)
Theorem push_them_upwards n k heaps c : k < n -> In c (exactly n k) ->
  P_position ((heaps, c) : position (blocking n (exactly n k))) ->
  P_position ((heaps, strictest k) : position (blocking n (exactly n k))).
Proof.
  intros Hk Hc lost. apply under_the_strictest; [exact Hk|]. now apply theorem_2 in lost.
Qed.

(** If there is a choice of restrictions, naming another one is sometimes a disadvantage. An example
    is to leave a single stick and name a restriction that does not forbid 1, such as not 2, ...,
    not [k + 1]: the opponent takes the last stick. *)
Theorem sometimes_a_disadvantage n k : 1 <= k < n ->
  exists heaps c, In c (exactly n k) /\
  P_position ((heaps, strictest k) : position (blocking n (exactly n k))) /\
  ~ P_position ((heaps, c) : position (blocking n (exactly n k))).
Proof.
  intros Hk. exists [1], (seq 2 k).
  assert (Hc : In (seq 2 k) (exactly n k)) by (apply seq_in_exactly; lia).
  split; [exact Hc|]. split.
  - apply under_the_strictest; [lia|]. simpl. now rewrite Nat.div_small by lia.
  - rewrite theorem_2 by first [exact Hc|lia]. intros [_ small].
    specialize (small 1 (or_introl eq_refl)). rewrite Nat.mod_small in small by lia.
    assert (ok : allows n (seq 2 k) 1 = true).
    { apply not_false_iff_true. rewrite allows_residue; [rewrite in_seq; lia|lia|].
      exact (proj2 (in_exactly _ _ _ Hc)). }
    pose proof (smallest_allowed_le n (seq 2 k) 1 (le_n 1) ok). lia.
Qed.

(** ** One-blocking Nim *)

Lemma in_exactly_1 n r : 1 <= r <= n -> In [r] (exactly n 1).
Proof. intros Hr. apply (seq_in_exactly n r 1); lia. Qed.

(** One may take a single stick unless the restriction is "not 1". *)
Lemma smallest_allowed_1 n r : 1 <= r <= n -> smallest_allowed n [r] = if r =? 1 then 2 else 1.
Proof.
  intros Hr. destruct (Nat.eqb_spec r 1) as [->|other].
  - destruct (Nat.eq_dec n 1) as [->|]; [reflexivity|].
    exact (proj1 (strictest_forces n 1 ltac:(lia))).
  - assert (ok : allows n [r] 1 = true).
    { apply not_false_iff_true. rewrite allows_residue; [|lia|].
      - intros [E|[]]. lia.
      - now intros q [<-|[]]. }
    pose proof (smallest_allowed_le n [r] 1 (le_n 1) ok).
    pose proof (smallest_allowed_pos n [r]). lia.
Qed.

(** Theorem 1 can be rephrased: "the restriction is 'not 1' or all heaps are even" means that all
    remainders are smaller than the smallest number that may be taken. *)
Theorem theorem_1_rephrased n r heaps : 1 <= r <= n ->
  (r = 1 \/ forall h, In h heaps -> Nat.Even h) <->
  forall h, In h heaps -> h mod 2 < smallest_allowed n [r].
Proof.
  intros Hr. rewrite smallest_allowed_1 by exact Hr.
  assert (remainder : forall h, h mod 2 < 1 <-> Nat.Even h).
  { intros h. split.
    - intros less. exists (h / 2). pose proof (Nat.div_mod h 2 ltac:(lia)). lia.
    - intros [q ->]. rewrite Nat.mul_comm, Nat.mod_mul by lia. lia. }
  destruct (Nat.eqb_spec r 1) as [->|other].
  - split; [|now left]. intros _ h _. apply Nat.mod_upper_bound. lia.
  - setoid_rewrite remainder. tauto.
Qed.

(** Theorem 1: in modular one-blocking Nim with [n >= 2], a position is P if and only if the
    quotients of the heaps by 2 have nim-sum 0, and either the restriction is "not 1" or all heaps
    are even. *)
Theorem theorem_1 n r heaps : 2 <= n -> 1 <= r <= n ->
  P_position ((heaps, [r]) : position (blocking n (exactly n 1))) <->
  nim_sum (map (fun h => h / 2) heaps) = 0 /\ (r = 1 \/ forall h, In h heaps -> Nat.Even h).
Proof.
  intros Hn Hr. rewrite theorem_2 by first [lia|now apply in_exactly_1].
  now rewrite (theorem_1_rephrased n r heaps Hr).
Qed.

(** Theorem 1 fails for [n = 1]: "not 1" forbids every move, so a heap of 2 is a P-position,
    although its quotient is 1. *)
Theorem theorem_1_fails_for_n_eq_1 :
  P_position (([2], [1]) : position (blocking 1 (exactly 1 1))) /\
  nim_sum (map (fun h => h / 2) [2]) <> 0.
Proof. split; [reflexivity|discriminate]. Qed.

(** All one-blocking games with [n >= 2] have the same P-positions, if every restriction other than
    "not 1" is read as "not 2". *)
Theorem one_blocking_equivalent n r heaps : 2 <= n -> 1 <= r <= n ->
  P_position ((heaps, [r]) : position (blocking n (exactly n 1))) <->
  P_position ((heaps, [if r =? 1 then 1 else 2]) : position (blocking 2 (exactly 2 1))).
Proof.
  intros Hn Hr. rewrite !theorem_1 by (destruct (r =? 1); lia).
  destruct (Nat.eqb_spec r 1) as [->|other]; [tauto|]. intuition lia.
Qed.

Lemma nim_sum_halves heaps : nim_sum (map (fun h => h / 2) heaps) = nim_sum heaps / 2.
Proof.
  assert (half : forall h, h / 2 = Nat.shiftr h 1).
  { intros h. now rewrite Nat.shiftr_div_pow2. }
  induction heaps as [|h heaps IH]; [reflexivity|].
  change (Nat.lxor (h / 2) (nim_sum (map (fun h => h / 2) heaps)) =
          Nat.lxor h (nim_sum heaps) / 2).
  now rewrite IH, !half, Nat.shiftr_lxor.
Qed.

Lemma nim_sum_even heaps : (forall h, In h heaps -> Nat.Even h) -> Nat.Even (nim_sum heaps).
Proof.
  setoid_rewrite <- Nat.even_spec. intros all. induction heaps as [|h heaps IH]; [reflexivity|].
  simpl. rewrite <- Nat.negb_odd, <- Nat.bit0_odd, Nat.lxor_spec, !Nat.bit0_odd.
  rewrite <- !Nat.negb_even, IH by (intros; apply all; now right).
  now rewrite (all h (or_introl eq_refl)).
Qed.

(** The theorem of Smith and Stănică on odd-or-even Nim: "not 1" means that an even number must be
    taken, "not 2" that an odd number must be taken. *)
Theorem odd_or_even heaps :
  (P_position ((heaps, [1]) : position (blocking 2 (exactly 2 1))) <->
   nim_sum heaps = 0 \/ nim_sum heaps = 1) /\
  (P_position ((heaps, [2]) : position (blocking 2 (exactly 2 1))) <->
   nim_sum heaps = 0 /\ forall h, In h heaps -> Nat.Even h).
Proof.
  rewrite !theorem_1, nim_sum_halves by lia.
  assert (zero : nim_sum heaps / 2 = 0 <-> nim_sum heaps = 0 \/ nim_sum heaps = 1).
  { rewrite Nat.div_small_iff by lia. lia. }
  rewrite zero. split; [tauto|]. split.
  - intros [sum [|even]]; [discriminate|]. split; [|exact even].
    destruct sum as [|one]; [assumption|]. apply nim_sum_even in even as [q eq]. lia.
  - intros [sum even]. tauto.
Qed.

(** ** Examples of the chapter *)

(** From (4, 2, 1) under "not 1" modulo 3, moving to (2, 2, 1) and saying "not 1" is the only way to
    win. *)
Example only_winning_move :
  let x : position (blocking 3 (exactly 3 1)) := ([4; 2; 1], [1]) in
  length (options x) = 9 /\ filter (fun y => negb (wins y)) (options x) = [([2; 2; 1], [1])].
Proof. split; reflexivity. Qed.

(** No boxes solve the game of the article's Figure 4: modulo 3, the restrictions are "not 2, not 3"
    and "not 1, not 3". *)
Example figure_4_has_no_boxes s : ~ solved_by_boxes 3 [[2; 3]; [1; 3]] s.
Proof.
  intros boxes.
  assert (test : is_box_game 3 [[2; 3]; [1; 3]] = true); [|discriminate test].
  apply is_box_game_iff; [lia|discriminate| |now exists s].
  intros c [<-|[<-|[]]]; [exists 1|exists 2]; split; solve [lia|reflexivity].
Qed.

(** Boxes can work without the strictest restriction: if only even numbers may be taken ("not 1, not
    3" modulo 4), boxes of size 2 do. *)
Example boxes_without_the_strictest : solved_by_boxes 4 [[1; 3]] 2.
Proof.
  apply (box_theorem 4 [[1; 3]]); [lia|discriminate| |].
  - intros c [<-|[]]. exists 2. split; [lia|reflexivity].
  - intros c [<-|[]]. rewrite <- has_run_iff by lia. discriminate.
Qed.
