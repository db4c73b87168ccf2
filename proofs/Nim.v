(** * Nim

    A position is a list of heaps. A move takes one stick or more from one heap. *)

From Twist Require Export Game.
Import ListNotations.

(** All ways to take sticks from one heap: the number taken, and the heaps after the move. *)
Fixpoint takes (heaps : list nat) : list (nat * list nat) :=
  match heaps with
  | [] => []
  | h :: rest =>
      map (fun s => (s, h - s :: rest)) (seq 1 h) ++
      map (fun '(s, after) => (s, h :: after)) (takes rest)
  end.

Lemma in_takes heaps s after : In (s, after) (takes heaps) <->
  exists left h right, heaps = left ++ h :: right /\ 1 <= s <= h /\
                       after = left ++ h - s :: right.
Proof.
  revert after. induction heaps as [|h heaps IH]; simpl; intros after.
  - split; [tauto|]. intros (left & h & right & eq & _). now destruct left.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [(t & eq & Ht)|([t other] & eq & Ht)]; injection eq as <- <-.
      * apply in_seq in Ht. exists [], h, heaps. repeat split; lia.
      * apply IH in Ht as (left & k & right & -> & Ht & ->).
        now exists (h :: left), k, right.
    + intros (left & k & right & eq & Hs & ->). destruct left as [|l left]; injection eq as <- ->.
      * left. exists s. split; [reflexivity|]. apply in_seq. lia.
      * right. exists (s, left ++ k - s :: right). split; [reflexivity|].
        apply IH. now exists left, k, right.
Qed.

Lemma takes_smaller heaps s after : In (s, after) (takes heaps) -> list_sum after < list_sum heaps.
Proof.
  intros H. apply in_takes in H as (left & h & right & -> & Hs & ->).
  rewrite !list_sum_app. simpl. lia.
Qed.

Program Definition nim : game := {|
  options heaps := map snd (takes heaps);
  size := list_sum
|}.
Next Obligation.
  apply in_map_iff in H as ([s after] & <- & H). exact (takes_smaller _ _ _ H).
Qed.

(** A move replaces one heap by a smaller one. *)
Lemma move_nim (x y : position nim) : move x y <->
  exists left h right l, x = left ++ h :: right /\ l < h /\ y = left ++ l :: right.
Proof.
  unfold move. simpl. rewrite in_map_iff. split.
  - intros ([s after] & <- & H). apply in_takes in H as (left & h & right & -> & Hs & ->).
    exists left, h, right, (h - s). repeat split. lia.
  - intros (left & h & right & l & -> & Hl & ->). exists (h - l, left ++ l :: right).
    split; [reflexivity|]. apply in_takes. exists left, h, right. repeat split; [lia..|].
    now replace (h - (h - l)) with l by lia.
Qed.

Definition nim_sum (heaps : list nat) : nat := fold_right Nat.lxor 0 heaps.

Lemma nim_sum_middle left h right :
  nim_sum (left ++ h :: right) = Nat.lxor h (nim_sum (left ++ right)).
Proof.
  induction left as [|l left IH]; [reflexivity|]. simpl. rewrite IH.
  now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm l h).
Qed.

(** Every smaller nim-sum can be reached by making one heap smaller. *)
Lemma nim_sum_smaller heaps : forall n, n < nim_sum heaps ->
  exists left h right k, heaps = left ++ h :: right /\ k < h /\ nim_sum (left ++ k :: right) = n.
Proof.
  induction heaps as [|h heaps IH]; simpl; intros n Hn; [lia|].
  destruct (lxor_smaller _ _ _ Hn) as [H|H].
  - exists [], h, heaps, (Nat.lxor n (nim_sum heaps)). simpl. repeat split; [exact H|].
    now rewrite Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r.
  - apply IH in H as (left & l & right & k & -> & Hk & eq). exists (h :: left), l, right, k.
    simpl. repeat split; [exact Hk|].
    now rewrite eq, <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l.
Qed.

(** The Grundy value of a position is its nim-sum: changing one heap changes the nim-sum, and every
    smaller nim-sum can be reached. *)
Theorem grundy_nim (heaps : position nim) : grundy heaps = nim_sum heaps.
Proof.
  apply (grundy_is (g := nim) nim_sum); clear heaps.
  - intros heaps after H eq. apply move_nim in H as (left & h & right & l & -> & Hl & ->).
    rewrite !nim_sum_middle in eq. apply lxor_cancel_r in eq. lia.
  - intros heaps n Hn. apply nim_sum_smaller in Hn as (left & h & right & k & -> & Hk & eq).
    exists (left ++ k :: right). split; [|exact eq]. apply move_nim. now exists left, h, right, k.
Qed.

(** Bouton's theorem: the P-positions are the positions whose nim-sum is 0. *)
Theorem bouton (heaps : position nim) : P_position heaps <-> nim_sum heaps = 0.
Proof. now rewrite P_position_grundy, grundy_nim. Qed.

(** The Sprague–Grundy theorem: in every sum, a position can be replaced by a Nim heap whose size is
    its Grundy value. *)
Theorem sprague_grundy (g h : game) (x : position g) (y : position h) :
  P_position ((x, y) : position (sum g h)) <->
  P_position (([grundy x], y) : position (sum nim h)).
Proof.
  rewrite !P_position_grundy, !grundy_sum, grundy_nim. simpl. now rewrite Nat.lxor_0_r.
Qed.

(** ** Moore's Nim

    A move makes at least one and at most [k] heaps smaller, each by any amount. *)

(** [lowered d x y]: [y] are the heaps [x], except that exactly [d] of them are smaller. *)
Inductive lowered : nat -> list nat -> list nat -> Prop :=
  | lowered_nil : lowered 0 [] []
  | lowered_keep d h x y : lowered d x y -> lowered d (h :: x) (h :: y)
  | lowered_take d h l x y : l < h -> lowered d x y -> lowered (S d) (h :: x) (l :: y).

(** All ways to make exactly [d] heaps smaller. *)
Fixpoint lower (d : nat) (heaps : list nat) : list (list nat) :=
  match heaps, d with
  | [], 0 => [[]]
  | [], S _ => []
  | h :: rest, 0 => map (cons h) (lower 0 rest)
  | h :: rest, S e =>
      map (cons h) (lower d rest) ++ flat_map (fun l => map (cons l) (lower e rest)) (seq 0 h)
  end.

Lemma in_lower d x y : In y (lower d x) <-> lowered d x y.
Proof.
  split.
  - revert d y. induction x as [|h x IH]; intros [|d] y H; simpl in H.
    + destruct H as [<-|[]]. constructor.
    + destruct H.
    + apply in_map_iff in H as (z & <- & H). constructor. now apply IH.
    + apply in_app_iff in H as [H|H].
      * apply in_map_iff in H as (z & <- & H). constructor. now apply IH.
      * apply in_flat_map in H as (l & Hl & H). apply in_map_iff in H as (z & <- & H).
        apply in_seq in Hl. constructor; [lia|]. now apply IH.
  - intros H. induction H as [|d h x y H IH|d h l x y Hl H IH]; simpl.
    + now left.
    + destruct d as [|d]; [|apply in_app_iff; left]; now apply in_map.
    + apply in_app_iff. right. apply in_flat_map. exists l. split; [apply in_seq; lia|].
      now apply in_map.
Qed.

Lemma lowered_0 x y : lowered 0 x y <-> x = y.
Proof.
  split.
  - intros H. remember 0 as d eqn:Hd. induction H as [|d h x y H IH|]; [reflexivity| |discriminate].
    f_equal. now apply IH.
  - intros <-. induction x; now constructor.
Qed.

Lemma lowered_sum d x y : lowered d x y -> list_sum y + d <= list_sum x.
Proof. intros H. induction H; simpl; lia. Qed.

Definition moore_options (k : nat) (heaps : list nat) : list (list nat) :=
  flat_map (fun d => lower d heaps) (seq 1 k).

Lemma in_moore_options k x y :
  In y (moore_options k x) <-> exists d, 1 <= d <= k /\ lowered d x y.
Proof.
  unfold moore_options. rewrite in_flat_map. split.
  - intros (d & Hd & H). exists d. apply in_seq in Hd. rewrite in_lower in H. split; [lia|exact H].
  - intros (d & Hd & H). exists d. rewrite in_seq, in_lower. split; [lia|exact H].
Qed.

Program Definition moore_nim (k : nat) : game := {|
  options := moore_options k;
  size := list_sum
|}.
Next Obligation.
  apply in_moore_options in H as (d & Hd & H). apply lowered_sum in H. lia.
Qed.

(** The number of ones in column [b], when the heaps are written in binary, one below the other.
    Column 0 is the rightmost. *)
Definition column (b : nat) (heaps : list nat) : nat :=
  length (filter (fun h => Nat.testbit h b) heaps).

(** The number of ones in each column is a multiple of [m]. *)
Definition balanced (m : nat) (heaps : list nat) : Prop :=
  forall b, Nat.divide m (column b heaps).

Lemma column_cons b h x : column b (h :: x) = Nat.b2n (Nat.testbit h b) + column b x.
Proof. unfold column. simpl. now destruct (Nat.testbit h b). Qed.

Lemma column_div2 b x : column (S b) x = column b (map Nat.div2 x).
Proof.
  induction x as [|h x IH]; [reflexivity|]. simpl map. rewrite !column_cons, IH. reflexivity.
Qed.

(** Lower [d > 0] heaps, and look at the leftmost column in which one of them changes. The leftmost
    change in a heap is from 1 to 0. So the column loses between 1 and [d] ones. *)
Lemma lowered_column d x y : lowered d x y -> d > 0 ->
  exists b e, 1 <= e <= d /\ column b x = column b y + e /\
              forall c, b < c -> column c x = column c y.
Proof.
  intros H. induction H as [|d h x y H IH|d h l x y Hl H IH]; intros Hd; [lia| |].
  - destruct IH as (b & e & He & eq & above); [lia|]. exists b, e. rewrite !column_cons.
    repeat split; [lia..|]. intros c Hc. rewrite !column_cons. now rewrite above.
  - destruct (highest_difference h l) as (b & differ & above); [lia|].
    assert (bits : Nat.testbit h b = true /\ Nat.testbit l b = false).
    { destruct (Nat.testbit h b) eqn:Bh, (Nat.testbit l b) eqn:Bl; try tauto; exfalso.
      assert (h < l); [|lia]. now apply (lt_by_bit _ _ b). }
    destruct bits as [Bh Bl].
    assert (rest : d = 0 \/ d > 0) by lia. destruct rest as [->|more].
    + apply lowered_0 in H as <-. exists b, 1. rewrite !column_cons, Bh, Bl. simpl.
      repeat split; [lia..|]. intros c Hc. rewrite !column_cons. now rewrite above.
    + destruct IH as (b' & e & He & eq & above'); [exact more|].
      destruct (Nat.lt_total b b') as [Hb|[<-|Hb]].
      * exists b', e. rewrite !column_cons, (above b' Hb). repeat split; [lia..|].
        intros c Hc. rewrite !column_cons, above, above' by lia. reflexivity.
      * exists b, (S e). rewrite !column_cons, Bh, Bl. simpl. repeat split; [lia..|].
        intros c Hc. rewrite !column_cons, above, above' by lia. reflexivity.
      * exists b, 1. rewrite !column_cons, Bh, Bl, above' by exact Hb. simpl.
        repeat split; [lia..|].
        intros c Hc. rewrite !column_cons, above, above' by lia. reflexivity.
Qed.

(** A column of a balanced position cannot lose between 1 and [m - 1] ones and stay balanced. *)
Lemma balanced_leave m d x y : balanced m x -> 1 <= d < m -> lowered d x y -> ~ balanced m y.
Proof.
  intros Bx Hd H By. apply lowered_column in H as (b & e & He & eq & _); [|lia].
  assert (divides : Nat.divide m e).
  { apply (Nat.divide_add_cancel_r m (column b y)); [apply By|]. rewrite <- eq. apply Bx. }
  apply Nat.divide_pos_le in divides; lia.
Qed.

Lemma last_digit (digit : bool) l z :
  column 0 (2 * l + Nat.b2n digit :: z) = Nat.b2n digit + column 0 z /\
  map Nat.div2 (2 * l + Nat.b2n digit :: z) = l :: map Nat.div2 z.
Proof.
  rewrite column_cons, Nat.testbit_0_r. split; [reflexivity|]. cbn [map].
  destruct digit; simpl Nat.b2n; [rewrite Nat.add_1_r|rewrite Nat.add_0_r].
  - now rewrite Nat.div2_succ_double.
  - now rewrite Nat.div2_double.
Qed.

(** The choices in the rightmost column. Suppose that we have already decided about the other
    columns, and that [d] heaps become smaller there. These heaps can have either digit in the
    rightmost column; we want [t] ones. The other heaps have [s] ones there, and we can turn any
    number [c] of them into zeros. *)
Lemma last_column d x y : lowered d (map Nat.div2 x) y ->
  exists s, forall c t, c <= s -> t <= d ->
    exists z, lowered (d + c) x z /\ map Nat.div2 z = y /\ column 0 z + c = s + t.
Proof.
  remember (map Nat.div2 x) as x' eqn:eq. intros H. revert x eq.
  induction H as [|d h' x' y H IH|d h' l x' y Hl H IH]; intros [|h x] eq; try discriminate.
  - exists 0. intros c t Hc Ht. exists []. replace c with 0 by lia. replace t with 0 by lia.
    repeat split. constructor.
  - injection eq as -> eq. destruct (IH x eq) as (s & some).
    exists (Nat.b2n (Nat.odd h) + s). intros c t Hc Ht. pose proof (Nat.div2_odd h) as half.
    destruct (Nat.le_gt_cases c s) as [few|all].
    + destruct (some c t few Ht) as (z & Hz & <- & col). exists (h :: z).
      rewrite column_cons, Nat.bit0_odd. repeat split; [now constructor|lia].
    + destruct (some s t (le_n s) Ht) as (z & Hz & <- & col).
      exists (2 * Nat.div2 h + Nat.b2n false :: z).
      destruct (last_digit false (Nat.div2 h) z) as [-> ->].
      destruct (Nat.odd h); simpl Nat.b2n in *; [|lia]. replace c with (S s) by lia.
      repeat split; [|lia]. rewrite Nat.add_succ_r. constructor; [lia|exact Hz].
  - injection eq as -> eq. destruct (IH x eq) as (s & some). exists s. intros c t Hc Ht.
    assert (choice : exists digit t', t = Nat.b2n digit + t' /\ t' <= d).
    { destruct (Nat.eq_dec t (S d)); [exists true, d|exists false, t]; simpl; lia. }
    destruct choice as (digit & t' & -> & Ht'). destruct (some c t' Hc Ht') as (z & Hz & <- & col).
    exists (2 * l + Nat.b2n digit :: z). destruct (last_digit digit l z) as [-> ->].
    repeat split; [|lia]. pose proof (Nat.div2_odd h). constructor; [|exact Hz].
    destruct digit; simpl; lia.
Qed.

(** Every position can be balanced by lowering fewer than [m] heaps. First balance the columns left
    of the rightmost, by induction, lowering [d] heaps. Let [s] be the number of ones that the other
    heaps have in the rightmost column. If [s mod m + d < m], turn [s mod m] of them into zeros;
    if not, at least [m - s mod m] of the [d] heaps are there to get a one. *)
Lemma balanced_enter m x : m > 0 -> exists d y, d < m /\ lowered d x y /\ balanced m y.
Proof.
  intros Hm.
  assert (bounded : exists n, Forall (fun h => h <= n) x).
  { exists (list_max x). now apply list_max_le. }
  destruct bounded as [n Hn]. revert x Hn. induction n as [|n IH]; intros x Hn.
  - exists 0, x. repeat split; [lia|now apply lowered_0|]. intros b. exists 0.
    induction Hn as [|h x Hh Hn IHx]; [reflexivity|]. rewrite column_cons, IHx.
    replace h with 0 by lia. now rewrite Nat.bits_0.
  - destruct (IH (map Nat.div2 x)) as (d & y & Hd & H & B).
    { apply Forall_map. revert Hn. apply Forall_impl. intros h Hh. now apply Nat.div2_decr. }
    apply last_column in H as (s & some).
    pose proof (Nat.mod_upper_bound s m) as r. pose proof (Nat.div_mod_eq s m) as eq.
    assert (two : s mod m + d < m \/ m <= s mod m + d) by lia.
    destruct two as [few|many];
      [destruct (some (s mod m) 0) as (z & Hz & top & col)
      |destruct (some 0 (m - s mod m)) as (z & Hz & top & col)]; try lia.
    + exists (d + s mod m), z. repeat split; [lia|exact Hz|].
      intros [|b]; [exists (s / m); lia|]. rewrite column_div2, top. apply B.
    + exists (d + 0), z. repeat split; [lia|exact Hz|].
      intros [|b]; [exists (S (s / m)); lia|]. rewrite column_div2, top. apply B.
Qed.

(** So a position that is not balanced can be balanced by lowering between 1 and [m - 1] heaps. *)
Lemma balanced_or_not m x : m > 0 ->
  balanced m x \/ ~ balanced m x /\ exists d y, 1 <= d < m /\ lowered d x y /\ balanced m y.
Proof.
  intros Hm. destruct (balanced_enter m x Hm) as ([|d] & y & Hd & H & B).
  - apply lowered_0 in H as <-. now left.
  - assert (some : 1 <= S d < m) by lia. right. split; [|now exists (S d), y].
    intros Bx. exact (balanced_leave m (S d) x y Bx some H B).
Qed.

(** Moore's theorem: a position is a P-position if and only if the number of ones in each binary
    column is a multiple of [k + 1]. *)
Theorem moore (k : nat) (heaps : position (moore_nim k)) :
  P_position heaps <-> forall b, Nat.divide (k + 1) (column b heaps).
Proof.
  apply (P_positions_are (g := moore_nim k) (balanced (k + 1))); clear heaps.
  - intros x y B H. apply in_moore_options in H as (d & Hd & H).
    apply (balanced_leave _ d x); [exact B|lia|exact H].
  - intros x not. destruct (balanced_or_not (k + 1) x) as [B|(_ & d & y & Hd & H & B)];
      [lia|easy|].
    exists y. split; [|exact B]. apply in_moore_options. exists d. split; [lia|exact H].
  - intros x. destruct (balanced_or_not (k + 1) x); [lia|tauto..].
Qed.
