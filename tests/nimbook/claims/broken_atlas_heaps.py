"""What rests on one restriction's values, on cubes, and on rows beside other heaps."""

from __future__ import annotations

from nimtwist.atlas.beside import BesideProof, _Reader, _Steps
from nimtwist.atlas.checker import _start_flaw
from nimtwist.atlas.search import _grown
from nimtwist.atlas.several import CubeProof, Cubes, _Cube, cube_flaw, find_cube
from nimtwist.atlas.single import SingleProof, _States, single_flaw, solve_single
from nimtwist.games.blocking import BlockingNim

SOURCE = "atlas"

MUTATIONS = [
    # The rules.
    (BlockingNim.options, "(taken - 1) % self.modulus + 1", "taken % self.modulus", "single cubes"),
    # One restriction alone.
    (_States.step, "self.low + value", "value", "single"),
    (_States.step, ":= min(", ":= max(", "single"),
    (_States.state, "*self._taken[here:], *self._taken[:here]", "*self._taken,", "single"),
    (solve_single, "while start and", "while not start and", "single"),
    (single_flaw, "not in proof.restriction", "in proof.restriction", "single"),
    (single_flaw, "sets != same", "sets == same", "single"),
    (SingleProof.value, "+ periods * self.saltus", "", "single"),
    # Cubes.
    (_Cube.grow, "line[-1] >> top", "line[-1] >> 1", "three bounded one-period one-state-period"),
    (_Cube.grow, "union |= line[-1]", "union = line[-1]", "cubes figure-4 three bounded"),
    (_Cube.repeats, "all(", "any(", "cubes figure-4 three four bounded one-state-period"),
    (find_cube, "cube.size - period", "cube.size", "figure-4", "slow"),
    (cube_flaw, "good.add(heaps)", "good.clear()", "figure-4"),
    (cube_flaw, "if one != other", "if one == other", "cubes figure-4 three bounded"),
    (CubeProof.reduced, "self.start + (h", "(h", "cubes"),
    (Cubes._wins, "1 << r - 1", "1 << r", "cubes figure-4"),
    # Rows beside other heaps.
    (_Reader.__missing__, "bit * good[plane]", "bit", "figure-4", "slow"),
    (_Steps.__missing__, "if good[option]:", "if not good[option]:", "figure-4 four", "slow"),
    (_grown, "b.times - a.times", "0", "figure-4"),
    (_start_flaw, "range(certificate.row)", "range(1, certificate.row)", "beside"),
    (BesideProof.unbounded, "last[-1] != ", "last[-1] == ", "figure-4 three bounded"),
]
