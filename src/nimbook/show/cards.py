"""What the ledger says about a claim, drawn."""

from __future__ import annotations

from html import escape

from nimbook.ledger import SIGNS, Verdict, anchor
from nimbook.rerun import check_code
from nimbook.show._base import Drawing, wrap

__all__ = ["badge", "verdict_card"]


def badge(verdict: str) -> str:
    """Return a verdict of the ledger as a badge.

    >>> badge("holds")
    '<span class="nt-badge nt-holds">✓ holds</span>'
    """
    return f'<span class="nt-badge nt-{verdict}">{SIGNS[verdict]} {verdict}</span>'


def verdict_card(verdict: Verdict) -> Drawing:
    """Return the verdict on a claim: one line, which unfolds to the facts and to its check.

    The check is the source of the checker with the calls for the claim, its repair and its
    controls; in a page that runs Python, readers can change and run it. The name of the claim
    becomes a link to its entry in the ledger when the book is built.
    """
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
        f"{badge(found)} {escape(claim.statement)}</p><dl>{items}</dl>"
        '<details class="nt-check"><summary>How this was checked</summary>'
        f'<div class="cell_input">{_highlighted(check_code(claim))}</div></details></details>',
        "nt-card",
    )


def _highlighted(code: str) -> str:
    """Return Python code as HTML; in the page, which has no Pygments, as plain text."""
    try:
        from pygments import highlight
        from pygments.formatters import HtmlFormatter
        from pygments.lexers import PythonLexer
    except ImportError:
        return f'<div class="highlight"><pre>{escape(code)}</pre></div>'
    html: str = highlight(code, PythonLexer(), HtmlFormatter())
    return html
