(** * Games solved for two heaps of any size

    Here the checker runs on the certificates of the atlas. [solved] says that they solve the game
    of every nonempty family of restrictions modulo 1, 2, 3 or 4, even if the family is not in the
    atlas. *)

From Twist Require Export Certificates.
Import ListNotations.

(** The checker accepts all certificates up to modulus 4. *)
Theorem all_accepted : forallb entry_accepted entries = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** In Nim, each row has one copy more than the row before. A certificate that says so is accepted;
    one that claims two more is refused. *)
Example nim_grows_by_one :
  accepts 1 [[]] (Certificate 1 1 ([Piece [[true]] 1 1], [[false]])) = true /\
  accepts 1 [[]] (Certificate 1 1 ([Piece [[true]] 1 2], [[false]])) = false.
Proof. now vm_compute. Qed.

(** ** All families

    The atlas lists only families in which no restriction contains another, but every other
    nonempty family has the same code as one of them. There are too many families to look at each.
    Instead, build a family by adding one restriction after the other: whichever restriction is
    added to a game of the atlas, the code that results is again that of a game of the atlas. *)

Fixpoint tree_or (s t : tree bool) : tree bool :=
  match s, t with
  | Leaf a, Leaf b => Leaf (a || b)
  | Node a b, Node c d => Node (tree_or a c) (tree_or b d)
  | _, _ => s
  end.

Lemma build_or n : forall f g : list bool -> bool,
  build n (fun l => f l || g l) = tree_or (build n f) (build n g).
Proof.
  induction n as [|n IH]; intros f g; [reflexivity|]. simpl.
  now rewrite (IH (fun l => f (false :: l))), (IH (fun l => f (true :: l))).
Qed.

Lemma code_cons n d family :
  code n (d :: family) = tree_or (build n (blocks (allowed n d))) (code n family).
Proof. exact (build_or n (blocks (allowed n d)) _). Qed.

Lemma tree_dec (s t : tree bool) : {s = t} + {s <> t}.
Proof. decide equality. apply bool_dec. Defined.

Fixpoint words (n : nat) : list (list bool) :=
  match n with
  | 0 => [[]]
  | S n => map (cons false) (words n) ++ map (cons true) (words n)
  end.

Lemma in_words l : In l (words (length l)).
Proof.
  induction l as [|b l IH]; simpl; [auto|]. apply in_app_iff.
  destruct b; [right|left]; now apply in_map.
Qed.

(** Whether adding a restriction to the empty family, or to a family whose code is known, always
    gives a known code. A restriction is described by the residues that it allows, so there are as
    many as words of [n] booleans. *)
Definition closed (n : nat) (known : list (tree bool)) : bool :=
  forallb (fun a =>
    let t := build n (blocks a) in
    forallb (fun k => if in_dec tree_dec (tree_or t k) known then true else false)
      (code n [] :: known)) (words n).

Lemma code_known n known family : closed n known = true -> family <> [] ->
  In (code n family) known.
Proof.
  unfold closed. intros H. rewrite forallb_forall in H.
  assert (step : forall d k, In k (code n [] :: known) ->
    In (tree_or (build n (blocks (allowed n d))) k) known).
  { intros d k Hk.
    assert (width : length (allowed n d) = n).
    { unfold allowed. now rewrite map_length, seq_length. }
    assert (Hd : In (allowed n d) (words n)) by (rewrite <- width at 2; apply in_words).
    specialize (H _ Hd). cbv zeta in H. rewrite forallb_forall in H.
    specialize (H k Hk). now destruct (in_dec _ _ _) in H. }
  induction family as [|d family IH]; [easy|]. intros _. rewrite code_cons. apply step.
  destruct family as [|e family]; [apply in_eq|]. apply in_cons. now apply IH.
Qed.

Definition codes (n : nat) (es : list entry) : list (tree bool) :=
  map (fun e => code n (family_of e)) (filter (fun e => modulus e =? n) es).

Lemma closed_accepted n es family :
  forallb entry_accepted es = true -> closed n (codes n es) = true -> family <> [] ->
  exists c, accepts n family c = true.
Proof.
  intros all complete nonempty. rewrite forallb_forall in all.
  pose proof (code_known n _ family complete nonempty) as H.
  apply in_map_iff in H as (e & same & He). apply filter_In in He as [He Hm].
  apply Nat.eqb_eq in Hm. exists (proof e). unfold accepts. rewrite <- same, <- Hm.
  exact (all e He).
Qed.

Lemma all_closed : forallb (fun n => closed n (codes n entries)) (seq 1 4) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Every family modulo 1, 2, 3 or 4 has a certificate that the checker accepts, and so, by
    [soundness], is solved for two heaps of any size. *)
Theorem two_heaps n family : 1 <= n <= 4 -> family <> [] ->
  exists c, accepts n family c = true.
Proof.
  intros Hn. apply (closed_accepted n entries family all_accepted).
  apply (proj1 (forallb_forall _ _) all_closed). apply in_seq. lia.
Qed.

(** So every nonempty family modulo 1, 2, 3 or 4 is solved for two heaps of any size. *)
Theorem solved n family : 1 <= n <= 4 -> family <> [] ->
  exists c, accepts n family c = true /\ forall x y d,
  P_position (([x; y], d) : position (blocking n family)) <->
  forall r, 1 <= r <= n -> claims n family c x y r -> allows n d r = false.
Proof.
  intros Hn some. destruct (two_heaps n family Hn some) as [c H]. exists c.
  split; [exact H|]. exact (soundness n family c H).
Qed.
