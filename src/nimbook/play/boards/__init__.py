"""Boards of games; each registers itself by `nimbook.play.board.register`."""

from nimbook.play import _sum
from nimbook.play.boards import blocking, gallery, mum, stones

__all__ = ["_sum", "blocking", "gallery", "mum", "stones"]
