"""The book's Sphinx extension: roles, directives and numbers, and the work on finished pages."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

# The build and the Python of live mode share the module `chapter`.
sys.path.append(str(Path(__file__).parents[1] / "site/live"))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register everything that acts on documents, and the steps over the finished pages.

    This extension comes last in `_config.yml`, so its functions run after those of all others, and
    in the order of this list.
    """
    # Import the modules here, so that tests of one of them do not import all others.
    from sphinx.ext.mathjax import html_visit_displaymath, html_visit_math

    from ext import (
        about,
        atlas,
        door,
        downloads,
        exercises,
        figures,
        known,
        ledger,
        live,
        map,
        offline,
        pages,
        previews,
        proofs,
        search,
        site,
        speed,
        stills,
    )

    # Pages contain the address, so Sphinx must read them again if it has changed.
    app.add_config_value("book_url", "", "env")
    app.add_builder(site.Builder, override=True)
    app.add_html_math_renderer("set", (html_visit_math, None), (html_visit_displaymath, None))
    app.add_css_file("places.css")
    for name, directive in {
        "assignment": exercises.AssignmentDirective,
        "atlas": atlas.AtlasList,
        "cite-book": about.CiteBook,
        "door": door.Door,
        "exercise-sheet": exercises.SheetDirective,
        "how-fast": speed.HowFast,
        "ledger": ledger.LedgerDirective,
        "map": map.MapDirective,
        "puzzle": door.PuzzleOfTheDay,
        "rocq": proofs.RocqDirective,
        "start": pages.StartDirective,
        "take-package": about.TakePackage,
        "theorems": previews.TheoremsDirective,
    }.items():
        app.add_directive(name, directive)
    for name, role in {
        "cell": pages.CellRole(),
        "claim": ledger.ClaimRole(),
        "fig": figures.FigureRole(warn_dangling=True),
        "known": known.KnownRole(),
        "lab": pages.LabRole(),
        "verdict": known.VerdictRole(),
    }.items():
        app.add_role(name, role)
    for marker in (figures.figure_marker, figures.table_marker):
        kind = marker.__name__.partition("_")[0]
        app.add_enumerable_node(marker, kind, title_getter=str)
    app.add_node(ledger.Details, html=ledger.html_tag("details"))
    app.add_node(ledger.Summary, html=ledger.html_tag("summary"))
    app.add_node(previews.theorem_list)
    app.add_post_transform(previews.FillTheorems)
    events: dict[str, list[Callable[..., Any]]] = {
        "config-inited": [about.set_metadata, door.add_findings],
        "builder-inited": [live.forget_earlier_builds],
        "env-get-outdated": [pages.outdate_pages],
        "source-read": [figures.colour_source],
        "doctree-read": [stills.drop_fallbacks, figures.mark_captions],
        "env-get-updated": [figures.restart_numbers, previews.update_list],
        "doctree-resolved": [
            downloads.convert,
            figures.place_figures,
            live.name_cells,
            pages.fix_theorem_ids,
            pages.keep_tuples_together,
            search.save_entries,
            # These concern only the page, and neither its download nor the search index.
            pages.mark_instructions,
            pages.fold_parts,
        ],
        "html-collect-pages": [offline.collect_pages, search.search_page],
        "html-page-context": [about.add_version, pages.add_assets],
    }
    for event, functions in events.items():
        for function in functions:
            app.connect(event, function)
    # At the end of a build, the theme writes a stylesheet, whose content the versions and the
    # service worker depend on. So make the site after that.
    app.connect("build-finished", site.build_site, priority=1000)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
