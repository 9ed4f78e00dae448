"""Sentences as points: typed lines of a class and a sentence become counts of words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from solvers import AllColumns, Dataset, Floats, MultinomialNaiveBayes
from solvers.arrays import Ints, locked, locked_ints

from ..errors import UserError
from .document import LONGEST_NAME, Document
from .looks import MOST_CLASSES
from .planes import COLUMNS, plane_of

MOST_WORDS = 100  # different ones that are counted
MOST_LETTERS = 5_000_000  # of all sentences
LETTER = r"[^\W\d_]"
# in place of a class: a sentence that is scored, and no point; the wide one is typed in Chinese
ASKED_NAME, WIDE_ASKED_NAME = "?", "？"
# Han, kana, Thai, Lao, Burmese and Khmer: scripts that put no blanks between words
UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]{2}")
COUNT_OF = "count of “"  # and the word: the name of an axis
LONGEST_WORD = LONGEST_NAME - len(f"{COUNT_OF}”")
EXAMPLE = (
    "ham: see you at lunch\nham: lunch is at noon\nspam: buy now\nspam: buy cheap lunch now\n"
    "?: buy lunch now\n"
)
TAKES_BACK = "Points were changed by hand: OK makes them the counts of these lines again."
NEEDS_BLANKS = "Words are told by the blanks between them: put blanks between the words here, too."


@dataclass(frozen=True, eq=False)
class WordCounts:
    """How often each of the words (d,) occurs in each sentence: counts (n, d), with the classes.

    The words are all that occur, or of the ``word_count`` different ones the most telling.
    """

    words: tuple[str, ...]
    counts: Floats
    labels: Ints
    class_names: tuple[str, ...]
    word_count: int

    def with_axes(self, across: str, up: str) -> WordCounts:
        """The same with two words in front."""
        rest = [k for k, word in enumerate(self.words) if word not in (across, up)]
        order = [self.words.index(across), self.words.index(up), *rest]
        words = tuple(self.words[k] for k in order)
        return replace(self, words=words, counts=locked(self.counts[:, order]))

    @property
    def telling_words(self) -> tuple[str, ...]:
        """The words by how well they tell the classes apart (:func:`_telling_order`)."""
        return tuple(self.words[k] for k in _telling_order(self._totals))

    def axes_like(self, across: str = "", up: str = "") -> tuple[str, str]:
        """Two words as axes: these, and in the place of each that does not occur the most telling
        one of another class than the word beside it.

        Two words of one class leave most sentences of all others in one place.
        """
        across = across if across in self.words else self._telling_word(up)
        return across, up if up in self.words and up != across else self._telling_word(across)

    def _telling_word(self, beside: str) -> str:
        """The most telling word, beside another one of another class, if there is one."""
        words = [word for word in self.telling_words if word != beside]
        if beside not in self.words:
            return words[0]
        classes = dict(zip(self.words, _shares(self._totals).argmax(axis=0).tolist(), strict=True))
        return next((word for word in words if classes[word] != classes[beside]), words[0])

    @property
    def _totals(self) -> Floats:
        """How often each word occurs in each class (K, d)."""
        of_classes = [self.labels == k for k in range(len(self.class_names))]
        return np.array([self.counts[rows].sum(axis=0) for rows in of_classes])


def _shares(totals: Floats) -> Floats:
    """The share of each word among the words of each class, of how often it occurs (K, d), with one
    added as naive Bayes does.
    """
    shares: Floats = (totals + 1.0) / (totals.sum(axis=1, keepdims=True) + totals.shape[1])
    return shares


def _telling_order(totals: Floats) -> Ints:
    """The words (d,) by how much more probable their occurrences (K, d) are with a share for each
    class than with one for all, the largest first: ``sum_k n_kj ln(p_kj / p_j)``.
    """
    of_all = _shares(totals.sum(axis=0, keepdims=True))
    gains = (totals * np.log(_shares(totals) / of_all)).sum(axis=0)
    return np.argsort(-gains, kind="stable")


def words_of(sentence: str) -> list[str]:
    """The words of a sentence in small letters, in their order."""
    if sentence.isascii():
        return _a_word("").findall(sentence.lower())
    # the small letter of the Turkish İ is an i with a dot of its own
    text = unicodedata.normalize("NFC", sentence).lower().replace("i\u0307", "i")
    signs = sorted({c for c in text if unicodedata.category(c) in ("Mn", "Mc")})
    return _a_word("".join(signs)).findall(text)


@lru_cache
def _a_word(signs: str) -> re.Pattern[str]:
    """A word of letters and of signs that belong to the letter before, as vowels of Hindi do."""
    letter = f"{LETTER}[{re.escape(signs)}]*" if signs else LETTER
    return re.compile(rf"(?:{letter})+(?:['’\-](?:{letter})+)*")


def _lines_of(text: str) -> Iterator[tuple[str, str]]:
    """The class and the sentence of each line, both empty for a line without a class."""
    for line in text.splitlines():
        name, colon, sentence = line.replace("：", ":").partition(":")
        name = ASKED_NAME if name.strip() == WIDE_ASKED_NAME else name.strip()
        yield (name, sentence.strip()) if colon and name else ("", "")


def asked_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text that are scored without being points."""
    return tuple(sentence for name, sentence in _lines_of(text) if name == ASKED_NAME)


@lru_cache(maxsize=2)  # a long text is counted for the axes, and again for the points
def count_words_of(text: str, class_names: tuple[str, ...] = ()) -> WordCounts:
    """The counts of a text of lines ``class: sentence``; words in alphabetical order, of more than
    ``MOST_WORDS`` the most telling ones; classes in the order of ``class_names`` where these are
    the same ones, else of their first lines.

    Raises:
        UserError: a line without a class, too few words, too few or too many classes, a name or a
            word that is too long, or too long a text.
    """
    if len(text) > MOST_LETTERS:
        raise UserError(
            f"sentences have at most {MOST_LETTERS:,} letters, here {len(text):,}; take fewer"
        )
    sentences = []
    lines = zip(text.splitlines(), _lines_of(text), strict=True)
    for number, (line, (name, sentence)) in enumerate(lines, 1):
        if line.strip() and not name:
            raise UserError(f"line {number} needs a class and a colon before its sentence")
        if len(name) > LONGEST_NAME:
            raise UserError(f"line {number}: the class has more than {LONGEST_NAME} letters")
        if name not in ("", ASKED_NAME):
            words_of_line = words_of(sentence)
            if any(len(word) > LONGEST_WORD for word in words_of_line):
                raise UserError(f"line {number}: a word has more than {LONGEST_WORD} letters")
            sentences.append((name, Counter(words_of_line)))
    names = _classes_of(text)
    if set(names) == set(class_names):
        names = class_names
    all_words = sorted(set().union(*(counter for _, counter in sentences)))
    if not 2 <= len(names) <= MOST_CLASSES:
        raise UserError(f"sentences need 2 to {MOST_CLASSES} classes, here {len(names)}")
    if len(all_words) < 2:
        raise UserError(f"sentences need 2 different words or more, here {len(all_words)}")
    words = tuple(_counted_words(sentences, names, all_words))
    columns = {word: k for k, word in enumerate(words)}
    counts = np.zeros((len(sentences), len(words)))
    for row, (_, counter) in enumerate(sentences):
        for word, count in counter.items():
            if word in columns:
                counts[row, columns[word]] = count
    labels = np.array([names.index(name) for name, _ in sentences], dtype=np.int64)
    return WordCounts(words, locked(counts), locked_ints(labels), names, len(all_words))


def _counted_words(
    sentences: Sequence[tuple[str, Counter[str]]], names: Sequence[str], words: Sequence[str]
) -> Sequence[str]:
    """Words in alphabetical order: all, or of more than ``MOST_WORDS`` the most telling ones."""
    if len(words) <= MOST_WORDS:
        return words
    totals = {name: Counter[str]() for name in names}
    for name, counter in sentences:
        totals[name].update(counter)
    of_classes = [[float(totals[name][word]) for word in words] for name in names]
    order = _telling_order(np.array(of_classes))[:MOST_WORDS]
    return [words[k] for k in sorted(order.tolist())]


def axis_words(document: Document) -> tuple[str, ...]:
    """The words that are the axes of a document of sentences; none where it shows other axes."""
    if not document.sentences:
        return ()
    if document.plane is None:
        names = [name for name in document.axis_names if name.startswith(COUNT_OF)]
        return tuple(name[len(COUNT_OF) : -1] for name in names) if len(names) == 2 else ()
    if document.plane.kind != COLUMNS:
        return ()
    rows = document.plane.basis[:, :2].argmax(axis=0)
    return tuple(document.plane.columns[int(k)] for k in rows)


def has_counts_as_axes(document: Document) -> bool:
    """Whether the axes are counts of words, in whole numbers."""
    is_scaled = document.plane is not None and document.plane.is_standardised
    return bool(axis_words(document)) and document.units is None and not is_scaled


def counts_its_sentences(document: Document) -> bool:
    """Whether the points still are the counts of the sentences: none was moved, added, removed."""
    dataset, plane = document.dataset, document.plane
    try:
        word_counts = count_words_of(document.sentences, dataset.class_names)
    except UserError:  # a file may say anything
        return False
    names = axis_words(document) if plane is None else plane.columns
    rows = dataset.X if plane is None else plane.rows(dataset.X, dataset.behind)
    if rows.shape != word_counts.counts.shape or set(names) != set(word_counts.words):
        return False
    order = [names.index(word) for word in word_counts.words]
    return bool(
        np.allclose(rows[:, order], word_counts.counts, rtol=0.0, atol=1e-9)
        and _have_classes_of(dataset, word_counts)
    )


def _have_classes_of(dataset: Dataset, word_counts: WordCounts) -> bool:
    """Whether points have the classes of their sentences; those that were renamed may stand in
    another order.
    """
    if set(dataset.class_names) == set(word_counts.class_names):
        return np.array_equal(dataset.labels, word_counts.labels)
    label_pairs = set(zip(dataset.labels.tolist(), word_counts.labels.tolist(), strict=True))
    return len(label_pairs) == len(word_counts.class_names) == len(dataset.class_names)


def _classes_of(text: str) -> tuple[str, ...]:
    """The names of the classes in the order of their first lines."""
    return tuple(dict.fromkeys(name for name, _ in _lines_of(text) if name not in ("", ASKED_NAME)))


def with_sentences(document: Document, text: str, across: str, up: str) -> Document:
    """The document with these sentences as its points, two words as axes and the others behind
    them.  A document of sentences keeps its methods and plots, and is itself where nothing has
    changed; another one gets naive Bayes on all words.

    Raises:
        UserError: as :func:`count_words_of`, or an axis that is not a word of the sentences.
    """
    known_names, names_before = document.dataset.class_names, _classes_of(document.sentences)
    has_names = set(known_names) == set(_classes_of(text))
    word_counts = count_words_of(text, known_names if has_names else names_before)
    if across == up or not {across, up} <= set(word_counts.words):
        raise UserError("the axes must be two different words of the sentences")
    is_known = bool(document.sentences)
    names = word_counts.class_names
    if is_known and set(names) == set(names_before):
        names = known_names  # which may have been renamed
        with_text = replace(document, sentences=text)
        if axis_words(document) == (across, up) and counts_its_sentences(with_text):
            return document if text == document.sentences else with_text
    word_counts = word_counts.with_axes(across, up)
    counts = word_counts.counts
    has_more = len(word_counts.words) > 2
    plane = plane_of(COLUMNS, word_counts.words, counts, word_counts.labels, (0, 1))
    X, behind = locked(counts[:, :2].copy()), locked(counts[:, 2:].copy())
    fresh = Document(
        Dataset(X, word_counts.labels, names, behind),
        layers=document.layers,
        axis_names=(f"{COUNT_OF}{across}”", f"{COUNT_OF}{up}”"),
        title=document.title,
        notes=document.notes,
        plane=plane if has_more else None,
        sentences=text,
        miss_cost=document.miss_cost,
    )
    if names == document.dataset.class_names:
        scenario, errors = document.scenario, document.error_names
        fresh = replace(fresh, scenario=scenario, error_names=errors, looks=document.looks)
    if is_known and (document.plane is not None) == has_more:
        methods, selected = document.methods, document.selected
        result = replace(fresh, methods=methods, selected=selected, plots=document.plots)
        result = replace(result, curves=document.curves, further=document.further)
        if axis_words(document) == (across, up):
            return replace(result, annotations=document.annotations, trial=document.trial)
        return result
    fresh = fresh.adding(MultinomialNaiveBayes())
    if not has_more:
        return fresh
    return fresh.with_method(replace(fresh.methods[0], features=AllColumns()))
