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

(** The positions of the game: all heaps are positive and coprime to [n]. *)
Definition legal (n : nat) (heaps : list nat) : bool :=
  forallb (fun x => (0 <? x) && coprime n x) heaps.

(** The positions that result from taking fewer than [n] sticks from one heap. *)
Definition reductions (n : nat) (heaps : list nat) : list (list nat) :=
  filter (legal n) (map snd (filter (fun '(s, _) => s <? n) (takes heaps))).

Definition stranded (n : nat) (heaps : list nat) : bool :=
  negb (product heaps mod n =? 1) &&
  negb (existsb (fun after => product after mod n =? 1) (reductions n heaps)).

(** What happens in stranded positions is a parameter [treat]: the options of a stranded position.
    In all other positions, a move is a reduction. *)
Definition reading_options (n : nat) (treat : list nat -> list (list nat)) (heaps : list nat) :
    list (list nat) :=
  if stranded n heaps then treat heaps else reductions n heaps.

(** The rule of MuM: consolidate, and move on the same turn. *)
Definition mum_options (n : nat) : list nat -> list (list nat) :=
  reading_options n (fun heaps => reductions n [product heaps]).

Lemma legal_app n left right : legal n (left ++ right) = legal n left && legal n right.
Proof. apply forallb_app. Qed.

Lemma legal_cons n h rest :
  legal n (h :: rest) = true <-> (0 < h /\ Nat.gcd h n = 1) /\ legal n rest = true.
Proof.
  unfold legal. simpl. rewrite !andb_true_iff, Nat.ltb_lt. unfold coprime.
  rewrite Nat.eqb_eq. reflexivity.
Qed.

Lemma legal_middle n left h right : legal n (left ++ h :: right) = true <->
  (0 < h /\ Nat.gcd h n = 1) /\ legal n (left ++ right) = true.
Proof. rewrite !legal_app, !andb_true_iff, legal_cons. tauto. Qed.

Lemma product_app left right : product (left ++ right) = product left * product right.
Proof. induction left as [|l left IH]; simpl; [lia|]. rewrite IH. lia. Qed.

Lemma product_middle left h right :
  product (left ++ h :: right) = h * product (left ++ right).
Proof. rewrite !product_app. simpl. lia. Qed.

Lemma product_single h : product [h] = h.
Proof. apply Nat.mul_1_r. Qed.

Lemma product_pos n heaps : legal n heaps = true -> 0 < product heaps.
Proof.
  induction heaps as [|h heaps IH]; [simpl; lia|]. rewrite legal_cons. simpl.
  intros [[Hh _] H]. apply IH in H. nia.
Qed.

(** A move makes one heap [h] smaller; the new heap is [k], which is larger than [h - n]. *)
Lemma in_reductions n heaps after : In after (reductions n heaps) <->
  exists left h right k, heaps = left ++ h :: right /\ after = left ++ k :: right /\
                         k < h < k + n /\ legal n after = true.
Proof.
  unfold reductions. rewrite filter_In, in_map_iff. split.
  - intros [([s y] & eq & H) ok]. simpl in eq. subst y.
    apply filter_In in H as [H Hs]. apply Nat.ltb_lt in Hs.
    apply in_takes in H as (left & h & right & -> & Ht & ->).
    exists left, h, right, (h - s). repeat split; [lia|lia|exact ok].
  - intros (left & h & right & k & -> & -> & Hk & ok). split; [|exact ok].
    exists (h - k, left ++ k :: right). split; [reflexivity|].
    apply filter_In. split; [|apply Nat.ltb_lt; lia].
    apply in_takes. exists left, h, right. repeat split; try lia.
    now replace (h - (h - k)) with k by lia.
Qed.

Lemma reductions_smaller n heaps after :
  In after (reductions n heaps) -> product after < product heaps.
Proof.
  intros H. apply in_reductions in H as (left & h & right & k & -> & -> & Hk & ok).
  apply legal_middle in ok as [_ ok]. apply product_pos in ok. rewrite !product_middle. nia.
Qed.

(** Every turn makes the product of the heaps smaller. *)
Lemma mum_smaller n heaps after : In after (mum_options n heaps) -> product after < product heaps.
Proof.
  unfold mum_options, reading_options. destruct (stranded n heaps); intros H;
    apply reductions_smaller in H; simpl in H; lia.
Qed.

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

Lemma find_none_seq f count start : find f (seq start count) = None ->
  forall m, start <= m < start + count -> f m = false.
Proof. intros H m Hm. apply (find_none _ _ H), in_seq. lia. Qed.

Lemma find_seq_some f count start m : find f (seq start count) = Some m -> start <= m.
Proof. intros H. apply find_some in H as [H _]. apply in_seq in H. lia. Qed.

Lemma coprime_add_mul n a k : Nat.gcd (a + k * n) n = Nat.gcd a n.
Proof. now rewrite Nat.gcd_comm, Nat.gcd_add_mult_diag_r, Nat.gcd_comm. Qed.

Lemma coprime_mex_spec n values : 1 <= n ->
  (0 < coprime_mex n values /\ Nat.gcd (coprime_mex n values) n = 1) /\
  ~ In (coprime_mex n values) values /\
  forall m, 0 < m < coprime_mex n values -> Nat.gcd m n = 1 -> In m values.
Proof.
  intros Hn. unfold coprime_mex. destruct (find _ _) as [m|] eqn:H.
  - pose proof (find_seq_some _ _ _ _ H) as pos. apply find_seq in H as [found before].
    apply andb_true_iff in found as [Hm out]. apply Nat.eqb_eq in Hm.
    split; [split; [lia|exact Hm]|split].
    + rewrite <- existsb_eqb. now apply negb_true_iff in out as ->.
    + intros u Hu Cu. apply existsb_eqb. specialize (before u ltac:(lia)).
      unfold coprime in before. rewrite Cu in before. now apply negb_false_iff in before.
  - exfalso. apply (not_all_in (map (fun v => (v - 1) / n) values)).
    intros k Hk. rewrite map_length in Hk.
    assert (range : 1 <= 1 + k * n < 1 + S (n * length values)) by nia.
    pose proof (find_none_seq _ _ _ H _ range) as out. cbv beta in out.
    apply andb_false_iff in out as [out|out].
    + unfold coprime in out. rewrite coprime_add_mul in out. discriminate.
    + apply negb_false_iff, existsb_eqb in out. apply in_map_iff. exists (1 + k * n). split.
      * replace (1 + k * n - 1) with (k * n) by lia. apply Nat.div_mul. lia.
      * exact out.
Qed.

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

(** To show that [v] is the mumber of [x], show that no option has the mumber [v], and that every
    smaller number coprime to [n] is the mumber of an option. *)
Lemma mumber_is n {g : game} (x : position g) v : 1 <= n -> 0 < v -> Nat.gcd v n = 1 ->
  (forall y, move x y -> mumber n y <> v) ->
  (forall m, 0 < m < v -> Nat.gcd m n = 1 -> exists y, move x y /\ mumber n y = m) ->
  mumber n x = v.
Proof.
  intros Hn pos Cv differs reaches.
  destruct (mumber_spec n x Hn) as ((pos' & C') & differs' & reaches').
  destruct (Nat.lt_total (mumber n x) v) as [H|[H|H]]; [|exact H|]; exfalso.
  - destruct (reaches (mumber n x)) as (y & Hy & eq); auto. exact (differs' y Hy eq).
  - destruct (reaches' v) as (y & Hy & eq); auto. exact (differs y Hy eq).
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

(** ** Arithmetic modulo [n] *)

Section Modulus.
  Variable n : nat.
  Hypothesis two : 2 <= n.

  Lemma mul_mod_eq a b c d :
    a mod n = b mod n -> c mod n = d mod n -> (a * c) mod n = (b * d) mod n.
  Proof. intros H K. rewrite (Nat.mul_mod a), (Nat.mul_mod b) by lia. now rewrite H, K. Qed.

  Lemma one_mod : 1 mod n = 1.
  Proof. apply Nat.mod_small. lia. Qed.

  Lemma mod_mul_l a b : ((a mod n) * b) mod n = (a * b) mod n.
  Proof. apply Nat.mul_mod_idemp_l. lia. Qed.

  Lemma coprime_mod a : Nat.gcd (a mod n) n = Nat.gcd a n.
  Proof. rewrite Nat.gcd_mod by lia. apply Nat.gcd_comm. Qed.

  Lemma coprime_pos a : Nat.gcd a n = 1 -> 0 < a.
  Proof. intros H. destruct a; [simpl in H; lia|lia]. Qed.

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
      + replace (n * (a * b / n) + 1) with (a * b).
        * apply Nat.divide_mul_l, Nat.gcd_divide_l.
        * pose proof (Nat.div_mod (a * b) n). lia.
  Qed.

  Lemma coprime_mul a b : Nat.gcd a n = 1 -> Nat.gcd b n = 1 -> Nat.gcd (a * b) n = 1.
  Proof.
    rewrite !inverse. intros (c & Hc) (d & Hd). exists (c * d).
    replace (a * b * (c * d)) with ((a * c) * (b * d)) by lia.
    rewrite <- one_mod in Hc, Hd. rewrite (mul_mod_eq _ _ _ _ Hc Hd). exact one_mod.
  Qed.

  Lemma cancel q a b : Nat.gcd q n = 1 -> (q * a) mod n = (q * b) mod n -> a mod n = b mod n.
  Proof.
    rewrite inverse. intros (r & Hr) H.
    assert (times : forall c, c mod n = (r * (q * c)) mod n).
    { intros c. replace (r * (q * c)) with ((q * r) * c) by lia.
      rewrite <- mod_mul_l, Hr. f_equal. lia. }
    rewrite (times a), (times b). now apply mul_mod_eq.
  Qed.

  (** Fewer than [n] sticks are not divisible by [n]. *)
  Lemma mod_differs k h : k < h < k + n -> k mod n <> h mod n.
  Proof.
    intros H eq. pose proof (Nat.div_mod k n ltac:(lia)). pose proof (Nat.div_mod h n ltac:(lia)).
    assert (k / n < h / n \/ h / n <= k / n) as [L|L] by lia; nia.
  Qed.

  (** A heap [h] can be reduced to a heap with remainder [v] if [v] is smaller than the remainder
      of [h], or if [h] is larger than [n]. *)
  Lemma reduce h v : v < n -> v <> h mod n -> v < h mod n \/ n < h ->
    exists k, k < h < k + n /\ k mod n = v.
  Proof.
    intros Hv differs enough. pose proof (Nat.div_mod h n ltac:(lia)) as split.
    pose proof (Nat.mod_upper_bound h n ltac:(lia)) as bound.
    assert (v < h mod n \/ h mod n < v) as [L|L] by lia.
    - exists (n * (h / n) + v). split; [lia|].
      rewrite Nat.add_comm, Nat.mul_comm, Nat.mod_add by lia. now apply Nat.mod_small.
    - assert (0 < h / n) by (apply Nat.div_str_pos; lia).
      exists (n * (h / n - 1) + v). split; [nia|].
      rewrite Nat.add_comm, Nat.mul_comm, Nat.mod_add by lia. now apply Nat.mod_small.
  Qed.

  (** ** The product decides *)

  Lemma legal_coprime heaps : legal n heaps = true -> Nat.gcd (product heaps) n = 1.
  Proof.
    induction heaps as [|h heaps IH]; [reflexivity|]. rewrite legal_cons.
    intros [[_ Hh] H]. apply coprime_mul; auto.
  Qed.

  Lemma legal_single h : legal n [h] = true <-> Nat.gcd h n = 1.
  Proof.
    rewrite legal_cons. simpl. split; [tauto|]. intros H. pose proof (coprime_pos h H). tauto.
  Qed.

  (** Every reduction changes the product, whatever the position. *)
  Lemma reductions_change heaps after :
    legal n heaps = true -> In after (reductions n heaps) ->
    product after mod n <> product heaps mod n.
  Proof.
    intros ok H eq. apply in_reductions in H as (left & h & right & k & -> & -> & Hk & _).
    apply legal_middle in ok as [_ ok].
    rewrite !product_middle, !(Nat.mul_comm _ (product _)) in eq.
    apply cancel in eq; [|now apply legal_coprime]. now apply mod_differs in eq.
  Qed.

  (** If a smaller heap leads to a product coprime to [n], the new position is legal. *)
  Lemma reduce_to left h right k : legal n (left ++ h :: right) = true -> k < h < k + n ->
    Nat.gcd (product (left ++ k :: right) mod n) n = 1 ->
    In (left ++ k :: right) (reductions n (left ++ h :: right)).
  Proof.
    intros ok Hk H. apply in_reductions. exists left, h, right, k. repeat split; try lia.
    apply legal_middle in ok as [_ ok]. apply legal_middle.
    assert (Nat.gcd k n = 1).
    { rewrite coprime_mod, product_middle in H. apply inverse in H as (w & Hw).
      apply inverse. exists (product (left ++ right) * w). now rewrite Nat.mul_assoc. }
    pose proof (coprime_pos k). auto.
  Qed.

  Lemma not_stranded heaps after : In after (reductions n heaps) -> product after mod n = 1 ->
    stranded n heaps = false.
  Proof.
    intros H one. apply andb_false_iff. right. apply negb_false_iff, existsb_exists.
    exists after. rewrite Nat.eqb_eq. auto.
  Qed.

  Lemma one_not_stranded heaps : product heaps mod n = 1 -> stranded n heaps = false.
  Proof. intros one. apply andb_false_iff. left. rewrite one. reflexivity. Qed.

  Lemma stranded_product heaps : stranded n heaps = true -> product heaps mod n <> 1.
  Proof.
    intros H one. rewrite one_not_stranded in H by exact one. discriminate.
  Qed.

  Lemma move_if_not_stranded heaps after : stranded n heaps = false ->
    move (g := mum n) heaps after <-> In after (reductions n heaps).
  Proof. unfold move. simpl. unfold mum_options, reading_options. now intros ->. Qed.

  Lemma move_if_stranded heaps after : stranded n heaps = true ->
    move (g := mum n) heaps after <-> In after (reductions n [product heaps]).
  Proof. unfold move. simpl. unfold mum_options, reading_options. now intros ->. Qed.

  Lemma reductions_legal heaps after : In after (reductions n heaps) -> legal n after = true.
  Proof. intros H. now apply filter_In in H. Qed.

  (** All options are legal. *)
  Lemma options_legal (heaps after : position (mum n)) : move heaps after -> legal n after = true.
  Proof.
    unfold move. simpl. unfold mum_options, reading_options.
    destruct (stranded n heaps); apply reductions_legal.
  Qed.

  Lemma legal_product heaps : legal n heaps = true -> legal n [product heaps] = true.
  Proof. intros ok. apply legal_single. now apply legal_coprime. Qed.

  (** Every turn changes the product: consolidation preserves it, and then the move changes it. *)
  Lemma moves_change (heaps after : position (mum n)) : legal n heaps = true -> move heaps after ->
    product after mod n <> product heaps mod n.
  Proof.
    intros ok H. destruct (stranded n heaps) eqn:alone.
    - rewrite move_if_stranded in H by exact alone.
      rewrite <- (product_single (product heaps)).
      apply reductions_change; [now apply legal_product|exact H].
    - rewrite move_if_not_stranded in H by exact alone.
      now apply reductions_change.
  Qed.

  (** A single heap can be reduced to every smaller remainder coprime to [n]. *)
  Lemma single_reductions h v : Nat.gcd h n = 1 -> Nat.gcd v n = 1 -> v < h mod n ->
    exists k, In [k] (reductions n [h]) /\ k mod n = v.
  Proof.
    intros Ch Cv Hv. pose proof (Nat.mod_upper_bound h n ltac:(lia)).
    destruct (reduce h v) as (k & Hk & eq); [lia|lia|auto|]. exists k. split; [|exact eq].
    apply (reduce_to [] h [] k); [now apply legal_single|exact Hk|].
    simpl. now rewrite Nat.mul_1_r, eq.
  Qed.

  Lemma coprime_not_zero a : Nat.gcd a n = 1 -> 0 < a mod n.
  Proof. intros H. apply coprime_pos. now rewrite coprime_mod. Qed.

  (** A single heap is never stranded. *)
  Lemma single_not_stranded h : Nat.gcd h n = 1 -> stranded n [h] = false.
  Proof.
    intros Ch. destruct (Nat.eq_dec (h mod n) 1) as [one|other].
    - apply one_not_stranded. now rewrite product_single.
    - pose proof (coprime_not_zero h Ch).
      destruct (single_reductions h 1 Ch) as (k & Hk & eq); [reflexivity|lia|].
      apply (not_stranded _ _ Hk). now rewrite product_single.
  Qed.

  (** From losing to winning: if the product is 1, no move leaves a product of 1. *)
  Theorem from_losing_to_winning (heaps after : position (mum n)) : legal n heaps = true ->
    product heaps mod n = 1 -> move heaps after -> product after mod n <> 1.
  Proof. intros ok <- H. now apply moves_change. Qed.

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
    pose proof ok as parts. apply legal_middle in parts as [[_ Cx] rest].
    apply legal_coprime in rest. rewrite product_middle in other |- *.
    destruct (proj1 (inverse (product (left ++ right))) rest) as (r & Hr).
    destruct (reduce x (r mod n)) as (k & Hk & eq).
    - apply Nat.mod_upper_bound. lia.
    - intros E. apply other. now rewrite <- mod_mul_l, <- E, mod_mul_l, Nat.mul_comm.
    - now right.
    - assert (one : product (left ++ k :: right) mod n = 1).
      { now rewrite product_middle, <- mod_mul_l, eq, mod_mul_l, Nat.mul_comm. }
      assert (H : In (left ++ k :: right) (reductions n (left ++ x :: right))).
      { apply reduce_to; auto. now rewrite one. }
      exists k. repeat split; try lia; auto.
      + replace (k * (x * product (left ++ right))) with (k * product (left ++ right) * x) by lia.
        rewrite <- product_middle, <- mod_mul_l, one. f_equal. lia.
      + apply move_if_not_stranded; [|exact H]. now apply (not_stranded _ _ H).
  Qed.

  (** A position whose product is not 1 has an option with product 1: either some move makes the
      product 1, or the position is stranded, and the single heap can be reduced to 1. *)
  Lemma winning_option (heaps : position (mum n)) : legal n heaps = true ->
    product heaps mod n <> 1 -> exists after, move heaps after /\ product after mod n = 1.
  Proof.
    intros ok other. destruct (stranded n heaps) eqn:alone.
    - pose proof (legal_coprime _ ok) as C. pose proof (coprime_not_zero _ C).
      destruct (single_reductions (product heaps) 1 C) as (k & Hk & eq); [reflexivity|lia|].
      exists [k]. rewrite move_if_stranded by exact alone. now rewrite product_single.
    - pose proof alone as H. apply andb_false_iff in H as [H|H]; apply negb_false_iff in H.
      + now apply Nat.eqb_eq in H.
      + apply existsb_exists in H as (after & H & one). apply Nat.eqb_eq in one.
        exists after. now rewrite move_if_not_stranded.
  Qed.

  (** The product decides: a position is a P-position if and only if its product is 1. *)
  Theorem product_decides (heaps : position (mum n)) : legal n heaps = true ->
    P_position heaps <-> product heaps mod n = 1.
  Proof.
    induction heaps as [heaps IH] using game_ind. intros ok. rewrite P_position_iff. split.
    - intros all. destruct (Nat.eq_dec (product heaps mod n) 1) as [one|other]; [exact one|].
      destruct (winning_option heaps ok other) as (after & H & one).
      destruct (all after H). apply IH; [exact H|now apply (options_legal heaps)|exact one].
    - intros one after H lost. apply (from_losing_to_winning heaps after ok one H).
      apply IH; [exact H|now apply (options_legal heaps)|exact lost].
  Qed.

  (** ** Mumbers of single heaps *)

  (** Let [f] be a function like the product. If the mumbers of all options are their values [f]
      modulo [n], if no option has the same value as the position, and every smaller number coprime
      to [n] is the value of an option, then the mumber of the position is its value, too. *)
  Lemma mumber_is_value {g : game} (f : position g -> nat) (x : position g) :
    Nat.gcd (f x) n = 1 ->
    (forall y, move x y -> mumber n y = f y mod n) ->
    (forall y, move x y -> f y mod n <> f x mod n) ->
    (forall u, u < f x mod n -> Nat.gcd u n = 1 -> exists y, move x y /\ f y mod n = u) ->
    mumber n x = f x mod n.
  Proof.
    intros C agree differs all. apply mumber_is.
    - lia.
    - now apply coprime_not_zero.
    - now rewrite coprime_mod.
    - intros y H. rewrite (agree y H). now apply differs.
    - intros u Hu Cu. destruct (all u) as (y & H & eq); [lia|exact Cu|].
      exists y. split; [exact H|]. now rewrite (agree y H).
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
    2:{ apply (mumber_is_value (g := mum n)); [now apply legal_coprime|exact agree|].
        intros after. now apply moves_change. }
    intros eq u Hu Cu. pose proof (coprime_pos u Cu) as pos.
    destruct (mumber_spec n heaps ltac:(lia)) as (_ & _ & reaches).
    destruct (reaches u) as (after & H & value); [lia|exact Cu|].
    exists after. split; [exact H|]. now rewrite <- (agree after H).
  Qed.

  (** ** Moduli that divide 24 *)

  (** If [n] divides 24, every number coprime to [n] is its own inverse, and multiplication has the
      property of nim addition behind the Sprague–Grundy theorem: to make a product [a * b] smaller,
      it is enough to make one of the two factors smaller. The numbers below [n] are few
      enough to check both properties one by one. *)

  Definition exchangeable (m a b u : nat) : bool :=
    ((a * a) mod m =? 1) &&
    (negb (u <? (a * b) mod m) || ((u * b) mod m <? a) || ((a * u) mod m <? b)).

  Definition units (m : nat) : list nat := filter (coprime m) (seq 0 m).

  Lemma all_exchangeable :
    forallb (fun m => negb (24 mod m =? 0) ||
      forallb (fun a => forallb (fun b => forallb (exchangeable m a b) (units m)) (units m))
              (units m)) (seq 2 23) = true.
  Proof. vm_compute. reflexivity. Qed.

  Lemma in_units a : Nat.gcd a n = 1 -> In (a mod n) (units n).
  Proof.
    intros H. apply filter_In. split.
    - apply in_seq. pose proof (Nat.mod_upper_bound a n). lia.
    - apply Nat.eqb_eq. now rewrite coprime_mod.
  Qed.

  Lemma exchange a b u : Nat.divide n 24 -> Nat.gcd a n = 1 -> Nat.gcd b n = 1 ->
    Nat.gcd u n = 1 -> u < n -> exchangeable n (a mod n) (b mod n) u = true.
  Proof.
    intros div Ca Cb Cu Hu. pose proof all_exchangeable as all. rewrite forallb_forall in all.
    assert (small : n <= 24) by (apply Nat.divide_pos_le; [lia|exact div]).
    specialize (all n ltac:(apply in_seq; lia)). apply Nat.mod_divide in div; [|lia].
    rewrite div, orb_false_l, forallb_forall in all.
    specialize (all _ (in_units a Ca)). rewrite forallb_forall in all.
    specialize (all _ (in_units b Cb)). rewrite forallb_forall in all.
    apply all. rewrite <- (Nat.mod_small u n) by exact Hu. now apply in_units.
  Qed.

  Lemma square_24 a : Nat.divide n 24 -> Nat.gcd a n = 1 -> (a * a) mod n = 1.
  Proof.
    intros div Ca. pose proof (exchange a a 1 div Ca Ca eq_refl ltac:(lia)) as H.
    apply andb_true_iff in H as [H _]. apply Nat.eqb_eq in H.
    now rewrite <- Nat.mul_mod in H by lia.
  Qed.

  Lemma smaller_24 a b u : Nat.divide n 24 -> Nat.gcd a n = 1 -> Nat.gcd b n = 1 ->
    Nat.gcd u n = 1 -> u < (a * b) mod n -> (u * b) mod n < a mod n \/ (a * u) mod n < b mod n.
  Proof.
    intros div Ca Cb Cu Hu. pose proof (Nat.mod_upper_bound (a * b) n ltac:(lia)).
    pose proof (exchange a b u div Ca Cb Cu ltac:(lia)) as H'.
    apply andb_true_iff in H' as [_ H']. rewrite <- Nat.mul_mod in H' by lia.
    apply Nat.ltb_lt in Hu. rewrite Hu in H'. simpl in H'. rewrite orb_true_iff, !Nat.ltb_lt in H'.
    now rewrite Nat.mul_mod_idemp_r, Nat.mul_mod_idemp_l in H' by lia.
  Qed.

  (** [a] cancels [a], because it is its own inverse. *)
  Lemma twice_24 a u : Nat.divide n 24 -> Nat.gcd a n = 1 -> u < n -> (a * (a * u)) mod n = u.
  Proof.
    intros div Ca Hu. rewrite Nat.mul_assoc, <- mod_mul_l, square_24 by assumption.
    rewrite Nat.mul_1_l. now apply Nat.mod_small.
  Qed.

  (** Every smaller product can be reached by making one heap smaller, as in Nim. *)
  Lemma smaller_product_24 heaps : Nat.divide n 24 -> legal n heaps = true ->
    forall u, u < product heaps mod n -> Nat.gcd u n = 1 ->
    exists left h right k, heaps = left ++ h :: right /\ k < h < k + n /\
                           product (left ++ k :: right) mod n = u.
  Proof.
    intros div. induction heaps as [|h heaps IH]; intros ok u Hu Cu; pose proof (coprime_pos u Cu).
    - simpl product in Hu. rewrite one_mod in Hu. lia.
    - apply legal_cons in ok as [[_ Ch] ok]. pose proof (legal_coprime heaps ok) as C.
      simpl product in Hu. pose proof (Nat.mod_upper_bound (h * product heaps) n ltac:(lia)).
      destruct (smaller_24 _ _ _ div Ch C Cu Hu) as [L|L].
      + destruct (reduce h ((u * product heaps) mod n)) as (k & Hk & eq); [|lia|auto|].
        { apply Nat.mod_upper_bound. lia. }
        exists [], h, heaps, k. repeat split; [lia|lia|]. simpl.
        rewrite <- mod_mul_l, eq, mod_mul_l, Nat.mul_comm, (Nat.mul_comm u).
        apply twice_24; auto. lia.
      + destruct (IH ok _ L) as (left & l & right & k & -> & Hk & eq).
        { rewrite coprime_mod. now apply coprime_mul. }
        exists (h :: left), l, right, k. repeat split; [lia|lia|]. simpl.
        rewrite <- Nat.mul_mod_idemp_r, eq, Nat.mul_mod_idemp_r by lia. apply twice_24; auto. lia.
  Qed.

  Lemma smaller_reduction_24 heaps u : Nat.divide n 24 -> legal n heaps = true ->
    u < product heaps mod n -> Nat.gcd u n = 1 ->
    exists after, In after (reductions n heaps) /\ product after mod n = u.
  Proof.
    intros div ok Hu Cu.
    destruct (smaller_product_24 heaps div ok u Hu Cu) as (left & h & right & k & -> & Hk & eq).
    exists (left ++ k :: right). split; [|exact eq]. apply reduce_to; auto. now rewrite eq.
  Qed.

  (** If [n] divides 24, no position is stranded. *)
  Theorem never_stranded_24 heaps : Nat.divide n 24 -> legal n heaps = true ->
    stranded n heaps = false.
  Proof.
    intros div ok. destruct (Nat.eq_dec (product heaps mod n) 1) as [one|other].
    - now apply one_not_stranded.
    - pose proof (coprime_not_zero _ (legal_coprime heaps ok)).
      destruct (smaller_reduction_24 heaps 1 div ok) as (after & Ha & eq); [lia|reflexivity|].
      exact (not_stranded _ _ Ha eq).
  Qed.

  (** ** Moduli that do not divide 24 *)

  (** The least number above 1 that is coprime to [n]. *)
  Definition least_coprime (q : nat) : Prop :=
    1 < q /\ Nat.gcd q n = 1 /\ forall c, 1 < c < q -> Nat.gcd c n <> 1.

  Lemma least_coprime_exists : exists q, least_coprime q.
  Proof.
    destruct (find (coprime n) (seq 2 n)) as [q|] eqn:H.
    - pose proof (find_seq_some _ _ _ _ H). apply find_seq in H as [Cq before].
      apply Nat.eqb_eq in Cq. exists q. split; [lia|split; [exact Cq|]]. intros c Hc Cc.
      specialize (before c ltac:(lia)). unfold coprime in before. now rewrite Cc in before.
    - apply (find_none_seq _ _ _) with (m := 1 + 1 * n) in H; [|lia].
      unfold coprime in H. rewrite coprime_add_mul in H. discriminate.
  Qed.

  (** An odd number [d] is coprime to [n] if [n] divides a number of the form [4 * d * m + 8]. *)
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
      or 5, the number [q * q - 1] is 3, 8 or 24. A larger [q] is odd, because 2 is not coprime to
      [n], and one of the numbers [(q - 3) / 2] and [(q + 3) / 2] is odd. This number is coprime to
      [q - 1] and to [q + 1], and hence to [n], although it lies between 1 and [q]. *)
  Lemma least_square q : least_coprime q -> (q * q) mod n = 1 -> Nat.divide n 24.
  Proof.
    intros (Hq & Cq & least) square. pose proof (Nat.div_mod (q * q) n ltac:(lia)) as eq.
    rewrite square in eq. set (m := q * q / n) in eq. clearbody m.
    assert (div : forall a, q * q = a + 1 -> Nat.divide n a) by (intros a Ha; exists m; lia).
    destruct (Nat.Even_or_Odd q) as [[r even]|[r odd]].
    - assert (q = 2) as ->.
      { destruct (Nat.eq_dec q 2) as [two'|more]; [exact two'|]. destruct (least 2); [lia|].
        destruct (Nat.eq_dec (Nat.gcd 2 n) 1) as [one|none]; [exact one|].
        pose proof (Nat.gcd_divide_l 2 n) as d2. apply Nat.divide_pos_le in d2 as le; [|lia].
        destruct (Nat.gcd 2 n) as [|[|[|g]]] eqn:E; [now apply Nat.gcd_eq_0_l in E|lia| |lia].
        pose proof (Nat.gcd_divide_r 2 n) as d. rewrite E in d.
        destruct (Nat.gcd_greatest q n 2) as [z Hz]; [exists r; lia|exact d|].
        rewrite Cq in Hz. lia. }
      apply (Nat.divide_trans _ 3); [apply div; lia|now exists 8].
    - destruct (Nat.Even_or_Odd r) as [[w even]|[w odd']].
      + assert (w = 1 \/ 1 < w) as [->|large] by lia.
        * apply div. subst. reflexivity.
        * destruct (least (2 * w - 1)); [lia|].
          apply (odd_coprime _ (2 * w + 2)); [exists (w - 1); lia|]. apply div. nia.
      + assert (w = 0 \/ 0 < w) as [->|large] by lia.
        * apply (Nat.divide_trans _ 8); [apply div; subst; reflexivity|now exists 3].
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

  Lemma least_coprime_below q : least_coprime q -> (q * q) mod n <> 1 -> q < n.
  Proof.
    intros (Hq & Cq & least) square. destruct (Nat.lt_ge_cases q n) as [L|L]; [exact L|exfalso].
    assert (n = 2 \/ 2 < n) as [->|more] by lia.
    - assert (q = 2 \/ q = 3 \/ 3 < q) as [->|[->|large]] by lia; [discriminate| |].
      + now apply square.
      + now apply (least 3); [lia|].
    - apply (least (n - 1)); [lia|]. rewrite coprime_sub by lia. reflexivity.
  Qed.

  (** The options of two heaps of [n - q] are products [q * b] with [q < b < n]. *)
  Lemma equal_heaps_reductions q after : q < n ->
    In after (reductions n [n - q; n - q]) ->
    exists b, q < b < n /\ product after mod n = (q * b) mod n.
  Proof.
    intros Hq H. apply in_reductions in H as (left & h & right & k & eq & -> & Hk & ok).
    apply legal_middle in ok as [[pos _] _].
    assert (shape : h = n - q /\ product (left ++ right) = n - q).
    { destruct left as [|l left]; [|destruct left as [|l' left]; [|now destruct left]];
        injection eq; intros; subst; simpl; lia. }
    destruct shape as [-> others]. exists (n - k). split; [lia|].
    rewrite product_middle, others. replace k with (n - (n - k)) at 1 by lia.
    rewrite mul_sub_mod by lia. f_equal. lia.
  Qed.

  (** Two equal heaps of [n - q] are not stranded: if [b] is the inverse of [q], reducing one of
      them to [n - b] makes the product 1. This makes the heap smaller, because [b] is coprime to
      [n], but it is neither 1 nor [q]. *)
  Lemma equal_heaps q : least_coprime q -> (q * q) mod n <> 1 ->
    q < n /\ legal n [n - q; n - q] = true /\ stranded n [n - q; n - q] = false.
  Proof.
    intros least' square. assert (below : q < n) by now apply least_coprime_below.
    destruct least' as (Hq & Cq & least).
    assert (ok : legal n [n - q; n - q] = true).
    { assert (Nat.gcd (n - q) n = 1) by (rewrite coprime_sub; [exact Cq|lia]).
      rewrite !legal_cons. repeat split; auto; lia. }
    split; [exact below|]. split; [exact ok|].
    destruct (proj1 (inverse q) Cq) as (b & Hb).
    assert (Cb : Nat.gcd (b mod n) n = 1).
    { rewrite coprime_mod. apply inverse. exists q. now rewrite Nat.mul_comm. }
    rewrite <- Nat.mul_mod_idemp_r in Hb by lia.
    pose proof (Nat.mod_upper_bound b n ltac:(lia)) as Lb.
    remember (b mod n) as c eqn:Ec. clear b Ec. pose proof (coprime_pos c Cb).
    assert (q < c).
    { destruct (Nat.lt_total q c) as [L|[L|L]]; [exact L|now subst c|exfalso].
      assert (c = 1 \/ 1 < c) as [->|more] by lia.
      - rewrite Nat.mul_1_r, Nat.mod_small in Hb; lia.
      - now apply (least c); [lia|]. }
    assert (one : product ([] ++ (n - c) :: [n - q]) mod n = 1).
    { simpl product. rewrite Nat.mul_1_r, mul_sub_mod by lia. now rewrite Nat.mul_comm. }
    refine (not_stranded _ _ _ one).
    apply (reduce_to [] (n - q) [n - q]); [exact ok|lia|now rewrite one].
  Qed.

  (** ** The least prime that does not divide [n] *)

  Definition prime (p : nat) : Prop := 1 < p /\ forall d, Nat.divide d p -> d = 1 \/ d = p.

  Lemma prime_divisor c : 1 < c -> exists p, prime p /\ Nat.divide p c.
  Proof.
    intros Hc. destruct (find (fun d => c mod d =? 0) (seq 2 c)) as [p|] eqn:H.
    - pose proof (find_seq_some _ _ _ _ H). apply find_seq in H as [div before].
      apply Nat.eqb_eq, Nat.mod_divide in div; [|lia].
      exists p. split; [|exact div]. split; [lia|]. intros d Hd.
      pose proof (Nat.divide_pos_le _ p ltac:(lia) Hd).
      destruct (Nat.eq_dec d p) as [|less]; [now right|left].
      assert (d <> 0) by (intros ->; apply Nat.divide_0_l in Hd; lia).
      destruct (Nat.eq_dec d 1) as [|more]; [assumption|exfalso].
      specialize (before d ltac:(lia)). apply Nat.eqb_neq in before. apply before.
      apply Nat.mod_divide; [assumption|]. exact (Nat.divide_trans _ _ _ Hd div).
    - apply (find_none_seq _ _ _) with (m := c) in H; [|lia].
      apply Nat.eqb_neq in H. destruct H. apply Nat.mod_same. lia.
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

    (** The mumber of a position that is not stranded and whose options' mumbers are products. *)
    Lemma reading_mumber (heaps : position reading) :
      legal n heaps = true -> stranded n heaps = false ->
      (forall after, move heaps after -> mumber n after = product after mod n) ->
      (forall u, u < product heaps mod n -> Nat.gcd u n = 1 ->
         exists after, In after (reductions n heaps) /\ product after mod n = u) ->
      mumber n heaps = product heaps mod n.
    Proof.
      intros ok free agree all.
      apply (mumber_is_value (g := reading) product); [now apply legal_coprime|exact agree| |].
      - intros after H. rewrite reading_move in H by exact free. now apply reductions_change.
      - intros u Hu Cu. destruct (all u Hu Cu) as (after & H & eq). exists after.
        now rewrite reading_move.
    Qed.

    Lemma any_mumber_single_heap (x : nat) : Nat.gcd x n = 1 ->
      mumber n (g := reading) [x] = x mod n.
    Proof.
      induction x as [x IH] using lt_wf_ind. intros Cx.
      rewrite <- (product_single x) at 2. apply reading_mumber.
      - now apply legal_single.
      - now apply single_not_stranded.
      - intros after H. rewrite reading_move in H by now apply single_not_stranded.
        pose proof (reductions_legal _ _ H) as ok.
        apply in_reductions in H as (left & h & right & k & eq & -> & Hk & _).
        destruct left as [|l left]; [|now destruct left]. injection eq as <- <-.
        apply legal_single in ok. simpl app. rewrite product_single. apply IH; [lia|exact ok].
      - intros u Hu Cu. rewrite product_single in Hu.
        destruct (single_reductions x u Cx Cu Hu) as (k & Hk & eq). exists [k].
        now rewrite product_single.
    Qed.

    Lemma any_mumbers_are_products_24 (heaps : position reading) : Nat.divide n 24 ->
      legal n heaps = true -> mumber n heaps = product heaps mod n.
    Proof.
      intros div. induction heaps as [heaps IH] using game_ind. intros ok.
      pose proof (never_stranded_24 heaps div ok) as free.
      apply reading_mumber; [exact ok|exact free| |].
      - intros after H. apply IH; [exact H|].
        rewrite reading_move in H by exact free. exact (reductions_legal _ _ H).
      - intros u. now apply smaller_reduction_24.
    Qed.

    Lemma any_mumber_of_sum_24 (p : position (sum reading reading)) : Nat.divide n 24 ->
      legal n (fst p) = true -> legal n (snd p) = true ->
      mumber n p = (product (fst p) * product (snd p)) mod n.
    Proof.
      intros div. induction p as [[x y] IH] using game_ind. simpl fst; simpl snd. intros okx oky.
      pose proof (legal_coprime x okx) as Cx. pose proof (legal_coprime y oky) as Cy.
      pose proof (never_stranded_24 x div okx) as freex.
      pose proof (never_stranded_24 y div oky) as freey.
      assert (moves : forall q, move (g := sum reading reading) (x, y) q <->
                (In (fst q) (reductions n x) /\ snd q = y) \/
                (In (snd q) (reductions n y) /\ fst q = x)).
      { intros q. etransitivity; [apply in_sum_options|]. simpl fst; simpl snd.
        now rewrite !reading_move. }
      apply (mumber_is_value (fun p : position (sum reading reading) =>
                                product (fst p) * product (snd p))).
      - now apply coprime_mul.
      - intros q H. apply IH; [exact H| |]; apply moves in H as [(H & E)|(H & E)];
          apply reductions_legal in H; congruence.
      - intros [a b] H eq. apply moves in H as [(H & E)|(H & E)]; simpl in H, E, eq; subst.
        + rewrite !(Nat.mul_comm _ (product y)) in eq. apply cancel in eq; [|exact Cy].
          now apply (reductions_change x a okx H).
        + apply cancel in eq; [|exact Cx]. now apply (reductions_change y b oky H).
      - simpl fst; simpl snd. intros u Hu Cu.
        pose proof (Nat.mod_upper_bound (product x * product y) n ltac:(lia)).
        destruct (smaller_24 _ _ _ div Cx Cy Cu Hu) as [L|L].
        + destruct (smaller_reduction_24 x _ div okx L) as (a & Ha & eq).
          { rewrite coprime_mod. now apply coprime_mul. }
          exists (a, y). split; [apply moves; now left|]. simpl.
          rewrite <- mod_mul_l, eq, mod_mul_l, Nat.mul_comm, (Nat.mul_comm u).
          apply twice_24; auto. lia.
        + destruct (smaller_reduction_24 y _ div oky L) as (b & Hb & eq).
          { rewrite coprime_mod. now apply coprime_mul. }
          exists (x, b). split; [apply moves; now right|]. simpl.
          rewrite <- Nat.mul_mod_idemp_r, eq, Nat.mul_mod_idemp_r by lia.
          apply twice_24; auto. lia.
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
      intros least square X. destruct (equal_heaps q least square) as (below & ok & free).
      destruct least as (Hq & Cq & least). fold X in ok, free. split; [exact ok|].
      assert (value : product X mod n = (q * q) mod n).
      { unfold X. simpl product. rewrite Nat.mul_1_r. apply mul_sub_mod; lia. }
      destruct (Forall_Exists_dec
                  (fun heaps : position reading => mumber n heaps = product heaps mod n)
                  (fun heaps => Nat.eq_dec _ _) (options X)) as [agree|differ].
      - rewrite Forall_forall in agree. exists X. split; [now left|]. split; [exact ok|].
        intros eq. pose proof (legal_coprime X ok) as C. rewrite <- coprime_mod in C.
        pose proof (coprime_pos _ C) as pos.
        assert (q < product X mod n).
        { destruct (Nat.lt_total q (product X mod n)) as [L|[L|L]]; [exact L| |]; exfalso.
          - rewrite value in L. assert (H : (q * 1) mod n = (q * q) mod n).
            { rewrite Nat.mul_1_r, <- L. now apply Nat.mod_small. }
            apply cancel in H; [|exact Cq]. rewrite one_mod, Nat.mod_small in H; lia.
          - apply (least (product X mod n)); [|exact C]. lia. }
        destruct (mumber_spec n X ltac:(lia)) as (_ & _ & reaches).
        destruct (reaches q) as (after & H' & E); [lia|exact Cq|].
        rewrite (agree after H') in E. rewrite reading_move in H' by exact free.
        apply equal_heaps_reductions in H' as (b & Hb & E'); [|exact below].
        assert (same : (q * b) mod n = (q * 1) mod n).
        { rewrite <- E', E, Nat.mul_1_r. symmetry. now apply Nat.mod_small. }
        apply cancel in same; [|exact Cq]. rewrite one_mod, Nat.mod_small in same; lia.
      - apply Exists_exists in differ as (after & H & differ). exists after.
        split; [now right|]. split; [|exact differ].
        fold (move (g := reading) X after) in H. rewrite reading_move in H by exact free.
        exact (reductions_legal _ _ H).
    Qed.

    (** Mumbers are products exactly when [n] divides 24, under any reading. *)
    Theorem any_mumbers_are_products_iff_24 :
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

    (** Mumbers of sums are products exactly when [n] divides 24, under any reading: if [q] is the
        least number above 1 that is coprime to [n], the sum of a single heap [q] and its copy is a
        P-position and has mumber 1. *)
    Theorem any_mumber_of_sum_iff_24 :
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
      - intros div x y okx oky. rewrite !any_mumbers_are_products_24 by assumption.
        rewrite <- Nat.mul_mod by lia. now apply (any_mumber_of_sum_24 (x, y)).
    Qed.

    (** If [n] does not divide 24, let [q] be the least prime that does not divide [n]. Then mumber
        and product differ at [(n - q, n - q)] or at one of its options. *)
    Theorem any_mumber_differs_prime q : ~ Nat.divide n 24 -> least_prime q ->
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

  (** Mumbers are products exactly when [n] divides 24. *)
  Theorem mumbers_are_products_iff_24 :
    (forall heaps : position (mum n), legal n heaps = true -> mumber n heaps = product heaps mod n)
    <-> Nat.divide n 24.
  Proof. apply any_mumbers_are_products_iff_24. Qed.

  (** Mumbers of sums are products exactly when [n] divides 24. *)
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
    no consolidation. Only two or more heaps are consolidated, which changes nothing in legal
    positions; but play ends in all positions. *)

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
  assert (reduced : In after (reductions n heaps) -> measure after < measure heaps).
  { intros H. pose proof (reductions_smaller _ _ _ H). apply reductions_length in H.
    unfold measure. lia. }
  assert (single : In after (reductions n [product heaps]) -> measure after < measure heaps).
  { intros H. pose proof (reductions_smaller _ _ _ H) as L. apply reductions_length in H.
    unfold measure. simpl in H, L. lia. }
  assert (merge : In after (merged heaps) -> measure after < measure heaps).
  { unfold merged. destruct (Nat.ltb_spec 1 (length heaps)); [|intros []].
    intros [<-|[]]. unfold measure. simpl. lia. }
  unfold reading_options. destruct (stranded n heaps); [|exact reduced].
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
  intros two same. set (g := mum_with c n) in *.
  assert (sound : forall x y : position g, move x y ->
            In y (reductions n x) \/ In y (reductions n [product x])).
  { intros x y H. unfold move in H. simpl in H. unfold reading_options in H.
    destruct (stranded n x); [|now left].
    destruct same as [-> | ->]; simpl in H; rewrite ?in_app_iff in H; tauto. }
  assert (complete : forall x y : position g, move (g := mum n) x y -> move x y).
  { intros x y. unfold move. simpl. unfold mum_options, reading_options.
    destruct (stranded n x); [|exact (fun H => H)].
    destruct same as [-> | ->]; simpl; rewrite ?in_app_iff; tauto. }
  induction heaps as [heaps IH] using game_ind. intros ok.
  assert (legals : forall y, move heaps y -> legal n y = true).
  { intros y H. apply sound in H as [H|H]; exact (reductions_legal _ _ _ H). }
  rewrite P_position_iff. split.
  - intros all. destruct (Nat.eq_dec (product heaps mod n) 1) as [one|other]; [exact one|].
    destruct (winning_option n two heaps ok other) as (after & H & one). apply complete in H.
    destruct (all after H). apply IH; auto.
  - intros one after H lost. apply IH in lost; auto. rewrite <- one in lost. revert lost.
    apply sound in H as [H|H]; [now apply reductions_change|].
    rewrite <- (product_single (product heaps)). apply reductions_change; auto.
    now apply legal_product.
Qed.

(** Under each of the five readings, mumbers are products exactly when [n] divides 24, and so are
    mumbers of sums. *)
Theorem readings_mumbers_are_products_iff_24 c n : 2 <= n ->
  (forall heaps : position (mum_with c n), legal n heaps = true ->
     mumber n heaps = product heaps mod n) <-> Nat.divide n 24.
Proof. intros two. now apply any_mumbers_are_products_iff_24. Qed.

Theorem readings_mumber_of_sum_iff_24 c n : 2 <= n ->
  (forall x y : position (mum_with c n), legal n x = true -> legal n y = true ->
     mumber n (g := sum (mum_with c n) (mum_with c n)) (x, y) = (mumber n x * mumber n y) mod n)
  <-> Nat.divide n 24.
Proof. intros two. now apply any_mumber_of_sum_iff_24. Qed.

Theorem readings_mumber_differs c n q : 2 <= n -> ~ Nat.divide n 24 -> least_prime n q ->
  let X := [n - q; n - q] : position (mum_with c n) in
  legal n X = true /\
  exists heaps, (heaps = X \/ move X heaps) /\ legal n heaps = true /\
                mumber n heaps <> product heaps mod n.
Proof. intros two. now apply any_mumber_differs_prime. Qed.

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

Lemma in_small_options must n heaps after : In after (small_options must n heaps) ->
  In after (reductions n heaps) \/ In after (reductions n [product heaps]).
Proof.
  unfold small_options. rewrite in_app_iff. destruct must, (small n heaps); simpl; tauto.
Qed.

Lemma small_smaller must n heaps after :
  In after (small_options must n heaps) -> product after < product heaps.
Proof.
  intros H. apply in_small_options in H as [H|H]; apply reductions_smaller in H; simpl in H; lia.
Qed.

Definition mum_small (must : bool) (n : nat) : game :=
  Game (list nat) (small_options must n) product (small_smaller must n).

(** A heap larger than [n] can be reduced such that the product becomes any other number [u]. *)
Lemma reduce_large n left x right u : 2 <= n -> legal n (left ++ x :: right) = true -> n < x ->
  u < product (left ++ x :: right) mod n -> Nat.gcd u n = 1 ->
  exists after, In after (reductions n (left ++ x :: right)) /\ product after mod n = u.
Proof.
  intros two ok large Hu Cu. pose proof ok as parts. apply legal_middle in parts as [_ rest].
  apply (legal_coprime n two) in rest. set (others := product (left ++ right)) in *.
  destruct (proj1 (inverse n two others) rest) as (r & Hr).
  pose proof (Nat.mod_upper_bound (product (left ++ x :: right)) n ltac:(lia)).
  assert (value : ((u * r) mod n * others) mod n = u).
  { rewrite mod_mul_l by exact two. replace (u * r * others) with (others * r * u) by lia.
    rewrite <- mod_mul_l, Hr, Nat.mul_1_l by exact two. apply Nat.mod_small. lia. }
  destruct (reduce n two x ((u * r) mod n)) as (k & Hk & eq).
  - apply Nat.mod_upper_bound. lia.
  - intros E. rewrite E, mod_mul_l in value by exact two.
    rewrite product_middle in Hu. fold others in Hu. lia.
  - now right.
  - assert (result : product (left ++ k :: right) mod n = u).
    { rewrite product_middle. fold others. now rewrite <- mod_mul_l, eq by exact two. }
    exists (left ++ k :: right). split; [|exact result].
    apply reduce_to; [exact two|exact ok|exact Hk|now rewrite result].
Qed.

Theorem small_mumbers_are_products must n (heaps : position (mum_small must n)) : 2 <= n ->
  legal n heaps = true -> mumber n heaps = product heaps mod n.
Proof.
  intros two. induction heaps as [heaps IH] using game_ind. intros ok.
  pose proof (legal_coprime n two heaps ok) as C.
  apply (mumber_is_value n two (g := mum_small must n) product); [exact C| | |].
  - intros after H. apply IH; [exact H|].
    apply in_small_options in H as [H|H]; exact (reductions_legal _ _ _ H).
  - intros after H. apply in_small_options in H as [H|H].
    + now apply reductions_change.
    + rewrite <- (product_single (product heaps)). apply reductions_change; [exact two| |exact H].
      now apply legal_product.
  - intros u Hu Cu.
    enough (exists after, In after (small_options must n heaps) /\ product after mod n = u)
      by assumption.
    unfold small_options. destruct (small n heaps) eqn:S.
    + destruct (single_reductions n two (product heaps) u C Cu Hu) as (k & Hk & eq).
      exists [k]. rewrite in_app_iff, product_single. auto.
    + rewrite andb_false_r. simpl app.
      destruct (existsb (fun x => n <? x) heaps) eqn:large.
      * apply existsb_exists in large as (x & Hx & large). apply Nat.ltb_lt in large.
        apply in_split in Hx as (left & right & ->). now apply (reduce_large n left x right).
      * destruct heaps as [|h [|h' heaps]].
        -- simpl product in Hu. pose proof (coprime_pos n two u Cu).
           rewrite Nat.mod_small in Hu; lia.
        -- rewrite product_single in Hu, C.
           destruct (single_reductions n two h u C Cu Hu) as (k & Hk & eq).
           exists [k]. rewrite product_single. auto.
        -- exfalso. assert (small n (h :: h' :: heaps) = true) as S'; [|congruence].
           apply andb_true_iff. split; [reflexivity|]. apply forallb_forall. intros x Hx.
           apply Nat.ltb_lt. destruct (Nat.lt_total x n) as [L|[E|L]]; [exact L| |]; exfalso.
           ++ apply in_split in Hx as (left & right & split). rewrite split in ok.
              apply legal_middle in ok as [[_ Cx] _]. subst x. rewrite Nat.gcd_diag in Cx. lia.
           ++ apply not_true_iff_false in large. apply large, existsb_exists. exists x.
              now rewrite Nat.ltb_lt.
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

Lemma in_powers_moves m heaps after : In after (powers_moves m heaps) <->
  exists s, s < m /\ In (s, after) (takes heaps).
Proof.
  unfold powers_moves. rewrite in_map_iff. split.
  - intros ([s y] & eq & H). simpl in eq. subst y. apply filter_In in H as [H L].
    apply Nat.ltb_lt in L. now exists s.
  - intros (s & L & H). exists (s, after). split; [reflexivity|]. apply filter_In.
    now rewrite Nat.ltb_lt.
Qed.

Lemma takes_sum heaps s after : In (s, after) (takes heaps) ->
  1 <= s /\ list_sum heaps = list_sum after + s.
Proof.
  intros H. apply in_takes in H as (left & h & right & -> & Hs & ->).
  rewrite !list_sum_app. simpl. lia.
Qed.

(** If some move takes [r] sticks, some move takes [s], for all smaller [s]. *)
Lemma takes_fewer heaps r s after : In (r, after) (takes heaps) -> 1 <= s <= r ->
  exists other, In (s, other) (takes heaps).
Proof.
  intros H Hs. apply in_takes in H as (left & h & right & -> & Hr & ->).
  exists (left ++ h - s :: right). apply in_takes. exists left, h, right. repeat split; lia.
Qed.

(** The heaps from which the player moves have the same number of sticks as the position. *)
Lemma powers_sum m heaps :
  list_sum (if powers_stranded m heaps then [list_sum heaps] else heaps) = list_sum heaps.
Proof. destruct (powers_stranded m heaps); simpl; lia. Qed.

Lemma powers_smaller m heaps after :
  In after (powers_options m heaps) -> list_sum after < list_sum heaps.
Proof.
  intros H. apply in_powers_moves in H as (s & _ & H). apply takes_sum in H as [Hs eq].
  rewrite powers_sum in eq. lia.
Qed.

Definition power_mum (m : nat) : game :=
  Game (list nat) (powers_options m) list_sum (powers_smaller m).

(** The Grundy value is the number of sticks modulo [m]. Taking [s] sticks changes it, because [s]
    is not a multiple of [m]. If it is [r], the player can take [r] sticks, and hence fewer: the
    position is not stranded, or there is only one heap. *)
Theorem grundy_power_mum m (heaps : position (power_mum m)) : 1 <= m ->
  grundy heaps = list_sum heaps mod m.
Proof.
  intros Hm. apply (grundy_is (g := power_mum m) (fun heaps => list_sum heaps mod m)); clear heaps.
  - intros heaps after H eq. apply in_powers_moves in H as (s & L & H).
    apply takes_sum in H as [Hs sum]. rewrite powers_sum in sum.
    assert (two : 2 <= m) by lia. apply (mod_differs m two) in eq; [exact eq|lia].
  - intros heaps v Hv. set (r := list_sum heaps mod m) in *.
    assert (bound : r < m) by (apply Nat.mod_upper_bound; lia).
    pose proof (Nat.mod_le (list_sum heaps) m ltac:(lia)) as le. fold r in le.
    assert (take : exists after, In (r, after)
              (takes (if powers_stranded m heaps then [list_sum heaps] else heaps))).
    { destruct (powers_stranded m heaps) eqn:S.
      - exists [list_sum heaps - r]. apply in_takes. exists [], (list_sum heaps), [].
        repeat split; lia.
      - apply andb_false_iff in S as [S|S]; apply negb_false_iff in S.
        + apply Nat.eqb_eq in S. fold r in S. lia.
        + apply existsb_exists in S as (after & H & zero). apply Nat.eqb_eq in zero.
          apply in_powers_moves in H as (s & L & H). pose proof (takes_sum _ _ _ H) as [Hs eq].
          assert (s = r) as <-; [|now exists after].
          unfold r. rewrite eq, <- Nat.add_mod_idemp_l, zero by lia. symmetry.
          now apply Nat.mod_small. }
    destruct take as (after & H). apply (takes_fewer _ _ (r - v)) in H as (other & H); [|lia].
    exists other. split; [apply in_powers_moves; exists (r - v); split; [lia|exact H]|].
    apply takes_sum in H as [_ eq]. rewrite powers_sum in eq.
    pose proof (Nat.div_mod (list_sum heaps) m ltac:(lia)) as split. fold r in split.
    replace (list_sum other) with (v + (list_sum heaps / m) * m) by lia.
    rewrite Nat.mod_add by lia. apply Nat.mod_small. lia.
Qed.

(** ** Mumbers are Grundy values, counted from 1 *)

(** How many positive integers coprime to [n] are smaller than [m]. *)
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

Lemma coprimes_below_reaches n k m : k < coprimes_below n m ->
  exists u, 0 < u < m /\ Nat.gcd u n = 1 /\ coprimes_below n u = k.
Proof.
  induction m as [|m IH]; intros H; [simpl in H; unfold coprimes_below in H; simpl in H; lia|].
  destruct m as [|m]; [unfold coprimes_below in H; simpl in H; lia|].
  rewrite coprimes_below_S in H by lia.
  assert (k < coprimes_below n (S m) \/ coprimes_below n (S m) <= k) as [L|L] by lia.
  - destruct (IH L) as (u & Hu & rest). exists u. split; [lia|exact rest].
  - exists (S m). destruct (coprime n (S m)) eqn:C; [|lia]. apply Nat.eqb_eq in C.
    repeat split; [lia|lia|exact C|lia].
Qed.

(** The mumber of a position with Grundy value [k] is the [k + 1]-st positive integer coprime to
    [n]: it is positive and coprime to [n], and [k] smaller numbers are so, too. *)
Theorem mumber_grundy n {g : game} (x : position g) : 1 <= n ->
  0 < mumber n x /\ Nat.gcd (mumber n x) n = 1 /\ coprimes_below n (mumber n x) = grundy x.
Proof.
  intros Hn. destruct (mumber_spec n x Hn) as ((pos & C) & _ & _). split; [exact pos|].
  split; [exact C|]. clear pos C. symmetry.
  apply (grundy_is (fun x => coprimes_below n (mumber n x))); clear x.
  - intros x y H eq. destruct (mumber_spec n x Hn) as ((posx & Cx) & differs & _).
    destruct (mumber_spec n y Hn) as ((posy & Cy) & _ & _).
    apply (differs y H). destruct (Nat.lt_total (mumber n y) (mumber n x)) as [L|[L|L]];
      [|exact L|].
    + apply (coprimes_below_lt n) in L; [lia|exact posy|exact Cy].
    + apply (coprimes_below_lt n) in L; [lia|exact posx|exact Cx].
  - intros x k Hk. destruct (mumber_spec n x Hn) as (_ & _ & reaches).
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

(** If all positive integers are allowed as values, which means that [n] is 1, the mumber is the
    plain mumber, and is [grundy x + 1]. *)
Theorem plain_mumber_grundy {g : game} (x : position g) : mumber 1 x = grundy x + 1.
Proof.
  destruct (mumber_grundy 1 x) as (pos & _ & <-); [lia|].
  rewrite coprimes_below_all; [lia|]. intros u _. apply Nat.gcd_1_r.
Qed.

(** Modulo a prime [p], the mumber is [grundy x + 1] as long as this is smaller than [p]. *)
Theorem mumber_grundy_prime p {g : game} (x : position g) : prime p -> grundy x + 1 < p ->
  mumber p x = grundy x + 1.
Proof.
  intros [two divisors] small. destruct (mumber_grundy p x) as (pos & _ & eq); [lia|].
  assert (all : forall u, 0 < u < p -> Nat.gcd u p = 1).
  { intros u Hu. destruct (divisors (Nat.gcd u p)) as [one|same]; [|exact one|].
    - apply Nat.gcd_divide_r.
    - pose proof (Nat.divide_pos_le (Nat.gcd u p) u ltac:(lia) (Nat.gcd_divide_l u p)). lia. }
  assert (mumber p x <= p \/ p < mumber p x) as [L|L] by lia.
  - rewrite coprimes_below_all in eq; [lia|]. intros u Hu. apply all. lia.
  - pose proof (coprimes_below_le p p (mumber p x) ltac:(lia)) as H.
    rewrite coprimes_below_all in H by exact all. lia.
Qed.

(** ** Counterexamples *)

(** Modulo 5, the mumber of two heaps of 3 is not their product. *)
Theorem mumber_3_3_mod_5 :
  mumber 5 (g := mum 5) [3; 3] = 2 /\ product [3; 3] mod 5 = 4.
Proof. vm_compute. auto. Qed.

Theorem mumber_4_3_mod_5 : mumber 5 (g := mum 5) [4; 3] = 6.
Proof. vm_compute. reflexivity. Qed.

(** The sum of two single heaps of 2 is a P-position, so its mumber is 1, but the product of the
    mumbers is 4 modulo 5. *)
Theorem mumber_of_sum_2_2_mod_5 :
  mumber 5 (g := sum (mum 5) (mum 5)) ([2], [2]) = 1 /\
  (mumber 5 (g := mum 5) [2] * mumber 5 (g := mum 5) [2]) mod 5 = 4.
Proof. vm_compute. auto. Qed.

(** The heaps of a position are not a sum: the single position with heaps 2 and 2 is not lost. *)
Theorem mumber_2_2_mod_5 : mumber 5 (g := mum 5) [2; 2] = 4.
Proof. vm_compute. reflexivity. Qed.

(** The remainders of the heaps do not determine the mumber. *)
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
