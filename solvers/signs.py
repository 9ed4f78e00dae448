"""Two label values as signs: -1 for the smaller one, +1 for the larger one, unless two words say
which is positive.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from .arrays import Floats, Ints, locked, read_only

# Pairs of words, the negative one first, of which one says yes; in small letters.
_YES_AND_NO = """
    no/yes n/y n/j
    nein/ja non/oui no/si no/sí no/sì não/sim nao/sim nee/ja nej/ja nei/ja nei/já ei/kyllä ei/jah nie/tak ne/ano nie/áno ne/da
    nu/da nem/igen ne/taip nē/jā hayır/evet hayir/evet όχι/ναι нет/да не/да ні/так tidak/ya không/có hapana/ndiyo
    否/是 いいえ/はい 아니요/예 아니오/예 لا/نعم לא/כן नहीं/हाँ
"""  # noqa: E501
_WORDS = """
    false/true f/t negative/positive neg/pos -/+ −/+ 0/1 off/on ✗/✓ ✘/✔
    absent/present absence/presence benign/malignant b/m benign/cancer normal/abnormal normal/attack normal/anomaly
    healthy/sick healthy/ill healthy/diseased healthy/disease healthy/patient healthy/unhealthy well/ill
    control/case controls/cases control/patient control/treated control/treatment placebo/treatment ham/spam
    fail/pass failed/passed failure/success loss/win lost/won rejected/approved rejected/accepted denied/approved
    rejected/admitted inactive/active low/high below/above good/default paid/default legitimate/fraud genuine/fraud
    genuine/forged legitimate/phishing stayed/left stay/leave retained/churned
    falsch/wahr faux/vrai falso/vero falso/verdadero falso/verdadeiro ложь/истина 假/真 偽/真
    negativ/positiv négatif/positif negativo/positivo gutartig/bösartig gesund/krank bénin/malin benigno/maligno
    unauffällig/auffällig inaktiv/aktiv inactif/actif inactivo/activo inattivo/attivo témoin/traité témoin/traitement kontrolle/behandlung kontrolle/fall placebo/verum control/tratamiento controllo/trattamento
    sain/malade sano/enfermo sano/malato gesund/erkrankt saudável/doente
    阴性/阳性 陰性/陽性 良性/恶性 良性/惡性 良性/悪性
"""  # noqa: E501
_YES_PAIRS = frozenset(tuple(pair.split("/")) for pair in _YES_AND_NO.split())
_SIGNED_PAIRS = _YES_PAIRS | {tuple(pair.split("/")) for pair in _WORDS.split()}
# Beside one of these the other word is positive.
_USUAL_WORDS = frozenset(
    ("normal", "healthy", "existing", "live", "gesund", "sain", "sano", "saudável", "норма", "正常")
)
_NUMBERED = re.compile(r"(?<!\d)\d++[.):]\s*+(?=\S)")  # as in "1. Yes"
_NOT = r"(?:no|not|non|without|kein|keine|nicht)[\s_-]*"
_BELOW, _ABOVE = (
    re.compile(r"(?:(.+)\s)?(?:<=|<|≤|less than|under|up to)\s*(.+)"),
    re.compile(r"(?:(.+)\s)?(?:>=|>|≥|more than|over|above)\s*(.+)"),
)


def signed_pair(one: str, other: str) -> tuple[str, str]:
    """Two words in the order (-1, +1), whichever comes first.

    Words that tell, in capitals or not: yes is positive beside no, and likewise true, +, present,
    malignant, case, spam, yes in other languages, whatever stands beside normal, healthy, existing
    or live, a word beside its "no ..." or "not ...", and ``>50K`` beside ``<=50K``, or ``pay > 50``
    beside ``pay <= 50``.  Otherwise the larger one.
    """
    if _tells(one, other):
        return one, other
    return (other, one) if _tells(other, one) or other < one else (one, other)


def are_yes_and_no(one: str, other: str) -> bool:
    """Whether two words say yes and no, in any of some thirty languages."""
    pair = one.strip().casefold(), other.strip().casefold()
    return pair in _YES_PAIRS or pair[::-1] in _YES_PAIRS


def known_words() -> frozenset[str]:
    """The words in small letters that say which class is positive."""
    return frozenset(word for pair in _SIGNED_PAIRS for word in pair)


def distinct_labels(labels: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], Ints]:
    """The distinct labels in the order of their classes (rising; two words as :func:`signed_pair`),
    and the index of each label.
    """
    values, codes = np.unique(labels, return_inverse=True)
    if len(values) == 2 and _is_turned(*values.tolist()):
        values, codes = values[::-1], 1 - codes
    return values, codes.reshape(-1).astype(np.int64)


def _is_turned(low: Any, high: Any) -> bool:
    """Whether two sorted labels are words, as text or as bytes (as ARFF and HDF5 are read), of
    which the first is positive.
    """
    if isinstance(low, bytes) and isinstance(high, bytes):
        low, high = low.decode(errors="replace"), high.decode(errors="replace")
    return isinstance(low, str) and isinstance(high, str) and signed_pair(low, high)[0] != low


def _tells(minus: str, plus: str) -> bool:
    """Whether ``plus`` says that it is the positive one of two."""
    low, high = (
        _NUMBERED.sub("", word.strip().casefold(), count=1).rstrip(".") for word in (minus, plus)
    )
    if (low, high) in _SIGNED_PAIRS:
        return True
    low_word, high_word = (word.split(" ", 1)[0] for word in (low, high))
    if low_word in _USUAL_WORDS and high_word not in _USUAL_WORDS:
        return True
    if re.fullmatch(_NOT + re.escape(high.removeprefix("with ")), low):
        return True
    below, above = _BELOW.fullmatch(low), _ABOVE.fullmatch(high)
    return below is not None and above is not None and below.groups() == above.groups()


def signs_of(labels: np.ndarray[Any, Any]) -> tuple[Floats, tuple[Any, Any], int]:
    """The signs -1/+1, the two label values (-1 first) and the number of +1; words in the order of
    :func:`signed_pair`.
    """
    if len(labels) == 0:
        return read_only(np.empty(0)), (-1, 1), 0
    if labels.dtype.kind in "fi" and labels.dtype.itemsize <= 8:
        # Already -1 and +1, both of them: the usual case, and half of the time of a small fit if
        # every value is looked at.
        signs: Floats = np.array(labels, dtype=np.float64)
        classes = (-1, 1) if labels.dtype.kind == "i" else (-1.0, 1.0)
        n_plus, n_minus = int(np.count_nonzero(signs == 1.0)), int(np.count_nonzero(signs == -1.0))
        if n_plus and n_minus and n_plus + n_minus == len(signs):
            return locked(signs), classes, n_plus
    if labels.dtype.kind in "fiub":
        # Numbers: minimum and maximum are two passes; np.unique would sort.
        low, high = labels.min(), labels.max()
        is_high = labels == high
        if not np.all(is_high | (labels == low)):
            _refuse_classes(labels)
    else:
        values = np.unique(labels)
        if len(values) > 2:
            _refuse_classes(labels)
        low, high = values[0], values[-1]
        if len(values) == 2 and _is_turned(low, high):
            low, high = high, low
        is_high = labels == high
    low, high = (v.item() if isinstance(v, np.generic) else v for v in (low, high))
    if low == high:
        # One class only: keep the sign the label itself suggests, so that -1 stays the negative
        # class.
        is_high = np.full(len(labels), not (isinstance(low, int | float) and low <= 0))
    return locked(np.where(is_high, 1.0, -1.0)), (low, high), int(np.count_nonzero(is_high))


def _refuse_classes(labels: np.ndarray[Any, Any]) -> None:
    values = np.unique(labels)
    value_words = ", ".join(str(v) for v in values[:6]) + (", ..." if len(values) > 6 else "")
    raise ValueError(
        f"labels must hold at most two distinct classes for a binary method; got {len(values)} "
        f"({value_words}): "
        "choose two of them, or a scheme such as OneVsRest(method) or OneVsOne(method)"
    )
