(** * Rows of infinite length, described by a few words

    Each row of a table is infinite. A machine reads row [x] from left to right, and writes row
    [x + 1]. A certificate describes all rows from some row onward by a few words. This file says
    what exactly a certificate claims, and contains a checker for certificates. The theorem at the
    end says that every certificate that passes the check is true.

    The checker works as in chapter 12. It reads the words of a certificate as often as there are
    rows in a period, and does so for all [t] at once ([read_pieces], [read_rows]). Then it compares
    the result with the same words for [t + 1], again for all [t] at once ([compare]). By induction
    on [t], the certificate is true for all rows if it is true for the first ([check]). Nothing here
    is about games. *)

From Coq Require Export List Arith Lia Bool NArith.
From Coq Require Import Setoid Morphisms.
Import ListNotations.

(** ** Words and streams

    Words are lists of letters; [A] is the type of the letters. A row is an infinite sequence of
    letters, called a stream. Two streams agree, in symbols [f == g], if they have the same letters
    everywhere. *)

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

  Lemma length_positive (w : list A) : w <> [] -> 0 < length w.
  Proof. destruct w; [easy|simpl; lia]. Qed.

  Lemma cycle_unfold w : w <> [] -> cycle w == prepend w (cycle w).
  Proof.
    intros nonempty. apply length_positive in nonempty as positive.
    constructor. intros i. unfold cycle at 1. destruct (Nat.lt_ge_cases i (length w)).
    - now rewrite prepend_before, Nat.mod_small.
    - replace i with (length w + (i - length w)) by lia. rewrite prepend_after. unfold cycle.
      f_equal. rewrite <- (Nat.mod_add (i - length w) 1) by lia. f_equal. lia.
  Qed.

  (** No other stream begins with the word and then starts again. *)
  Lemma cycle_is w f : w <> [] -> f == prepend w f -> f == cycle w.
  Proof.
    intros nonempty H. apply length_positive in nonempty as positive.
    constructor. intros i. induction i as [i IH] using lt_wf_ind.
    rewrite (at_ _ _ H), (at_ _ _ (cycle_unfold w nonempty)).
    destruct (Nat.lt_ge_cases i (length w)); [now rewrite !prepend_before|].
    replace i with (length w + (i - length w)) by lia. rewrite !prepend_after. apply IH. lia.
  Qed.

  (** A word, repeated [k] times. *)
  Fixpoint copies (k : nat) (w : list A) : list A :=
    match k with
    | 0 => []
    | S k => w ++ copies k w
    end.

  Lemma copies_add j k w : copies (j + k) w = copies j w ++ copies k w.
  Proof. induction j as [|j IH]; [reflexivity|]. simpl. now rewrite IH, app_assoc. Qed.

  Lemma cycle_copies k w : w <> [] -> cycle w == prepend (copies k w) (cycle w).
  Proof.
    intros H. induction k as [|k IH]; [reflexivity|].
    simpl. now rewrite prepend_app, <- IH, <- cycle_unfold.
  Qed.

  (** If [x ++ v = w ++ x], the word [x] can be moved past any number of copies. *)
  Lemma copies_past x v w k : x ++ v = w ++ x -> x ++ copies k v = copies k w ++ x.
  Proof.
    intros H. induction k as [|k IH]; simpl; [apply app_nil_r|].
    now rewrite app_assoc, H, <- !app_assoc, IH.
  Qed.

  (** ** Machines

      A machine reads a stream from left to right and writes another one. If it reads the letter [a]
      in state [s], [step s a] is its next state and the letter that it writes. *)

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

  (** Read a word: the state after it, and the word written. *)
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

  (** If the state is the same before and after a word, it is the same after each further copy. *)
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

      A description of a row consists of pieces, followed by a tail that repeats without end. A
      piece is a block of letters that is repeated [times + growth * t] times. So one description
      stands for infinitely many rows, one for each [t]. *)

  Record piece := Piece { block : list A; times : N; growth : N }.

  Definition once (w : list A) : piece := Piece w 1 0.

  Definition count (p : piece) (t : nat) : nat := N.to_nat (times p) + N.to_nat (growth p) * t.

  (** The pieces, written out and followed by [f]. *)
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

  Variable eqb : A -> A -> bool.
  Hypothesis eqb_eq : forall a b, eqb a b = true -> a = b.

  (** What is left of two words if one begins with the other: one of the results is empty. *)
  Fixpoint drop_common (v w : list A) : option (list A * list A) :=
    match v, w with
    | a :: v1, b :: w1 => if eqb a b then drop_common v1 w1 else None
    | _, _ => Some (v, w)
    end.

  Lemma drop_common_eq v : forall w v1 w1, drop_common v w = Some (v1, w1) ->
    (exists u, v = u ++ v1 /\ w = u ++ w1) /\ (v1 = [] \/ w1 = []).
  Proof.
    induction v as [|a v IH]; intros [|b w] v1 w1 H; simpl in H;
      try (injection H as <- <-; split; [now exists []|auto]).
    destruct (eqb a b) eqn:same; [|discriminate]. apply eqb_eq in same as ->.
    apply IH in H as ((u & -> & ->) & empty). split; [|exact empty]. now exists (b :: u).
  Qed.

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

  (** [v ++ w], but [v] is not copied if [w] is empty, as is often the case. *)
  Definition append (v w : list A) : list A :=
    match w with
    | [] => v
    | _ => v ++ w
    end.

  Lemma append_eq v w : append v w = v ++ w.
  Proof. destruct w; [symmetry; apply app_nil_r|reflexivity]. Qed.

  (** Whether a block occurs zero times, or once, for every [t]. (Where the second of two
      conditions is evaluated only if the first holds, [if] makes the checker faster than [&&].) *)
  Definition is_empty (p : piece) : bool := if (times p =? 0)%N then (growth p =? 0)%N else false.
  Definition is_once (p : piece) : bool := if (times p =? 1)%N then (growth p =? 0)%N else false.

  Lemma spell_empty p ps t f : is_empty p = true -> spell (p :: ps) t f = spell ps t f.
  Proof.
    destruct p as [b a g]. unfold is_empty. simpl.
    destruct (N.eqb_spec a 0) as [->|]; [|easy]. now intros ->%N.eqb_eq.
  Qed.

  Lemma spell_once p ps t f : is_once p = true ->
    spell (p :: ps) t f = prepend (block p) (spell ps t f).
  Proof.
    destruct p as [b a g]. unfold is_once. simpl.
    destruct (N.eqb_spec a 1) as [->|]; [|easy]. intros ->%N.eqb_eq. simpl.
    now rewrite app_nil_r.
  Qed.

  (** Whether a block has at least [a + g * t] copies for every [t], and the piece without them. *)
  Definition has (p : piece) (a g : N) : bool :=
    if (a <=? times p)%N then (g <=? growth p)%N else false.

  Definition without (p : piece) (a g : N) : piece :=
    Piece (block p) (times p - a) (growth p - g).

  Lemma spell_without p a g ps t f : has p a g = true ->
    spell (p :: ps) t f == spell (Piece (block p) a g :: without p a g :: ps) t f.
  Proof.
    unfold has. destruct (N.leb_spec a (times p)) as [Ha|]; [|discriminate]. intros Hg%N.leb_le.
    simpl. rewrite <- prepend_app, <- copies_add. unfold count. simpl.
    assert (N.to_nat g * t <= N.to_nat (growth p) * t) by (apply Nat.mul_le_mono_r; lia).
    rewrite !N2Nat.inj_sub, Nat.mul_sub_distr_r.
    now replace (N.to_nat a + _ + _) with (N.to_nat (times p) + N.to_nat (growth p) * t) by lia.
  Qed.

  (** ** Tidying

      The reader writes some copies of a block as a word next to the block. To keep descriptions
      short, such words become part of the block again. So a description is built from right to
      left: [push_word] puts a word in front of it, and [push] a piece. *)

  (** Remove as many copies of [v] as possible from the beginning of [w], and count them. *)
  Fixpoint strip (fuel : nat) (v w : list A) : N * list A :=
    match fuel with
    | 0 => (0%N, w)
    | S fuel =>
        match drop_common v w with
        | Some ([], u) => let (k, rest) := strip fuel v u in (N.succ k, rest)
        | _ => (0%N, w)
        end
    end.

  Lemma strip_eq fuel v : forall w k rest, strip fuel v w = (k, rest) ->
    w = copies (N.to_nat k) v ++ rest.
  Proof.
    induction fuel as [|fuel IH]; simpl; intros w k rest H; [now injection H as <- <-|].
    destruct (drop_common v w) as [[[|] u]|] eqn:first; [|now injection H as <- <-..].
    apply drop_common_eq in first as ((v' & -> & ->) & _).
    destruct (strip fuel _ u) as [j more] eqn:others. injection H as <- <-.
    rewrite N2Nat.inj_succ. simpl.
    now rewrite <- app_assoc, <- (IH _ _ _ others), app_nil_r.
  Qed.

  Definition more (k : N) (p : piece) : piece := Piece (block p) (k + times p) (growth p).

  Lemma copies_more k p t :
    copies (count (more k p) t) (block p) =
    copies (N.to_nat k) (block p) ++ copies (count p t) (block p).
  Proof. rewrite <- copies_add. unfold count, more. simpl. f_equal. lia. Qed.

  Lemma copies_comm j k w : copies j w ++ copies k w = copies k w ++ copies j w.
  Proof. now rewrite <- !copies_add, Nat.add_comm. Qed.

  (** Put a word in front of pieces, unless it is empty. *)
  Definition put (w : list A) (ps : list piece) : list piece :=
    match w with
    | [] => ps
    | _ => once w :: ps
    end.

  Lemma spell_put w ps t f : spell (put w ps) t f = prepend w (spell ps t f).
  Proof. destruct w as [|a w]; [reflexivity|]. now apply spell_once. Qed.

  (** Put a word in front of pieces. If it ends with copies of the first block, they join it. *)
  Definition absorb (w : list A) (ps : list piece) : list piece :=
    match ps with
    | p :: rest =>
        let (k, before) := strip (length w) (rev' (block p)) (rev' w) in
        put (rev' before) (more k p :: rest)
    | [] => put w []
    end.

  Lemma rev_copies k w : rev (copies k w) = copies k (rev w).
  Proof.
    induction k as [|k IH]; [reflexivity|]. simpl.
    now rewrite rev_app_distr, IH, <- (copies_past (rev w) (rev w)).
  Qed.

  Lemma spell_absorb w ps t f : spell (absorb w ps) t f == prepend w (spell ps t f).
  Proof.
    destruct ps as [|p ps]; simpl; [now rewrite spell_put|]. unfold rev'. rewrite <- !rev_alt.
    destruct (strip _ _ _) as [k before] eqn:ends. apply strip_eq, (f_equal (@rev A)) in ends.
    rewrite rev_app_distr, rev_copies, !rev_involutive in ends. subst w.
    rewrite <- rev_alt, spell_put. simpl. now rewrite copies_more, !prepend_app.
  Qed.

  (** The word that pieces begin with, and the rest. It is empty if they begin with a repeated
      block. *)
  Definition first_word (ps : list piece) : list A * list piece :=
    match ps with
    | p :: rest => if is_once p then (block p, rest) else ([], ps)
    | [] => ([], [])
    end.

  Lemma first_word_eq ps w rest t f : first_word ps = (w, rest) ->
    spell ps t f = prepend w (spell rest t f).
  Proof.
    destruct ps as [|p ps]; simpl; [|destruct (is_once p) eqn:one];
      intros H; injection H as <- <-; [reflexivity|now apply spell_once|reflexivity].
  Qed.

  (** Put a word in front of pieces. If they begin with a word, the two become one. *)
  Definition push_word (w : list A) (ps : list piece) : list piece :=
    let (u, rest) := first_word ps in absorb (append w u) rest.

  Lemma spell_push_word w ps t f : spell (push_word w ps) t f == prepend w (spell ps t f).
  Proof.
    unfold push_word. destruct (first_word ps) as [u rest] eqn:first.
    now rewrite spell_absorb, append_eq, prepend_app, (first_word_eq _ _ _ _ _ first).
  Qed.

  (** Put a piece in front of pieces. If the first one has the same block, the two become one. *)
  Definition merge (p : piece) (ps : list piece) : list piece :=
    match ps with
    | q :: rest =>
        if eqb_word (block p) (block q)
        then Piece (block p) (times p + times q) (growth p + growth q) :: rest
        else p :: ps
    | [] => [p]
    end.

  Lemma spell_merge p ps t f : spell (merge p ps) t f == spell (p :: ps) t f.
  Proof.
    destruct ps as [|q ps]; [reflexivity|]. simpl.
    destruct (eqb_word _ _) eqn:same; [|reflexivity]. apply eqb_word_eq in same.
    simpl. rewrite <- same, <- prepend_app, <- copies_add. unfold count. simpl.
    now replace (N.to_nat (times p + times q) + N.to_nat (growth p + growth q) * t)
      with (N.to_nat (times p) + N.to_nat (growth p) * t +
            (N.to_nat (times q) + N.to_nat (growth q) * t)) by lia.
  Qed.

  (** Put a piece in front of pieces. If they begin with copies of its block, these join it. *)
  Definition push (p : piece) (ps : list piece) : list piece :=
    if is_empty p then ps else
    if is_once p then push_word (block p) ps else
    let (u, rest) := first_word ps in
    let (k, after) := strip (length u) (block p) u in
    merge (more k p) (put after rest).

  Lemma spell_push p ps t f : spell (push p ps) t f == spell (p :: ps) t f.
  Proof.
    unfold push. destruct (is_empty p) eqn:empty; [now rewrite spell_empty|].
    destruct (is_once p) eqn:one; [now rewrite spell_once, spell_push_word|].
    destruct (first_word ps) as [u rest] eqn:first.
    destruct (strip _ _ u) as [k after] eqn:copies. apply strip_eq in copies.
    rewrite spell_merge. simpl. rewrite spell_put, (first_word_eq _ _ _ _ _ first), copies.
    now rewrite copies_more, copies_comm, !prepend_app.
  Qed.

  (** ** Reading

      Read a block again and again until the state is the same before and after a copy. Then it is
      the same after all further copies, and all of them are rewritten in the same way. The result
      consists of this state, the number of copies read before, the word written for them, and the
      word written for each further copy. There is no such word if the state is still changing when
      the limit is reached. *)

  Fixpoint settle (limit : nat) (s : A) (b : list A) : A * N * list A * option (list A) :=
    match limit with
    | 0 => (s, 0%N, [], None)
    | S limit =>
        let (s1, v) := read_word s b in
        if eqb s1 s then (s, 0%N, [], Some v) else
        let '(s2, k, w, further) := settle limit s1 b in (s2, N.succ k, append v w, further)
    end.

  Lemma settle_sound limit b : forall s s1 k w further, settle limit s b = (s1, k, w, further) ->
    (forall f, read s (prepend (copies (N.to_nat k) b) f) == prepend w (read s1 f)) /\
    (forall v, further = Some v -> read_word s1 b = (s1, v)).
  Proof.
    induction limit as [|limit IH]; simpl; intros s s1 k w further H;
      [now injection H as <- <- <- <-|].
    destruct (read_word s b) as [s2 v] eqn:first. destruct (eqb s2 s) eqn:stable.
    - injection H as <- <- <- <-. apply eqb_eq in stable as ->.
      split; [reflexivity|]. intros u eq. now injection eq as <-.
    - destruct (settle limit s2 b) as [[[s3 j] u] last] eqn:others. injection H as <- <- <- <-.
      apply IH in others as [before after]. split; [|exact after]. intros f.
      rewrite N2Nat.inj_succ, append_eq. simpl. rewrite !prepend_app.
      now rewrite (read_prepend b _ _ _ _ first), before.
  Qed.

  (** How many copies of a block to read one by one, at most. The state may have settled after all
      copies that exist for [t = 0]; to see this, one more is read of a block that grows. The limit
      of 256 is far above what is needed. *)
  Definition limit (p : piece) : nat :=
    N.to_nat (N.min 256 (if (growth p =? 0)%N then times p else N.succ (times p))).

  (** What is written for the other copies: if the state has settled, all of them are rewritten in
      the same way, however many there are. If not, there must be none. [None] means that the reader
      gives up. *)
  Definition others (p : piece) (further : option (list A)) : option piece :=
    match further with
    | Some v => Some (Piece v (times p) (growth p))
    | None => if is_empty p then Some p else None
    end.

  (** Read a row, piece by piece, for all [t] at once. The copies that are read one by one must
      exist for every [t]. *)
  Fixpoint read_pieces (s : A) (ps : list piece) (tail : list A) : option row :=
    match ps with
    | [] =>
        match settle 256 s tail with
        | (_, _, w, Some v) => Some (put w [], v)
        | _ => None
        end
    | p :: ps =>
        let '(s1, k, w, further) := settle (limit p) s (block p) in
        match (if has p k 0 then others (without p k 0) further else None) with
        | None => None
        | Some q =>
            match read_pieces s1 ps tail with
            | Some (qs, tail) => Some (push_word w (push q qs), tail)
            | None => None
            end
        end
    end.

  Lemma read_tail s tail s1 k w v : tail <> [] -> settle 256 s tail = (s1, k, w, Some v) ->
    read s (cycle tail) == prepend w (cycle v) /\ v <> [].
  Proof.
    intros nonempty H. apply settle_sound in H as [before after].
    specialize (after v eq_refl). split.
    - rewrite (cycle_copies (N.to_nat k)) by exact nonempty.
      now rewrite before, (read_cycle _ _ _ nonempty after).
    - pose proof (read_word_length tail s1) as len. rewrite after in len. now destruct v, tail.
  Qed.

  Lemma read_others s p further q ps t f : others p further = Some q ->
    (forall v, further = Some v -> read_word s (block p) = (s, v)) ->
    read s (spell (p :: ps) t f) == spell [q] t (read s (spell ps t f)).
  Proof.
    unfold others. intros H same. destruct further as [v|].
    - injection H as <-. simpl. now apply read_copies, same.
    - destruct (is_empty p) eqn:empty; [|discriminate]. injection H as <-.
      now rewrite !spell_empty.
  Qed.

  Lemma read_pieces_sound ps tail : tail <> [] -> forall s r t, read_pieces s ps tail = Some r ->
    read s (row_at (ps, tail) t) == row_at r t /\ snd r <> [].
  Proof.
    intros nonempty. unfold row_at.
    induction ps as [|p ps IH]; intros s r t H; cbn [read_pieces] in H.
    - destruct (settle 256 s tail) as [[[s1 k] w] [v|]] eqn:settled; [|discriminate].
      injection H as <-. cbn [fst snd]. rewrite spell_put.
      exact (read_tail _ _ _ _ _ _ nonempty settled).
    - destruct (settle _ s _) as [[[s1 k] w] further] eqn:settled.
      apply settle_sound in settled as [before after].
      destruct (has p k 0) eqn:enough; [|discriminate].
      destruct (others _ further) as [q|] eqn:rest; [|discriminate].
      destruct (read_pieces s1 ps tail) as [[qs tail1]|] eqn:next; [|discriminate].
      injection H as <-. destruct (IH _ _ t next) as [same full]. split; [|exact full].
      cbn [fst snd] in *.
      rewrite spell_push_word, spell_push, (spell_without p k 0) by exact enough.
      change (spell (q :: qs) t (cycle tail1)) with (spell [q] t (spell qs t (cycle tail1))).
      rewrite <- same, <- (read_others _ _ _ _ _ _ _ rest after), <- before.
      cbn [spell]. unfold count at 1. cbn [times growth block]. now rewrite Nat.add_0_r.
  Qed.

  Definition read_rows (k : N) (r : row) : option row :=
    N.iter k (fun r => match r with Some (ps, tail) => read_pieces zero ps tail | None => None end)
      (Some r).

  Lemma read_rows_sound k r r1 t : snd r <> [] -> read_rows k r = Some r1 ->
    Nat.iter (N.to_nat k) (read zero) (row_at r t) == row_at r1 t /\ snd r1 <> [].
  Proof.
    unfold read_rows. intros nonempty. revert r1.
    induction k as [|k IH] using N.peano_ind; intros r1 H.
    - now injection H as <-.
    - rewrite N.iter_succ in H. destruct (N.iter k _ _) as [[ps tail]|]; [|discriminate].
      destruct (IH _ eq_refl) as [same full].
      destruct (read_pieces_sound _ _ full _ _ t H) as [next full1]. split; [|exact full1].
      rewrite N2Nat.inj_succ. simpl. now rewrite same.
  Qed.

  (** ** Comparing rows

      Two rows are compared from left to right, for all [t] at once. [ahead] is a word of the left
      row that has no counterpart in the right row yet; what is left to compare are the word and
      [left] with [right].

      Let [x] be this word, and let [a] and [b] be the blocks with which [left] and [right] begin.
      If [x ++ a = b ++ x], then [x] can be moved past any number of copies, so the same number of
      copies can be taken away from both rows. If not, one copy of [b] is taken away and compared
      with [x], letter by letter. If [b] is longer than [x], the rows change sides. *)

  Record comparison := Compare { ahead : list A; left : row; right : row }.

  Definition equal (c : comparison) : Prop :=
    snd (left c) <> [] -> snd (right c) <> [] ->
    forall t, prepend (ahead c) (row_at (left c) t) == row_at (right c) t.

  (** The block that a row begins with. *)
  Definition first_block (r : row) : list A :=
    match fst r with
    | p :: _ => block p
    | [] => snd r
    end.

  (** Whether it has at least [a + g * t] copies for every [t], and the row without them. *)
  Definition row_has (r : row) (a g : N) : bool :=
    match fst r with
    | p :: _ => has p a g
    | [] => true
    end.

  Definition row_without (r : row) (a g : N) : row :=
    match fst r with
    | p :: rest =>
        let q := without p a g in
        (if is_empty q then rest else q :: rest, snd r)
    | [] => r
    end.

  Lemma row_without_sound r a g t : snd r <> [] -> row_has r a g = true ->
    row_at r t == spell [Piece (first_block r) a g] t (row_at (row_without r a g) t).
  Proof.
    destruct r as [[|p ps] tail]; unfold row_without, row_at; cbn [fst snd]; intros nonempty enough.
    - now apply cycle_copies.
    - rewrite (spell_without p a g) by exact enough.
      destruct (is_empty (without p a g)) eqn:empty; [|reflexivity].
      cbn [spell]. pose proof (spell_empty _ ps t (cycle tail) empty) as same.
      cbn [spell] in same. now rewrite same.
  Qed.

  Lemma row_without_tail r a g : snd (row_without r a g) = snd r.
  Proof. now destruct r as [[|p ps] tail]. Qed.

  (** All copies of the first block of one row, if the other row has as many for every [t]. *)
  Definition common (l r : row) : option (N * N) :=
    find (fun '(a, g) => if row_has l a g then row_has r a g else false)
      (map (fun p => (times p, growth p)) (firstn 1 (fst l) ++ firstn 1 (fst r))).

  (** Take one copy away from the right row, and compare it with [ahead]. *)
  Definition compare_letters (c : comparison) : comparison + bool :=
    let '(Compare x l r) := c in
    if row_has r 1 0 then
      match drop_common x (first_block r) with
      | None => inr false
      | Some (x, []) => inl (Compare x l (row_without r 1 0))
      | Some (_, y) => inl (Compare y (row_without r 1 0) l)
      end
    else inr false.

  (** The next comparison, or an answer; [false] may also mean that the checker cannot decide. *)
  Definition compare_step (c : comparison) : comparison + bool :=
    let '(Compare x l r) := c in
    let past := eqb_word (x ++ first_block l) (first_block r ++ x) in
    match fst l, fst r, (if past then common l r else None) with
    | [], [], _ => inr past
    | _, _, Some (a, g) => inl (Compare x (row_without l a g) (row_without r a g))
    | _, _, None => compare_letters c
    end.

  (** A step is sound if the rows are equal whenever the verdict is [true], or the rows of the next
      comparison are equal. *)
  Definition sound_step (c : comparison) (result : comparison + bool) : Prop :=
    match result with
    | inl next => equal next -> equal c
    | inr verdict => verdict = true -> equal c
    end.

  Lemma compare_letters_sound c : sound_step c (compare_letters c).
  Proof.
    destruct c as [x l r]. unfold compare_letters.
    destruct (row_has r 1 0) eqn:one; [|discriminate].
    destruct (drop_common x (first_block r)) as [[x1 y]|] eqn:same; [|discriminate].
    apply drop_common_eq in same as ((u & Hx & Hr) & empty).
    assert (next : forall t, snd r <> [] ->
      prepend x1 (row_at l t) == prepend y (row_at (row_without r 1 0) t) ->
      prepend x (row_at l t) == row_at r t).
    { intros t Hw H. rewrite (row_without_sound r 1 0 t Hw one). rewrite spell_once by reflexivity.
      cbn [block spell]. now rewrite Hx, Hr, !prepend_app, H. }
    destruct y as [|b y]; intros H Hl Hw t; specialize (next t Hw);
      unfold equal in H; simpl in *; rewrite row_without_tail in H.
    - now apply next, H.
    - destruct empty as [->|]; [|discriminate]. apply next. symmetry. now apply H.
  Qed.

  Lemma compare_step_sound c : sound_step c (compare_step c).
  Proof.
    pose proof (compare_letters_sound c) as letters. destruct c as [x l r]. unfold compare_step.
    destruct (eqb_word _ _) eqn:past.
    2: { destruct (fst l), (fst r); simpl; try exact letters. discriminate. }
    apply eqb_word_eq in past.
    assert (common_step : forall a g, common l r = Some (a, g) ->
      equal (Compare x (row_without l a g) (row_without r a g)) -> equal (Compare x l r)).
    { intros a g H next Hl Hr t. apply find_some in H as [_ H].
      destruct (row_has l a g) eqn:left_has; [|discriminate].
      unfold equal in next. simpl in *. rewrite !row_without_tail in next.
      rewrite (row_without_sound l a g t Hl left_has), (row_without_sound r a g t Hr H).
      rewrite <- (next Hl Hr t). cbn [spell block].
      now rewrite <- !prepend_app, (copies_past _ _ _ _ past). }
    assert (tails : fst l = [] -> fst r = [] -> equal (Compare x l r)).
    { destruct l as [ps v], r as [qs w]. simpl. intros -> -> Hv Hw t.
      unfold row_at, first_block in *. simpl in *. apply cycle_is; [exact Hw|].
      rewrite <- prepend_app, <- past, prepend_app. now rewrite <- cycle_unfold. }
    destruct (fst l), (fst r), (common l r) as [[a g]|];
      solve [exact letters | exact (common_step _ _ eq_refl) | intros _; now apply tails].
  Qed.

  (** Compare in at most [2 ^ depth] steps. *)
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

  Definition drop_empty (r : row) : row := (filter (fun p => negb (is_empty p)) (fst r), snd r).

  Lemma drop_empty_eq r t : row_at (drop_empty r) t = row_at r t.
  Proof.
    destruct r as [ps tail]. unfold row_at. simpl. induction ps as [|p ps IH]; [reflexivity|].
    simpl filter. destruct (is_empty p) eqn:empty; [now rewrite spell_empty|].
    simpl. now rewrite IH.
  Qed.

  Definition same_rows (l r : row) : bool :=
    match compare 40 (Compare [] (drop_empty l) (drop_empty r)) with
    | inr verdict => verdict
    | inl _ => false
    end.

  Lemma same_rows_sound l r : snd l <> [] -> snd r <> [] -> same_rows l r = true ->
    forall t, row_at l t == row_at r t.
  Proof.
    unfold same_rows. intros Hl Hr H t. rewrite <- (drop_empty_eq l), <- (drop_empty_eq r).
    pose proof (compare_sound 40 (Compare [] (drop_empty l) (drop_empty r))) as sound.
    destruct (compare 40 _) as [next|answer]; [discriminate|]. now apply sound.
  Qed.

  (** ** Certificates

      Row 0 of the table consists of zeros, and each further row is what the machine writes when it
      reads the row before. A certificate claims that for every [t], row [start + period * t] is
      [row_at (pattern c) t]. *)

  Definition table (x : nat) : stream := Nat.iter x (read zero) (fun _ => zero).

  Record certificate := Certificate { start : N; period : N; pattern : row }.

  (** The descriptions for [t = 0] and for [t + 1]. *)
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

  (** The checker. It computes row [start] from row 0, and compares it with the pattern for
      [t = 0]. Then it reads the pattern [period] times, for all [t] at once, and compares the
      result with the pattern for [t + 1]. Row 0 is described as a tail of [width] zeros. *)
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

  (** By induction on [t], the rows of the pattern are rows of the table. *)
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

  (** What a certificate says about row [x]. The rows before [start] must be computed. Each later
      row is computed from the last row up to it that the pattern describes. *)
  Definition claimed (c : certificate) (x : nat) : stream :=
    if x <? N.to_nat (start c) then table x else
    let k := x - N.to_nat (start c) in
    Nat.iter (k mod N.to_nat (period c)) (read zero)
      (row_at (pattern c) (k / N.to_nat (period c))).

  (** If a certificate passes the check, all that it says is true. *)
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
