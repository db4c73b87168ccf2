"""What the public names may be given, a table a module.

`CALLS` has each function, class and method with arguments that are right; junk takes the place of
each. `TAKES_LONG` has those that a huge number, though right, would keep busy. `SENTENCES` are
calls that are refused, and in which words.
"""

from collections.abc import Callable

Call = tuple[Callable[..., object], tuple[object, ...]]
Sentence = tuple[Callable[[], object], str]
