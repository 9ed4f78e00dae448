"""Names that were meant by names that there are not."""

import pytest

import solvers
from linclass_gui.files.names import kebab
from linclass_gui.scene.methods import ONLY_MANY
from solvers.suggestions import KNOWN_ELSEWHERE, closest_name, suggestion

METHODS = tuple(kebab(kind) for kind in (*solvers.METHODS, *ONLY_MANY))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("svm", "soft-margin-svm"),
        ("SVC", "soft-margin-svm"),
        ("soft_margin_svm", "soft-margin-svm"),
        ("SoftMarginSVM", "soft-margin-svm"),
        ("hard-margin", "hard-margin-svm"),
        ("logistic", "logistic-regression"),
        ("fischer", "fisher"),
        ("LDA", "fisher"),
        ("perzeptron", "perceptron"),
        ("crammer-singer", "multiclass-svm"),
        ("zebra", None),
        ("", None),
    ],
)
def test_a_method_is_found_by_its_other_names(name: str, meant: str | None) -> None:
    assert closest_name(name, METHODS) == meant


def test_a_sentence_has_a_suggestion_or_nothing() -> None:
    assert suggestion("svm", METHODS) == " (did you mean soft-margin-svm?)"
    assert suggestion("zebra", METHODS) == ""


def test_every_name_known_elsewhere_leads_somewhere() -> None:
    kinds = (*METHODS, *map(kebab, (*solvers.SCHEMES, *solvers.KERNELS)))
    assert all(closest_name(name, kinds) for name in KNOWN_ELSEWHERE)
    assert set(KNOWN_ELSEWHERE.values()) <= {name.replace("-", "") for name in kinds}


@pytest.mark.parametrize(
    ("name", "words"),
    [("svm", r"SoftMarginSVM\(\)"), ("soft-max", r"Softmax\(\)"), ("zebra", "pass one such as")],
)
def test_a_fit_by_name_says_the_class(name: str, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        solvers.fit(name, [[0.0, 1.0], [1.0, 0.0]], [0, 1])  # type: ignore[call-overload]
