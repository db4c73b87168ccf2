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
    simpl. repeat split; [exact Hk|]. now rewrite eq, <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l.
Qed.

(** Changing one heap changes the nim-sum, and every smaller nim-sum can be reached. So the Grundy
    value is the nim-sum. *)
Theorem grundy_nim (heaps : position nim) : grundy heaps = nim_sum heaps.
Proof.
  apply (grundy_is (g := nim) nim_sum); clear heaps.
  - intros heaps after H eq. apply in_map_iff in H as ([s x] & <- & H).
    apply in_takes in H as (left & h & right & -> & Hs & ->). simpl in eq.
    rewrite !nim_sum_middle in eq. apply lxor_cancel_r in eq. lia.
  - intros heaps n Hn. apply nim_sum_smaller in Hn as (left & h & right & k & -> & Hk & eq).
    exists (left ++ k :: right). split; [|exact eq].
    apply in_map_iff. exists (h - k, left ++ k :: right). split; [reflexivity|].
    apply in_takes. exists left, h, right. repeat split; try lia.
    now replace (h - (h - k)) with k by lia.
Qed.

(** Bouton's theorem. *)
Theorem bouton (heaps : position nim) : P_position heaps <-> nim_sum heaps = 0.
Proof. now rewrite P_position_grundy, grundy_nim. Qed.
