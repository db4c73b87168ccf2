"""An alias of `nimtwist.algebra.nimber` that also provides `Nimber`."""

from nimtwist.algebra import Nimber, nimber
from nimtwist.algebra.nimber import *  # noqa: F403

__all__ = ["Nimber"]
__all__ += nimber.__all__
