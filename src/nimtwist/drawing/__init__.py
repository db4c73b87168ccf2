"""Grids, tables, boards and trees as HTML and SVG text that a page or a widget can show.

Every drawing reads without colour and without sight: grids are tables with headers and a caption,
pictures have a title and a description. Colours come from one stylesheet, `STYLE`, which follows
the light or dark theme of the page. What games share is in `tables` and `trees`; each game with
pictures of its own has a module of its own.
"""

from nimtwist.drawing._base import STYLE, Drawing
from nimtwist.drawing.blocking import family_grids, in_place
from nimtwist.drawing.cram import (
    cram_analysis,
    cram_board,
    cram_values,
    symmetric_game,
    symmetric_steps,
    two_row_moves,
    two_rows,
)
from nimtwist.drawing.hackenbush import (
    edge_letters,
    hackenbush_picture,
    hackenbush_position,
    hackenbush_steps,
)
from nimtwist.drawing.ledger import badge, verdict_card
from nimtwist.drawing.moduli import (
    analogy_table,
    decomposed_table,
    factor_games,
    residue_rectangle,
    sense_table,
)
from nimtwist.drawing.mum import mum_game, mum_grid, mum_heaps, mum_position
from nimtwist.drawing.mumbers import (
    failure_table,
    mumber_mex,
    mumber_moves,
    mumber_tree,
    power_circle,
    proof_table,
    sum_grids,
)
from nimtwist.drawing.nim import binary_columns, heaps, mex_table, nim_position
from nimtwist.drawing.nimbers import (
    conway_set,
    digit_matrices,
    nim_table,
    nimber_facts,
    product_mex,
    product_steps,
    product_worked,
)
from nimtwist.drawing.northcott import northcott_board, northcott_position, northcott_retreat
from nimtwist.drawing.podium import (
    delta_table,
    ordinal,
    podium_picture,
    podium_table,
    podium_tree,
    rank_grid,
    reduction_analysis,
    reduction_step,
    reduction_tables,
)
from nimtwist.drawing.polymum import (
    byte_grid,
    field_inverses,
    field_products,
    field_table,
    nimber_bytes,
    nimber_product,
    polymum_position,
    s_box_steps,
    stranded_counts,
    stranded_grid,
    synonym_counts,
)
from nimtwist.drawing.stones import (
    field_circle,
    printed_sums,
    stone_board,
    stone_move,
    stone_options,
    stones_position,
    value_board,
)
from nimtwist.drawing.tables import agreement, beside, compared, grid, outcome_tag, panels, table
from nimtwist.drawing.trees import tree

__all__ = [
    "STYLE",
    "Drawing",
    "agreement",
    "analogy_table",
    "badge",
    "beside",
    "binary_columns",
    "byte_grid",
    "compared",
    "conway_set",
    "cram_analysis",
    "cram_board",
    "cram_values",
    "decomposed_table",
    "delta_table",
    "digit_matrices",
    "edge_letters",
    "factor_games",
    "failure_table",
    "family_grids",
    "field_circle",
    "field_inverses",
    "field_products",
    "field_table",
    "grid",
    "hackenbush_picture",
    "hackenbush_position",
    "hackenbush_steps",
    "heaps",
    "in_place",
    "mex_table",
    "mum_game",
    "mum_grid",
    "mum_heaps",
    "mum_position",
    "mumber_mex",
    "mumber_moves",
    "mumber_tree",
    "nim_position",
    "nim_table",
    "nimber_bytes",
    "nimber_facts",
    "nimber_product",
    "northcott_board",
    "northcott_position",
    "northcott_retreat",
    "ordinal",
    "outcome_tag",
    "panels",
    "podium_picture",
    "podium_table",
    "podium_tree",
    "polymum_position",
    "power_circle",
    "printed_sums",
    "product_mex",
    "product_steps",
    "product_worked",
    "proof_table",
    "rank_grid",
    "reduction_analysis",
    "reduction_step",
    "reduction_tables",
    "residue_rectangle",
    "s_box_steps",
    "sense_table",
    "stone_board",
    "stone_move",
    "stone_options",
    "stones_position",
    "stranded_counts",
    "stranded_grid",
    "sum_grids",
    "symmetric_game",
    "symmetric_steps",
    "synonym_counts",
    "table",
    "tree",
    "two_row_moves",
    "two_rows",
    "value_board",
    "verdict_card",
]
