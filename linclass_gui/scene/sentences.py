"""Sentences as points: typed lines of a class and a sentence become counts of words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from solvers import AllColumns, Dataset, Floats, MultinomialNaiveBayes
from solvers.arrays import Ints, locked, locked_ints

from ..errors import UserError
from .document import Document
from .looks import MOST_CLASSES
from .planes import COLUMNS, plane_of

MOST_WORDS = 100  # different ones
A_WORD = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
EXAMPLE = "ham: see you at lunch\nham: lunch is at noon\nspam: buy now\nspam: buy cheap lunch now\n"


@dataclass(frozen=True, eq=False)
class WordCounts:
    """How often each of the words (d,) occurs in each sentence: counts (n, d), with the classes."""

    words: tuple[str, ...]
    counts: Floats
    labels: Ints
    class_names: tuple[str, ...]

    def with_axes(self, across: str, up: str) -> WordCounts:
        """The same with two words in front."""
        rest = [k for k, word in enumerate(self.words) if word not in (across, up)]
        order = [self.words.index(across), self.words.index(up), *rest]
        words = tuple(self.words[k] for k in order)
        return replace(self, words=words, counts=locked(self.counts[:, order]))


def words_of(sentence: str) -> list[str]:
    """The words of a sentence in small letters, in their order."""
    return A_WORD.findall(sentence.lower())


def count_words_of(text: str) -> WordCounts:
    """The counts of a text of lines ``class: sentence``; words in alphabetical order, classes in
    the order of their first lines.

    Raises:
        UserError: a line without a class, or too few or too many words or classes.
    """
    sentences: list[tuple[str, Counter[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        name, colon, sentence = line.partition(":")
        if not (colon and name.strip()):
            raise UserError(f"line {number} needs a class and a colon before its sentence")
        sentences.append((name.strip(), Counter(words_of(sentence))))
    names = tuple(dict.fromkeys(name for name, _ in sentences))
    words = tuple(sorted(set().union(*(counter for _, counter in sentences))))
    if not 2 <= len(names) <= MOST_CLASSES:
        raise UserError(f"sentences need 2 to {MOST_CLASSES} classes, here {len(names)}")
    if not 2 <= len(words) <= MOST_WORDS:
        raise UserError(f"sentences need 2 to {MOST_WORDS} different words, here {len(words)}")
    counts = [[float(counter[word]) for word in words] for _, counter in sentences]
    labels = np.array([names.index(name) for name, _ in sentences], dtype=np.int64)
    return WordCounts(words, locked(np.array(counts)), locked_ints(labels), names)


def with_sentences(document: Document, text: str, across: str, up: str) -> Document:
    """The document with these sentences as its points, two words as axes and the others behind
    them, and naive Bayes on all of them.

    Raises:
        UserError: as :func:`count_words_of`, or an axis that is not a word of the sentences.
    """
    counted = count_words_of(text)
    if across == up or not {across, up} <= set(counted.words):
        raise UserError("the axes must be two different words of the sentences")
    counted = counted.with_axes(across, up)
    X, behind = locked(counted.counts[:, :2].copy()), locked(counted.counts[:, 2:].copy())
    has_more = len(counted.words) > 2
    plane = plane_of(COLUMNS, counted.words, counted.counts, counted.labels, (0, 1))
    fresh = Document(
        Dataset(X, counted.labels, counted.class_names, behind),
        layers=document.layers,
        axis_names=(f"count of “{across}”", f"count of “{up}”"),
        title=document.title,
        notes=document.notes,
        plane=plane if has_more else None,
        sentences=text,
    ).adding(MultinomialNaiveBayes())
    if not has_more:
        return fresh
    return fresh.with_method(replace(fresh.methods[0], features=AllColumns()))
