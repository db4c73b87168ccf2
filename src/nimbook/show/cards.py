"""Badges and cards for the verdicts of the ledger."""

from __future__ import annotations

from html import escape

from nimbook.ledger import IN_LEAN, MACHINE_CHECKED, SIGNS, Verdict, anchor
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
    built, the claim id becomes a link to the ledger, and the names of formal theorems become links
    to their proofs, followed by their statements.
    """
    claim, label = verdict.claim, verdict.verdict
    kind = "nt-error" if verdict.problem else f"nt-{label}"
    items = "".join(
        f"<dt>{escape(term)}</dt><dd>{_describe(verdict, term, description)}</dd>"
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


def _describe(verdict: Verdict, term: str, description: str) -> str:
    """Return the description of a fact as HTML."""
    claim = verdict.claim
    if term == MACHINE_CHECKED:
        return "".join(
            f'<div><code data-proof="{anchor("proof", name)}">{escape(name)}</code></div>'
            for name in claim.formal
        )
    if term == IN_LEAN and claim.lean:
        link = f'<a href="{escape(claim.lean.url)}"><code>{escape(claim.lean.name)}</code></a>'
        return f"{link}: {escape(claim.lean.difference)}"
    return escape(description)


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
