"""Mutations of the code for single restrictions, cubes, and two heaps with extra heaps.

Each mutation is listed with the claims that detect it.
"""

from __future__ import annotations

from nimtwist.atlas.checker import base_flaw
from nimtwist.atlas.cubes import _Cube
from nimtwist.atlas.extra_heaps import _PlaneSteps
from nimtwist.atlas.one_restriction import _States
from nimtwist.games.blocking import BlockingNim

SOURCE = "atlas"

MUTATIONS = [
    # A mutation of the rules of blocking Nim
    (BlockingNim.options, "(taken - 1) % self.modulus + 1", "taken % self.modulus", "single cubes"),
    # A mutation of the code that computes Grundy values under a single restriction
    (_States.step, "self.low + value", "value", "single"),
    # Mutations of the code for cubes
    (_Cube.grow, "line[-1] >> top", "line[-1] >> 1", "three bounded one-period one-state-period"),
    (_Cube.grow, "union |= line[-1]", "union = line[-1]", "cubes figure-4 three bounded"),
    (_Cube.repeats, "all(", "any(", "cubes figure-4 three four bounded one-state-period"),
    # Mutations of the code for two heaps with extra heaps
    (_PlaneSteps.__missing__, "if good[option]:", "if not good[option]:", "figure-4 four", "slow"),
    (base_flaw, "range(certificate.row)", "range(1, certificate.row)", "beside"),
]
