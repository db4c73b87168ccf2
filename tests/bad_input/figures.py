"""What the figures may be given, and what is said of what may not."""

from __future__ import annotations

from matplotlib.figure import Figure

from nimtwist.figures import Picture, family_census, nim_sum_map, outcome_maps
from tests.bad_input import Call

CALLS: dict[str, Call] = {
    "Picture": (Picture, (Figure(), "nothing")),
    "family_census": (family_census, (2,)),
    "nim_sum_map": (nim_sum_map, (4,)),
    "outcome_maps": (outcome_maps, ({"a": ["PN", "NP"]},)),
}

TAKES_LONG = {"nim_sum_map"}
