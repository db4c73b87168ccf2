"""Boards of stones, with their axes and a move."""

from __future__ import annotations

from nimbook.show._base import Drawing, svg, wrap
from nimtwist.games.stones import Move, Stone, Stones, StonesPosition

_STEP, _LEFT, _TOP = 28, 34, 16


def stone_board(
    position: StonesPosition, side: int | None = None, rectangle: Move | None = None
) -> Drawing:
    """Return stones on a board with its dead axes, which are dashed; (1, 1) is at the bottom left.

    `side` is the largest coordinate, by default that of the position. `rectangle`, a stone and
    its far corner, is drawn over it: + where a stone comes, − where one goes, and nothing on an
    axis.
    """
    side = side or max((place for stone in position for place in stone), default=1)
    low, right = _TOP + side * _STEP, _LEFT + side * _STEP

    def place(spot: Stone) -> tuple[int, int]:
        return _LEFT + spot[0] * _STEP, low - spot[1] * _STEP

    def discs(spots: StonesPosition, kind: str) -> list[str]:
        circle = f'<circle class="{kind}" cx="{{}}" cy="{{}}" r="11"/>'
        return [circle.format(*place(spot)) for spot in sorted(spots)]

    def signs(spots: StonesPosition, kind: str, sign: str) -> list[str]:
        text = f'<text class="{kind}" x="{{}}" y="{{}}" dy="5" text-anchor="middle">{sign}</text>'
        return [text.format(*place(spot)) for spot in sorted(spots)]

    places = range(1, side + 1)
    lines = "".join(f"M{_LEFT + x * _STEP} {_TOP}V{low - _STEP}" for x in places)
    lines += "".join(f"M{_LEFT + _STEP} {low - y * _STEP}H{right}" for y in places)
    parts = [
        f'<path class="nt-line" d="{lines}"/>',
        f'<path class="nt-dead" d="M{_LEFT} {_TOP}V{low}H{right}"/>',
        *(
            f'<text class="nt-small" x="{_LEFT + x * _STEP}" y="{low + 22}" '
            f'text-anchor="middle">{x}</text>'
            for x in range(side + 1)
        ),
        *(
            f'<text class="nt-small" x="{_LEFT - 14}" y="{low - y * _STEP}" dy="4" '
            f'text-anchor="end">{y}</text>'
            for y in range(side + 1)
        ),
    ]
    title = f"Stones at {Stones().show(position)}" if position else "An empty board"
    description, stones = "", discs(position, "nt-stone")
    if rectangle:
        (x, top), (far, bottom) = map(place, rectangle)
        parts.append(f'<path class="nt-rectangle" d="M{far} {bottom}H{x}V{top}H{far}Z"/>')
        after = Stones().after(position, *rectangle)
        come, gone = after - position, position - after
        said = {"stones come at": come, "stones go at": gone}
        changes = [f"{words} {Stones().show(spots)}" for words, spots in said.items() if spots]
        description = f"The move changes a rectangle: {'; '.join(changes)}."
        stones += discs(come, "nt-comes") + signs(come, "nt-come", "+")
        stones += signs(gone, "nt-gone", "−")
    picture = svg(right + 18, low + 28, title, description, "".join(parts + stones))
    return wrap(picture, "nt-board")  # it becomes smaller where there is no room
