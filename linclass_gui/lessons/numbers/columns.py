"""Tables in numbers: scatters of all columns, their discriminants, and words counted in each class.

Multinomial naive Bayes: ``θ_{kj} = (n_{kj} + s) / (n_k + 2 s)`` with the smoothing s; the Linear
methods summary (A.2) has none: ``n_kj / n_k``.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import numpy as np

from solvers import AnyFit, AnyMethod, Dataset, Floats, MultinomialNaiveBayes

from ...errors import UserError
from ...markup.mathtext import name_label
from ...markup.numbers import significant
from ...scene.memo import memo
from ...scene.planes import (
    AS_LOADED,
    COLUMNS,
    DISCRIMINANTS,
    Plane,
    as_axis,
    discriminants,
    scatters,
)
from ...scene.scene import PairScene, Scene
from ...scene.sentences import MOST_WORDS, asked_sentences, axis_words, words_of
from .block import NEEDS_POINTS, NeedsError, Numbers, TableOfNumbers, exact_number, matrix, needed

NEEDS_TABLE = "Open a table of more than two columns of numbers."
WIDEST = 6  # columns of a matrix that is shown; of more, the traces


def scatter(scene: Scene) -> Numbers:
    """``C = C_B + C_W`` of all columns, as the plane has them: in their units, or standardised."""
    return _scatter(_table_plane(scene), scene.document.dataset)


def _table_plane(scene: Scene) -> Plane:
    return needed(scene.document.plane if len(scene.document.dataset) else None, NEEDS_TABLE)


def _rows(plane: Plane, dataset: Dataset) -> Floats:
    """All columns of the points (n, d), as the plane measures them."""
    rows: Floats = (plane.rows(dataset.X, dataset.behind) - plane.centre) / plane.scale
    return rows


@memo
def _scatter(plane: Plane, dataset: Dataset) -> Numbers:
    Z = _rows(plane, dataset)
    within, between = scatters(Z, dataset.labels)
    deviations = Z - Z.mean(axis=0)
    total = deviations.T @ deviations
    scatters_by_name = (("C_B", between), ("C_W", within), ("C = C_B + C_W", total))
    formula = "$C_B = Σ_k n_k (m_k − m) (m_k − m)^T$"
    if len(plane.columns) > WIDEST:
        size = float(np.trace(total))
        lines = tuple(
            (f"trace of ${symbol}$", exact_number(float(np.trace(C)), size))
            for symbol, C in scatters_by_name
        )
        return Numbers(lines=lines, formula=formula)
    matrices = tuple(matrix(symbol, C) for symbol, C in scatters_by_name)
    return Numbers(matrices, formula=formula)


def axes(scene: Scene) -> Numbers:
    """The axes of the plane: the coefficient of each column, measured from its mean."""
    plane = needed(scene.document.plane, NEEDS_TABLE)
    parts = zip(plane.columns, plane.basis[:, :2], strict=True)
    rows = [(as_axis(name), *(exact_number(float(v), 1.0) for v in row)) for name, row in parts]
    shares = (
        "discriminating power" if plane.kind == DISCRIMINANTS else "variance",
        *(exact_number(v, 1.0) for v in plane.kept),
    )
    unit = "(x_j − m_j)/s_j" if plane.is_standardised else "(x_j − m_j)"
    stale = "" if scene.document.is_plane_current else f" {AS_LOADED}"
    return Numbers(
        table=TableOfNumbers(
            ("column", "→", "↑"), (*rows, (f"share of {shares[0]}{stale}", *shares[1:]))
        ),
        formula=f"$Σ_j p_j {unit}$",
    )


def weights(scene: Scene) -> Numbers:
    """The score of the selected method in the columns of the table, and in columns that are
    standardised: the same boundary.
    """
    plane, fit = needed(scene.document.plane, NEEDS_TABLE), scene.drawn_answer
    if fit is None:
        raise NeedsError("Select a method that has found a boundary.")
    W, b = _weights(fit)
    if W is None or not fit.problem.features.is_linear:
        raise NeedsError(f"{fit.method.name} has no weights here: choose straight lines.")
    dataset, names = scene.document.dataset, scene.document.dataset.class_names
    per_unit, offsets = column_weights(plane, W, b)
    deviation = plane.rows(dataset.X, dataset.behind).std(axis=0)
    classes = [f" of {name}" for name in names] if len(W) > 1 else [""]
    head = (
        "column",
        *(f"$w${name}" for name in classes),
        *(f"standardised{name}" for name in classes),
    )
    rows = [
        (as_axis(column), *(significant(v, 5) for v in w), *(significant(v, 5) for v in w * s))
        for column, w, s in zip(plane.columns, per_unit.T, deviation, strict=True)
    ]
    mean = offsets + per_unit @ plane.rows(dataset.X, dataset.behind).mean(axis=0)
    rows += [("$b$", *(significant(v, 5) for v in offsets), *(significant(v, 5) for v in mean))]
    return Numbers(
        table=TableOfNumbers(head, tuple(rows)),
        formula="$f(x) = Σ_j w_j x_j + b = Σ_j w_j s_j (x_j − m_j)/s_j + f(m)$",
    )


def column_weights(plane: Plane, W: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Scores of places (K, 2), or of all coordinates of a plane (K, d), as scores of the rows of
    its table: weights (K, d) and offsets (K,).
    """
    per_unit = (W @ plane.basis[:, : W.shape[1]].T) / plane.scale
    return per_unit, b - per_unit @ plane.centre


def _weights(fit: AnyFit) -> tuple[Floats | None, Floats]:
    """Weights (K, m) and offsets (K,): of two classes one row."""
    pair = fit.as_pair
    if pair is not None and pair.w is not None:
        return pair.w[None], np.array([pair.b])
    if pair is not None or fit.weights is None or fit.pairs:
        return None, np.zeros(0)
    return fit.weights


def solutions(scene: Scene) -> Numbers:
    """``C_B p = lambda C_W p`` in all columns: lambda, its share, and p of length 1."""
    return _solutions(_table_plane(scene), scene.document.dataset)


@memo
def _solutions(plane: Plane, dataset: Dataset) -> Numbers:
    try:
        values, P = discriminants(*scatters(_rows(plane, dataset), dataset.labels))
    except UserError as error:
        raise NeedsError(str(error)) from None
    count = min(len(np.unique(dataset.labels)) - 1, len(values))
    head = ("column", *(f"$p_{k}$" for k in range(1, count + 1)))
    rows = [
        (as_axis(name), *(exact_number(float(p), 1.0) for p in row[:count]))
        for name, row in zip(plane.columns, P, strict=True)
    ]
    total = float(values.sum()) or 1.0
    rows += [("$λ$", *(exact_number(float(value), float(values[0])) for value in values[:count]))]
    rows += [
        ("share of $Σλ$", *(exact_number(float(value) / total, 1.0) for value in values[:count]))
    ]
    return Numbers(table=TableOfNumbers(head, tuple(rows)), formula="$C_B p = λ C_W p$")


NEEDS_WORDS = "Switch on multinomial naive Bayes to see how it counts."


def frequencies(scene: Scene) -> Numbers:
    """The counts ``n_+`` and ``n_-`` of the words, and their probabilities in each class."""
    dataset = scene.document.dataset
    documents = [dataset.X[dataset.labels == k] for k in (1, 0)]
    shares_of_methods = (
        _word_shares(method.method, documents) for method in scene.document.enabled_methods
    )
    shares_of_classes = needed(next(filter(None, shares_of_methods), None), NEEDS_WORDS)
    if not all(
        len(X) and np.isfinite(share).all()
        for X, share in zip(documents, shares_of_classes, strict=True)
    ):
        raise NeedsError(NEEDS_POINTS)
    signs = zip("+−", documents, shares_of_classes, strict=True)
    pairs = (
        (matrix(f"n_{s}", X.sum(axis=0)), matrix(f"θ_{s}", p, fractions=True)) for s, X, p in signs
    )
    return Numbers(tuple(chain.from_iterable(pairs)))


@dataclass(frozen=True)
class _CountedText:
    """A text as the counts (d,) of its ``words``; ``unknown_words`` are in no sentence, or not
    among those that are counted.
    """

    title: str
    words: tuple[str, ...]
    counts: Floats
    unknown_words: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """The words that have no say, which a reader would miss."""
        if not self.unknown_words:
            return ()
        name = "in no sentence" if len(self.words) < MOST_WORDS else "not counted"
        return ((name, ", ".join(self.unknown_words)),)


def _counted_text(scene: Scene) -> _CountedText | None:
    """The text that is scored: the selected point, else the last sentence that is asked for, else
    the last point; None where the plane does not show words, and without points.
    """
    document = scene.document
    plane, dataset = document.plane, document.dataset
    words = document.axis_names if plane is None else plane.columns
    if plane is not None and plane.kind != COLUMNS:
        return None
    if plane is not None:  # its columns in the order of the axes and of what stands behind them
        words = tuple(words[int(k)] for k in plane.basis.argmax(axis=0))
    asked_texts = asked_sentences(document.sentences)
    if asked_texts and not scene.selection:
        plain_words = axis_words(document) if plane is None else words
        found_words = words_of(asked_texts[-1])
        counts = np.array([float(found_words.count(word)) for word in plain_words])
        strange_words = tuple(
            dict.fromkeys(word for word in found_words if word not in plain_words)
        )
        return _CountedText(f"“{asked_texts[-1]}”", plain_words, counts, strange_words)
    if not len(dataset):
        return None
    row = min(scene.selection, default=len(dataset) - 1)
    return _CountedText(f"Point {row + 1}", tuple(words), dataset.all_columns[row])


PRODUCT = "product"  # the last column of a table of votes of two classes
NEEDS_ALL_WORDS = "Choose words as axes, and all columns for the method."


def word_votes(scene: PairScene) -> Numbers:
    """What each word of a text adds to its score: of the selected point, else of the sentence that
    is asked for, else of the last point.
    """
    fit = scene.drawn_fit
    if fit is None or not isinstance(fit.method, MultinomialNaiveBayes):
        raise NeedsError(NEEDS_WORDS)
    if fit.w is None:
        raise NeedsError(NEEDS_POINTS)
    text = _counted_text(scene)
    if text is None or len(text.counts) != len(fit.w):
        raise NeedsError(NEEDS_ALL_WORDS)
    columns = np.column_stack([fit.w, text.counts * fit.w])
    ends = (
        ("$ln p_+/p_−$", "", "", significant(fit.b, 5)),
        ("sum $= f(x)$", "", "", significant(float(text.counts @ fit.w) + fit.b, 5)),
    )
    formula = "$f(x) = Σ_j x_j ln (θ_{+j}/θ_{−j}) + ln (p_+/p_−)$"
    return _votes(text, ("$ln θ_{+j}/θ_{−j}$", PRODUCT), columns, ends, formula)


def word_votes_of_classes(scene: Scene) -> Numbers:
    """The same for each of several classes: what a word adds to the score of each class."""
    fit = scene.answer
    if fit is None or not isinstance(fit.method, MultinomialNaiveBayes):
        raise NeedsError(NEEDS_WORDS)
    if fit.as_pair is not None or not fit.has_model or fit.weights is None:
        raise NeedsError(NEEDS_POINTS)
    (W, b), text = fit.weights, _counted_text(scene)
    if text is None or len(text.counts) != W.shape[1]:
        raise NeedsError(NEEDS_ALL_WORDS)
    names = [name_label(scene.document.dataset.class_names[k]) for k in fit.problem.present]
    ends = (
        ("$ln p_k$", "", *(significant(value, 5) for value in b.tolist())),
        ("sum $= f_k(x)$", "", *(significant(v, 5) for v in (W @ text.counts + b).tolist())),
    )
    formula = "$f_k(x) = Σ_j x_j ln θ_{kj} + ln p_k$"
    return _votes(text, tuple(names), W.T * text.counts[:, None], ends, formula)


def _votes(
    text: _CountedText,
    head: tuple[str, ...],
    columns: Floats,
    ends: tuple[tuple[str, ...], ...],
    formula: str,
) -> Numbers:
    """The words of a text with their counts and the ``columns`` (d, c) of their votes."""
    words = zip(text.words, text.counts.tolist(), columns.tolist(), strict=True)
    rows = [
        (word, f"{count:g}", *(significant(vote, 5) for vote in votes))
        for word, count, votes in words
        if count
    ]
    return Numbers(
        lines=text.lines,
        table=TableOfNumbers(("word", "$x_j$", *head), (*rows, *ends)),
        formula=formula,
        heading=text.title,
    )


def _word_shares(method: AnyMethod, documents: list[Floats]) -> list[Floats]:
    """The probabilities of the words in each class, none of a method that does not count."""
    frequencies = (method.frequencies(X) for X in documents)
    return [shares for shares in frequencies if shares is not None]
