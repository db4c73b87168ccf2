"""What the ledger says about a claim, drawn."""

from __future__ import annotations

from html import escape

from nimbook.draw._base import Drawing, wrap
from nimbook.ledger import SIGNS, Verdict
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
    """Return what the ledger found about a claim: verdict, reason, range, cases, repair, control.

    Raises:
        ValueError: if `verdict` is not a `Verdict`.
    """
    if not isinstance(verdict, Verdict):
        raise ValueError(f"a card shows a Verdict, not {quoted(verdict)}")
    items = "".join(
        f"<dt>{escape(term)}</dt><dd>{escape(description)}</dd>"
        for term, description in verdict.facts
    )
    return wrap(
        f"<p><code>{escape(verdict.claim.id)}</code> {badge(verdict.verdict)}</p><dl>{items}</dl>",
        "nt-card",
    )
