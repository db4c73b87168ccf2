"""The finished pages: what the build does after Sphinx has written all pages.

Sphinx writes a page only if its sources have changed. Its pages are therefore kept apart from the
site, and every build makes the whole site from them: it parses each page once, runs all `STEPS` in
order, and writes each page once. So no step sees the work of an earlier build.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from ext import (
    atlas,
    chapters,
    downloads,
    figures,
    head,
    ledger,
    live,
    offline,
    policy,
    postprocess,
    previews,
    search,
    slides,
    stills,
)
from ext.trees import Site, read_pages, to_html


def write_pages(site: Site) -> None:
    """Write all pages, and remove those of earlier builds."""
    paths = {site.folder / f"{name}.html": page for name, page in site.pages.items()}
    for path in site.folder.rglob("*.html"):
        if path not in paths:
            path.unlink()
    for path, page in paths.items():
        path.parent.mkdir(exist_ok=True)  # slides have a folder of their own
        path.write_text(to_html(page.tree), "utf8")


STEPS: list[Callable[[Site], None]] = [
    # The heads of the pages
    head.tidy_heads,
    offline.link_manifest,
    head.preload_fonts,
    head.describe_pages,
    head.add_front_door,
    postprocess.tidy_scripts,
    # Their contents
    chapters.add_progress,
    ledger.link_cards,
    live.embed_cells,
    stills.place_snapshots,
    postprocess.move_widget_state,
    postprocess.typeset_pages,
    previews.mark_links,
    postprocess.remove_script_buttons,
    postprocess.fix_attributes,
    postprocess.keep_old_ids,
    slides.add_slides,
    # Files beside the pages
    figures.add_credits,
    atlas.write_atlas,
    downloads.write_downloads,
    ledger.write_ledger,
    search.write_index,
    head.draw_preview,
    head.write_sitemap,
    offline.write_manifest,
    postprocess.remove_unused_rules,
    postprocess.leave_folds_unmeasured,
    # What depends on the contents of these files, and on the complete pages
    offline.add_versions,
    offline.link_from_root,
    policy.add_policy,
    write_pages,
    postprocess.remove_unreferenced,
    offline.write_service_worker,
]
"""The steps that turn the pages of Sphinx into the finished site, in order."""


class Builder(StandaloneHTMLBuilder):
    """Sphinx's builder of pages, except that it writes them to a folder of their own."""

    search = False  # the book has its own search index

    def get_outfilename(self, pagename: str) -> str:
        """Return the file of a page as Sphinx writes it."""
        return str(self.get_output_path(pagename))

    def get_output_path(self, page_name: str, /) -> Path:
        """Return the same file; Sphinx 8 and later call this method."""
        return Path(self.doctreedir, "pages", f"{page_name}.html")


def build_site(app: Sphinx, error: Exception | None) -> None:
    """Make the site from the pages that this build and earlier ones have written."""
    if error or not isinstance(app.builder, Builder):
        return
    names = [*sorted(app.env.found_docs), "search", offline.FALLBACK, offline.NOT_FOUND]
    site = Site(app, read_pages(Path(app.doctreedir, "pages"), names))
    for name in names:
        (site.folder / name).parent.mkdir(parents=True, exist_ok=True)
    for step in STEPS:
        step(site)
