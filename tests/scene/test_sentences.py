"""Sentences become counts of words, and the votes of the words add up to the score."""

from __future__ import annotations

import math
import unicodedata
from dataclasses import replace

import pytest
from drawing_scenes import scene_of

from linclass_gui.errors import UserError
from linclass_gui.files.codec import decode, encode
from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.scene.document import LONGEST_NAME, Document
from linclass_gui.scene.scenarios import with_scenario
from linclass_gui.scene.sentences import (
    EXAMPLE,
    MOST_WORDS,
    axis_words,
    count_words_of,
    counts_its_sentences,
    with_sentences,
    words_of,
)

TEXT = "ham: lunch, Lunch at noon\nspam: buy now\nspam: Buy lunch now!"


def test_words_are_counted_without_their_case_and_signs() -> None:
    counted = count_words_of(TEXT)
    assert counted.words == ("at", "buy", "lunch", "noon", "now")
    assert counted.class_names == ("ham", "spam")
    assert counted.counts.tolist() == [[1, 0, 2, 1, 0], [0, 1, 0, 0, 1], [0, 1, 1, 0, 1]]
    assert len(count_words_of(EXAMPLE).labels) == 4


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("İSTANBUL istanbul Işık", ["istanbul", "istanbul", "işık"]),
        ("na\u00efve nai\u0308ve", ["na\u00efve", "na\u00efve"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("שָׁלוֹם עולם", ["שָׁלוֹם", "עולם"]),
        ("don't e-mail x2", ["don't", "e-mail", "x"]),
    ],
)
def test_signs_of_letters_split_no_word(sentence: str, words: list[str]) -> None:
    normal = [unicodedata.normalize("NFC", word) for word in words]
    assert words_of(sentence) == normal


@pytest.mark.parametrize("text", ["", "no class", "a: x y", "a: x\nb: x", ": x\nb: y"])
def test_text_without_classes_or_words_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        count_words_of(text)


@pytest.mark.parametrize("long", ["{}: x y\nb: z", "a: {} y\nb: z"])
def test_a_class_or_a_word_that_no_file_could_hold_is_refused_with_its_line(long: str) -> None:
    for length in (900, 1100):
        text = long.format("w" * length)
        if length > LONGEST_NAME:
            with pytest.raises(UserError, match=r"line 1: .* more than \d+ letters"):
                count_words_of(text)
        else:
            across, up = count_words_of(text).words[:2]
            document = with_sentences(Document.empty(), text, across, up)
            assert decode(encode(document), "again").sentences == text


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


def test_of_three_classes_each_word_adds_to_each_score() -> None:
    text = f"{TEXT}\nwork: report\n?: buy report tomorrow"
    scene = scene_of(with_sentences(Document.empty(), text, "buy", "lunch"))
    assert len(scene.document.dataset) == 4
    numbers = numbers_of("words", scene)
    assert numbers.heading == "“buy report tomorrow”"
    assert numbers.lines == (("in no sentence", "tomorrow"),)
    assert numbers.table is not None
    rows = {row[0]: [float(v.replace("−", "-")) for v in row[2:]] for row in numbers.table.rows}
    # 4, 5 and 1 words of 6 different ones, one added to each
    buy = [math.log(1 / 10), math.log(3 / 11), math.log(1 / 7)]
    report = [math.log(1 / 10), math.log(1 / 11), math.log(2 / 7)]
    priors = [math.log(1 / 4), math.log(2 / 4), math.log(1 / 4)]
    assert rows["buy"] == pytest.approx(buy, rel=1e-4)
    assert rows["report"] == pytest.approx(report, rel=1e-4)
    sums = [sum(terms) for terms in zip(buy, report, priors, strict=True)]
    assert rows["sum $= f_k(x)$"] == pytest.approx(sums, rel=1e-4)


@pytest.mark.parametrize("text", [TEXT, "\n".join(reversed(TEXT.split("\n")))])
def test_a_scenario_is_kept_with_the_sides_of_the_classes(text: str) -> None:
    document = with_scenario(with_sentences(Document.empty(), text, "buy", "lunch"), "mail")
    assert document.dataset.class_names == ("ham", "spam")
    assert counts_its_sentences(document)
    assert with_sentences(document, text, "buy", "lunch") is document
    more = with_sentences(document, f"{text}\nspam: cheap", "buy", "lunch")
    assert (more.scenario, more.dataset.class_names) == ("mail", ("ham", "spam"))
    assert int(more.dataset.labels[-1]) == 1
    assert counts_its_sentences(more)


def test_classes_renamed_by_a_scenario_keep_their_new_names() -> None:
    text = TEXT.replace("ham:", "good:").replace("spam:", "bad:")
    document = with_scenario(with_sentences(Document.empty(), text, "buy", "lunch"), "mail")
    more = with_sentences(document, f"{text}\nbad: cheap", "buy", "lunch")
    assert (more.scenario, more.dataset.class_names) == ("mail", ("ham", "spam"))
    bad_first = with_sentences(document, f"bad: cheap\n{text}", "buy", "lunch")
    labels = bad_first.dataset.labels.tolist()
    assert [("ham", "spam")[k] for k in labels] == ["spam", "ham", "spam", "spam"]
    assert counts_its_sentences(bad_first)
    flipped = replace(bad_first, dataset=bad_first.dataset.flipped([0]))
    assert not counts_its_sentences(flipped)
    other = with_sentences(document, f"{text}\nwork: report", "buy", "lunch")
    assert (other.scenario, other.dataset.class_names) == ("", ("good", "bad", "work"))


def test_only_what_has_changed_is_changed() -> None:
    document = with_sentences(Document.empty(), TEXT, "buy", "lunch")
    assert with_sentences(document, TEXT, "buy", "lunch") is document
    asked = with_sentences(document, f"{TEXT}\n?: buy", "buy", "lunch")
    assert asked.dataset is document.dataset
    turned = with_sentences(document, TEXT, "now", "lunch")
    assert turned.methods == document.methods
    assert axis_words(turned) == ("now", "lunch")
    named = replace(turned.without_table, axis_names=("$x$", "count of “lunch”"))
    assert axis_words(named) == ()
    moved = replace(document, dataset=document.dataset.moved((0,), (5.0, 5.0)))
    assert not counts_its_sentences(moved)
    assert counts_its_sentences(with_sentences(moved, TEXT, "buy", "lunch"))


def test_the_axes_are_telling_words_of_two_classes() -> None:
    text = "ham: lunch at noon\nham: see lunch\n" + 4 * "spam: buy it now\n"
    counted = count_words_of(text)
    first, *_ = counted.telling_words
    assert set(counted.axes_like()) == {first, {"buy": "lunch", "lunch": "buy"}[first]}
    assert counted.axes_like("now", "gone") == ("now", "lunch")
    assert counted.axes_like("gone", "noon") == ("buy", "noon")
    assert counted.axes_like("now", "buy") == ("now", "buy")  # as chosen
    # where only one class has words of its own, any second one
    assert count_words_of("a: x y\nb: x y z").axes_like("z") == ("z", "x")


def test_of_many_words_the_most_telling_ones_are_counted() -> None:
    letters = "abcdefghij"
    rare = [f"x{one}{two}" for one in letters for two in letters]
    text = "\n".join(
        f"{'ab'[k % 2]}: {word} {('up', 'down')[k % 2]}" for k, word in enumerate(rare)
    )
    counted = count_words_of(text)
    assert (counted.word_count, len(counted.words)) == (102, MOST_WORDS)
    assert counted.words == tuple(sorted(counted.words))
    assert set(counted.axes_like()) == {"up", "down"}
    assert counted.counts.sum() == len(rare) + MOST_WORDS - 2
    with pytest.raises(UserError, match="5,000,000 letters"):
        count_words_of("a: x\n" * 1_000_001)
