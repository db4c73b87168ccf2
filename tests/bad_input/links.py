"""What links to labs may be given, and what is said of what may not."""

from __future__ import annotations

import ipywidgets as ipw

from nimbook import links
from tests.bad_input import Call

INPUTS = links.Inputs({"heap": ipw.Text("3")})
links.register("tried", INPUTS)

CALLS: dict[str, Call] = {
    "Inputs": (links.Inputs, ({"heap": ipw.Text("3")}, print, str)),
    "Inputs.set": (INPUTS.set, ({"heap": "4"},)),
    "follow": (links.follow, ("lab-tried?heap=4",)),
    "fragment": (links.fragment, ("tried",)),
    "register": (links.register, ("tried-too", INPUTS)),
}
