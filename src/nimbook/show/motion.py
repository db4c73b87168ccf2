"""Animations that explain: strips of frames, which a script in the page plays.

Without the script, in print and for readers who prefer reduced motion, an animation is a strip of
pictures with captions.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from itertools import islice

from nimbook.show._base import Drawing, scroll, svg
from nimtwist import MuM, Nim, Solver, nim_sum
from nimtwist.atlas.certificate import letters
from nimtwist.atlas.rows import rows
from nimtwist.games import Stones
from nimtwist.games.blocking import BlockingNim
from nimtwist.games.stones import Stone, StonesPosition

__all__ = ["animation", "pairing_off", "product_walk", "rectangle_move", "repeating_rows"]

Place = tuple[float, float, str]
"""The coordinates of a part, and its CSS class."""
Frame = tuple[str, Mapping[str, Place]]
"""A caption (HTML), and the places of all visible parts, by name."""

_CONTROLS = (
    '<div class="nt-controls">'
    + "".join(
        f'<button type="button" data-motion="{name}">{label}</button>'
        for name, label in [("play", "Play"), ("step", "Step"), ("restart", "Restart")]
    )
    + '<input type="range" min="0" max="{}" value="0" autocomplete="off" aria-label="Step"></div>'
)


def animation(
    title: str,
    size: tuple[float, float],
    parts: Mapping[str, str],
    frames: Sequence[Frame],
    background: str = "",
) -> Drawing:
    """Return an animation in which parts move from frame to frame, appear and disappear.

    Args:
        title: the title, for screen readers.
        size: the width and height of each frame.
        parts: the SVG of each part, drawn around the origin, in drawing order.
        frames: the frames. A hidden part waits where it was last seen, or will first be seen.
        background: SVG behind the parts, the same in all frames.

    >>> dot = {"dot": '<circle r="4"/>'}
    >>> html = animation("A jump", (60, 20), dot, [("", {"dot": (9, 9, "")}), ("Gone.", {})])
    >>> html.count("translate(9px, 9px)"), html.count("nt-off")
    (2, 1)
    """
    places = {name: place for _, visible in reversed(frames) for name, place in visible.items()}
    items = []
    for number, (caption, visible) in enumerate(frames, 1):
        groups = ""
        for name, markup in parts.items():
            x, y, kind = places[name] = visible.get(name, (*places[name][:2], "nt-off"))
            style = f'style="transform: translate({x:g}px, {y:g}px)"'
            groups += f'<g class="nt-part {kind}" {style}>{markup}</g>'
        picture = svg(*size, f"{title}: step {number} of {len(frames)}", "", background + groups)
        current = ' class="nt-current"' if number == 1 else ""
        items.append(f"<li{current}>{picture}<p>{caption}</p></li>")
    strip = scroll(f'<ol aria-live="polite">{"".join(items)}</ol>', "Frames")
    return Drawing(
        f'<div class="nt nt-motion" role="group" aria-label="{escape(title)}">'
        f"{strip}{_CONTROLS.format(len(frames) - 1)}</div>"
    )


# --- Chapter 1: pairs of powers of two ------------------------------------------------------------


def pairing_off(heaps: tuple[int, ...]) -> Drawing:
    """Cut heaps of matches into powers of two, and let equal blocks meet and vanish.

    >>> "Nothing is left" in pairing_off((5, 6, 3))
    True
    """
    step, height = 13, 46
    cut = [[1 << k for k in reversed(range(h.bit_length())) if h >> k & 1] for h in heaps]
    powers = sorted({power for heap in cut for power in heap}, reverse=True)
    column = {power: 34 + sum(q * step + 26 for q in powers if q > power) for power in powers}
    parts, whole, apart = {}, dict[str, Place](), dict[str, Place]()
    for row, heap in enumerate(cut):
        x, y = 34, 6 + row * height
        for power in heap:
            matches = "".join(f"M{step * i + 10} " for i in range(power))
            parts[name := f"{row}-{power}"] = (
                f'<rect class="nt-block" width="{power * step + 8}" height="36" rx="5"/>'
                f'<path class="nt-match" d="{matches.replace(" ", " 9v20")}"/>'
                f'<path class="nt-match-head" d="{matches.replace(" ", " 8v2")}"/>'
            )
            whole[name], apart[name] = (x, y, "nt-whole"), (column[power], y, "")
            x += power * step
    sums = "; ".join(f"{heap} = {' + '.join(map(str, c))}" for heap, c in zip(heaps, cut))
    frames: list[Frame] = [
        (f"Heaps of {', '.join(map(str, heaps))}.", whole),
        (f"Cut each heap into powers of two: {sums}.", apart),
    ]
    left = dict(apart)
    for power in powers:
        rows_with = [row for row, heap in enumerate(cut) if power in heap]
        for one, other in zip(rows_with[::2], rows_with[1::2]):
            middle = 6 + (one + other) / 2 * height
            meeting = {
                f"{one}-{power}": (column[power], middle - 18, "nt-lit"),
                f"{other}-{power}": (column[power], middle + 18, "nt-lit"),
            }
            words = f"Two blocks of {power} meet: {power} ⊕ {power} = {power ^ power}."
            frames.append((words, left | meeting))
            left = {name: place for name, place in left.items() if name not in meeting}
    total = nim_sum(heaps)
    rest = f"What is left is the nim-sum, {total}" if total else "Nothing is left: the nim-sum is 0"
    outcome = Solver(Nim()).outcome(Nim().canonical(heaps))
    frames.append((f"{rest}. So {Nim().show(heaps)} is {outcome}.", left))
    labels = "".join(
        f'<text x="6" y="{29 + row * height}">{heap}</text>' for row, heap in enumerate(heaps)
    )
    width = max(column[powers[-1]] + powers[-1] * step, 34 + max(heaps) * step) + 16
    size = width, height * len(heaps) + 2
    return animation("Equal powers of two pair off", size, parts, frames, labels)


# --- Chapter 4: one move of a stone ---------------------------------------------------------------


def rectangle_move(position: StonesPosition, stone: Stone, corner: Stone) -> Drawing:
    """Show how a move replaces a stone by stones at the other three corners of a rectangle.

    Each stone shows its Grundy value, the nim-product of its coordinates.

    >>> "1 ⊕ 12 = 13" in rectangle_move(frozenset({(4, 3), (2, 3)}), (4, 3), (2, 1))
    True
    """
    step, values = 52, Stones().closed_form
    side = max(place for spot in position for place in spot)
    after = Stones().after(position, stone, corner)
    (x, y), (left, below) = stone, corner
    targets = [(left, y), (x, below), (left, below)]

    def place(spot: Stone, kind: str = "") -> Place:
        return spot[0] * step - 14, (side + 1 - spot[1]) * step - 22, kind

    def disc(spot: Stone) -> str:
        value = values.grundy(frozenset({spot}))
        text = f'<text class="nt-on-stone" y="5" text-anchor="middle">{value}</text>'
        return f'<circle class="nt-stone" r="17"/>{text}'

    def total(stones: StonesPosition) -> str:
        terms = [values.grundy(frozenset({spot})) for spot in sorted(stones)]
        return f"Together: {' ⊕ '.join(map(str, terms)) or 0} = {values.grundy(stones)}"

    worth = ", ".join(
        f"{x} ⊗ {y} = {values.grundy(frozenset({(x, y)}))}" for x, y in sorted(position)
    )
    names = {spot: f"stone {spot}" for spot in sorted(position)}
    frame = f'<path class="nt-frame-of-move" d="M0 0H{(x - left) * step}V{(y - below) * step}H0z"/>'
    parts = {"frame": frame, **{f"to {spot}": disc(spot) for spot in targets}}
    parts |= {names[spot]: disc(spot) for spot in sorted(position, key=lambda s: s == stone)}
    here = {names[spot]: place(spot) for spot in position}
    ready = here | {"frame": place((left, y))} | {f"to {spot}": place(stone) for spot in targets}
    others = {names[spot]: place(spot) for spot in position - {stone}}
    arrived = {f"to {spot}": place(spot, "nt-lit") for spot in targets}
    remaining = {names[spot]: place(spot) for spot in position & after}
    remaining |= {f"to {spot}": place(spot) for spot in targets if spot in after}
    met = [spot for spot in targets if spot in position]
    vanish = f" The two stones at {' and '.join(map(str, met))} vanish together." if met else ""
    frames: list[Frame] = [
        (f"A stone is worth the nim-product of its coordinates: {worth}. {total(position)}.", here),
        (f"Choose a stone, {stone}, and a corner below it on the left, {corner}.", ready),
        (
            "The stone goes, and each of the other three corners gets one.",
            others | {"frame": place((left, y))} | arrived,
        ),
        (f"{vanish} {total(after)}.".strip(), remaining),
    ]
    far = side * step + 4
    lines = "".join(
        f"M{i * step - 14} 14V{far + 8}M{step - 28} {i * step - 22}H{far}"
        for i in range(1, side + 1)
    )
    numbers = "".join(
        f'<text class="nt-small" x="{x:g}" y="{y:g}" text-anchor="middle">{i}</text>'
        for i in range(1, side + 1)
        for x, y in [(i * step - 14, far + 24), (12, (side + 1 - i) * step - 18)]
    )
    board = f'<path class="nt-line" d="{lines}"/>{numbers}'
    return animation("A move of a stone", (far + 8, far + 30), parts, frames, board)


# --- Chapter 6: a product as a walk ---------------------------------------------------------------


def product_walk(rules: MuM, heaps: tuple[int, ...]) -> Drawing:
    """Multiply heaps one by one, as a walk on a circle of residues; then make a winning move.

    >>> "back at 1" in product_walk(MuM(7), (3, 5, 6))
    True
    """
    modulus, radius, middle = rules.modulus, 88, 112

    def place(residue: int, kind: str = "") -> Place:
        angle = 2 * math.pi * (residue / modulus)
        return (
            round(middle + radius * math.sin(angle), 1),
            round(middle - radius * math.cos(angle), 1),
            kind,
        )

    parts, frames = dict[str, str](), list[Frame]()

    def walk(factors: Sequence[int], opening: str, name: str) -> int:
        residue, trail = 1, dict[str, Place]()
        frames.append((f"{opening} Begin at 1.", {"token": place(1)}))
        for step, factor in enumerate(factors):
            target = residue * factor % modulus
            (x, y, _), (to_x, to_y, _) = place(residue), place(target)
            # The chord joins the edges of the two small circles, not their centres.
            length = math.hypot(to_x - x, to_y - y) or 1
            near, far = 13 / length, 1 - 13 / length
            dx, dy = (to_x - x) * (residue != target), (to_y - y) * (residue != target)
            chord = f"M{dx * near:.1f} {dy * near:.1f}L{dx * far:.1f} {dy * far:.1f}"
            parts[f"{name} {step}"] = f'<path class="nt-chord" d="{chord}"/>'
            trail[f"{name} {step}"] = place(residue)
            words = f"Times {factor}: {residue} · {factor} = {residue * factor}"
            if residue * factor != target:
                words += f", which is {target} modulo {modulus}"
            frames.append((f"{words}.", trail | {"token": place(target)}))
            residue = target
        return residue

    position = rules.canonical(heaps)
    end = walk(heaps, f"Heaps of {', '.join(map(str, heaps))}.", "before")
    outcome = Solver(rules).outcome(position)
    caption, visible = frames.pop()
    where = "back at 1" if end == 1 else f"at {end}, not at 1"
    frames.append(
        (f"{caption} The walk ends {where}: {rules.show(position)} is {outcome}.", visible)
    )
    winning = Solver(rules).winning_options(position)
    if winning and not rules.is_stranded(position):
        [old], [new] = Counter(heaps) - Counter(winning[0]), Counter(winning[0]) - Counter(heaps)
        factors = list(heaps)
        factors[heaps.index(old)] = new
        walk(factors, f"Reduce the {old} to {new}.", "after")
        caption, visible = frames.pop()
        frames.append((f"{caption} The walk is back at 1: a winning move.", visible))
    parts["token"] = '<circle class="nt-token" r="19"/>'
    circle = f'<circle class="nt-edge" cx="{middle}" cy="{middle}" r="{radius}"/>'
    for residue in range(modulus):
        x, y, _ = place(residue)
        kind = "nt-node" if math.gcd(residue, modulus) == 1 else "nt-node nt-never"
        circle += (
            f'<circle class="{kind}" cx="{x}" cy="{y}" r="13"/>'
            f'<text x="{x}" y="{y + 5}" text-anchor="middle">{residue}</text>'
        )
    title = f"The product of heaps modulo {modulus} as a walk"
    return animation(title, (2 * middle, 2 * middle), parts, frames, circle)


# --- Chapter 12: rows that repeat -----------------------------------------------------------------


def repeating_rows(rules: BlockingNim, width: int = 9) -> Drawing:
    """Let the rows of states of a bounded game appear one by one, until a row repeats.

    Raises:
        ValueError: if none of the first 12 rows repeats an earlier one.

    >>> from nimtwist.atlas.families import read_family
    >>> "Row 6 is row 3 again" in repeating_rows(read_family(3, "1,3; 2,3"))
    True
    """
    table = list(islice(rows(rules), 12))
    last = next((i for i, row in enumerate(table) if row in table[:i]), 0)
    if not last:
        raise ValueError("none of the first 12 rows repeats an earlier one")
    first, cell, parts = table.index(table[last]), 27, dict[str, str]()
    frames, shown = list[Frame](), dict[str, Place]()

    def spots(x: int, at: int, kind: str = "") -> dict[str, Place]:
        return {f"{x} {y}": (26 + y * cell, at * (cell + 4), kind) for y in range(width)}

    for x, row in enumerate([*table[: last + 1], table[first]]):
        for y in range(width):
            state = row[y]
            kind = f"nt-state nt-state-{state.bit_count()}"
            parts[f"{x} {y}"] = (
                f'<rect class="{kind}" width="{cell}" height="{cell}"/>'
                f'<text x="{cell / 2}" y="{cell / 2 + 5}" text-anchor="middle">'
                f"{letters(bytes([state]))}</text>"
            )
    for x in range(last + 1):
        # A new row slides down from the row above, which determines it.
        frames.append(
            (
                f"Row {x}." if x == 0 else f"Row {x - 1} determines row {x}.",
                shown | spots(x, x) | (spots(x + 1, x, "nt-off") if x < last else {}),
            )
        )
        shown |= spots(x, x)
    frames.append((f"Take row {first} …", shown | spots(last + 1, first, "nt-lit")))
    caption = (
        f"… and put it on row {last}: they are equal. Row {last} is row {first} again. As each row "
        f"determines the next, from row {first} on the same {last - first} rows recur forever."
    )
    frames.append((caption, shown | spots(last + 1, last, "nt-lit")))
    numbers = "".join(
        f'<text class="nt-small" x="16" y="{x * (cell + 4) + 18}" text-anchor="end">{x}</text>'
        for x in range(last + 1)
    )
    size = 28 + width * cell, (last + 1) * (cell + 4)
    return animation("Rows until the pattern repeats", size, parts, frames, numbers)
