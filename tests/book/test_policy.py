"""Tests of the content security policy and the check for foreign scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ext.policy import COLOURS, POLICY, add_policy, foreign_scripts
from ext.trees import STATE, parse
from sphinx.errors import ExtensionError

from tests.lib.pages import parse_page, parsed_pages_group
from tests.lib.steps import site

pytestmark = parsed_pages_group

OWN = f"<script>{COLOURS}</script>"


def state(html: str) -> str:
    """Return the HTML of a page with a widget that displays `html`."""
    text = json.dumps({"state": {"a": {"state": {"children": [1, {"value": html}]}}}})
    text = text.replace("</", r"<\/")
    return f'<script type="{STATE}">{text}</script>'


# --- Foreign scripts -----------------------------------------------------------------------------


ALLOWED = [
    "<p>nothing</p>",
    OWN,
    '<script async="async" src="../_static/a.js?v=1"></script>',
    '<svg><script href="a.js"></script></svg>',
    '<script type="application/json">{"go": "<p onclick=go()>"}</script>',
    '<script src="a/https://b.js"></script>',
    "<p>on = 1, and javascript: is a word</p>",
    "<p title='read on=1'>&lt;script>go()&lt;/script></p>",
    "<!-- <script>go()</script> -->",
    state("<p title='a description: on = 1'>go()</p>"),
]


def test_scripts_of_the_book_are_allowed() -> None:
    for page in ALLOWED:
        assert foreign_scripts(parse(f"<body>{page}")) == [], page


@pytest.mark.parametrize(
    ("page", "start"),
    [
        ("<script>go()</script>", "the script 'go()'"),
        ("<SCRIPT >\n go('é') </SCRIPT\n>", "the script \"go('é')\""),
        (f"<script>{COLOURS} </script>", "the script '// The only inline"),
        ('<script type="module">go()</script>', "the script 'go()'"),
        ('<script type="importmap">{"imports": {}}</script>', "the script '{"),
        ('<script data-src="a">go()</script>', "the script 'go()'"),
        ('<script src="https://elsewhere.invalid/a.js"></script>', "the script from 'https:"),
        ('<script src="//elsewhere.invalid/a.js"></script>', "the script from '//elsewhere"),
        ('<script src="/\\elsewhere.invalid/a.js"></script>', "the script from '/"),
        ('<script src=" HTTPS://elsewhere.invalid/a.js"></script>', "the script from 'HTTPS:"),
        ('<script src="data:text/javascript,go()"></script>', "the script from 'data:"),
        ("<svg><script xlink:href='data:,go()' /></svg>", "the script from 'data:,go()'"),
        ("<p onclick='go()'>a</p>", "the handler onclick='go()'"),
        ("<img src=x ONERROR = go()>", "the handler onerror='go()'"),
        ("<svg onload=go()></svg>", "the handler onload='go()'"),
        ("<a href='javascript:go()'>a</a>", "the address 'javascript:go()'"),
        ("<a href=' &#1;Java&#10;Script:go()'>a</a>", "the address '"),
        ("<svg><a xlink:href='javascript:go()'></a></svg>", "the address 'javascript:go()'"),
        ("<iframe srcdoc='&lt;script>go()&lt;/script>'></iframe>", "the script 'go()'"),
        (state("<img src=x onerror='go()'>"), "the handler onerror='go()'"),
        (state("<a href='javascript:go()'>a</a>"), "the address 'javascript:go()'"),
        (state("<a href='JavaScript\n:go()'>a</a>"), "the address '"),
        (state("<a href='javascrip&#116;&colon;go()'>a</a>"), "the address 'javascript:go()'"),
    ],
)
def test_foreign_scripts_are_quoted(page: str, start: str) -> None:
    [description] = foreign_scripts(parse(f"<body><p>before</p>{page}"))
    assert description.startswith(start)


# --- Build ---------------------------------------------------------------------------------------


def test_foreign_script_fails_the_build() -> None:
    """The message names the page. A page that has a policy already gets the book's before it."""
    own = '<meta http-equiv="Content-Security-Policy" content="script-src *">'
    good = f"<html><head>{own}</head>{OWN}</html>"
    folder = site(good=good, bad="<html><head></head><script>fetch('x')</script></html>")
    with pytest.raises(ExtensionError) as error:
        add_policy(folder)
    message, hint = str(error.value).splitlines()
    assert message == "The page bad must not contain the script \"fetch('x')\"."
    assert "_config.yml" in hint
    folder = site(good=good)
    add_policy(folder)
    first, other = folder.pages["good"].head.iter("meta")
    assert first.get("content") == POLICY and other.get("content") == "script-src *"


# --- Built pages ---------------------------------------------------------------------------------


def test_every_page_starts_with_the_policy(book: Path) -> None:
    """Check that nothing loads before the policy, and that the first 1024 bytes declare UTF-8."""
    pages = [page for page in book.rglob("*.html") if "_static" not in page.parts]
    assert len(pages) > 20
    for path in pages:
        page = parse_page(path)
        first = next(page.iter("meta", "link", "script", "style", "body"))
        assert first.get("http-equiv") == "Content-Security-Policy", path
        assert first.get("content") == POLICY, path
        assert 'charset="utf-8"' in path.read_bytes()[:1024].decode("utf8", "ignore")
        if page.cssselect("script"):  # true except for the root page, which only redirects
            [inline] = page.cssselect("script:not([src]):not([type$=json])")
            assert inline.text == COLOURS, path
