"""The page writes numbers as the program does."""

import json

import numpy as np
import pytest
from drawing_scenes import scene_of
from typed_numbers import TYPED

from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.tables import parse_table
from linclass_gui.lessons.evaluate import NO_NUMBER, format_value
from linclass_gui.live.page import figure_data
from linclass_gui.live.web import FOLDER
from linclass_gui.markup.mathtext import plain
from linclass_gui.markup.numbers import gap_text, sentence_label, tick_labels, tick_values
from linclass_gui.scene.document import Document
from linclass_gui.scene.sentences import with_sentences

live = pytest.importorskip("benchmarks.live", reason="the benchmarks are not beside the tests")
pytestmark = pytest.mark.skipif(
    live.node() is None, reason="Node.js, which writes as the page does, is not installed"
)
SCRIPT = """
import {{ readFileSync }} from "node:fs";
import {{ fewDigits, shownGap, typeset }} from {numbers};
import {{ differencesOf, readNumber, saidValue, stateOf }} from {goal};
import {{ ticksOf }} from {paint};
const {{ sentences, gaps, values, ranges, places, typed }} = JSON.parse(readFileSync(0, "utf8"));
const ticks = ranges.map(([low, high]) => ticksOf(low, high, 6));
const counts = ranges.map(([low, high]) => ticksOf(low, high, 6, 1).map(({{ value }}) => value));
const asked = {{ left: {{ word: "answer", with: ["a"] }}, relation: "==", right: 1, tolerance: null, isAnswer: true }};
process.stdout.write(JSON.stringify({{
  typed: typed.map(readNumber),
  remarks: [{{}}, {{ a: readNumber("x") }}].map((given) => stateOf(asked, {{ given }}).now),
  moved: differencesOf([[0, 0, 2], [1, 0, 1]], [[0, 3, 2], [1, 0, 1]]),
  sentences: sentences.map(typeset),
  gaps: gaps.map(shownGap),
  values: values.map(([value, unit, beside]) => saidValue(value, unit, beside)),
  counts,
  places: places.map((each) => String(fewDigits(...each))),
  ticks: ticks.map((all) => all.map(({{ value }}) => value)),
  labels: ticks.map((all) => all.map(({{ label }}) => label)),
}}));
"""  # noqa: E501
SENTENCES = [
    "The optimality conditions hold to 3.1e-05.",
    "The best model found leaves a relative gap of 2e+07; 1.5e+00 and p2e-3 stay.",
    "The hulls intersect: (-0.5, -1e-12) lies in both; m-1 and (a)-2 are no numbers below 0.",
    "-3 to -.5",
]
GAPS = [0.0, -3e-13, 2e-15, 2.46e-13, 3.1e-5, 0.7, -1.4e-9]
VALUES = [
    (value, unit, beside)
    for value in (0.0, -0.5, 1e-5, 1e5, 123456.7, -2.5e-7, 3e8, 1 / 3, 0.04996)
    for unit, beside in (
        ("", value),
        ("°", value * (1 + 1e-6)),
        ("%", value * (1 + 1e-4)),
        ("", 7.0),
    )
]
RANGES = [(-3.0, 4.0), (0.0, 6e5), (-2e-5, 3e-5), (1e5, 1.00002e5), (-0.02, 0.3), (-4e7, -1e7)]
PLACES = {  # of a drag, with half a pixel: as they are kept
    (7.659e-8, 0.004): "0",
    (-7.659e-8, 0.004): "0",
    (0.4999999, 0.01): "0.5",
    (1.23456, 0.0101): "1.23",
    (1.23456, 0.0099): "1.235",
    (123456.7, 30.0): "123457",
    (2.5e-7, 1e-9): "2.5e-7",
    (3e-150, 1e-152): "3e-150",
}


def test_numbers_in_the_page_are_written_as_in_the_program() -> None:
    given = {"sentences": SENTENCES, "gaps": GAPS, "values": VALUES, "ranges": RANGES}
    given |= {"places": list(PLACES), "typed": list(TYPED)}
    modules = {
        name: json.dumps((FOLDER / f"{name}.mjs").as_uri()) for name in ("numbers", "goal", "paint")
    }
    found = live.said_by_node(SCRIPT, given, **modules)
    assert found["sentences"] == [plain(sentence_label(each)) for each in SENTENCES]
    assert found["gaps"] == [plain(gap_text(each)) for each in GAPS]
    assert found["typed"] == pytest.approx(list(TYPED.values()))
    assert found["remarks"] == ["not answered yet", NO_NUMBER]
    assert found["moved"] == {"moved": 1, "added": 0, "removed": 0, "furthest": 3.0}
    assert found["values"] == [_shown(format_value(*each)) for each in VALUES]
    assert found["places"] == list(PLACES.values())
    assert found["labels"] == [
        [plain(label) for label in tick_labels(tuple(values))] for values in found["ticks"]
    ]
    assert np.all(np.diff(found["ticks"][0]) > 0)
    assert found["counts"] == [
        list(tick_values(low, high, 6, whole_numbers=True)) for low, high in RANGES
    ]


def test_a_page_of_counts_has_them_on_its_axes() -> None:
    words = "ham: a day\nspam: a prize\nham: the day\nspam: the prize\n"
    counted = with_sentences(Document.empty(), words, "day", "prize")
    measured = first_picture(parse_table("a,b,kind\n0,1,p\n2,3,q\n", "t")).document
    for document, has_counts in ((counted, True), (measured, False)):
        assert ("hasCounts" in figure_data(scene_of(document), "t")) is has_counts


def _shown(label: str) -> str:
    """A value of the program without the zeros at the end of what stands before a power of ten."""
    before, power, rest = plain(label).partition("·")
    return (before.rstrip("0").rstrip(".") if power and "." in before else before) + power + rest
