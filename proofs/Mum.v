(** * Multiplicative Modular Nim (MuM)

    A position is a list of heaps, which are positive integers coprime to [n]. A move takes fewer
    than [n] sticks from one heap, and leaves at least one; the new heap is again coprime to [n]. If
    the product of the heaps is not 1 modulo [n], and no move makes it 1, the position is stranded:
    the player replaces all heaps by their product, and moves on the same turn. *)

From Twist Require Export Nim.
Import ListNotations.

(** Whether a number is coprime to [n]. *)
Definition coprime (n x : nat) : bool := Nat.gcd x n =? 1.

Definition product (heaps : list nat) : nat := fold_right Nat.mul 1 heaps.

(** Whether a list of heaps is a position of the game: all heaps are positive and coprime to [n]. *)
Definition legal (n : nat) (heaps : list nat) : bool :=
  forallb (fun x => (0 <? x) && coprime n x) heaps.

(** The positions that result from taking fewer than [n] sticks from one heap. *)
Definition reductions (n : nat) (heaps : list nat) : list (list nat) :=
  filter (legal n) (map snd (filter (fun '(s, _) => s <? n) (takes heaps))).

Definition stranded (n : nat) (heaps : list nat) : bool :=
  negb (product heaps mod n =? 1) &&
  negb (existsb (fun after => product after mod n =? 1) (reductions n heaps)).

(** The rules for stranded positions can be read in several ways, so the options of a stranded
    position are a parameter, [treat]. In all other positions, a move is a reduction. *)
Definition reading_options (n : nat) (treat : list nat -> list (list nat)) (heaps : list nat) :
    list (list nat) :=
  if stranded n heaps then treat heaps else reductions n heaps.

(** The rule of MuM: consolidate, and move on the same turn. *)
Definition mum_options (n : nat) : list nat -> list (list nat) :=
  reading_options n (fun heaps => reductions n [product heaps]).

Lemma legal_cons n h rest :
  legal n (h :: rest) = true <-> (0 < h /\ Nat.gcd h n = 1) /\ legal n rest = true.
Proof.
  unfold legal, coprime. simpl. now rewrite !andb_true_iff, Nat.ltb_lt, Nat.eqb_eq.
Qed.

Lemma legal_middle n left h right : legal n (left ++ h :: right) = true <->
  (0 < h /\ Nat.gcd h n = 1) /\ legal n (left ++ right) = true.
Proof. induction left as [|l left IH]; simpl app; rewrite !legal_cons; tauto. Qed.

Lemma product_middle left h right :
  product (left ++ h :: right) = h * product (left ++ right).
Proof. induction left as [|l left IH]; [reflexivity|]. simpl. rewrite IH. lia. Qed.

Lemma product_single h : product [h] = h.
Proof. apply Nat.mul_1_r. Qed.

Lemma product_pos n heaps : legal n heaps = true -> 0 < product heaps.
Proof.
  induction heaps as [|h heaps IH]; [simpl; lia|]. rewrite legal_cons. simpl.
  intros [[Hh _] H]. apply IH in H. nia.
Qed.

(** Taking fewer than [n] sticks makes one heap [h] smaller; the new heap is [k > h - n]. *)
Lemma in_takes_below n heaps after :
  In after (map snd (filter (fun '(s, _) => s <? n) (takes heaps))) <->
  exists left h right k, heaps = left ++ h :: right /\ after = left ++ k :: right /\ k < h < k + n.
Proof.
  rewrite in_map_iff. split.
  - intros ([s y] & eq & H). simpl in eq. subst y.
    apply filter_In in H as [H Hs]. apply Nat.ltb_lt in Hs.
    apply in_takes in H as (left & h & right & -> & Ht & ->).
    exists left, h, right, (h - s). repeat split; lia.
  - intros (left & h & right & k & -> & -> & Hk). exists (h - k, left ++ k :: right).
    split; [reflexivity|]. apply filter_In. split; [|apply Nat.ltb_lt; lia].
    apply in_takes. exists left, h, right. repeat split; try lia.
    now replace (h - (h - k)) with k by lia.
Qed.

Lemma in_reductions n heaps after : In after (reductions n heaps) <->
  exists left h right k, heaps = left ++ h :: right /\ after = left ++ k :: right /\
                         k < h < k + n /\ legal n after = true.
Proof.
  unfold reductions. rewrite filter_In, in_takes_below. split.
  - intros [(left & h & right & k & eq) ok]. exists left, h, right, k. tauto.
  - intros (left & h & right & k & eq). split; [|tauto]. exists left, h, right, k. tauto.
Qed.

(** A turn is a reduction, or a consolidation followed by a reduction. *)
Definition turn (n : nat) (heaps after : list nat) : Prop :=
  In after (reductions n heaps) \/ In after (reductions n [product heaps]).

Lemma turn_legal n heaps after : turn n heaps after -> legal n after = true.
Proof. intros [H|H]; now apply filter_In in H. Qed.

Lemma reductions_smaller n heaps after :
  In after (reductions n heaps) -> product after < product heaps.
Proof.
  intros H. apply in_reductions in H as (left & h & right & k & -> & -> & Hk & ok).
  apply legal_middle in ok as [_ ok]. apply product_pos in ok. rewrite !product_middle. nia.
Qed.

Lemma turn_smaller n heaps after : turn n heaps after -> product after < product heaps.
Proof. intros [H|H]; apply reductions_smaller in H; simpl in H; lia. Qed.

Lemma mum_turn n heaps after : In after (mum_options n heaps) -> turn n heaps after.
Proof.
  unfold mum_options, reading_options, turn. destruct (stranded n heaps); auto.
Qed.

(** Every turn makes the product of the heaps smaller. *)
Lemma mum_smaller n heaps after : In after (mum_options n heaps) -> product after < product heaps.
Proof. intros H. apply mum_turn in H. exact (turn_smaller _ _ _ H). Qed.

Definition mum (n : nat) : game := Game (list nat) (mum_options n) product (mum_smaller n).

(** ** Mumbers

    The mex over the positive integers coprime to [n]. The numbers [1 + k * n] are coprime to [n],
    so one of the first [n * length values + 1] positive integers is coprime to [n] and not in the
    list. *)
Definition coprime_mex (n : nat) (values : list nat) : nat :=
  match find (fun m => coprime n m && negb (existsb (Nat.eqb m) values))
             (seq 1 (S (n * length values))) with
  | Some m => m
  | None => 0
  end.

(** The mumber of a position is the least positive integer coprime to [n] that is not the mumber of
    an option. This is a definition for any game. *)
Definition mumber (n : nat) {g : game} : position g -> nat := recur (coprime_mex n).

Lemma coprime_add_mul n a k : Nat.gcd (a + k * n) n = Nat.gcd a n.
Proof. now rewrite Nat.gcd_comm, Nat.gcd_add_mult_diag_r, Nat.gcd_comm. Qed.

Lemma coprime_mex_spec n values : 1 <= n ->
  (0 < coprime_mex n values /\ Nat.gcd (coprime_mex n values) n = 1) /\
  ~ In (coprime_mex n values) values /\
  forall m, 0 < m < coprime_mex n values -> Nat.gcd m n = 1 -> In m values.
Proof.
  intros Hn. unfold coprime_mex. destruct (find _ _) as [m|] eqn:H.
  - pose proof (find_some _ _ H) as [range _]. apply in_seq in range.
    apply find_seq in H as [found before].
    apply andb_true_iff in found as [Hm out]. apply Nat.eqb_eq in Hm.
    split; [split; [lia|exact Hm]|split].
    + rewrite <- existsb_eqb. now apply negb_true_iff in out as ->.
    + intros u Hu Cu. apply existsb_eqb. specialize (before u ltac:(lia)).
      unfold coprime in before. rewrite Cu in before. now apply negb_false_iff in before.
  - exfalso. apply (not_all_in (map (fun v => (v - 1) / n) values)).
    intros k Hk. rewrite map_length in Hk.
    apply (find_none _ _) with (x := 1 + k * n) in H; [|apply in_seq; nia].
    unfold coprime in H. rewrite coprime_add_mul in H.
    apply negb_false_iff, existsb_eqb in H. apply in_map_iff. exists (1 + k * n).
    split; [|exact H]. rewrite Nat.add_comm, Nat.add_sub. apply Nat.div_mul. lia.
Qed.

(** The mumber of a position is positive and coprime to [n]; it is not the mumber of an option; and
    every smaller positive integer coprime to [n] is the mumber of an option. *)
Theorem mumber_spec n {g : game} (x : position g) : 1 <= n ->
  (0 < mumber n x /\ Nat.gcd (mumber n x) n = 1) /\
  (forall y, move x y -> mumber n y <> mumber n x) /\
  (forall m, 0 < m < mumber n x -> Nat.gcd m n = 1 -> exists y, move x y /\ mumber n y = m).
Proof.
  intros Hn. unfold mumber. rewrite (recur_eq (coprime_mex n) x). fold (@mumber n g).
  destruct (coprime_mex_spec n (map (mumber n) (options x)) Hn) as (range & out & below).
  split; [exact range|split].
  - intros y Hy eq. apply out. rewrite <- eq. now apply in_map.
  - intros m Hm Cm. apply below in Cm; [|exact Hm]. apply in_map_iff in Cm as (y & <- & Hy).
    now exists y.
Qed.

(** In every game, the P-positions are the positions with mumber 1. *)
Theorem P_position_mumber n {g : game} (x : position g) : 1 <= n ->
  P_position x <-> mumber n x = 1.
Proof.
  intros Hn. apply (P_positions_are (fun x => mumber n x = 1)).
  - intros a b Ha Hb H1. apply (proj1 (proj2 (mumber_spec n a Hn)) b Hb). congruence.
  - intros a Ha. destruct (mumber_spec n a Hn) as ((pos & _) & _ & reaches).
    apply reaches; [lia|reflexivity].
  - intros a. destruct (Nat.eq_dec (mumber n a) 1); tauto.
Qed.

(** ** Mumbers are Grundy values, counted from 1 *)

(** The number of positive integers below [m] that are coprime to [n]. *)
Definition coprimes_below (n m : nat) : nat := length (filter (coprime n) (seq 1 (m - 1))).

Lemma coprimes_below_S n m : 0 < m ->
  coprimes_below n (S m) = coprimes_below n m + if coprime n m then 1 else 0.
Proof.
  intros Hm. unfold coprimes_below. destruct m as [|m]; [lia|].
  replace (S (S m) - 1) with (S m) by lia. replace (S m - 1) with m by lia.
  rewrite seq_S, filter_app, app_length. simpl. now destruct (coprime n (S m)).
Qed.

Lemma coprimes_below_le n a b : a <= b -> coprimes_below n a <= coprimes_below n b.
Proof.
  induction 1 as [|b _ IH]; [lia|]. destruct b as [|b]; [exact IH|].
  rewrite coprimes_below_S by lia. lia.
Qed.

Lemma coprimes_below_lt n a b : 0 < a -> Nat.gcd a n = 1 -> a < b ->
  coprimes_below n a < coprimes_below n b.
Proof.
  intros pos Ca L. pose proof (coprimes_below_le n (S a) b L) as H.
  rewrite coprimes_below_S in H by exact pos. unfold coprime at 1 in H. rewrite Ca in H.
  simpl in H. lia.
Qed.

Lemma coprimes_below_injective n a b : 0 < a -> Nat.gcd a n = 1 -> 0 < b -> Nat.gcd b n = 1 ->
  coprimes_below n a = coprimes_below n b -> a = b.
Proof.
  intros posa Ca posb Cb eq. destruct (Nat.lt_total a b) as [L|[E|L]]; [|exact E|];
    apply (coprimes_below_lt n) in L; auto; lia.
Qed.

Lemma coprimes_below_reaches n k m : k < coprimes_below n m ->
  exists u, 0 < u < m /\ Nat.gcd u n = 1 /\ coprimes_below n u = k.
Proof.
  induction m as [|[|m] IH]; intros H; [unfold coprimes_below in H; simpl in H; lia..|].
  rewrite coprimes_below_S in H by lia.
  assert (k < coprimes_below n (S m) \/ coprimes_below n (S m) <= k) as [L|L] by lia.
  - destruct (IH L) as (u & Hu & rest). exists u. split; [lia|exact rest].
  - exists (S m). destruct (coprime n (S m)) eqn:C; [|lia]. apply Nat.eqb_eq in C.
    repeat split; [lia|lia|exact C|lia].
Qed.

(** The mumber of a position with Grundy value [k] is the [k + 1]-st positive integer coprime to
    [n]: it is positive and coprime to [n], and so are exactly [k] smaller positive
    integers. *)
Theorem mumber_grundy n {g : game} (x : position g) : 1 <= n ->
  0 < mumber n x /\ Nat.gcd (mumber n x) n = 1 /\ coprimes_below n (mumber n x) = grundy x.
Proof.
  intros Hn. pose proof (fun x : position g => mumber_spec n x Hn) as spec.
  destruct (spec x) as ((pos & C) & _). split; [exact pos|]. split; [exact C|]. symmetry.
  apply (grundy_is (fun x => coprimes_below n (mumber n x))); clear x pos C.
  - intros x y H eq. destruct (spec x) as ((posx & Cx) & differs & _).
    destruct (spec y) as ((posy & Cy) & _). apply (differs y H).
    now apply (coprimes_below_injective n).
  - intros x k Hk. destruct (spec x) as (_ & _ & reaches).
    apply coprimes_below_reaches in Hk as (u & Hu & Cu & eq).
    destruct (reaches u Hu Cu) as (y & Hy & <-). now exists y.
Qed.

Lemma coprimes_below_all n m : (forall u, 0 < u < m -> Nat.gcd u n = 1) ->
  coprimes_below n m = m - 1.
Proof.
  induction m as [|[|m] IH]; intros all; [reflexivity|reflexivity|].
  rewrite coprimes_below_S, IH by (try intros u Hu; try apply all; lia).
  unfold coprime. rewrite (all (S m)) by lia. simpl. lia.
Qed.

(** Every number is coprime to 1. So for [n = 1], all positive integers are allowed as mumbers, and
    the mumber is the Grundy value plus 1. This is the plain mumber. *)
Theorem plain_mumber_grundy {g : game} (x : position g) : mumber 1 x = grundy x + 1.
Proof.
  destruct (mumber_grundy 1 x) as (pos & _ & <-); [lia|].
  rewrite coprimes_below_all; [lia|]. intros u _. apply Nat.gcd_1_r.
Qed.

Definition prime (p : nat) : Prop := 1 < p /\ forall d, Nat.divide d p -> d = 1 \/ d = p.

(** Modulo a prime [p], the mumber is the Grundy value plus 1, as long as this is smaller than
    [p]. *)
Theorem mumber_grundy_prime p {g : game} (x : position g) : prime p -> grundy x + 1 < p ->
  mumber p x = grundy x + 1.
Proof.
  intros [two divisors] small. destruct (mumber_grundy p x) as (pos & C & eq); [lia|].
  assert (all : forall u, 0 < u < p -> Nat.gcd u p = 1).
  { intros u Hu. destruct (divisors (Nat.gcd u p)) as [one|same]; [|exact one|].
    - apply Nat.gcd_divide_r.
    - pose proof (Nat.divide_pos_le (Nat.gcd u p) u ltac:(lia) (Nat.gcd_divide_l u p)). lia. }
  apply (coprimes_below_injective p); [exact pos|exact C|lia|apply all; lia|].
  rewrite eq, coprimes_below_all; [lia|]. intros u Hu. apply all. lia.
Qed.

(** ** Arithmetic modulo [n] *)

Section Modulus.
  Variable n : nat.
  Hypothesis two : 2 <= n.

  Lemma one_mod : 1 mod n = 1.
  Proof. apply Nat.mod_small. lia. Qed.

  Lemma mod_mul_l a b : ((a mod n) * b) mod n = (a * b) mod n.
  Proof. apply Nat.mul_mod_idemp_l. lia. Qed.

  Lemma coprime_mod a : Nat.gcd (a mod n) n = Nat.gcd a n.
  Proof. rewrite Nat.gcd_mod by lia. apply Nat.gcd_comm. Qed.

  Lemma coprime_pos a : Nat.gcd a n = 1 -> 0 < a.
  Proof. intros H. destruct a; [simpl in H; lia|lia]. Qed.

  Lemma coprime_mod_pos a : Nat.gcd a n = 1 -> 0 < a mod n.
  Proof. intros H. apply coprime_pos. now rewrite coprime_mod. Qed.

  (** A number coprime to [n] has an inverse, and only numbers coprime to [n] have inverses. *)
  Lemma inverse a : Nat.gcd a n = 1 <-> exists b, (a * b) mod n = 1.
  Proof.
    split.
    - intros H. pose proof (coprime_pos a H) as pos.
      destruct (Nat.gcd_bezout_pos a n pos) as (b & c & eq). rewrite H in eq. exists b.
      replace (a * b) with (1 + c * n) by lia. rewrite Nat.mod_add by lia. exact one_mod.
    - intros (b & H). apply Nat.divide_1_r.
      apply (Nat.divide_add_cancel_r _ (n * ((a * b) / n))).
      + apply Nat.divide_mul_l, Nat.gcd_divide_r.
      + rewrite <- H, <- Nat.div_mod by lia. apply Nat.divide_mul_l, Nat.gcd_divide_l.
  Qed.

  (** Numbers coprime to [n] can be cancelled: multiply by the inverse. *)
  Lemma cancel q a b : Nat.gcd q n = 1 -> (q * a) mod n = (q * b) mod n -> a mod n = b mod n.
  Proof.
    rewrite inverse. intros (r & Hr) H.
    assert (times : forall c, c mod n = ((q * c) mod n * r) mod n).
    { intros c. rewrite mod_mul_l. replace (q * c * r) with (q * r * c) by lia.
      now rewrite <- mod_mul_l, Hr, Nat.mul_1_l. }
    now rewrite (times a), (times b), H.
  Qed.

  Lemma coprime_mul a b : Nat.gcd a n = 1 -> Nat.gcd b n = 1 -> Nat.gcd (a * b) n = 1.
  Proof.
    rewrite !inverse. intros (c & Hc) (d & Hd). exists (c * d).
    replace (a * b * (c * d)) with (a * c * (b * d)) by lia.
    now rewrite <- mod_mul_l, Hc, Nat.mul_1_l.
  Qed.

  (** Taking between 1 and [n - 1] sticks changes the remainder of a heap. *)
  Lemma mod_differs k h : k < h < k + n -> k mod n <> h mod n.
  Proof.
    intros H eq. pose proof (Nat.div_mod k n ltac:(lia)). pose proof (Nat.div_mod h n ltac:(lia)).
    assert (k / n < h / n \/ h / n <= k / n) as [L|L] by lia; nia.
  Qed.

  (** A heap [h] can be reduced to a heap with a different remainder [v] if [v] is smaller than the
      remainder of [h], or if [h] is larger than [n]. *)
  Lemma reduce h v : v < h mod n \/ n < h /\ v < n /\ v <> h mod n ->
    exists k, k < h < k + n /\ k mod n = v.
  Proof.
    intros enough. pose proof (Nat.div_mod h n ltac:(lia)) as split.
    pose proof (Nat.mod_upper_bound h n ltac:(lia)) as bound.
    assert (remainder : forall q, (v + q * n) mod n = v).
    { intros q. rewrite Nat.mod_add by lia. apply Nat.mod_small. lia. }
    assert (v < h mod n \/ h mod n < v) as [L|L] by lia.
    - exists (v + (h / n) * n). split; [lia|apply remainder].
    - assert (0 < h / n) by (apply Nat.div_str_pos; lia).
      exists (v + (h / n - 1) * n). split; [nia|apply remainder].
  Qed.

  (** ** Every turn changes the product *)

  Lemma legal_coprime heaps : legal n heaps = true -> Nat.gcd (product heaps) n = 1.
  Proof.
    induction heaps as [|h heaps IH]; [reflexivity|]. rewrite legal_cons.
    intros [[_ Hh] H]. apply coprime_mul; auto.
  Qed.

  Lemma legal_single h : legal n [h] = true <-> Nat.gcd h n = 1.
  Proof.
    rewrite legal_cons. simpl. split; [tauto|]. intros H. pose proof (coprime_pos h H). tauto.
  Qed.

  Lemma reductions_change heaps after :
    legal n heaps = true -> In after (reductions n heaps) ->
    product after mod n <> product heaps mod n.
  Proof.
    intros ok H eq. apply in_reductions in H as (left & h & right & k & -> & -> & Hk & _).
    apply legal_middle in ok as [_ ok].
    rewrite !product_middle, !(Nat.mul_comm _ (product _)) in eq.
    apply cancel in eq; [|now apply legal_coprime]. now apply mod_differs in eq.
  Qed.

  (** Consolidation preserves the product, and then the move changes it. *)
  Lemma turn_changes heaps after : legal n heaps = true -> turn n heaps after ->
    product after mod n <> product heaps mod n.
  Proof.
    intros ok [H|H]; [now apply reductions_change|].
    rewrite <- (product_single (product heaps)). apply reductions_change; [|exact H].
    now apply legal_single, legal_coprime.
  Qed.

  (** From losing to winning: if the product is 1, no move leaves a product of 1. *)
  Theorem from_losing_to_winning (heaps after : position (mum n)) : legal n heaps = true ->
    product heaps mod n = 1 -> move heaps after -> product after mod n <> 1.
  Proof. intros ok <- H. apply turn_changes; [exact ok|now apply mum_turn]. Qed.

  (** ** The product decides *)

  (** The heap [h] of a position can be reduced to a heap with remainder [v], as in [reduce]. *)
  Lemma reduce_to left h right v : legal n (left ++ h :: right) = true -> Nat.gcd v n = 1 ->
    v < h mod n \/ n < h /\ v < n /\ v <> h mod n ->
    exists k, k < h < k + n /\ k mod n = v /\
              In (left ++ k :: right) (reductions n (left ++ h :: right)).
  Proof.
    intros ok Cv enough. destruct (reduce h v enough) as (k & Hk & eq). exists k.
    split; [exact Hk|]. split; [exact eq|]. apply in_reductions. exists left, h, right, k.
    repeat split; try lia. apply legal_middle in ok as [_ ok]. apply legal_middle.
    rewrite <- eq, coprime_mod in Cv. pose proof (coprime_pos k Cv). auto.
  Qed.

  (** A single heap can be reduced to every smaller remainder coprime to [n]. *)
  Lemma reduce_single h v : Nat.gcd h n = 1 -> Nat.gcd v n = 1 -> v < h mod n ->
    exists after, In after (reductions n [h]) /\ product after mod n = v.
  Proof.
    intros Ch Cv Hv. destruct (reduce_to [] h [] v) as (k & _ & eq & H); auto.
    - now apply legal_single.
    - exists [k]. now rewrite product_single.
  Qed.

  (** A heap larger than [n] can be reduced such that the product becomes any other number [u]. *)
  Lemma reduce_large left x right u : legal n (left ++ x :: right) = true -> n < x ->
    u < n -> Nat.gcd u n = 1 -> u <> product (left ++ x :: right) mod n ->
    exists k, k < x < k + n /\ In (left ++ k :: right) (reductions n (left ++ x :: right)) /\
              product (left ++ k :: right) mod n = u.
  Proof.
    intros ok large Hu Cu other. pose proof ok as rest. apply legal_middle in rest as [_ rest].
    apply legal_coprime, inverse in rest as (r & Hr). rewrite product_middle in other.
    set (others := product (left ++ right)) in *.
    assert (value : forall k, k mod n = (u * r) mod n -> (k * others) mod n = u).
    { intros k eq. rewrite <- mod_mul_l, eq, mod_mul_l.
      replace (u * r * others) with (others * r * u) by lia.
      rewrite <- mod_mul_l, Hr, Nat.mul_1_l. now apply Nat.mod_small. }
    destruct (reduce_to left x right ((u * r) mod n)) as (k & Hk & eq & H).
    - exact ok.
    - rewrite coprime_mod. apply coprime_mul; [exact Cu|]. apply inverse.
      exists others. now rewrite Nat.mul_comm.
    - right. split; [exact large|]. split; [apply Nat.mod_upper_bound; lia|].
      intros E. apply other. now rewrite value.
    - exists k. rewrite product_middle. auto.
  Qed.

  Lemma not_stranded heaps after : In after (reductions n heaps) -> product after mod n = 1 ->
    stranded n heaps = false.
  Proof.
    intros H one. apply andb_false_iff. right. apply negb_false_iff, existsb_exists.
    exists after. rewrite Nat.eqb_eq. auto.
  Qed.

  (** From winning to losing: if the product [P] is not 1, and some heap [x] is larger than [n],
      some move leaves a product of 1. The new heap [k] is [x / P] modulo [n]; so the move takes
      [x * (1 - 1 / P)] modulo [n]. *)
  Theorem from_winning_to_losing left x right :
    let heaps := left ++ x :: right in
    legal n heaps = true -> product heaps mod n <> 1 -> n < x ->
    exists k, k < x < k + n /\ (k * product heaps) mod n = x mod n /\
              move (g := mum n) heaps (left ++ k :: right) /\
              product (left ++ k :: right) mod n = 1.
  Proof.
    intros heaps ok other large. unfold heaps in *. clear heaps.
    destruct (reduce_large left x right 1) as (k & Hk & H & one); auto.
    exists k. split; [exact Hk|]. split; [|split; [|exact one]].
    - rewrite product_middle in one |- *.
      replace (k * (x * product (left ++ right))) with (k * product (left ++ right) * x) by lia.
      now rewrite <- mod_mul_l, one, Nat.mul_1_l.
    - unfold move. simpl. unfold mum_options, reading_options.
      now rewrite (not_stranded _ _ H one).
  Qed.

  (** A position whose product is not 1 has an option with product 1: either some move makes the
      product 1, or the position is stranded, and the single heap can be reduced to 1. *)
  Lemma winning_option heaps : legal n heaps = true -> product heaps mod n <> 1 ->
    exists after, In after (mum_options n heaps) /\ product after mod n = 1.
  Proof.
    intros ok other. unfold mum_options, reading_options. destruct (stranded n heaps) eqn:free.
    - pose proof (legal_coprime _ ok) as C. pose proof (coprime_mod_pos _ C).
      apply reduce_single; [exact C|reflexivity|lia].
    - apply Nat.eqb_neq in other. unfold stranded in free. rewrite other in free.
      apply negb_false_iff, existsb_exists in free as (after & H & one). exists after.
      now apply Nat.eqb_eq in one.
  Qed.

  (** The product decides in every game that has the moves of MuM, and perhaps other turns. *)
  Lemma turns_decide opts size smaller :
    (forall x y, In y (opts x) -> turn n x y) ->
    (forall x y, In y (mum_options n x) -> In y (opts x)) ->
    forall heaps : position (Game (list nat) opts size smaller), legal n heaps = true ->
    P_position heaps <-> product heaps mod n = 1.
  Proof.
    intros turns mum_moves. set (g := Game (list nat) opts size smaller).
    induction heaps as [heaps IH] using game_ind. intros ok. rewrite P_position_iff. split.
    - intros all. destruct (Nat.eq_dec (product heaps mod n) 1) as [one|other]; [exact one|].
      destruct (winning_option heaps ok other) as (after & H & one). apply mum_moves in H.
      destruct (all after H). apply IH; [exact H| |exact one].
      now apply (turn_legal n heaps), turns.
    - intros one after H lost. apply IH in lost; [|exact H|now apply (turn_legal n heaps), turns].
      apply (turn_changes heaps after ok); [now apply turns|congruence].
  Qed.

  (** The product decides: a position is a P-position if and only if its product is 1. *)
  Theorem product_decides (heaps : position (mum n)) : legal n heaps = true ->
    P_position heaps <-> product heaps mod n = 1.
  Proof. apply turns_decide; [apply mum_turn|auto]. Qed.

  (** ** Mumbers that are products *)

  (** Let the value of a position be [f] modulo [n], for a function [f] such as the product. Suppose
      that the mumbers of all options are their values, that no option has the same value as the
      position, and that every smaller number coprime to [n] is the value of an option. Then the
      mumber of the position is its value, too. *)
  Lemma mumber_is_value {g : game} (f : position g -> nat) (x : position g) :
    Nat.gcd (f x) n = 1 ->
    (forall y, move x y -> mumber n y = f y mod n) ->
    (forall y, move x y -> f y mod n <> f x mod n) ->
    (forall u, u < f x mod n -> Nat.gcd u n = 1 -> exists y, move x y /\ f y mod n = u) ->
    mumber n x = f x mod n.
  Proof.
    intros C agree differs all. rewrite <- coprime_mod in C.
    destruct (mumber_spec n x) as ((_ & Cx) & out & below); [lia|].
    destruct (Nat.lt_total (mumber n x) (f x mod n)) as [L|[E|L]]; [exfalso|exact E|exfalso].
    - destruct (all _ L Cx) as (y & Hy & eq). apply (out y Hy). now rewrite agree.
    - pose proof (coprime_pos _ C).
      destruct (below (f x mod n)) as (y & Hy & eq); [lia|exact C|].
      apply (differs y Hy). now rewrite <- agree.
  Qed.

  (** Where failures are born. Suppose that the mumbers of all options are their products. Then the
      mumber of the position is its product [P] if and only if every number below [P] that is
      coprime to [n] is the product of an option. *)
  Theorem where_failures_are_born (heaps : position (mum n)) : legal n heaps = true ->
    (forall after, move heaps after -> mumber n after = product after mod n) ->
    mumber n heaps = product heaps mod n <->
    (forall u, u < product heaps mod n -> Nat.gcd u n = 1 ->
       exists after, move heaps after /\ product after mod n = u).
  Proof.
    intros ok agree. split.
    - intros eq u Hu Cu. pose proof (coprime_pos u Cu) as pos.
      destruct (mumber_spec n heaps ltac:(lia)) as (_ & _ & reaches).
      destruct (reaches u) as (after & H & value); [lia|exact Cu|].
      exists after. split; [exact H|]. now rewrite <- (agree after H).
    - apply (mumber_is_value (g := mum n)); [now apply legal_coprime|exact agree|].
      intros after H. now apply turn_changes, mum_turn.
  Qed.

  (** Take a set of positions that no move leaves. If each of them satisfies these conditions on its
      options' values, the mumbers of all of them are their values. *)
  Lemma mumbers_are_values {g : game} (f : position g -> nat) (occurs : position g -> Prop) :
    (forall x, occurs x -> Nat.gcd (f x) n = 1) ->
    (forall x y, occurs x -> move x y -> occurs y /\ f y mod n <> f x mod n) ->
    (forall x u, occurs x -> u < f x mod n -> Nat.gcd u n = 1 ->
       exists y, move x y /\ f y mod n = u) ->
    forall x, occurs x -> mumber n x = f x mod n.
  Proof.
    intros units closed all x. induction x as [x IH] using game_ind. intros Ox.
    apply mumber_is_value; auto; intros y Hy; [apply IH; [exact Hy|]|]; now apply (closed x).
  Qed.

  (** ** Moduli that divide 24 *)

  (** If [n] divides 24, multiplication modulo [n] is nim addition in disguise. List the numbers
      below [n] that are coprime to [n] in ascending order, and count from 0, so that the index of
      [a] is [coprimes_below n a]. Then the index of a product is the nim-sum of the indices of its
      factors. There are few enough cases to check them one by one. *)
  Lemma products_are_nim_sums :
    let units m := filter (coprime m) (seq 0 m) in
    forallb (fun m => negb (24 mod m =? 0) ||
      forallb (fun a => forallb (fun b => coprimes_below m ((a * b) mod m) =?
        Nat.lxor (coprimes_below m a) (coprimes_below m b)) (units m)) (units m)) (seq 2 23) = true.
  Proof. vm_compute. reflexivity. Qed.

  Lemma product_is_nim_sum a b : Nat.divide n 24 -> Nat.gcd a n = 1 -> Nat.gcd b n = 1 ->
    coprimes_below n ((a * b) mod n) =
    Nat.lxor (coprimes_below n (a mod n)) (coprimes_below n (b mod n)).
  Proof.
    intros div Ca Cb. pose proof products_are_nim_sums as all. cbv zeta in all.
    assert (unit : forall c, Nat.gcd c n = 1 -> In (c mod n) (filter (coprime n) (seq 0 n))).
    { intros c Cc. pose proof (Nat.mod_upper_bound c n). apply filter_In.
      split; [apply in_seq; lia|]. apply Nat.eqb_eq. now rewrite coprime_mod. }
    assert (n <= 24) by (apply Nat.divide_pos_le; [lia|exact div]).
    rewrite forallb_forall in all. specialize (all n ltac:(apply in_seq; lia)).
    apply Nat.mod_divide in div; [|lia]. rewrite div, orb_false_l, forallb_forall in all.
    specialize (all _ (unit a Ca)). rewrite forallb_forall in all.
    specialize (all _ (unit b Cb)). apply Nat.eqb_eq in all.
    now rewrite <- Nat.mul_mod in all by lia.
  Qed.

  Lemma product_is_nim_sum_of_heaps heaps : Nat.divide n 24 -> legal n heaps = true ->
    coprimes_below n (product heaps mod n) =
    nim_sum (map (fun h => coprimes_below n (h mod n)) heaps).
  Proof.
    intros div. induction heaps as [|h heaps IH]; intros ok.
    - simpl product. now rewrite one_mod.
    - apply legal_cons in ok as [[_ Ch] ok]. pose proof (legal_coprime heaps ok).
      simpl. rewrite product_is_nim_sum by assumption. now rewrite IH.
  Qed.

  (** So every smaller product can be reached by making one heap smaller, as in Nim. *)
  Lemma reduce_24 heaps u : Nat.divide n 24 -> legal n heaps = true ->
    u < product heaps mod n -> Nat.gcd u n = 1 ->
    exists after, In after (reductions n heaps) /\ product after mod n = u.
  Proof.
    intros div ok Hu Cu. apply (coprimes_below_lt n) in Hu; [|now apply coprime_pos|exact Cu].
    rewrite product_is_nim_sum_of_heaps in Hu by assumption.
    apply nim_sum_smaller in Hu as (l & q & r & k & eq & Hk & sum).
    apply map_eq_app in eq as (left & tail & -> & <- & eq).
    apply map_eq_cons in eq as (h & right & -> & <- & <-).
    apply coprimes_below_reaches in Hk as (v & Hv & Cv & <-).
    destruct (reduce_to left h right v ok Cv) as (k & _ & <- & H); [lia|].
    exists (left ++ k :: right). split; [exact H|].
    assert (ok' : legal n (left ++ k :: right) = true) by (now apply filter_In in H).
    pose proof (legal_coprime _ ok') as C. apply (coprimes_below_injective n); auto.
    - now apply coprime_mod_pos.
    - now rewrite coprime_mod.
    - now apply coprime_pos.
    - now rewrite <- sum, product_is_nim_sum_of_heaps, map_app.
  Qed.

  (** If [n] divides 24, no position is stranded: 1 is smaller than any other product. *)
  Theorem never_stranded_24 heaps : Nat.divide n 24 -> legal n heaps = true ->
    stranded n heaps = false.
  Proof.
    intros div ok. destruct (Nat.eq_dec (product heaps mod n) 1) as [one|other].
    - unfold stranded. now rewrite one.
    - pose proof (coprime_mod_pos _ (legal_coprime heaps ok)).
      destruct (reduce_24 heaps 1 div ok) as (after & Ha & eq); [lia|reflexivity|].
      exact (not_stranded _ _ Ha eq).
  Qed.

  (** ** Moduli that do not divide 24 *)

  (** The least number above 1 that is coprime to [n]. *)
  Definition least_coprime (q : nat) : Prop :=
    1 < q /\ Nat.gcd q n = 1 /\ forall c, 1 < c < q -> Nat.gcd c n <> 1.

  (** If some number from [2] on has a property, there is a least one. *)
  Lemma least_above_1 (f : nat -> bool) b : 1 < b -> f b = true ->
    exists q, 1 < q /\ f q = true /\ forall c, 1 < c < q -> f c = false.
  Proof.
    intros Hb found. destruct (find f (seq 2 b)) as [q|] eqn:H.
    - exists q. pose proof (find_some _ _ H) as [range _]. apply in_seq in range.
      apply find_seq in H as [Hq before]. split; [lia|]. split; [exact Hq|].
      intros c Hc. apply before. lia.
    - rewrite (find_none _ _ H b) in found; [discriminate|]. apply in_seq. lia.
  Qed.

  Lemma least_coprime_exists : exists q, least_coprime q.
  Proof.
    destruct (least_above_1 (coprime n) (1 + 1 * n)) as (q & Hq & Cq & least); [lia| |].
    - unfold coprime. now rewrite coprime_add_mul.
    - exists q. split; [exact Hq|]. split; [now apply Nat.eqb_eq|].
      intros c Hc. apply Nat.eqb_neq. now apply least.
  Qed.

  (** An odd number [d] is coprime to [n] if [n] divides a number of the form [4 * d * m + 8]:
      common divisors of [d] and [n] are odd and divide 8. *)
  Lemma odd_coprime d m : Nat.Odd d -> Nat.divide n (4 * d * m + 8) -> Nat.gcd d n = 1.
  Proof.
    intros [e odd] div. pose proof (Nat.gcd_divide_l d n) as [f Hf].
    assert (g8 : Nat.divide (Nat.gcd d n) 8).
    { apply (Nat.divide_add_cancel_r _ (4 * d * m)).
      - apply Nat.divide_mul_l, Nat.divide_mul_r, Nat.gcd_divide_l.
      - apply (Nat.divide_trans _ n); [apply Nat.gcd_divide_r|exact div]. }
    pose proof (Nat.divide_pos_le _ 8 ltac:(lia) g8). destruct g8 as [h Hh].
    remember (Nat.gcd d n) as g eqn:Hg. clear Hg.
    do 9 (destruct g as [|g]; [lia|]). lia.
  Qed.

  (** If the least number [q > 1] coprime to [n] is its own inverse, [n] divides 24. For [q = 2], 3
      or 5, the number [q * q - 1] is 3, 8 or 24. Any other [q] is odd, because 2 is not coprime to
      [n], and one of the numbers [(q - 3) / 2] and [(q + 3) / 2] is odd. This number is coprime to
      [q - 1] and to [q + 1], and hence to [n], although it lies between 1 and [q]. *)
  Lemma least_square q : least_coprime q -> (q * q) mod n = 1 -> Nat.divide n 24.
  Proof.
    intros (Hq & Cq & least) square.
    assert (div : forall a, q * q = a + 1 -> Nat.divide n a).
    { intros a Ha. exists (q * q / n). pose proof (Nat.div_mod (q * q) n ltac:(lia)). lia. }
    destruct (Nat.Even_or_Odd q) as [[r even]|[r odd]].
    - assert (q = 2 \/ 2 < q) as [->|large] by lia.
      + apply (Nat.divide_trans _ 3); [now apply div|now exists 8].
      + destruct (least 2); [lia|].
        assert (common : Nat.divide (Nat.gcd 2 n) (Nat.gcd q n)).
        { apply Nat.gcd_greatest; [|apply Nat.gcd_divide_r].
          apply (Nat.divide_trans _ 2); [apply Nat.gcd_divide_l|exists r; lia]. }
        rewrite Cq in common. now apply Nat.divide_1_r.
    - destruct (Nat.Even_or_Odd r) as [[w ->]|[w ->]].
      + assert (w = 1 \/ 1 < w) as [->|large] by lia; [apply div; now subst|].
        destruct (least (2 * w - 1)); [lia|].
        apply (odd_coprime _ (2 * w + 2)); [exists (w - 1); lia|]. apply div. nia.
      + assert (w = 0 \/ 0 < w) as [->|large] by lia.
        * apply (Nat.divide_trans _ 8); [apply div; now subst|now exists 3].
        * destruct (least (2 * w + 3)); [lia|].
          apply (odd_coprime _ (2 * w)); [exists (w + 1); lia|]. apply div. nia.
  Qed.

  Lemma coprime_sub b : b <= n -> Nat.gcd (n - b) n = Nat.gcd b n.
  Proof.
    intros Hb. assert (split : forall c, Nat.gcd c (c + b) = Nat.gcd b (c + b)).
    { intros c. rewrite Nat.gcd_add_diag_r, (Nat.add_comm c b), Nat.gcd_add_diag_r.
      apply Nat.gcd_comm. }
    specialize (split (n - b)). now rewrite Nat.sub_add in split.
  Qed.

  Lemma mul_sub_mod a b : a <= n -> b <= n -> ((n - a) * (n - b)) mod n = (a * b) mod n.
  Proof.
    intros Ha Hb. rewrite <- (Nat.mod_add ((n - a) * (n - b)) (a + b) n) by lia.
    rewrite <- (Nat.mod_add (a * b) n n) by lia. f_equal. nia.
  Qed.

  (** If [q] is not its own inverse, then [q < n], because [n - 1] is coprime to [n]. *)
  Lemma least_coprime_below q : least_coprime q -> (q * q) mod n <> 1 -> q < n.
  Proof.
    intros (Hq & Cq & least) square. destruct (Nat.lt_ge_cases q n) as [L|L]; [exact L|exfalso].
    assert (n = 2 \/ 2 < n) as [->|more] by lia.
    - assert (q = 2 \/ q = 3 \/ 3 < q) as [->|[->|large]] by lia; [discriminate| |].
      + now apply square.
      + now apply (least 3); [lia|].
    - apply (least (n - 1)); [lia|]. rewrite coprime_sub by lia. reflexivity.
  Qed.

  (** If [q] is the least number above 1 that is coprime to [n], all others except 1 are larger. *)
  Lemma above_least q u : least_coprime q -> Nat.gcd u n = 1 -> u <> 1 -> u <> q -> q < u.
  Proof.
    intros (_ & _ & least) Cu one other. pose proof (coprime_pos u Cu).
    destruct (Nat.lt_total q u) as [L|[E|L]]; [exact L|now subst|].
    destruct (least u); [lia|exact Cu].
  Qed.

  Lemma factor_one q b : Nat.gcd q n = 1 -> q < n -> b < n -> (q * b) mod n = q -> b = 1.
  Proof.
    intros Cq Hq Hb eq. rewrite <- (Nat.mod_small b n), <- one_mod by exact Hb.
    apply (cancel q); [exact Cq|]. now rewrite Nat.mul_1_r, (Nat.mod_small q).
  Qed.

  (** The options of two heaps of [n - q] are products [q * b] with [q < b < n]. *)
  Lemma equal_heaps_reductions q after : q < n ->
    In after (reductions n [n - q; n - q]) ->
    exists b, q < b < n /\ product after mod n = (q * b) mod n.
  Proof.
    intros Hq H. apply in_reductions in H as (left & h & right & k & eq & -> & Hk & ok).
    apply legal_middle in ok as [[pos _] _].
    assert (h = n - q /\ product (left ++ right) = n - q) as [-> others].
    { destruct left as [|l left]; [|destruct left as [|l' left]; [|now destruct left]];
        injection eq; intros; subst; simpl; lia. }
    exists (n - k). split; [lia|].
    rewrite product_middle, others. replace k with (n - (n - k)) at 1 by lia.
    rewrite mul_sub_mod by lia. f_equal. lia.
  Qed.

  (** Two equal heaps of [n - q] are not stranded: if [b] is the inverse of [q], reducing one of
      them to [n - b] makes the product 1. This makes the heap smaller, because [b] is coprime to
      [n], but it is neither 1 nor [q]. *)
  Lemma equal_heaps q : least_coprime q -> (q * q) mod n <> 1 -> q < n ->
    legal n [n - q; n - q] = true /\ stranded n [n - q; n - q] = false.
  Proof.
    intros least square below. pose proof least as (Hq & Cq & _).
    assert (ok : legal n [n - q; n - q] = true).
    { rewrite !legal_cons, coprime_sub by lia. repeat split; auto; lia. }
    split; [exact ok|]. pose proof Cq as inv. apply inverse in inv as (r & Hr).
    rewrite <- Nat.mul_mod_idemp_r in Hr by lia.
    pose proof (Nat.mod_upper_bound r n ltac:(lia)) as bound. set (b := r mod n) in *.
    assert (Cb : Nat.gcd b n = 1) by (apply inverse; exists q; now rewrite Nat.mul_comm).
    assert (smaller : q < b).
    { apply above_least; [exact least|exact Cb| |congruence]. intros E.
      rewrite E, Nat.mul_1_r, Nat.mod_small in Hr; lia. }
    destruct (reduce_to [] (n - q) [n - q] (n - b) ok) as (k & Hk & eq & H).
    - now rewrite coprime_sub by lia.
    - rewrite Nat.mod_small; lia.
    - apply (not_stranded _ _ H). simpl product.
      now rewrite <- mod_mul_l, eq, Nat.mul_1_r, mul_sub_mod, Nat.mul_comm by lia.
  Qed.

  (** ** The least prime that does not divide [n] *)

  Lemma prime_divisor c : 1 < c -> exists p, prime p /\ Nat.divide p c.
  Proof.
    intros Hc. destruct (least_above_1 (fun d => c mod d =? 0) c Hc) as (p & Hp & div & least).
    - rewrite Nat.mod_same by lia. reflexivity.
    - apply Nat.eqb_eq in div. apply Nat.mod_divide in div; [|lia]. exists p. split; [|exact div].
      split; [exact Hp|]. intros d Hd. pose proof (Nat.divide_pos_le d p ltac:(lia) Hd).
      assert (d = 0 \/ d = 1 \/ d = p \/ 1 < d < p) as [->|[->|[->|less]]] by lia; auto.
      + apply Nat.divide_0_l in Hd. lia.
      + pose proof (least d less) as none. apply Nat.eqb_neq in none. destruct none.
        apply Nat.mod_divide; [lia|]. exact (Nat.divide_trans _ _ _ Hd div).
  Qed.

  Definition least_prime (q : nat) : Prop :=
    prime q /\ ~ Nat.divide q n /\ forall p, prime p -> p < q -> Nat.divide p n.

  Lemma least_prime_is_least_coprime q : least_prime q -> least_coprime q.
  Proof.
    intros ((Hq & divisors) & Hn & least). split; [exact Hq|split].
    - destruct (divisors (Nat.gcd q n)) as [one|all]; [apply Nat.gcd_divide_l|exact one|].
      destruct Hn. rewrite <- all. apply Nat.gcd_divide_r.
    - intros c Hc Cc. destruct (prime_divisor c) as (p & Hp & div); [lia|].
      pose proof (Nat.divide_pos_le p c ltac:(lia) div) as Lp.
      pose proof (Nat.gcd_greatest c n p div (least p Hp ltac:(lia))) as H.
      rewrite Cc in H. apply Nat.divide_1_r in H. destruct Hp. lia.
  Qed.

  (** ** Mumbers under any reading of the rule of consolidation

      The theorems about mumbers hold for any treatment of stranded positions, as long as play ends:
      [decreases] says that every turn makes some number [measure heaps] smaller. *)

  Section Reading.
    Variable treat : list nat -> list (list nat).
    Variable measure : list nat -> nat.
    Hypothesis decreases : forall heaps after,
      In after (reading_options n treat heaps) -> measure after < measure heaps.

    Let reading : game := Game (list nat) (reading_options n treat) measure decreases.

    Lemma reading_move (heaps after : position reading) : stranded n heaps = false ->
      move heaps after <-> In after (reductions n heaps).
    Proof. unfold move. simpl. unfold reading_options. now intros ->. Qed.

    Lemma single_move h (after : position reading) : Nat.gcd h n = 1 ->
      move (g := reading) [h] after <-> In after (reductions n [h]).
    Proof.
      intros Ch. apply reading_move. destruct (Nat.eq_dec (h mod n) 1) as [one|other].
      - unfold stranded. now rewrite product_single, one.
      - pose proof (coprime_mod_pos h Ch).
        destruct (reduce_single h 1 Ch) as (other' & H' & eq); [reflexivity|lia|].
        exact (not_stranded _ _ H' eq).
    Qed.

    Lemma any_mumber_single_heap (x : nat) : Nat.gcd x n = 1 ->
      mumber n (g := reading) [x] = x mod n.
    Proof.
      intros Cx. rewrite <- (product_single x) at 2.
      apply (mumbers_are_values (g := reading) product
               (fun heaps => exists h, heaps = [h] /\ Nat.gcd h n = 1));
        [| | |now exists x]; clear x Cx.
      - intros heaps (h & -> & Ch). now rewrite product_single.
      - intros heaps after (h & -> & Ch) H. apply single_move in H; [|exact Ch].
        split; [|apply reductions_change; [now apply legal_single|exact H]].
        apply in_reductions in H as (left & l & right & k & eq & -> & _ & ok).
        symmetry in eq. apply elt_eq_unit in eq as (-> & -> & ->).
        exists k. split; [reflexivity|]. now apply legal_single.
      - intros heaps u (h & -> & Ch) Hu Cu. rewrite product_single in Hu.
        destruct (reduce_single h u Ch Cu Hu) as (after & H & eq). exists after.
        now rewrite single_move.
    Qed.

    Lemma any_mumbers_are_products_24 (heaps : position reading) : Nat.divide n 24 ->
      legal n heaps = true -> mumber n heaps = product heaps mod n.
    Proof.
      intros div. apply (mumbers_are_values (g := reading) product
                           (fun heaps => legal n heaps = true)); clear heaps.
      - exact legal_coprime.
      - intros heaps after ok H. rewrite reading_move in H by now apply never_stranded_24.
        split; [now apply filter_In in H|now apply reductions_change].
      - intros heaps u ok Hu Cu. destruct (reduce_24 heaps u div ok Hu Cu) as (after & H & eq).
        exists after. now rewrite reading_move by now apply never_stranded_24.
    Qed.

    (** Let [q] be the least number above 1 that is coprime to [n], and suppose that it is not its
        own inverse. Then mumber and product differ at [(n - q, n - q)] or at one of its options.

        Some move makes the product 1, so the position is not stranded. No move makes the product
        [q]. So if the mumbers of all options are their products, [q] is not among them, and the
        mumber of the position is at most [q]. But the product [q * q] is larger modulo [n]: it is
        neither 1 nor [q], and no other number up to [q] is coprime to [n]. *)
    Lemma any_mumber_differs q : least_coprime q -> (q * q) mod n <> 1 ->
      let X := [n - q; n - q] : position reading in
      legal n X = true /\
      exists heaps, (heaps = X \/ move X heaps) /\ legal n heaps = true /\
                    mumber n heaps <> product heaps mod n.
    Proof.
      intros least square X. pose proof (least_coprime_below q least square) as below.
      destruct (equal_heaps q least square below) as (ok & free). fold X in ok, free.
      split; [exact ok|]. pose proof least as (Hq & Cq & _).
      destruct (Forall_Exists_dec
                  (fun heaps : position reading => mumber n heaps = product heaps mod n)
                  (fun heaps => Nat.eq_dec _ _) (options X)) as [agree|differ].
      - rewrite Forall_forall in agree. exists X. split; [now left|]. split; [exact ok|].
        assert (value : product X mod n = (q * q) mod n).
        { unfold X. simpl product. rewrite Nat.mul_1_r. apply mul_sub_mod; lia. }
        assert (larger : q < product X mod n).
        { apply above_least; [exact least|rewrite coprime_mod; now apply legal_coprime|congruence|].
          rewrite value. intros E. apply factor_one in E; [lia|exact Cq|exact below..]. }
        intros eq. destruct (mumber_spec n X ltac:(lia)) as (_ & _ & reaches).
        destruct (reaches q) as (after & H & E); [lia|exact Cq|].
        rewrite (agree after H) in E. rewrite reading_move in H by exact free.
        apply equal_heaps_reductions in H as (b & Hb & E'); [|exact below].
        rewrite E' in E. apply factor_one in E; [lia|exact Cq|exact below|lia].
      - apply Exists_exists in differ as (after & H & differ). exists after.
        split; [now right|]. split; [|exact differ].
        fold (move (g := reading) X after) in H. rewrite reading_move in H by exact free.
        now apply filter_In in H.
    Qed.

    (** The mumber of every position is the product of its heaps modulo [n] exactly when [n] divides
        24, under any reading. *)
    Lemma any_mumbers_are_products_iff_24 :
      (forall heaps : position reading, legal n heaps = true ->
         mumber n heaps = product heaps mod n) <-> Nat.divide n 24.
    Proof.
      split.
      - intros all. destruct least_coprime_exists as [q least]. apply (least_square q least).
        destruct (Nat.eq_dec ((q * q) mod n) 1) as [one|other]; [exact one|exfalso].
        destruct (any_mumber_differs q least other) as (_ & heaps & _ & ok & differ).
        now apply differ, all.
      - intros div heaps ok. now apply any_mumbers_are_products_24.
    Qed.

    (** The mumber of every sum is the product of the mumbers of its parts exactly when [n] divides
        24, under any reading. If [n] divides 24, products are nim-sums in disguise, and Grundy
        values of sums are nim-sums. Conversely, if [q] is the least number above 1 that is coprime
        to [n], the sum of a single heap [q] and its copy is a P-position, so it has mumber 1. Hence
        [q] is its own inverse, and [n] divides 24. *)
    Lemma any_mumber_of_sum_iff_24 :
      (forall x y : position reading, legal n x = true -> legal n y = true ->
         mumber n (g := sum reading reading) (x, y) = (mumber n x * mumber n y) mod n)
      <-> Nat.divide n 24.
    Proof.
      split.
      - intros all. destruct least_coprime_exists as [q least]. apply (least_square q least).
        destruct least as (_ & Cq & _).
        assert (ok : legal n [q] = true) by now apply legal_single.
        specialize (all [q] [q] ok ok). rewrite any_mumber_single_heap in all by exact Cq.
        rewrite <- Nat.mul_mod in all by lia. rewrite <- all.
        apply P_position_mumber; [lia|]. apply P_position_grundy.
        now rewrite grundy_sum, Nat.lxor_nilpotent.
      - intros div x y okx oky.
        pose proof (legal_coprime x okx) as Cx. pose proof (legal_coprime y oky) as Cy.
        destruct (mumber_grundy n (g := sum reading reading) (x, y)) as (pos & C & count); [lia|].
        destruct (mumber_grundy n (g := reading) x) as (_ & _ & countx); [lia|].
        destruct (mumber_grundy n (g := reading) y) as (_ & _ & county); [lia|].
        rewrite grundy_sum, <- countx, <- county in count.
        rewrite !any_mumbers_are_products_24, <- Nat.mul_mod in * by (assumption || lia).
        rewrite <- product_is_nim_sum in count by assumption.
        pose proof (coprime_mul _ _ Cx Cy) as Cxy. rewrite <- coprime_mod in Cxy.
        apply (coprimes_below_injective n); auto. now apply coprime_pos.
    Qed.

    (** If [n] does not divide 24, let [q] be the least prime that does not divide [n]. Then mumber
        and product differ at [(n - q, n - q)] or at one of its options. *)
    Lemma any_mumber_differs_prime q : ~ Nat.divide n 24 -> least_prime q ->
      let X := [n - q; n - q] : position reading in
      legal n X = true /\
      exists heaps, (heaps = X \/ move X heaps) /\ legal n heaps = true /\
                    mumber n heaps <> product heaps mod n.
    Proof.
      intros Hn least. apply least_prime_is_least_coprime in least.
      apply any_mumber_differs; [exact least|]. intros square. apply Hn.
      exact (least_square q least square).
    Qed.
  End Reading.

  (** ** Mumbers in MuM *)

  (** The mumber of a single heap is its remainder. *)
  Theorem mumber_single_heap (x : nat) : Nat.gcd x n = 1 ->
    mumber n (g := mum n) [x] = x mod n.
  Proof. apply any_mumber_single_heap. Qed.

  (** The mumber of every position is the product of its heaps modulo [n] exactly when [n] divides
      24. *)
  Theorem mumbers_are_products_iff_24 :
    (forall heaps : position (mum n), legal n heaps = true -> mumber n heaps = product heaps mod n)
    <-> Nat.divide n 24.
  Proof. apply any_mumbers_are_products_iff_24. Qed.

  (** The mumber of every sum is the product of the mumbers of its parts exactly when [n] divides
      24. *)
  Theorem mumber_of_sum_iff_24 :
    (forall x y : position (mum n), legal n x = true -> legal n y = true ->
       mumber n (g := sum (mum n) (mum n)) (x, y) = (mumber n x * mumber n y) mod n)
    <-> Nat.divide n 24.
  Proof. apply any_mumber_of_sum_iff_24. Qed.

  (** If [n] does not divide 24, let [q] be the least prime that does not divide [n]. Then mumber
      and product differ at [(n - q, n - q)] or at one of its options. *)
  Theorem mumber_differs q : ~ Nat.divide n 24 -> least_prime q ->
    let X := [n - q; n - q] : position (mum n) in
    legal n X = true /\
    exists heaps, (heaps = X \/ move X heaps) /\ legal n heaps = true /\
                  mumber n heaps <> product heaps mod n.
  Proof. apply any_mumber_differs_prime. Qed.
End Modulus.

(** ** The readings of the rule of consolidation

    Consolidating may be part of the turn or a turn of its own, compulsory or optional; or there is
    no consolidation. Only two or more heaps can be consolidated. For legal positions this is no
    restriction, since a single heap is never stranded; it ensures that play also ends from
    positions that are not legal. *)

Inductive consolidation := same_turn | same_turn_optional | own_turn | own_turn_optional | never.

Definition merged (heaps : list nat) : list (list nat) :=
  if 1 <? length heaps then [[product heaps]] else [].

Definition treatment (c : consolidation) (n : nat) (heaps : list nat) : list (list nat) :=
  match c with
  | same_turn => reductions n [product heaps]
  | same_turn_optional => reductions n heaps ++ reductions n [product heaps]
  | own_turn => merged heaps
  | own_turn_optional => reductions n heaps ++ merged heaps
  | never => reductions n heaps
  end.

Lemma reductions_length n heaps after : In after (reductions n heaps) ->
  length after = length heaps.
Proof.
  intros H. apply in_reductions in H as (left & h & right & k & -> & -> & _).
  now rewrite !app_length.
Qed.

(** A move makes the product smaller; a turn that consolidates makes the number of heaps smaller. *)
Definition measure (heaps : list nat) : nat := product heaps + (length heaps - 1).

Lemma consolidation_decreases c n heaps after :
  In after (reading_options n (treatment c n) heaps) -> measure after < measure heaps.
Proof.
  assert (moved : turn n heaps after -> measure after < measure heaps).
  { intros H. pose proof (turn_smaller _ _ _ H). unfold measure.
    destruct H as [H|H]; apply reductions_length in H; simpl in H; lia. }
  assert (merge : In after (merged heaps) -> measure after < measure heaps).
  { unfold merged. destruct (Nat.ltb_spec 1 (length heaps)); [|intros []].
    intros [<-|[]]. unfold measure. simpl. lia. }
  unfold reading_options, turn in *. destruct (stranded n heaps); [|tauto].
  destruct c; simpl; rewrite ?in_app_iff; tauto.
Qed.

Definition mum_with (c : consolidation) (n : nat) : game :=
  Game (list nat) (reading_options n (treatment c n)) measure (consolidation_decreases c n).

(** The product decides who wins if the player who consolidates also moves on the same turn, whether
    consolidation is compulsory or optional. *)
Theorem readings_product_decides c n (heaps : position (mum_with c n)) : 2 <= n ->
  c = same_turn \/ c = same_turn_optional -> legal n heaps = true ->
  P_position heaps <-> product heaps mod n = 1.
Proof.
  intros two same. apply (turns_decide n two); clear heaps; intros heaps after;
    unfold mum_options, reading_options, turn; destruct (stranded n heaps), same as [-> | ->];
    simpl; rewrite ?in_app_iff; tauto.
Qed.

(** Under each of the five readings, the mumber of every position is the product of its heaps modulo
    [n] exactly when [n] divides 24. *)
Theorem readings_mumbers_are_products_iff_24 c n : 2 <= n ->
  (forall heaps : position (mum_with c n), legal n heaps = true ->
     mumber n heaps = product heaps mod n) <-> Nat.divide n 24.
Proof. intros two. now apply any_mumbers_are_products_iff_24. Qed.

(** Under each reading, the mumber of every sum is the product of the mumbers of its parts exactly
    when [n] divides 24. *)
Theorem readings_mumber_of_sum_iff_24 c n : 2 <= n ->
  (forall x y : position (mum_with c n), legal n x = true -> legal n y = true ->
     mumber n (g := sum (mum_with c n) (mum_with c n)) (x, y) = (mumber n x * mumber n y) mod n)
  <-> Nat.divide n 24.
Proof. intros two. now apply any_mumber_of_sum_iff_24. Qed.

(** If [n] does not divide 24, mumber and product differ at [(n - q, n - q)] or at one of its
    options, where [q] is the least prime that does not divide [n]. *)
Theorem readings_mumber_differs c n q : 2 <= n -> ~ Nat.divide n 24 -> least_prime n q ->
  let X := [n - q; n - q] : position (mum_with c n) in
  legal n X = true /\
  exists heaps, (heaps = X \/ move X heaps) /\ legal n heaps = true /\
                mumber n heaps <> product heaps mod n.
Proof. intros two. now apply any_mumber_differs_prime. Qed.

(** The mumber of a single heap is its remainder. *)
Theorem readings_mumber_single_heap c n x : 2 <= n -> Nat.gcd x n = 1 ->
  mumber n (g := mum_with c n) [x] = x mod n.
Proof. intros two. now apply any_mumber_single_heap. Qed.

(** ** One word

    Change the rule of consolidation: whenever there are at least two heaps, and all of them are
    smaller than [n], the player may, or must, consolidate them before moving. Then mumbers are
    products for every [n]. *)

Definition small (n : nat) (heaps : list nat) : bool :=
  (1 <? length heaps) && forallb (fun x => x <? n) heaps.

Definition small_options (must : bool) (n : nat) (heaps : list nat) : list (list nat) :=
  (if small n heaps then reductions n [product heaps] else []) ++
  (if must && small n heaps then [] else reductions n heaps).

Lemma small_turn must n heaps after : In after (small_options must n heaps) -> turn n heaps after.
Proof.
  unfold small_options, turn. rewrite in_app_iff. destruct must, (small n heaps); simpl; tauto.
Qed.

Lemma small_smaller must n heaps after :
  In after (small_options must n heaps) -> product after < product heaps.
Proof. intros H. apply small_turn in H. exact (turn_smaller _ _ _ H). Qed.

Definition mum_small (must : bool) (n : nat) : game :=
  Game (list nat) (small_options must n) product (small_smaller must n).

(** A legal heap is not [n] itself, which is not coprime to [n]. *)
Lemma not_small n heaps : legal n heaps = true -> 2 <= n -> small n heaps = false ->
  heaps = [] \/ (exists h, heaps = [h]) \/ exists x, In x heaps /\ n < x.
Proof.
  intros ok two not. destruct (existsb (fun x => n <? x) heaps) eqn:large.
  - apply existsb_exists in large as (x & Hx & large). apply Nat.ltb_lt in large. eauto.
  - destruct heaps as [|h [|h' heaps]]; [eauto..|exfalso].
    apply not_true_iff_false in not, large. destruct not. apply andb_true_iff.
    split; [reflexivity|]. apply forallb_forall. intros x Hx. apply Nat.ltb_lt.
    destruct (Nat.lt_total x n) as [L|[E|L]]; [exact L|exfalso..].
    + apply in_split in Hx as (left & right & split). rewrite split, E in ok.
      apply legal_middle in ok as [[_ C] _]. rewrite Nat.gcd_diag in C. lia.
    + apply large, existsb_exists. exists x. now rewrite Nat.ltb_lt.
Qed.

(** If all of several heaps are smaller than [n], the player can consolidate them, and reduce the
    product to any smaller number. A single heap can be reduced in the same way. And if some heap is
    larger than [n], a move changes the product to any other number. *)
Theorem small_mumbers_are_products must n (heaps : position (mum_small must n)) : 2 <= n ->
  legal n heaps = true -> mumber n heaps = product heaps mod n.
Proof.
  intros two. apply (mumbers_are_values n two (g := mum_small must n) product
                       (fun heaps => legal n heaps = true)); clear heaps.
  - exact (legal_coprime n two).
  - intros heaps after ok H. apply small_turn in H.
    split; [exact (turn_legal n _ _ H)|now apply turn_changes].
  - intros heaps u ok Hu Cu. pose proof (legal_coprime n two heaps ok) as C.
    unfold move. simpl. unfold small_options. destruct (small n heaps) eqn:S.
    + destruct (reduce_single n two (product heaps) u C Cu Hu) as (after & H & eq).
      exists after. rewrite in_app_iff. auto.
    + rewrite andb_false_r. simpl app.
      destruct (not_small n heaps ok two S) as [->|[[h ->]|(x & Hx & large)]].
      * simpl product in Hu. pose proof (coprime_pos n two u Cu). rewrite one_mod in Hu; lia.
      * rewrite product_single in Hu, C. now apply reduce_single.
      * apply in_split in Hx as (left & right & ->).
        pose proof (Nat.mod_upper_bound (product (left ++ x :: right)) n ltac:(lia)) as bound.
        destruct (reduce_large n two left x right u ok large) as (k & _ & H & eq); try lia.
        now exists (left ++ k :: right).
Qed.

(** ** The order of powers

    The heaps are exponents of a number of order [m], and [m] is [p - 1] for a primitive root
    modulo a prime [p]. A move takes fewer than [m] sticks from one heap, and may empty it. The
    product is 1 if [m] divides the number of sticks. If the product is not 1 and no move makes it
    1, the player first puts all sticks into one heap. *)

Definition powers_moves (m : nat) (heaps : list nat) : list (list nat) :=
  map snd (filter (fun '(s, _) => s <? m) (takes heaps)).

Definition powers_stranded (m : nat) (heaps : list nat) : bool :=
  negb (list_sum heaps mod m =? 0) &&
  negb (existsb (fun after => list_sum after mod m =? 0) (powers_moves m heaps)).

Definition powers_options (m : nat) (heaps : list nat) : list (list nat) :=
  powers_moves m (if powers_stranded m heaps then [list_sum heaps] else heaps).

(** The heaps from which the player moves have the same number of sticks as the position. *)
Lemma powers_sum m heaps :
  list_sum (if powers_stranded m heaps then [list_sum heaps] else heaps) = list_sum heaps.
Proof. destruct (powers_stranded m heaps); simpl; lia. Qed.

Lemma powers_smaller m heaps after :
  In after (powers_options m heaps) -> list_sum after < list_sum heaps.
Proof.
  intros H. apply in_takes_below in H as (left & h & right & k & split & -> & Hk).
  rewrite <- (powers_sum m heaps), split, !list_sum_app. simpl. lia.
Qed.

Definition power_mum (m : nat) : game :=
  Game (list nat) (powers_options m) list_sum (powers_smaller m).

(** If the number of sticks is [r > 0] modulo [m], some heap has at least [r] sticks. This is clear
    if the position is stranded, because the player then puts all sticks into one heap. If it is not
    stranded, some move makes the number of sticks 0 modulo [m]. It takes [r] sticks modulo [m], so
    it takes at least [r] sticks. *)
Lemma powers_heap m heaps : 1 <= m -> 0 < list_sum heaps mod m ->
  exists left h right, list_sum heaps mod m <= h /\
    (if powers_stranded m heaps then [list_sum heaps] else heaps) = left ++ h :: right.
Proof.
  intros Hm pos. destruct (powers_stranded m heaps) eqn:free.
  - exists [], (list_sum heaps), []. split; [apply Nat.mod_le; lia|reflexivity].
  - apply andb_false_iff in free as [free|free]; apply negb_false_iff in free.
    + apply Nat.eqb_eq in free. lia.
    + apply existsb_exists in free as (after & H & zero). apply Nat.eqb_eq in zero.
      apply in_takes_below in H as (left & h & right & k & -> & -> & Hk).
      exists left, h, right. split; [|reflexivity].
      replace (list_sum (left ++ h :: right)) with (list_sum (left ++ k :: right) + (h - k)).
      * rewrite <- Nat.add_mod_idemp_l, zero by lia.
        pose proof (Nat.mod_le (0 + (h - k)) m ltac:(lia)). lia.
      * rewrite !list_sum_app. simpl. lia.
Qed.

(** The Grundy value is the number of sticks modulo [m]. A move takes fewer than [m] sticks, so it
    changes this value. If the value is [r], some heap has at least [r] sticks; taking 1, ..., [r]
    sticks from this heap leads to all smaller values. *)
Theorem grundy_power_mum m (heaps : position (power_mum m)) : 1 <= m ->
  grundy heaps = list_sum heaps mod m.
Proof.
  intros Hm. apply (grundy_is (g := power_mum m) (fun heaps => list_sum heaps mod m)); clear heaps.
  - intros heaps after H eq. apply in_takes_below in H as (left & h & right & k & split & -> & Hk).
    rewrite <- (powers_sum m heaps), split in eq.
    assert (two : 2 <= m) by lia. apply (mod_differs m two) in eq; [exact eq|].
    rewrite !list_sum_app. simpl. lia.
  - intros heaps v Hv. pose proof (powers_sum m heaps) as total.
    destruct (powers_heap m heaps) as (left & h & right & Hh & split); [lia..|].
    rewrite split, list_sum_app in total. simpl in total.
    pose proof (Nat.mod_upper_bound (list_sum heaps) m ltac:(lia)).
    pose proof (Nat.div_mod (list_sum heaps) m ltac:(lia)) as eq.
    set (r := list_sum heaps mod m) in *. exists (left ++ h - (r - v) :: right). split.
    + apply in_takes_below. exists left, h, right, (h - (r - v)).
      split; [exact split|]. split; [reflexivity|lia].
    + replace (list_sum _) with (v + (list_sum heaps / m) * m).
      * rewrite Nat.mod_add by lia. apply Nat.mod_small. lia.
      * rewrite list_sum_app. simpl. lia.
Qed.

(** ** Counterexamples *)

(** Modulo 5, the mumber of two heaps of 3 is not their product. *)
Theorem mumber_3_3_mod_5 :
  mumber 5 (g := mum 5) [3; 3] = 2 /\ product [3; 3] mod 5 = 4.
Proof. vm_compute. auto. Qed.

(** A mumber can even be larger than the modulus. *)
Theorem mumber_4_3_mod_5 : mumber 5 (g := mum 5) [4; 3] = 6.
Proof. vm_compute. reflexivity. Qed.

(** The sum of two single heaps of 2 is a P-position, so its mumber is 1, but the product of the
    mumbers is 4 modulo 5. *)
Theorem mumber_of_sum_2_2_mod_5 :
  mumber 5 (g := sum (mum 5) (mum 5)) ([2], [2]) = 1 /\
  (mumber 5 (g := mum 5) [2] * mumber 5 (g := mum 5) [2]) mod 5 = 4.
Proof. vm_compute. auto. Qed.

(** The heaps of a position do not form a sum: the position with two heaps of 2 is not a P-position,
    unlike the sum of two positions with a single heap of 2. *)
Theorem mumber_2_2_mod_5 : mumber 5 (g := mum 5) [2; 2] = 4.
Proof. vm_compute. reflexivity. Qed.

(** The remainders of the heaps do not determine the mumber: 1 and 6 are equal modulo 5. *)
Theorem remainders_do_not_determine_mumbers :
  mumber 5 (g := mum 5) [1; 3; 3] = 2 /\ mumber 5 (g := mum 5) [6; 3; 3] = 4.
Proof. split; [vm_cast_no_check (eq_refl 2)|vm_cast_no_check (eq_refl 4)]. Qed.

(** The mumbers of two positions do not determine the mumber of all their heaps side by side: [1]
    and [6] have the same mumber, but not together with [3; 3]. *)
Theorem side_by_side :
  mumber 5 (g := mum 5) [1] = mumber 5 (g := mum 5) [6] /\
  mumber 5 (g := mum 5) [1; 3; 3] <> mumber 5 (g := mum 5) [6; 3; 3].
Proof.
  destruct remainders_do_not_determine_mumbers as [a b]. rewrite a, b.
  split; [|discriminate]. now rewrite !mumber_single_heap by (lia || reflexivity).
Qed.
