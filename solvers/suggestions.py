"""The name that was meant by one that there is not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

# Names in other programs and books, as `_letters` has them.
KNOWN_ELSEWHERE: Mapping[str, str] = MappingProxyType(
    {
        "svm": "softmarginsvm",
        "svc": "softmarginsvm",
        "linearsvc": "softmarginsvm",
        "supportvectormachine": "softmarginsvm",
        "maximummargin": "hardmarginsvm",
        "crammersinger": "multiclasssvm",
        "lda": "fisher",
        "lineardiscriminantanalysis": "fisher",
        "qda": "gaussiangenerative",
        "gaussiannb": "gaussiangenerative",
        "naivebayes": "multinomialnaivebayes",
        "multinomialnb": "multinomialnaivebayes",
        "logit": "logisticregression",
        "logreg": "logisticregression",
        "logisticregressioncv": "logisticregression",
        "maxent": "softmax",
        "multinomial": "softmax",
        "ridge": "leastsquares",
        "ridgeclassifier": "leastsquares",
        "ols": "leastsquares",
        "linearregression": "leastsquares",
        "mse": "leastsquares",
        "adaline": "lms",
        "widrowhoff": "lms",
        "sgd": "lms",
        "nearestmean": "meandifference",
        "nearestcentroid": "meandifference",
        "ovo": "onevsone",
        "ovr": "onevsrest",
        "ova": "onevsrest",
        "onevsall": "onevsrest",
        "rbf": "gaussiankernel",
        "sigmoid": "tanhkernel",
    }
)


def closest_name(name: str, names: Iterable[str]) -> str | None:
    """The one of ``names`` that ``name`` stands for elsewhere, that contains it, or that is spelt
    almost alike; None where there is none.
    """
    by_letters = {_letters(each): each for each in reversed(tuple(names))}
    wanted = _letters(name)
    wanted = KNOWN_ELSEWHERE.get(wanted, wanted)
    if wanted in by_letters:
        return by_letters[wanted]
    if len(wanted) >= 3:  # fewer letters are within too many names
        within = [letters for letters in by_letters if wanted in letters]
        if within:
            return by_letters[within[-1]]
    from difflib import get_close_matches  # only a wrong name needs it

    alike = get_close_matches(wanted, by_letters, n=1)
    return by_letters[alike[0]] if alike else None


def suggestion(name: str, names: Iterable[str]) -> str:
    """`` (did you mean soft-margin-svm?)`` for a sentence, or nothing."""
    meant = closest_name(name, names)
    return "" if meant is None else f" (did you mean {meant}?)"


def _letters(name: str) -> str:
    """A name without capitals, blanks and hyphens."""
    return re.sub(r"[\W_]+", "", name.lower())
