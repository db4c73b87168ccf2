"""Badges and cards for the verdicts of the ledger."""

from __future__ import annotations

from html import escape

from nimbook.ledger import SIGNS, Verdict, anchor
from nimbook.rerun import check_code
from nimbook.show._base import Drawing, wrap

__all__ = ["badge", "verdict_card"]


def badge(verdict: str) -> str:
    """Return a badge for a verdict.

    >>> badge("holds")
    '<span class="nt-badge nt-holds">✓ holds</span>'
    """
    return f'<span class="nt-badge nt-{verdict}">{SIGNS[verdict]} {verdict}</span>'


def verdict_card(verdict: Verdict) -> Drawing:
    """Return a card with the verdict on a claim: a single line that expands to show facts and code.

    The code consists of the source of the checker and of the calls that check the claim, its repair
    and its controls. On a page that runs Python, readers can edit and run it. When the book is
    built, the claim id becomes a link to the ledger.
    """
    claim, label = verdict.claim, verdict.verdict
    kind = "nt-error" if verdict.problem else f"nt-{label}"
    items = "".join(
        f"<dt>{escape(term)}</dt><dd>{escape(description)}</dd>"
        for term, description in verdict.facts
    )
    return wrap(
        f'<details id="{anchor("card", claim.id)}">'
        f'<summary><span class="{kind}">{SIGNS[label]}</span> {escape(verdict.headline)}</summary>'
        f'<p><code data-claim="{anchor("claim", claim.id)}">{escape(claim.id)}</code> '
        f"{badge(label)} {escape(claim.statement)}</p><dl>{items}</dl>"
        '<details class="nt-check"><summary>How this was checked</summary>'
        f'<div class="cell_input">{_highlight(check_code(claim))}</div></details></details>',
        "nt-card",
    )


def _highlight(code: str) -> str:
    """Return highlighted Python code as HTML, or plain text if Pygments is not available."""
    try:
        from pygments import highlight
        from pygments.formatters import HtmlFormatter
        from pygments.lexers import PythonLexer
    except ImportError:
        return f'<div class="highlight"><pre>{escape(code)}</pre></div>'
    html: str = highlight(code, PythonLexer(), HtmlFormatter())
    return html
