"""Evidence on single columns of a table: the classes, a measurement, or neither, with its reason.

Names, places and values are looked at; rows only as a set, so that no order of rows matters.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from solvers.signs import are_yes_and_no

from .cells import number
from .tables import Table, TypedColumn, are_whole, whole_numbers

FEW_VALUES = 10  # a column of no more different ones is shown where two columns_left have more
LEAST_COUNT = 14  # steps from row to row that are no accident
LEAST_SHARE = 0.25  # of a class, in shares of equal classes

# Words of a name that say "these are the classes", such that say it less, and what is told of
# everybody.
TELLING_WORDS = """
    class classes cls label labels target targets outcome output diagnosis species y response
    default defaulted survived survival alive churn churned exited spam approved approval admitted
    admit admission attrition purchased purchase bought quality result results status disease
    donated clicked satisfaction satisfied occupancy occupied revenue left fraud fraudulent cancer
    malignant malignancy death dead died deceased pass passed placed placement stroke diabetes
    diabetic hired subscribed subscription deposit converted conversion direction decision verdict
    accepted rejected success failed failure fail risk income authentic genuine counterfeit canceled
    cancelled potability hazardous sentiment anomaly attack infected sick readmitted relapse
    recurrence vote voted party transported cardio chd poisonous edible condition lfp classification
    affected responded returned loan deny denied delinquent delinquency buys play
    alarm fault faulty defect defects defective toxic toxicity tumor tumour metastasis infection
    seizure
    klasse klassen etikett zielgröße befund diagnose ergebnis gekündigt bestanden krank art sorte
    espèce étiquette cible résultat diagnostic malade especie etiqueta objetivo resultado
    diagnóstico enfermo specie etichetta esito diagnosi malato espécie rótulo alvo doente klasa
    etykieta gatunek wynik třída druh sınıf etiket tür sonuç класс метка вид диагноз исход
    результат болен κλάση είδος ετικέτα διάγνωση 类别 类 标签 种类 品种 结果 類別 標籤 種類 品種
    クラス ラベル 診断 結果 종류 라벨 분류 결과
"""
HINTING_WORDS = """
    kind type category group gruppe groupe grupo gruppo группа variety cultivar genus breed sp
    origin pop population treatment treat brand grade event
"""
COMMON_WORDS = "sex gender race region island"
TELLING_WEIGHT = 4.0
NAMES = (
    (frozenset(TELLING_WORDS.split()), TELLING_WEIGHT),
    (frozenset(HINTING_WORDS.split()), 1.5),
    (frozenset(COMMON_WORDS.split()), -1.0),
)
HOLDING_BACK = re.compile(
    r"((is|in) )?(train|training|test|testing|traintest|set|subset|split|fold|partition|holdout)"
    r"( (set|id))?"
)

# Names of a column that numbers the rows, where its numbers are whole and distinct.
ROW_NAMES = re.compile(
    r"(?i:column \d+|unnamed.*|__index_level_\d+__|(.*[ "
    r"_.-])?(index|idx|id|row|nr|no|number|#))|.*[a-z]I[dD]"
)
# Words of such a column whose whole numbers may repeat: alone, at the end, or at the beginning.
ID_WORDS = """
    id ids idx uid pid index rownames rowname rowid row rownum obs observation case subject subj
    patient participant respondent individual sample animal person father mother no nr sno serial
    code key zip zipcode postcode phone ssn seqn identifier record sujet sujeto proband
"""
IDS = re.compile(
    rf"{'|'.join(ID_WORDS.split())}|.* (id|ids|idx|uid|no|nr|number|code|key|zip|identifier|#)"
    r"|(id|zip|zipcode|postal|phone|unnamed|rownames|row names) .*|row names"
)
DATES = re.compile(r"(.* )?(date|datetime|timestamp)( .*)?")
YEARS = re.compile(r"(.* )?(year|yr)( .*)?")
CALENDAR = re.compile(r"(month|day|hour|minute|week|weekday|quarter)( of.*)?|weekof.*")
LEADING_ZERO = re.compile("0[0-9]")
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\dA-Z_]+|\d+|#")


def words_of(name: str) -> list[str]:
    """The words of a name in small letters: customerID is customer and id."""
    return [word.lower() for word in WORD.findall(name)]


def _is_called(column: TypedColumn, form: re.Pattern[str]) -> bool:
    """Whether the words of a column's name, in small letters, have a form."""
    return form.fullmatch(" ".join(words_of(column.name))) is not None


def likeliest_label(
    table: Table, columns: Sequence[TypedColumn]
) -> tuple[TypedColumn, tuple[str, ...]]:
    """The column for which most says that it holds the classes, of equal ones the last, and the
    reasons: its name, its place, its values.

    In a table without names the place says more; values are few, and words rather than fractions.
    """
    places = [column.place for column in table.columns if not is_id(column)] or [0]
    evidence_of = {
        column: [
            _evidence_of_name(column.name),
            _evidence_of_place(column, places[0], places[-1]),
            *_evidence_of_values(column),
        ]
        for column in sorted(columns, key=lambda column: -column.place)
    }
    label = max(evidence_of, key=lambda column: sum(weight for weight, _ in evidence_of[column]))
    return label, tuple(reason for _, reason in evidence_of[label] if reason)


def _evidence_of_name(name: str) -> tuple[float, str]:
    words = words_of(name)
    says_whether = len(words) > 1 and words[0] in ("is", "has")
    weights = (weight for name_words, weight in NAMES if name_words.intersection(words))
    weight = next(weights, 2.0 * says_whether)
    if weight and (len(words) == 1 or says_whether):
        weight += 0.5
    elif 0.0 < weight < TELLING_WEIGHT:  # a kind or a type of something else
        weight -= 1.0
    return weight, f"named {name}" if weight > 0 else ""


def _evidence_of_place(column: TypedColumn, first: int, last: int) -> tuple[float, str]:
    """``first`` and ``last`` are the outer columns that are no ids."""
    if column.is_last:
        return 2.0 + column.is_nameless, "last column"
    if column.place == 0:
        return 1.0 + column.is_nameless, "first column"
    if column.place == last:
        return 0.5, "last column but ids"
    return (1.0, "first column but ids") if column.place == first else (0.0, "")


def _evidence_of_values(column: TypedColumn) -> list[tuple[float, str]]:
    values = column.labels
    count = len(values)
    evidence: list[tuple[float, str]] = []
    if any(math.isnan(number(value, column.decimal)) for value in values):
        evidence.append((1.5, "words"))
    elif count > 3:  # counts more often than classes
        evidence.append((1.0 if column.is_last and counts_classes(column) else -0.5, ""))
    if count == 2:
        evidence.append((2.5, "two values"))
        if are_yes_and_no(*values):
            evidence.append((0.75, "yes and no"))
    elif count <= FEW_VALUES:
        evidence.append((1.0 if count == 3 else 0.5, f"{count} values"))
    missing = column.rows_where(lambda cell: cell not in column.class_of).mean()
    evidence.append((-2.0 * float(missing), ""))
    return evidence


def counts_classes(column: TypedColumn) -> bool:
    """Whether a column holds 0, 1, ..., K - 1 or 1, ..., K, none of them rare: classes rather than
    counts of something, of which large ones are.
    """
    contents, codes = column.cells.coded
    values = sorted(number(cell, column.decimal) for cell in column.labels)
    first = int(values[0] > 0.0)
    if values != list(range(first, first + len(values))):
        return False
    least = np.bincount(codes, minlength=len(contents)).min()
    return bool(len(contents) * least >= LEAST_SHARE * len(codes))


def is_id(column: TypedColumn) -> bool:
    """Whether the name and the values of a column say that it tells rows, subjects or places from
    one another.

    A class has few values: of two values it is none.
    """
    if ROW_NAMES.fullmatch(column.name) and numbers_rows(column, is_named=True):
        return True
    is_named = _is_called(column, IDS)
    is_first_code = column.place == 0 and column.is_nameless
    if not (is_named or is_first_code) or column.count <= 2:
        return False
    if is_named and not column.is_numeric:
        return True
    return column.has_whole_numbers and (is_named or _is_code(column))


def may_be_class(column: TypedColumn) -> bool:
    """Whether a column of few values holds words, or two values, or is called a class, or counts
    classes at the end of the table or in one without names.
    """
    if not column.is_numeric or _are_codes(column):
        return True
    if not column.has_whole_numbers:
        return False
    if column.count == 2 or _evidence_of_name(column.name)[0] > 0.0:
        return True
    if column.is_nameless:
        return column.is_last or column.place == 0
    return column.is_last and counts_classes(column)


def _are_codes(column: TypedColumn) -> bool:
    """Whether numbers are spelled as codes are: 007, or 1.1 beside 1.10."""
    values = column.labels
    if whole_numbers(values, column.decimal):
        return False
    numbers = {number(value, column.decimal) for value in values}
    return len(numbers) < len(values) or any(map(LEADING_ZERO.match, values))


def is_for_holding_back(column: TypedColumn) -> bool:
    """Whether a column says by its name which rows are for training or testing."""
    return _is_called(column, HOLDING_BACK) and column.count <= FEW_VALUES


def is_date(column: TypedColumn) -> bool:
    """Whether a column of whole numbers is called a date or a time of one."""
    return _is_called(column, DATES) and column.has_whole_numbers


def is_calendar(column: TypedColumn) -> bool:
    """Whether a column holds years, months, days or hours, by its name and its numbers."""
    values, is_year = column.some_numbers, _is_called(column, YEARS)
    if not (is_year or _is_called(column, CALENDAR)) or not are_whole(values):
        return False
    low, high = (1500, 2200) if is_year else (0, 366)
    return bool(((values >= low) & (values <= high)).all())


def numbers_rows(column: TypedColumn, is_named: bool) -> bool:
    """Whether a column holds distinct whole numbers; without a name of row numbers, all from one to
    another, in any order.
    """
    if not (column.is_numeric and column.has_whole_numbers and are_whole(column.numbers)):
        return False
    numbers = column.numbers
    if not is_named and (len(numbers) < 3 or np.ptp(numbers) >= len(numbers)):
        return False
    return len(np.unique(numbers)) == len(numbers)


def counts_in_order(column: TypedColumn) -> bool:
    """Whether a column is a long count of the rows, up or down."""
    steps = np.diff(column.numbers)
    return len(steps) >= LEAST_COUNT and bool((steps == 1).all() or (steps == -1).all())


def _is_code(column: TypedColumn) -> bool:
    """Whether a column holds numbers of four digits or more, hardly any of them twice."""
    values = column.some_numbers
    return bool(values.min() >= 1000) and 10 * len(np.unique(values)) >= 9 * len(values)
