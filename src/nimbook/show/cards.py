"""What the ledger says about a claim, drawn."""

from __future__ import annotations

from html import escape

from nimbook.ledger import SIGNS, Verdict, anchor
from nimbook.show._base import Drawing, wrap
from nimtwist._checks import quoted

__all__ = ["badge", "verdict_card"]


def badge(verdict: str) -> str:
    """Return a verdict of the ledger as a badge.

    Raises:
        ValueError: if it is not one of holds, proved, refuted, conditional, cited, open.

    >>> badge("holds")
    '<span class="nt-badge nt-holds">✓ holds</span>'
    """
    if not isinstance(verdict, str) or verdict not in SIGNS:
        raise ValueError(f"a verdict is one of {', '.join(SIGNS)}, not {quoted(verdict)}")
    return f'<span class="nt-badge nt-{verdict}">{SIGNS[verdict]} {verdict}</span>'


def verdict_card(verdict: Verdict) -> Drawing:
    """Return what the ledger found about a claim: one line, which opens to all that there is.

    The name of the claim becomes a link to its entry in the ledger when the book is built.

    Raises:
        ValueError: if `verdict` is not a `Verdict`.
    """
    if not isinstance(verdict, Verdict):
        raise ValueError(f"a card shows a Verdict, not {quoted(verdict)}")
    claim, found = verdict.claim, verdict.verdict
    kind = "nt-error" if verdict.trouble else f"nt-{found}"
    items = "".join(
        f"<dt>{escape(term)}</dt><dd>{escape(description)}</dd>"
        for term, description in verdict.facts
    )
    return wrap(
        f'<details id="{anchor("card", claim.id)}">'
        f'<summary><span class="{kind}">{SIGNS[found]}</span> {escape(verdict.headline)}</summary>'
        f'<p><code data-claim="{anchor("claim", claim.id)}">{escape(claim.id)}</code> '
        f"{badge(found)} {escape(claim.statement)}</p><dl>{items}</dl></details>",
        "nt-card",
    )
