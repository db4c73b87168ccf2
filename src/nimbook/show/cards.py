"""What the ledger says about a claim, drawn."""

from __future__ import annotations

from html import escape

from nimbook.ledger import SIGNS, Verdict, anchor
from nimbook.rerun import check_code
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
    """Return the verdict on a claim: one line, which unfolds to the facts and to its check.

    The check is the source of the checker with the calls for the claim, its repair and its
    controls; in a page that runs Python, readers can change and run it. The name of the claim
    becomes a link to its entry in the ledger when the book is built.

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
