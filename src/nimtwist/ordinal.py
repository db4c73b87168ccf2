"""An alias of `nimtwist.algebra.ordinal`."""

from nimtwist.algebra import ordinal
from nimtwist.algebra.ordinal import *  # noqa: F403

__all__ = []
__all__ += ordinal.__all__
