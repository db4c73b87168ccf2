from types import SimpleNamespace
from typing import Any
def misere_quotient(rules: Any, heaps: Any, limit: int = 60) -> Any:
    return SimpleNamespace(order=0, p_elements=[])
