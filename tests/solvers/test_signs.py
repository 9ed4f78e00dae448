"""Which of two labels is positive: the word that says so, else the larger one, whatever the order
of the rows.
"""

from itertools import product

import numpy as np
import pytest

from linclass_gui.files.first_picture import document_of_arrays
from solvers import Fisher, fit
from solvers.signs import distinct_labels, signed_pair, signs_of

# The negative word first.
TELLING = [
    ("no", "yes"), ("No", "YES"), ("n", "Y"), ("FALSE", "true"), ("Negative", "positive"),
    ("absent", "present"),
    ("benign", "malignant"), ("B", "M"), ("-", "+"), ("−", "+"), ("0", "1"), ("<=50K", ">50K"),
    ("<=50K.", ">50K."),
    ("≤ 5", "> 5"), ("nein", "ja"), ("нет", "да"), ("ne", "ano"), ("hayır", "evet"), ("normal",
    "abnormal"),
    ("control", "case"), ("no disease", "disease"), ("non-smoker", "smoker"), ("Not Placed",
    "Placed"), ("no_churn", "churn"),
    ("without pain", "with pain"), ("2. No", "1. Yes"), ("rejected", "approved"), ("low", "high"),
    ("N", "J"), ("✗", "✓"), ("témoin", "traitement"), ("Kontrolle", "Fall"),
    ("unauffällig", "auffällig"),
]  # fmt: skip


@pytest.mark.parametrize(("minus", "plus"), TELLING)
def test_a_word_that_tells_is_positive_in_either_order(minus: str, plus: str) -> None:
    assert signed_pair(minus, plus) == signed_pair(plus, minus) == (minus, plus)


@pytest.mark.parametrize(("low", "high"), [("cat", "dog"), ("Dog", "cat"), ("female", "male")])
def test_of_other_words_the_larger_one_is_positive(low: str, high: str) -> None:
    assert signed_pair(low, high) == signed_pair(high, low) == (low, high)


@pytest.mark.parametrize(
    ("pair", "rows"),
    list(product([("-", "+"), ("no", "yes"), ("a", "b")], [(0, 1, 0, 1), (1, 1, 0, 0)])),
)
def test_fits_and_documents_take_the_same_sign(
    pair: tuple[str, str], rows: tuple[int, ...]
) -> None:
    X, labels = np.array([[0.0, 1.0], [2.0, 1.5], [1.0, 0.0], [3.0, 2.0]]), [pair[k] for k in rows]
    found = fit(Fisher(), X, labels)
    assert found.problem.classes == pair
    assert found.problem.y.tolist() == [1.0 if k else -1.0 for k in rows]
    dataset = document_of_arrays(X, labels).dataset
    assert (dataset.class_names, dataset.labels.tolist()) == (pair, list(rows))


def test_other_labels_stay_in_rising_order() -> None:
    for labels in (["c", "a", "b"], [3, 1, 2], [True, False]):
        known, codes = distinct_labels(np.array(labels))
        assert known.tolist() == sorted(labels)
        assert known[codes].tolist() == labels
    assert signs_of(np.array([b"no", b"yes"]))[1] == (b"no", b"yes")


def test_bytes_are_words() -> None:
    words = np.array([b"ja", b"nein", b"ja", b"nein"])
    assert signs_of(words)[1] == (b"nein", b"ja")
    assert document_of_arrays(np.eye(4)[:, :2], words).dataset.class_names == ("nein", "ja")


def test_whole_numbers_are_named_as_in_a_table() -> None:
    assert document_of_arrays(np.eye(4)[:, :2], [1.0, 0.0, 1.0, 0.0]).dataset.class_names == (
        "0",
        "1",
    )
    single = np.array([1.1, 0.0, 1.1, 0.0], dtype=np.float32)
    assert document_of_arrays(np.eye(4)[:, :2], single).dataset.class_names == ("0", "1.1")
