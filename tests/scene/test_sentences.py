"""Sentences become counts of words, and the votes of the words add up to the score."""

from __future__ import annotations

import math

import pytest
from drawing_scenes import scene_of

from linclass_gui.errors import UserError
from linclass_gui.files.codec import decode, encode
from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.scene.document import Document
from linclass_gui.scene.sentences import EXAMPLE, count_words_of, with_sentences

TEXT = "ham: lunch, Lunch at noon\nspam: buy now\nspam: Buy lunch now!"


def test_words_are_counted_without_their_case_and_signs() -> None:
    counted = count_words_of(TEXT)
    assert counted.words == ("at", "buy", "lunch", "noon", "now")
    assert counted.class_names == ("ham", "spam")
    assert counted.counts.tolist() == [[1, 0, 2, 1, 0], [0, 1, 0, 0, 1], [0, 1, 1, 0, 1]]
    assert len(count_words_of(EXAMPLE).labels) == 4


@pytest.mark.parametrize("text", ["", "no class", "a: x y", "a: x\nb: x", ": x\nb: y"])
def test_text_without_classes_or_words_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        count_words_of(text)


def test_the_votes_of_the_words_are_those_of_a_calculation_by_hand() -> None:
    document = decode(encode(with_sentences(Document.empty(), TEXT, "buy", "lunch")), "again")
    assert document.sentences == TEXT
    scene = scene_of(document)
    table = numbers_of("words", scene).table
    assert table is not None
    # Of 4 words in ham and 5 in spam, with one added to each of 5 words: 9 and 10.
    buy = math.log((3 / 10) / (1 / 9))
    lunch = math.log((2 / 10) / (3 / 9))
    prior = math.log(2)
    products = {row[0]: row[-1].replace("−", "-") for row in table.rows}
    wanted = [("buy", buy), ("now", buy), ("lunch", lunch)]
    wanted += [("$ln p_+/p_−$", prior), ("sum $= f(x)$", 2 * buy + lunch + prior)]
    assert list(products) == ["buy", "lunch", "now", "$ln p_+/p_−$", "sum $= f(x)$"]
    for name, value in wanted:
        assert float(products[name]) == pytest.approx(value, rel=1e-4)
    with pytest.raises(UserError):
        with_sentences(Document.empty(), TEXT, "buy", "buy")
