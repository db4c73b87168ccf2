"""Boards of games; each module registers its boards with `nimbook.play.board_for.register`."""

from nimbook.play import _sum
from nimbook.play.boards import blocking, gallery, mum, ordinal_stones, stones

__all__ = ["_sum", "blocking", "gallery", "mum", "ordinal_stones", "stones"]
