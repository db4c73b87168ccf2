(** * Rows of infinite length, described by a few words

    A row of a table is infinite. A machine reads row [x] from left to right, and writes row
    [x + 1]. This file defines what a certificate claims about the rows of such a table, and a
    checker for certificates; [certified] states that the checker is right. It knows nothing about
    games. *)

From Coq Require Export List Arith Lia Bool NArith.
From Coq Require Import Setoid Morphisms.
Import ListNotations.

(** ** Words and streams

    A row of a table is infinite: a stream. *)

Section Machine.
  Context {A : Type} (zero : A).

  Definition stream := nat -> A.

  Record agree (f g : stream) : Prop := everywhere { at_ : forall i, f i = g i }.
  Local Infix "==" := agree (at level 70).

  Global Instance agree_equivalence : Equivalence agree.
  Proof.
    split.
    - now intros f.
    - intros f g H. constructor. intros i. symmetry. apply H.
    - intros f g h H1 H2. constructor. intros i. transitivity (g i); [apply H1|apply H2].
  Qed.

  (** A word, followed by a stream. *)
  Fixpoint prepend (w : list A) (f : stream) (i : nat) : A :=
    match w, i with
    | [], _ => f i
    | a :: _, 0 => a
    | _ :: w, S i => prepend w f i
    end.

  Global Instance prepend_agree : Proper (eq ==> agree ==> agree) prepend.
  Proof.
    intros w ? <- f g H. constructor. induction w as [|a w IH]; intros i; [apply H|].
    destruct i as [|i]; [reflexivity|apply IH].
  Qed.

  Lemma prepend_app v w f : prepend (v ++ w) f == prepend v (prepend w f).
  Proof.
    constructor. induction v as [|a v IH]; [reflexivity|]. intros [|i]; [reflexivity|apply IH].
  Qed.

  Lemma prepend_before w f : forall i, i < length w -> prepend w f i = nth i w zero.
  Proof.
    induction w as [|a w IH]; simpl; intros i Hi; [lia|].
    destruct i as [|i]; [reflexivity|apply IH; lia].
  Qed.

  Lemma prepend_after w f : forall i, prepend w f (length w + i) = f i.
  Proof. induction w as [|a w IH]; [reflexivity|exact IH]. Qed.

  (** A word, repeated without end. *)
  Definition cycle (w : list A) : stream := fun i => nth (i mod length w) w zero.

  Lemma cycle_is w f : w <> [] -> f == prepend w f -> f == cycle w.
  Proof.
    intros nonempty H.
    assert (positive : 0 < length w) by (destruct w; [easy|simpl; lia]).
    constructor. intros i. induction i as [i IH] using lt_wf_ind. rewrite (at_ _ _ H). unfold cycle.
    destruct (Nat.lt_ge_cases i (length w)) as [before|after].
    - rewrite Nat.mod_small by exact before. now apply prepend_before.
    - replace i with (length w + (i - length w)) by lia.
      rewrite prepend_after, IH by lia. unfold cycle. f_equal.
      rewrite <- (Nat.mod_add (i - length w) 1) by lia. f_equal. lia.
  Qed.

  Lemma cycle_unfold w : w <> [] -> cycle w == prepend w (cycle w).
  Proof.
    intros nonempty.
    assert (positive : 0 < length w) by (destruct w; [easy|simpl; lia]).
    constructor. intros i. destruct (Nat.lt_ge_cases i (length w)) as [before|after].
    - rewrite prepend_before by exact before. unfold cycle. now rewrite Nat.mod_small.
    - replace i with (length w + (i - length w)) by lia. rewrite prepend_after. unfold cycle.
      f_equal. rewrite <- (Nat.mod_add (i - length w) 1) by lia. f_equal. lia.
  Qed.

  (** A word, repeated [k] times. *)
  Fixpoint copies (k : nat) (w : list A) : list A :=
    match k with
    | 0 => []
    | S k => w ++ copies k w
    end.

  Lemma copies_add j k w : copies (j + k) w = copies j w ++ copies k w.
  Proof. induction j as [|j IH]; [reflexivity|]. simpl. now rewrite IH, app_assoc. Qed.

  Lemma copies_1 w : copies 1 w = w.
  Proof. apply app_nil_r. Qed.

  Lemma cycle_copies k w : w <> [] -> cycle w == prepend (copies k w) (cycle w).
  Proof.
    intros H. induction k as [|k IH]; [reflexivity|].
    simpl. now rewrite prepend_app, <- IH, <- cycle_unfold.
  Qed.

  (** If [x ++ v = w ++ x], then [x] can be moved past any number of copies. *)
  Lemma copies_past x v w k : x ++ v = w ++ x -> x ++ copies k v = copies k w ++ x.
  Proof.
    intros H. induction k as [|k IH]; simpl; [apply app_nil_r|].
    now rewrite app_assoc, H, <- !app_assoc, IH.
  Qed.

  (** ** Machines

      A machine reads a stream from left to right and writes another one. [step s a] is its next
      state and the letter that it writes, if it is in state [s] and reads the letter [a]. *)

  Variable step : A -> A -> A * A.

  Fixpoint state_after (s : A) (f : stream) (i : nat) : A :=
    match i with
    | 0 => s
    | S i => fst (step (state_after s f i) (f i))
    end.

  Definition read (s : A) (f : stream) : stream := fun i => snd (step (state_after s f i) (f i)).

  Global Instance read_agree : Proper (eq ==> agree ==> agree) read.
  Proof.
    intros s ? <- f g H.
    assert (same : forall i, state_after s f i = state_after s g i).
    { induction i as [|i IH]; [reflexivity|]. simpl. now rewrite IH, (at_ _ _ H). }
    constructor. intros i. unfold read. now rewrite same, (at_ _ _ H).
  Qed.

  Fixpoint read_word (s : A) (w : list A) : A * list A :=
    match w with
    | [] => (s, [])
    | a :: w =>
        let (s, b) := step s a in
        let (s, v) := read_word s w in
        (s, b :: v)
    end.

  Lemma read_letter s a f :
    read s (prepend [a] f) == prepend [snd (step s a)] (read (fst (step s a)) f).
  Proof.
    assert (later : forall i,
      state_after s (prepend [a] f) (S i) = state_after (fst (step s a)) f i).
    { induction i as [|i IH]; [reflexivity|]. simpl in *. now rewrite IH. }
    constructor. intros [|i]; [reflexivity|]. unfold read. now rewrite later.
  Qed.

  Lemma read_prepend w : forall s t v f, read_word s w = (t, v) ->
    read s (prepend w f) == prepend v (read t f).
  Proof.
    induction w as [|a w IH]; simpl; intros s t v f H.
    - now injection H as <- <-.
    - pose proof (read_letter s a (prepend w f)) as first.
      destruct (step s a) as [s1 b]. destruct (read_word s1 w) as [s2 u] eqn:rest.
      injection H as <- <-. rewrite (prepend_app [a] w f), (prepend_app [b] u).
      cbn [fst snd] in first. now rewrite first, (IH _ _ _ f rest).
  Qed.

  Lemma read_word_length w : forall s, length (snd (read_word s w)) = length w.
  Proof.
    induction w as [|a w IH]; simpl; intros s; [reflexivity|].
    destruct (step s a) as [s1 b]. specialize (IH s1). destruct (read_word s1 w). simpl in *. lia.
  Qed.

  Lemma read_copies k s w v f : read_word s w = (s, v) ->
    read s (prepend (copies k w) f) == prepend (copies k v) (read s f).
  Proof.
    intros H. induction k as [|k IH]; [reflexivity|]. simpl.
    now rewrite !prepend_app, (read_prepend w _ _ _ _ H), IH.
  Qed.

  Lemma read_cycle s w v : w <> [] -> read_word s w = (s, v) -> read s (cycle w) == cycle v.
  Proof.
    intros nonempty H. apply cycle_is.
    - pose proof (read_word_length w s) as eq. rewrite H in eq. now destruct v, w.
    - rewrite <- (read_prepend w _ _ _ _ H). now rewrite <- cycle_unfold.
  Qed.

  (** ** Rows for all [t] at once

      A row consists of pieces, followed by a tail that repeats without end. A piece is a block of
      letters that is repeated [times + growth * t] times. *)

  Record piece := Piece { block : list A; times : N; growth : N }.

  Definition once (w : list A) : piece := Piece w 1 0.

  Definition count (p : piece) (t : nat) : nat := N.to_nat (times p) + N.to_nat (growth p) * t.

  Fixpoint spell (ps : list piece) (t : nat) (f : stream) : stream :=
    match ps with
    | [] => f
    | p :: ps => prepend (copies (count p t) (block p)) (spell ps t f)
    end.

  Definition row : Type := list piece * list A.

  Definition row_at (r : row) (t : nat) : stream := spell (fst r) t (cycle (snd r)).

  Global Instance spell_agree : Proper (eq ==> eq ==> agree ==> agree) spell.
  Proof.
    intros ps ? <- t ? <- f g H. induction ps as [|p ps IH]; [exact H|]. simpl. now rewrite IH.
  Qed.

  Lemma spell_app ps qs t f : spell (ps ++ qs) t f = spell ps t (spell qs t f).
  Proof. induction ps as [|p ps IH]; [reflexivity|]. simpl. now rewrite IH. Qed.

  Lemma spell_once w ps t f : spell (once w :: ps) t f = prepend w (spell ps t f).
  Proof. simpl. now rewrite app_nil_r. Qed.

  Variable eqb : A -> A -> bool.
  Hypothesis eqb_eq : forall a b, eqb a b = true -> a = b.

  (** Read a piece, copy by copy, until the state stays the same; then it does so for all further
      copies. [None] means that the reader gives up. *)
  Fixpoint read_piece (fuel : nat) (s : A) (p : piece) : option (A * list piece) :=
    if ((times p =? 0) && (growth p =? 0))%N then Some (s, []) else
    let (s1, v) := read_word s (block p) in
    if eqb s1 s then Some (s, [Piece v (times p) (growth p)]) else
    if (times p =? 0)%N then None else
    match fuel with
    | 0 => None
    | S fuel =>
        match read_piece fuel s1 (Piece (block p) (N.pred (times p)) (growth p)) with
        | Some (s2, ps) => Some (s2, once v :: ps)
        | None => None
        end
    end.

  Lemma count_pred b a g t : a <> 0%N -> count (Piece b a g) t = S (count (Piece b (N.pred a) g) t).
  Proof. unfold count. simpl. lia. Qed.

  Lemma read_piece_sound fuel : forall s p s1 ps t f, read_piece fuel s p = Some (s1, ps) ->
    read s (spell [p] t f) == spell ps t (read s1 f).
  Proof.
    induction fuel as [|fuel IH]; intros s [b a g] s1 ps t f; simpl;
      (destruct (_ && _)%N eqn:none;
       [intros H; injection H as <- <-; apply andb_true_iff in none as [Ha Hg];
        apply N.eqb_eq in Ha as ->; apply N.eqb_eq in Hg as ->; reflexivity|]);
      destruct (read_word s b) as [s2 v] eqn:first;
      (destruct (eqb s2 s) eqn:stable;
       [intros H; injection H as <- <-; apply eqb_eq in stable as ->; simpl;
        now apply read_copies|]);
      (destruct (a =? 0)%N eqn:zero_times; [discriminate|]); [discriminate|].
    destruct (read_piece _ _ _) as [[s3 qs]|] eqn:rest; [|discriminate].
    intros H. injection H as <- <-. apply N.eqb_neq in zero_times.
    rewrite count_pred by exact zero_times. simpl copies.
    rewrite prepend_app, (read_prepend b _ _ _ _ first), spell_once.
    now rewrite <- (IH _ _ _ _ t f rest).
  Qed.

  Fixpoint read_pieces (fuel : nat) (s : A) (ps : list piece) : option (A * list piece) :=
    match ps with
    | [] => Some (s, [])
    | p :: ps =>
        match read_piece fuel s p with
        | Some (s, qs) =>
            match read_pieces fuel s ps with
            | Some (s, rs) => Some (s, qs ++ rs)
            | None => None
            end
        | None => None
        end
    end.

  Lemma read_pieces_sound fuel ps : forall s s1 qs t f, read_pieces fuel s ps = Some (s1, qs) ->
    read s (spell ps t f) == spell qs t (read s1 f).
  Proof.
    induction ps as [|p ps IH]; simpl; intros s s1 qs t f H.
    - now injection H as <- <-.
    - destruct (read_piece fuel s p) as [[s2 q]|] eqn:first; [|discriminate].
      destruct (read_pieces fuel s2 ps) as [[s3 rest]|] eqn:others; [|discriminate].
      injection H as <- <-. rewrite spell_app, <- (IH _ _ _ t f others).
      exact (read_piece_sound _ _ _ _ _ t _ first).
  Qed.

  Fixpoint read_tail (fuel : nat) (s : A) (w : list A) : option row :=
    let (s1, v) := read_word s w in
    if eqb s1 s then Some ([], v) else
    match fuel with
    | 0 => None
    | S fuel =>
        match read_tail fuel s1 w with
        | Some (ps, u) => Some (once v :: ps, u)
        | None => None
        end
    end.

  Lemma read_tail_sound fuel : forall s w r t, w <> [] -> read_tail fuel s w = Some r ->
    read s (cycle w) == row_at r t /\ snd r <> [].
  Proof.
    induction fuel as [|fuel IH]; intros s w r t nonempty; simpl;
      destruct (read_word s w) as [s1 v] eqn:first;
      (destruct (eqb s1 s) eqn:stable;
       [apply eqb_eq in stable as ->; intros H; injection H as <-; split;
        [now apply read_cycle|
         pose proof (read_word_length w s) as len; rewrite first in len; now destruct v, w]|]);
      [discriminate|].
    destruct (read_tail fuel s1 w) as [[ps u]|] eqn:rest; [|discriminate].
    intros H. injection H as <-. destruct (IH _ _ _ t nonempty rest) as [same full].
    split; [|exact full]. unfold row_at. simpl fst. rewrite spell_once.
    rewrite cycle_unfold by exact nonempty.
    rewrite (read_prepend w _ _ _ _ first). now rewrite same.
  Qed.

  (** *** Tidying

      The reader writes single copies next to the block that they belong to. They are put back into
      the block, so that rows do not grow piece by piece. [acc] holds the pieces before, last one
      first. *)

  Fixpoint eqb_word (v w : list A) : bool :=
    match v, w with
    | [], [] => true
    | a :: v, b :: w => if eqb a b then eqb_word v w else false
    | _, _ => false
    end.

  Lemma eqb_word_eq v : forall w, eqb_word v w = true -> v = w.
  Proof.
    induction v as [|a v IH]; intros [|b w]; simpl; try easy.
    destruct (eqb a b) eqn:first; [|discriminate]. intros rest.
    now rewrite (eqb_eq _ _ first), (IH _ rest).
  Qed.

  Fixpoint drop_prefix (v w : list A) : option (list A) :=
    match v, w with
    | [], _ => Some w
    | a :: v, b :: w => if eqb a b then drop_prefix v w else None
    | _ :: _, [] => None
    end.

  Lemma drop_prefix_eq v : forall w u, drop_prefix v w = Some u -> w = v ++ u.
  Proof.
    induction v as [|a v IH]; intros w u H; simpl in H; [now injection H as ->|].
    destruct w as [|b w]; [discriminate|]. destruct (eqb a b) eqn:same; [|discriminate].
    now rewrite (eqb_eq _ _ same), (IH _ _ H).
  Qed.

  (** Remove as many copies of [v] as possible from the beginning of [w], and count them. *)
  Fixpoint strip (fuel : nat) (v w : list A) : N * list A :=
    match fuel with
    | 0 => (0%N, w)
    | S fuel =>
        match drop_prefix v w with
        | Some u => let (k, rest) := strip fuel v u in (N.succ k, rest)
        | None => (0%N, w)
        end
    end.

  Lemma strip_eq fuel v : forall w k rest, strip fuel v w = (k, rest) ->
    w = copies (N.to_nat k) v ++ rest.
  Proof.
    induction fuel as [|fuel IH]; simpl; intros w k rest H; [now injection H as <- <-|].
    destruct (drop_prefix v w) as [u|] eqn:first; [|now injection H as <- <-].
    destruct (strip fuel v u) as [j more] eqn:others. injection H as <- <-.
    rewrite N2Nat.inj_succ. simpl. rewrite <- app_assoc, <- (IH _ _ _ others).
    now apply drop_prefix_eq.
  Qed.

  Definition is_once (p : piece) : bool := ((times p =? 1) && (growth p =? 0))%N.

  Lemma is_once_eq p : is_once p = true -> p = once (block p).
  Proof.
    destruct p as [b a g]. unfold is_once. simpl. intros H. apply andb_true_iff in H as [Ha Hg].
    apply N.eqb_eq in Ha as ->. now apply N.eqb_eq in Hg as ->.
  Qed.

  Definition more (k : N) (p : piece) : piece := Piece (block p) (k + times p) (growth p).

  Lemma spell_more k p t f :
    spell [more k p] t f == prepend (copies (N.to_nat k) (block p)) (spell [p] t f).
  Proof.
    simpl. unfold count, more. simpl.
    rewrite N2Nat.inj_add, <- Nat.add_assoc, copies_add. apply prepend_app.
  Qed.

  Lemma spell_more_after k p t f :
    spell [more k p] t f == spell [p] t (prepend (copies (N.to_nat k) (block p)) f).
  Proof.
    simpl. unfold count, more. simpl.
    rewrite N2Nat.inj_add, <- prepend_app, <- copies_add.
    replace (N.to_nat k + N.to_nat (times p) + N.to_nat (growth p) * t)
      with (N.to_nat (times p) + N.to_nat (growth p) * t + N.to_nat k) by lia.
    reflexivity.
  Qed.

  Definition put (acc : list piece) (w : list A) : list piece :=
    match w with
    | [] => acc
    | _ => once w :: acc
    end.

  Lemma spell_put acc w t f : spell (rev (put acc w)) t f == spell (rev acc) t (prepend w f).
  Proof.
    destruct w as [|a w]; [reflexivity|]. simpl rev. now rewrite spell_app, spell_once.
  Qed.

  Definition absorb (acc : list piece) (w : list A) : list piece :=
    match acc with
    | p :: acc =>
        let (k, rest) := strip (length w) (block p) w in put (more k p :: acc) rest
    | [] => put [] w
    end.

  Lemma spell_absorb acc w t f : spell (rev (absorb acc w)) t f == spell (rev acc) t (prepend w f).
  Proof.
    unfold absorb. destruct acc as [|p acc]; [apply spell_put|].
    destruct (strip _ _ w) as [k rest] eqn:H. apply strip_eq in H. rewrite spell_put, H.
    simpl rev. rewrite !spell_app, spell_more_after. now rewrite prepend_app.
  Qed.

  Definition push_word (acc : list piece) (w : list A) : list piece :=
    match acc with
    | p :: rest => if is_once p then absorb rest (block p ++ w) else absorb acc w
    | [] => absorb [] w
    end.

  Lemma spell_push_word acc w t f :
    spell (rev (push_word acc w)) t f == spell (rev acc) t (prepend w f).
  Proof.
    unfold push_word. destruct acc as [|p acc]; [apply spell_absorb|].
    destruct (is_once p) eqn:H; [|apply spell_absorb]. apply is_once_eq in H. rewrite spell_absorb.
    simpl rev. rewrite H at 2. now rewrite spell_app, spell_once, prepend_app.
  Qed.

  Definition merge (acc : list piece) (p : piece) : list piece :=
    match acc with
    | q :: rest =>
        if eqb_word (block q) (block p)
        then Piece (block p) (times q + times p) (growth q + growth p) :: rest
        else p :: acc
    | [] => [p]
    end.

  Lemma spell_merge acc p t f :
    spell (rev (merge acc p)) t f == spell (rev acc) t (spell [p] t f).
  Proof.
    unfold merge. destruct acc as [|q acc]; [reflexivity|].
    destruct (eqb_word _ _) eqn:same; simpl rev; rewrite !spell_app; [|reflexivity].
    apply eqb_word_eq in same. simpl. rewrite same, <- prepend_app, <- copies_add.
    unfold count. simpl. rewrite !N2Nat.inj_add.
    replace (N.to_nat (times q) + N.to_nat (times p) +
             (N.to_nat (growth q) + N.to_nat (growth p)) * t)
      with (N.to_nat (times q) + N.to_nat (growth q) * t +
            (N.to_nat (times p) + N.to_nat (growth p) * t)) by lia.
    reflexivity.
  Qed.

  Lemma rev_copies k w : rev (copies k w) = copies k (rev w).
  Proof.
    induction k as [|k IH]; [reflexivity|]. simpl. rewrite rev_app_distr, IH.
    rewrite <- (copies_1 (rev w)) at 2. now rewrite <- copies_add, Nat.add_comm.
  Qed.

  Definition push_power (acc : list piece) (p : piece) : list piece :=
    match acc with
    | q :: rest =>
        if is_once q then
          let (k, before) := strip (length (block q)) (rev' (block p)) (rev' (block q)) in
          merge (put rest (rev' before)) (more k p)
        else merge acc p
    | [] => [p]
    end.

  Lemma spell_push_power acc p t f :
    spell (rev (push_power acc p)) t f == spell (rev acc) t (spell [p] t f).
  Proof.
    unfold push_power. destruct acc as [|q acc]; [reflexivity|].
    destruct (is_once q) eqn:H; [|apply spell_merge]. apply is_once_eq in H.
    unfold rev'. rewrite <- !rev_alt.
    destruct (strip _ _ _) as [k before] eqn:ends. apply strip_eq in ends.
    rewrite spell_merge, <- rev_alt, spell_put, spell_more.
    simpl rev. rewrite H, spell_app, spell_once. simpl block. rewrite <- prepend_app.
    apply (f_equal (@rev A)) in ends.
    rewrite rev_involutive, rev_app_distr, rev_copies, rev_involutive in ends.
    now rewrite ends.
  Qed.

  Definition push (acc : list piece) (p : piece) : list piece :=
    if is_once p then push_word acc (block p) else push_power acc p.

  Definition tidy (ps : list piece) : list piece := rev (fold_left push ps []).

  Lemma spell_tidy ps t f : spell (tidy ps) t f == spell ps t f.
  Proof.
    unfold tidy. change (spell ps t f) with (spell (rev []) t (spell ps t f)).
    generalize (@nil piece). induction ps as [|p ps IH]; intros acc; [reflexivity|].
    simpl fold_left. rewrite IH. unfold push. destruct (is_once p) eqn:H.
    - apply is_once_eq in H. rewrite spell_push_word. rewrite H at 2. now rewrite spell_once.
    - now rewrite spell_push_power.
  Qed.

  (** The limit on the copies of a block is far above what is needed. *)
  Definition read_row (r : row) : option row :=
    match read_pieces 256 zero (fst r) with
    | Some (s, ps) =>
        match read_tail 256 s (snd r) with
        | Some (qs, tail) => Some (tidy (ps ++ qs), tail)
        | None => None
        end
    | None => None
    end.

  Lemma read_row_sound r r1 t : snd r <> [] -> read_row r = Some r1 ->
    read zero (row_at r t) == row_at r1 t /\ snd r1 <> [].
  Proof.
    unfold read_row. intros nonempty H.
    destruct (read_pieces _ _ _) as [[s ps]|] eqn:pieces; [|discriminate].
    destruct (read_tail _ _ _) as [[qs tail]|] eqn:last; [|discriminate]. injection H as <-.
    destruct (read_tail_sound _ _ _ _ t nonempty last) as [same full]. split; [|exact full].
    unfold row_at at 2. simpl. rewrite spell_tidy, spell_app.
    unfold row_at at 1. rewrite (read_pieces_sound _ _ _ _ _ t _ pieces). now rewrite same.
  Qed.

  Definition read_rows (k : N) (r : row) : option row :=
    N.iter k (fun o => match o with Some r => read_row r | None => None end) (Some r).

  Lemma read_rows_sound k : forall r r1 t, snd r <> [] -> read_rows k r = Some r1 ->
    Nat.iter (N.to_nat k) (read zero) (row_at r t) == row_at r1 t /\ snd r1 <> [].
  Proof.
    unfold read_rows. induction k as [|k IH] using N.peano_ind; intros r r1 t nonempty H.
    - now injection H as <-.
    - rewrite N.iter_succ in H. destruct (N.iter k _ _) as [r2|] eqn:before; [|discriminate].
      destruct (IH _ _ t nonempty before) as [same full].
      destruct (read_row_sound _ _ t full H) as [next full1]. split; [|exact full1].
      rewrite N2Nat.inj_succ. simpl. now rewrite same.
  Qed.

  (** ** Comparing rows

      Two rows are compared from left to right, for all [t] at once. [ahead] holds letters of one
      row that the other has not matched yet. *)

  Fixpoint drop_empty (ps : list piece) : list piece :=
    match ps with
    | p :: rest => if ((times p =? 0) && (growth p =? 0))%N then drop_empty rest else ps
    | [] => []
    end.

  Lemma spell_drop_empty ps t f : spell (drop_empty ps) t f = spell ps t f.
  Proof.
    induction ps as [|[b a g] ps IH]; [reflexivity|]. simpl.
    destruct (_ && _)%N eqn:none; [|reflexivity].
    apply andb_true_iff in none as [Ha Hg]. apply N.eqb_eq in Ha as ->. apply N.eqb_eq in Hg as ->.
    exact IH.
  Qed.

  Definition first_block (r : row) : list A :=
    match fst r with
    | p :: _ => block p
    | [] => snd r
    end.

  (** Take one copy of the first block away. *)
  Definition take_one (r : row) : option row :=
    match fst r with
    | p :: rest =>
        if (times p =? 0)%N then None
        else Some (Piece (block p) (N.pred (times p)) (growth p) :: rest, snd r)
    | [] => Some r
    end.

  Lemma take_one_sound r r1 t : snd r <> [] -> take_one r = Some r1 ->
    row_at r t == prepend (first_block r) (row_at r1 t) /\ snd r1 = snd r.
  Proof.
    destruct r as [[|[b a g] ps] tail]; unfold take_one, first_block; simpl; intros nonempty H.
    - injection H as <-. split; [|reflexivity]. now apply cycle_unfold.
    - destruct (a =? 0)%N eqn:none; [discriminate|]. injection H as <-. split; [|reflexivity].
      apply N.eqb_neq in none. unfold row_at. simpl. rewrite count_pred by exact none.
      apply prepend_app.
  Qed.

  (** Take the same number of copies of the first blocks away from both rows. *)
  Definition take_common (l r : row) : option (row * row) :=
    match fst l, fst r with
    | [], [] => None
    | p :: ps, [] => Some ((ps, snd l), r)
    | [], q :: qs => Some (l, (qs, snd r))
    | p :: ps, q :: qs =>
        if ((times p <=? times q) && (growth p <=? growth q))%N then
          Some ((ps, snd l),
                (Piece (block q) (times q - times p) (growth q - growth p) :: qs, snd r))
        else if ((times q <=? times p) && (growth q <=? growth p))%N then
          Some ((Piece (block p) (times p - times q) (growth p - growth q) :: ps, snd l),
                (qs, snd r))
        else None
    end.

  Lemma count_split b a g c a1 g1 t : (a1 <= a)%N -> (g1 <= g)%N ->
    count (Piece b a g) t = count (Piece c a1 g1) t + count (Piece b (a - a1) (g - g1)) t.
  Proof.
    unfold count. simpl. intros Ha Hg. rewrite !N2Nat.inj_sub.
    replace (N.to_nat g) with (N.to_nat g1 + (N.to_nat g - N.to_nat g1)) at 1 by lia. lia.
  Qed.

  Lemma take_common_sound l r l1 r1 t : snd l <> [] -> snd r <> [] ->
    take_common l r = Some (l1, r1) ->
    (exists k, row_at l t == prepend (copies k (first_block l)) (row_at l1 t) /\
               row_at r t == prepend (copies k (first_block r)) (row_at r1 t)) /\
    snd l1 = snd l /\ snd r1 = snd r.
  Proof.
    destruct l as [[|[b a g] ps] v], r as [[|[c d h] qs] w];
      unfold take_common, first_block, row_at; simpl; intros Hv Hw H; [easy|..].
    - injection H as <- <-. split; [|easy]. exists (count (Piece c d h) t).
      split; [now apply cycle_copies|reflexivity].
    - injection H as <- <-. split; [|easy]. exists (count (Piece b a g) t).
      split; [reflexivity|now apply cycle_copies].
    - destruct (_ && _)%N eqn:smaller; [|destruct ((d <=? a) && (h <=? g))%N eqn:larger;
        [clear smaller; rename larger into smaller|discriminate]];
        injection H as <- <-; apply andb_true_iff in smaller as [Ha Hg];
        apply N.leb_le in Ha, Hg; (split; [|easy]).
      + exists (count (Piece b a g) t). split; [reflexivity|]. simpl.
        rewrite (count_split c d h b a g t Ha Hg), copies_add. apply prepend_app.
      + exists (count (Piece c d h) t). split; [|reflexivity]. simpl.
        rewrite (count_split b a g c d h t Ha Hg), copies_add. apply prepend_app.
  Qed.

  (** Remove the longest common beginning of two words, if it is one of the words. *)
  Fixpoint drop_common (v w : list A) : option (list A * list A) :=
    match v, w with
    | a :: v1, b :: w1 => if eqb a b then drop_common v1 w1 else None
    | _, _ => Some (v, w)
    end.

  Lemma drop_common_eq v : forall w v1 w1, drop_common v w = Some (v1, w1) ->
    (exists u, v = u ++ v1 /\ w = u ++ w1) /\ (v1 = [] \/ w1 = []).
  Proof.
    induction v as [|a v IH]; intros [|b w] v1 w1 H; simpl in H;
      try (injection H as <- <-; split; [now exists []|tauto]).
    destruct (eqb a b) eqn:same; [|discriminate]. apply eqb_eq in same as ->.
    apply IH in H as ((u & -> & ->) & empty). split; [|exact empty]. now exists (b :: u).
  Qed.

  Record comparison := Compare { ahead : list A; left : row; right : row }.

  Definition equal (c : comparison) : Prop :=
    snd (left c) <> [] -> snd (right c) <> [] ->
    forall t, prepend (ahead c) (row_at (left c) t) == row_at (right c) t.

  Definition compare_further (c : comparison) : comparison + bool :=
    match take_one (right c) with
    | None => inr false
    | Some r =>
        match drop_common (ahead c) (first_block (right c)) with
        | None => inr false
        | Some (x, []) => inl (Compare x (left c) r)
        | Some (_, y) => inl (Compare y r (left c))
        end
    end.

  Definition compare_step (c : comparison) : comparison + bool :=
    let x := ahead c in
    let l := (drop_empty (fst (left c)), snd (left c)) in
    let r := (drop_empty (fst (right c)), snd (right c)) in
    let c := Compare x l r in
    if eqb_word (x ++ first_block l) (first_block r ++ x) then
      match fst l, fst r, take_common l r with
      | [], [], _ => inr true
      | _, _, Some (l, r) => inl (Compare x l r)
      | _, _, None => compare_further c
      end
    else
      match fst l, fst r with
      | [], [] => inr false
      | _, _ => compare_further c
      end.

  Definition sound_step (c : comparison) (result : comparison + bool) : Prop :=
    match result with
    | inl next => equal next -> equal c
    | inr verdict => verdict = true -> equal c
    end.

  Lemma compare_further_sound c : sound_step c (compare_further c).
  Proof.
    destruct c as [x l r]. unfold compare_further. simpl.
    destruct (take_one r) as [r1|] eqn:one; [|discriminate].
    destruct (drop_common x (first_block r)) as [[x1 y]|] eqn:common; [|discriminate].
    apply drop_common_eq in common as ((u & Hx & Hr) & empty).
    assert (next : forall t, snd r <> [] ->
      prepend x1 (row_at l t) == prepend y (row_at r1 t) -> prepend x (row_at l t) == row_at r t).
    { intros t Hw H. destruct (take_one_sound r r1 t Hw one) as [eq _].
      now rewrite eq, Hx, Hr, !prepend_app, H. }
    assert (tail : snd r <> [] -> snd r1 <> []).
    { intros Hw. now destruct (take_one_sound r r1 0 Hw one) as [_ ->]. }
    destruct y as [|b y]; simpl; intros H Hl Hw t; simpl in *; apply next; auto.
    destruct empty as [->|]; [|discriminate]. symmetry. now apply H; auto.
  Qed.

  Lemma drop_empty_sound x l r :
    equal (Compare x (drop_empty (fst l), snd l) (drop_empty (fst r), snd r)) ->
    equal (Compare x l r).
  Proof.
    intros H Hl Hr t. specialize (H Hl Hr t). unfold row_at in *. simpl in *.
    now rewrite !spell_drop_empty in H.
  Qed.

  Lemma take_common_step x l r l1 r1 :
    x ++ first_block l = first_block r ++ x -> take_common l r = Some (l1, r1) ->
    equal (Compare x l1 r1) -> equal (Compare x l r).
  Proof.
    intros past H next Hl Hr t. simpl in *.
    destruct (take_common_sound l r l1 r1 t Hl Hr H) as ((k & -> & ->) & El & Er).
    rewrite <- (next ltac:(simpl; congruence) ltac:(simpl; congruence) t). simpl.
    now rewrite <- !prepend_app, (copies_past _ _ _ k past).
  Qed.

  Lemma compare_step_sound c : sound_step c (compare_step c).
  Proof.
    destruct c as [x l r]. unfold compare_step. cbn [ahead left right].
    pose proof (drop_empty_sound x l r) as dropped.
    set (l1 := (drop_empty (fst l), snd l)) in *. set (r1 := (drop_empty (fst r), snd r)) in *.
    assert (further : sound_step (Compare x l r) (compare_further (Compare x l1 r1))).
    { pose proof (compare_further_sound (Compare x l1 r1)) as H.
      unfold sound_step in *. destruct (compare_further _); auto. }
    clearbody l1 r1.
    destruct (eqb_word _ _) eqn:past.
    - apply eqb_word_eq in past.
      pose proof (fun l2 r2 => take_common_step x l1 r1 l2 r2 past) as common.
      destruct (take_common l1 r1) as [[l2 r2]|] eqn:H.
      + specialize (common l2 r2 eq_refl).
        destruct l1 as [[|p ps] v], r1 as [[|q qs] w]; simpl in *; auto. discriminate.
      + destruct l1 as [[|p ps] v], r1 as [[|q qs] w]; simpl in *; auto.
        intros _. apply dropped. intros Hv Hw t. unfold row_at, first_block in *. simpl in *.
        apply cycle_is; [exact Hw|].
        rewrite <- prepend_app, <- past, prepend_app. now rewrite <- cycle_unfold.
    - destruct (fst l1), (fst r1); simpl; try exact further. discriminate.
  Qed.

  (** [2 ^ depth] steps, or fewer if there is an answer earlier. *)
  Fixpoint compare (depth : nat) (c : comparison) : comparison + bool :=
    match depth with
    | 0 => compare_step c
    | S depth =>
        match compare depth c with
        | inl next => compare depth next
        | answer => answer
        end
    end.

  Lemma compare_sound depth : forall c, sound_step c (compare depth c).
  Proof.
    induction depth as [|depth IH]; intros c; [apply compare_step_sound|].
    simpl. pose proof (IH c) as first. destruct (compare depth c) as [next|answer]; [|exact first].
    pose proof (IH next) as second. unfold sound_step in *. destruct (compare depth next); auto.
  Qed.

  Definition same_rows (l r : row) : bool :=
    match compare 40 (Compare [] l r) with
    | inr verdict => verdict
    | inl _ => false
    end.

  Lemma same_rows_sound l r : snd l <> [] -> snd r <> [] -> same_rows l r = true ->
    forall t, row_at l t == row_at r t.
  Proof.
    unfold same_rows. intros Hl Hr H. pose proof (compare_sound 40 (Compare [] l r)) as sound.
    destruct (compare 40 _) as [next|answer]; [discriminate|]. now apply sound.
  Qed.

  (** ** Certificates

      Row 0 of the table consists of zeros, and each row is what the machine writes when it reads
      the row before. A certificate claims that for every [t], row [start + period * t] is
      [row_at (pattern c) t]. *)

  Definition table (x : nat) : stream := Nat.iter x (read zero) (fun _ => zero).

  Record certificate := Certificate { start : N; period : N; pattern : row }.

  Definition at_0 (r : row) : row := (map (fun p => Piece (block p) (times p) 0) (fst r), snd r).

  Definition at_next (r : row) : row :=
    (map (fun p => Piece (block p) (times p + growth p) (growth p)) (fst r), snd r).

  Lemma row_at_0 r t : row_at (at_0 r) t = row_at r 0.
  Proof.
    unfold row_at. simpl. induction (fst r) as [|p ps IH]; [reflexivity|]. simpl. rewrite IH.
    f_equal. f_equal. unfold count. simpl. lia.
  Qed.

  Lemma row_at_next r t : row_at (at_next r) t = row_at r (S t).
  Proof.
    unfold row_at. simpl. induction (fst r) as [|p ps IH]; [reflexivity|]. simpl. rewrite IH.
    f_equal. f_equal. unfold count. simpl. lia.
  Qed.

  (** The checker computes row [start] from row 0, and the row that is [period] rows after
      [row_at (pattern c) t], for all [t] at once. [width] is the length of the first tail. *)
  Definition check (width : nat) (c : certificate) : bool :=
    let r := pattern c in
    negb (period c =? 0)%N && negb (eqb_word (snd r) []) && negb (width =? 0) &&
    match read_rows (start c) ([], repeat zero width) with
    | Some first => same_rows first (at_0 r)
    | None => false
    end &&
    match read_rows (period c) r with
    | Some next => same_rows next (at_next r)
    | None => false
    end.

  Lemma iter_agree k f g : f == g -> Nat.iter k (read zero) f == Nat.iter k (read zero) g.
  Proof. intros H. induction k as [|k IH]; [exact H|]. simpl. now rewrite IH. Qed.

  Lemma iter_add j k f :
    Nat.iter (j + k) (read zero) f = Nat.iter j (read zero) (Nat.iter k (read zero) f).
  Proof. induction j as [|j IH]; [reflexivity|]. simpl. now rewrite IH. Qed.

  Lemma cycle_zeros width : cycle (repeat zero width) == fun _ => zero.
  Proof.
    constructor. intros i. unfold cycle.
    destruct (nth_in_or_default (i mod length (repeat zero width)) (repeat zero width) zero)
      as [H|H]; [exact (repeat_spec _ _ _ H)|exact H].
  Qed.

  Lemma check_sound width c : check width c = true ->
    forall t, table (N.to_nat (start c) + N.to_nat (period c) * t) == row_at (pattern c) t.
  Proof.
    unfold check. intros H. repeat (apply andb_true_iff in H as [H ?]).
    destruct (read_rows (start c) _) as [first|] eqn:before; [|discriminate].
    destruct (read_rows (period c) _) as [next|] eqn:after; [|discriminate].
    assert (tail : snd (pattern c) <> []) by (intros eq; now rewrite eq in *).
    assert (positive : repeat zero width <> []) by (now destruct width).
    induction t as [|t IH].
    - rewrite Nat.mul_0_r, Nat.add_0_r.
      destruct (read_rows_sound _ ([], repeat zero width) _ 0 positive before) as [same full].
      rewrite <- (row_at_0 (pattern c) 0).
      rewrite <- (same_rows_sound first (at_0 (pattern c)) full tail) by assumption.
      rewrite <- same. apply iter_agree. symmetry. apply cycle_zeros.
    - destruct (read_rows_sound _ _ _ t tail after) as [same full].
      rewrite <- row_at_next.
      rewrite <- (same_rows_sound next (at_next (pattern c)) full tail) by assumption.
      rewrite <- same. rewrite <- (iter_agree _ _ _ IH). unfold table.
      replace (N.to_nat (start c) + N.to_nat (period c) * S t)
        with (N.to_nat (period c) + (N.to_nat (start c) + N.to_nat (period c) * t)) by lia.
      now rewrite iter_add.
  Qed.

  (** What a certificate says about row [x]: the rows before [start] are computed, and the rows
      between two rows of the pattern follow from the first of them. *)
  Definition claimed (c : certificate) (x : nat) : stream :=
    if x <? N.to_nat (start c) then table x else
    let k := x - N.to_nat (start c) in
    Nat.iter (k mod N.to_nat (period c)) (read zero)
      (row_at (pattern c) (k / N.to_nat (period c))).

  Theorem certified width c : check width c = true -> forall x, table x == claimed c x.
  Proof.
    intros H x. unfold claimed. destruct (Nat.ltb_spec x (N.to_nat (start c))); [reflexivity|].
    rewrite <- (iter_agree _ _ _ (check_sound width c H _)). unfold table.
    rewrite <- iter_add.
    assert (positive : N.to_nat (period c) <> 0).
    { unfold check in H. repeat (apply andb_true_iff in H as [H ?]).
      apply negb_true_iff, N.eqb_neq in H. lia. }
    pose proof (Nat.div_mod (x - N.to_nat (start c)) _ positive).
    replace (_ + (_ + _)) with x by lia. reflexivity.
  Qed.
End Machine.
