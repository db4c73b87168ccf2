"""Questions to ask at each door of the engine: the command line, and Python in a page."""

from __future__ import annotations

from nimtwist.solve import Play

QUESTIONS: list[tuple[str, str, Play, dict[str, str]]] = [
    ("nim", "1000000, 999999", "normal", {"outcome": "N", "Grundy value": "127"}),
    ("nim", "1000000000, 999999999", "normal", {"outcome": "N", "Grundy value": "1023"}),
    ("nim", "1000000, 999999", "misère", {"outcome": "N", "winning options": "(999999, 999999)"}),
    ("octal:0.77", "100000", "normal", {"outcome": "N", "Grundy value": "1", "method": "period"}),
    ("octal:0.77", "5000, 4000", "normal", {"outcome": "P", "winning options": "none"}),
    ("octal:0.77", "30, 25, 20", "misère", {"outcome": "N", "method": "misère quotient"}),
    ("octal:0.77", "12,11,10,9,8,7,6,5", "normal", {"outcome": "P"}),
    ("octal:0.77", "12,11,10,9,8,7,6,5", "misère", {"outcome": "P"}),
    ("octal:0.77", "5", "misère", {"outcome": "N", "genus": "4^146"}),
    ("kayles + kayles", "18 + 18", "normal", {"outcome": "P", "Grundy value": "0"}),
    ("kayles + nim + wythoff", "11 + 5 + 3,4", "normal", {"outcome": "N", "Grundy value": "1"}),
    ("northcott:5", "0-3, 1-4", "misère", {"outcome": "D", "method": "loopy search"}),
    ("nim", "3, 4, 5", 3, {"outcome": "N", "rank, 3 players": "2"}),
    ("nim", "1000000, 5, 7, 7", 4, {"rank, 4 players": "3", "method": "closed form"}),
    ("twist:4: 1; 2,3", "100003, 100000 not 1", "normal", {"method": "certificate"}),
    ("octal:0.3F", "20", "normal", {"Grundy value": "11"}),
    ("octal:4!.0", "20", "normal", {"Grundy value": "0"}),
    ("octal:0.[3]", "7", "normal", {"Grundy value": "7"}),
    ("subtract:{2, 5, 7}", "1000000000", "normal", {"method": "period"}),
]
"""For each game, position and kind of play, some lines of the answer on the command line.

No door answered most of them once, though the engine could. The values are those of brute force, of
Bouton's and Li's theorems, and of the tables of Guy and Smith and of CGSuite's tests.
"""
