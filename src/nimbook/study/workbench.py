"""The workbench: a lab in which readers define a game of their own and explore it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

import ipywidgets as ipw

from nimbook._parts import Experiment, error_html, style_widgets
from nimbook.play import Play
from nimbook.play.links import Inputs, register
from nimbook.study.forms import (
    EXAMPLES,
    FORMS,
    SENTENCES,
    Blank,
    Example,
    Sentence,
    line_of_code,
    sentence_for,
)
from nimbook.study.study import KINDS, Study
from nimtwist import EndlessPlayError, SearchLimitError

__all__ = ["Workbench", "explain"]

VIEWS = ("play", "table", "picture", "patterns", "position", "take away")
"""The names of the views of a game."""

_NOT_RUN = "This code has not been run yet: press Compute."
_NO_EXAMPLE, _MORE = "choose …", "do something else"


class Workbench:
    """A lab for a game that the reader defines; display it with `widget`.

    The reader starts from one of ten classical examples, fills in the blanks of a sentence, or
    writes a code, vectors or Python under "More ways"; a board shows the game at once, and Compute
    shows the values. A change of an input is computed at once, except that code runs only if it is
    one of the examples or if the reader has pressed Compute for exactly this code: other code may
    have come with a link, and code that never ends should be saved before it runs. An error becomes
    a sentence above the last result.

    Args:
        name: the name of the lab in links (`nimbook.play.links`).

    >>> bench = Workbench()
    >>> dawsons_kayles = {"form": "Octal game", "game": "0.07", "positions": "(x,)", "size": "300"}
    >>> bench.inputs.set(dawsons_kayles | {"values": "Grundy values", "see": "patterns"})
    >>> "Period 34 from x = 53 on, <b>proved</b>" in bench.output.value
    True
    """

    def __init__(self, name: str | None = None) -> None:
        first, examples = EXAMPLES[0], [one.name for one in EXAMPLES]
        self.example = ipw.Dropdown(
            options=[_NO_EXAMPLE, *examples], value=first.name, description="example"
        )
        labels = [(form.label, key) for key, form in FORMS.items()]
        controls: dict[str, ipw.Widget] = {
            "form": ipw.Dropdown(options=labels, value=first.form, description="rule"),
            "game": ipw.Textarea(
                first.text, rows=_rows(first.text), layout=ipw.Layout(width="100%")
            ),
            "positions": ipw.Text(first.positions),
            "size": ipw.BoundedIntText(_size(first.positions), 4, 10_000),
            "values": ipw.Dropdown(options=KINDS),
            "see": ipw.ToggleButtons(options=VIEWS, style={"button_width": "auto"}),
            "start": ipw.Text(first.start, description="position"),
        }
        self.output, self.error, self._status, self._help = (ipw.HTML() for _ in range(4))
        self._place = ipw.VBox([self.output])
        self._compute = ipw.Button(description="Compute", layout=ipw.Layout(width="auto"))
        self._compute.add_class("nt-go")
        self._compute.on_click(lambda _: self._compute_now())
        menu = [(sentence.words[0], i) for i, sentence in enumerate(SENTENCES)]
        self._verb = ipw.Dropdown(options=[*menu, (_MORE, -1)], description="On your turn,")
        self._verb.observe(self._use_sentence, "value")
        self._sentence = ipw.HBox(layout=ipw.Layout(flex_flow="row wrap"))
        self._sentence.add_class("nt-sentence")
        self._ways = ipw.VBox()
        self._shown: Sentence | None = None
        self._syncing = False
        self._opener = ipw.ToggleButton(
            False, description="More ways", layout=ipw.Layout(width="auto")
        )
        self._opener.observe(lambda _: self._show_controls(), "value")
        self._opener.add_class("nt-opener")
        self.inputs = Inputs(controls, self._changed, extra_texts=dict)
        self.example.observe(self._use_example, "value")
        self._study: Study | None = None
        self._definition: dict[str, Any] = {}
        self._confirmed = ("", "")  # the form and the text for which Compute was pressed last
        self._update()
        wrapping = ipw.Layout(flex_flow="row wrap")
        ways = [controls["form"], controls["game"], self._help]
        numbers = ipw.HBox([controls["positions"], controls["size"]], layout=wrapping)
        self._ways.children = [*ways, numbers]
        self.widget = Experiment(
            [
                *(self.example, self._sentence),
                ipw.HBox([controls["values"], self._compute, self._opener], layout=wrapping),
                self._ways,
                *(controls["see"], controls["start"], self._status, self.error, self._place),
                *style_widgets(),
            ]
        )
        self.widget.add_class("nt-lab")
        self.widget.add_class("nt-workbench")
        if name is not None:
            self.widget.add_class(register(name, self.inputs))

    def _repr_mimebundle_(self, **arguments: Any) -> Any:
        return self.widget._repr_mimebundle_(**arguments)

    def _use_example(self, _event: object) -> None:
        chosen = next((one for one in EXAMPLES if one.name == self.example.value), None)
        shown = _example(self.inputs.values["form"], self.inputs.values["game"])
        if chosen is not None and chosen != shown:
            self._begin(chosen.form, chosen.text, chosen.positions, chosen.start)

    def _begin(self, form: str, game: str, positions: str, start: str) -> None:
        """Set the inputs for another game."""
        size, label = str(_size(positions)), FORMS[form].label
        texts = {"form": label, "game": game, "positions": positions, "size": size, "start": start}
        self.inputs.set(texts)

    def _use_sentence(self, _event: object) -> None:
        """Begin with the sentence that the reader has chosen."""
        if self._syncing:
            return
        if self._verb.value < 0:
            self._opener.value = True
            return
        sentence = SENTENCES[self._verb.value]
        game = sentence.fill(sentence.first)
        self._begin(sentence.form, game, sentence.positions, sentence.start)

    def _fill_blank(self, _event: object) -> None:
        """Use the contents of the blanks."""
        if self._syncing or not self._shown:
            return
        contents = [blank.value for blank in self._blanks]
        texts = {"game": self._shown.fill(contents)}
        if self._shown.form == "blocking":  # begin with the first restriction of the family
            first = contents[0].split(";")[0].replace("none", "").strip()
            texts |= {"positions": f"((x, y), {{{first}}})", "start": f"((5, 8), {{{first}}})"}
        self.inputs.set(texts)

    def _show_sentence(self) -> None:
        """Show the sentence that says the rule, if there is one."""
        found = sentence_for(self.inputs.values["form"], self.inputs.values["game"])
        sentence, contents = found or (None, [])
        self._syncing = True
        try:
            if sentence is not self._shown or not self._sentence.children:
                self._shown = sentence
                words = [self._word(word) for word in sentence.words[1:]] if sentence else []
                self._sentence.children = [self._verb, *words]
            self._verb.value = SENTENCES.index(sentence) if sentence else -1
            for blank, each in zip(self._blanks, contents, strict=True):
                blank.value = each
        finally:
            self._syncing = False

    def _word(self, word: str | Blank) -> ipw.Widget:
        if isinstance(word, str):
            return ipw.Label(word)
        make = partial(ipw.Dropdown, options=[*word.choices]) if word.choices else ipw.Text
        blank = make(description=word.name)
        if not word.choices:
            blank.continuous_update = False
        blank.add_class("nt-blank")
        blank.observe(self._fill_blank, "value")
        return blank

    @property
    def _blanks(self) -> list[ipw.Widget]:
        return [word for word in self._sentence.children[1:] if "nt-blank" in word._dom_classes]

    def _changed(self, *link: str) -> None:
        """React to a change of the inputs; `link` is given if they were set by a link."""
        values = self.inputs.values
        example = _example(values["form"], values["game"])
        self.example.value = example.name if example else _NO_EXAMPLE
        if not link and self.inputs.pending == {"form"}:
            # Begin with a definition that fits the new form.
            form = FORMS[values["form"]]
            self._begin(values["form"], form.example, form.positions, form.start)
        elif not self._may_compute(values["form"], values["game"]):
            self._show_controls()
            self._status.value = f'<p class="nt-key">{_NOT_RUN}</p>'
        else:
            self._update()

    def _may_compute(self, form: str, text: str) -> bool:
        """Return whether a definition may be computed: always, unless it would run new code."""
        return form != "code" or bool(_example(form, text)) or self._confirmed == (form, text)

    def _compute_now(self) -> None:
        """Compute what the inputs ask for because the reader has pressed Compute."""
        self._confirmed = self.inputs.values["form"], self.inputs.values["game"]
        if self.inputs.values["see"] == "play":
            self.inputs.controls["see"].value = "table"
        else:
            self._update()

    def _update(self) -> None:
        """Compute what the inputs ask for, and show it, or the reason why that is impossible."""
        values = self.inputs.values
        self._show_controls()
        try:
            result = self._view(values)
        except (Exception, SystemExit) as error:  # exit() ends the code, not the lab
            self._show(error=explain(error))
        else:
            self._show(result)

    def _show_controls(self) -> None:
        """Adapt the controls to the form of the game and to the view."""
        values = self.inputs.values
        self._help.value = f'<p class="nt-key">{escape(FORMS[values["form"]].help)}</p>'
        self.inputs.controls["game"].rows = _rows(values["game"])
        needs_start = values["see"] in ("position", "play")
        self.inputs.controls["start"].layout.display = None if needs_start else "none"
        self._show_sentence()
        is_open = self._opener.value or self._shown is None
        self._opener.layout.display = None if self._shown else "none"
        self._ways.layout.display = None if is_open else "none"

    def _view(self, values: dict[str, Any]) -> Any:
        """Return the chosen view of the game: HTML or a widget."""
        definition = {**values, "see": None, "start": None}
        if definition != self._definition or self._study is None:
            form, game, positions = values["form"], values["game"], values["positions"]
            self._study = Study(
                form, game, positions, values["size"], values["values"], self._show_progress
            )
            self._definition = definition
        study, start = self._study, values["start"]
        if values["see"] not in ("position", "play"):
            study.compute()
        views: dict[str, Callable[[], Any]] = {
            "table": study.table,
            "picture": study.picture,
            "patterns": study.patterns,
            "position": lambda: study.position_view(start),
            "play": lambda: self._board(study, start),
            "take away": study.take_away,
        }
        return views[values["see"]]()

    def _board(self, study: Study, start: str) -> ipw.Widget:
        """Return a board on which the reader plays from a position, under the kind of play."""
        players = study.play if isinstance(study.play, int) else None
        position, misere = study.read(start), study.play == "misère"
        board = Play(study.rules, position, players=players, misere=misere).widget
        return ipw.VBox([board, ipw.HTML(study.why(position))])

    def _show_progress(self, sentence: str) -> None:
        """Show how far a computation is and, in a table, the values found so far."""
        self._status.value = f'<p class="nt-key">{escape(sentence)} …</p>'
        if self.inputs.values["see"] == "table" and self._study and len(self._study.values) > 4:
            self._show_result(self._study.table())

    def _show(self, result: Any = None, error: str = "") -> None:
        note = self._study.note if self._study and result is not None else ""
        self._status.value = f'<p class="nt-key">{escape(note)}</p>' if note else ""
        self.error.value = error_html(error)
        self._show_result(result)

    def _show_result(self, result: Any) -> None:
        if isinstance(result, str):
            self.output.value = result
            self._place.children = [self.output]
        elif result is not None:
            self._place.children = [result]


def _example(form: str, text: str) -> Example | None:
    return next((one for one in EXAMPLES if (one.form, one.text) == (form, text)), None)


def _rows(text: str) -> int:
    return min(max(text.count("\n") + 1, 2), 24)


def _size(template: str) -> int:
    return 24 if "y" in template else 100


def explain(error: BaseException) -> str:
    """Return a sentence that says what went wrong in a reader's game, where, and what to do.

    >>> explain(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero. Correct the rules and press Compute.'
    """
    notes = " ".join(getattr(error, "__notes__", ()))
    message, line = str(error).rstrip("."), line_of_code(error)
    if isinstance(error, SearchLimitError):
        advice = "Choose smaller positions, or make sure that every move makes progress."
    elif isinstance(error, EndlessPlayError):
        advice = "Change the rules so that no position can come back."
    elif isinstance(error, ValueError) and not line:
        return " ".join(filter(None, (f"{message}.", notes)))
    else:
        place = f" in line {line}" if line else ""
        message = f"{type(error).__name__}{place}: {message}"
        advice = "Correct the rules and press Compute."
    return " ".join(filter(None, (f"{message}.", notes, advice)))
