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
