"""Evidence on single columns of a table: the classes, a measurement, or neither, with its reason.

Names, places and values are looked at; rows only as a set, so that no order of rows matters.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from solvers.arrays import Floats

from ..errors import join_names
from ..scene.sentences import words_of as words_of_sentence
from .cells import MISSING, SAMPLE_ROWS, WITHOUT_CLASS, number
from .table_shape import WITH_UNIT
from .tables import Table

MOST_LABELS = 20  # a column of more different values names no classes
CHUNK = 1000
FEW_VALUES = 10  # a column of no more different ones is shown where two columns_left have more
MOST_OF_VALUES = 4.0  # weight of two words
LEAST_OF_SERIES = 5  # columns whose names differ in their numbers only
SAMPLE = 1000  # rows, spread over the table

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
"""
HINTING_WORDS = """
    kind type category group variety cultivar genus breed sp origin pop population treatment treat
    brand grade event
"""
COMMON_WORDS = "sex gender race region island"
NAMES = (
    (frozenset(TELLING_WORDS.split()), 4.0),
    (frozenset(HINTING_WORDS.split()), 1.5),
    (frozenset(COMMON_WORDS.split()), -1.0),
)
HOLDING_BACK = {
    *("train", "training", "test", "testing", "traintest"),
    *("set", "subset", "split", "fold", "partition", "holdout"),
}

# Names of a column that numbers the rows, where its numbers are whole and distinct.
ROW_NAMES = re.compile(
    r"(?i:column \d+|unnamed.*|__index_level_\d+__|(.*[ "
    r"_.-])?(index|idx|id|row|nr|no|number|#))|.*[a-z]I[dD]"
)
# Words of such a column whose whole numbers may repeat: alone, at the end, or at the beginning.
ID_WORDS = """
    id ids idx uid pid index rownames rowname rowid row rownum obs observation case subject subj
    patient participant respondent individual sample animal person no nr sno serial code key zip
    zipcode postcode phone ssn seqn identifier record sujet sujeto proband
"""
IDS = frozenset(ID_WORDS.split())
ID_ENDS = {"id", "ids", "idx", "uid", "no", "nr", "number", "code", "key", "zip", "identifier", "#"}
ID_BEGINS = {"id", "zip", "zipcode", "postal", "phone", "unnamed", "rownames"}
DATES = {"date", "datetime", "timestamp"}
CALENDAR = {"year", "yr", "month", "day", "hour", "minute", "week", "weekday", "quarter"}
ORDINALS = {"st", "nd", "rd", "th"}
MOST_UNITS = 3  # of one column: more are other words
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\dA-Z_]+|\d+|#")


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in small letters: customerID is customer and id."""
    return tuple(word.lower() for word in WORD.findall(name))


def likeliest_label(table: Table, columns: Sequence[int]) -> tuple[int, tuple[str, ...]]:
    """The column for which most says that it holds the classes, of equal ones the last, and the
    reasons: its name, its place, its values.

    In a table without names the place says more; values are few, and words rather than fractions.
    """
    columns_left = [k for k in range(len(table.header)) if not is_id(table, k)] or [0]
    series = Counter(map(_name_of_series, table.header))
    first_evidence = {
        k: [
            _evidence_of_name(table.header[k]),
            _evidence_of_series(series, table.header[k]),
            _evidence_of_place(table, k, columns_left[0], columns_left[-1]),
        ]
        for k in sorted(columns, reverse=True)
    }
    label, best_evidence = columns[0], [(-math.inf, "")]
    for k in sorted(first_evidence, key=lambda k: -_weight(first_evidence[k])):
        if _weight(first_evidence[k]) + MOST_OF_VALUES < _weight(best_evidence):
            break
        evidence = first_evidence[k] + _evidence_of_values(table, k)
        if _weight(evidence) > _weight(best_evidence):
            label, best_evidence = k, evidence
    return label, tuple(reason for _, reason in best_evidence if reason)


def _weight(evidence: Iterable[tuple[float, str]]) -> float:
    return sum(weight for weight, _ in evidence)


def _evidence_of_name(name: str) -> tuple[float, str]:
    words = tuple(word for word in words_of(name) if not word.isdigit())
    reason = f"named {name}"
    says_whether = len(words) > 1 and words[0] in ("is", "has")
    for name_words, name_weight in NAMES:
        places = [i for i, word in enumerate(words) if word in name_words]
        if places:
            is_inside = places[0] > 0 and places[-1] < len(words) - 1
            weight = name_weight + 0.5 * (len(words) == 1 or says_whether) - is_inside
            return weight, reason if weight > 0 else ""
    return (2.5, reason) if says_whether else (0.0, "")


def _evidence_of_series(series: Mapping[str, int], name: str) -> tuple[float, str]:
    """A numbered name among others with other numbers, as pixel_7_0 among those of a picture, is a
    measurement.
    """
    name_of_series = _name_of_series(name)
    is_one_of_many = name_of_series != name and series[name_of_series] >= LEAST_OF_SERIES
    return (-2.0 if is_one_of_many else 0.0), ""


def _name_of_series(name: str) -> str:
    return re.sub(r"\d+", "#", name)


def _evidence_of_place(table: Table, k: int, first: int, last: int) -> tuple[float, str]:
    """``first`` and ``last`` are the outer columns that are no ids."""
    is_nameless = not has_names(table)
    if k == len(table.header) - 1:
        return 2.0 + is_nameless, "last column"
    if k == 0:
        return 1.0 + is_nameless, "first column"
    if k == last:
        return 0.5, "last column but ids"
    return (1.0, "first column but ids") if k == first else (0.0, "")


def _evidence_of_values(table: Table, k: int) -> list[tuple[float, str]]:
    values = [value for value in table.contents(k) if value.lower() not in WITHOUT_CLASS]
    count = len(values)
    numbers = [number(value, table.decimal_of(k)) for value in values]
    evidence: list[tuple[float, str]] = []
    if any(value is None for value in numbers):
        evidence.append((1.5, "words"))
    elif count > FEW_VALUES or any(value is None or not value.is_integer() for value in numbers):
        evidence.append((-2.0, ""))
    elif count > 3:  # counts more often than classes
        evidence.append((-0.5, ""))
    if count == 2:
        evidence.append((2.5, "two values"))
    elif count <= FEW_VALUES:
        evidence.append((1.0 if count == 3 else 0.5, f"{count} values"))
    if count < len(table.contents(k)):
        cells = _sampled_cells(table, k)
        missing = sum(cell.lower() in WITHOUT_CLASS for cell in cells)
        evidence.append((-2.0 * missing / len(cells), ""))
    return evidence


def has_names(table: Table) -> bool:
    """Whether the file names the columns."""
    return table.header != tuple(f"x{k + 1}" for k in range(len(table.header)))


def holds_sentences(table: Table, k: int) -> bool:
    """Whether most cells of a column are several words each, and most of them differ."""
    if k in table.numeric:
        return False
    cells = [row[k] for row in table.rows[:SAMPLE_ROWS] if row[k].lower() not in MISSING]
    several = sum(len(words_of_sentence(cell)) > 1 for cell in cells)
    return 2 * several > len(cells) and 2 * len(set(cells)) > len(cells)


def repeated_sentences(table: Table) -> str:
    """Why the words of the longest column of sentences are not counted, where too many are the
    same; empty if there is none.  Of three words or more: names of classes may have two.
    """
    most_letters, words = 0, ""
    sample = "the first " if len(table.rows) > SAMPLE_ROWS else ""
    for k, name in enumerate(table.header):
        cells = [row[k] for row in table.rows[:SAMPLE_ROWS] if row[k].lower() not in MISSING]
        letters = sum(map(len, cells))
        long_cells = sum(len(words_of_sentence(cell)) > 2 for cell in cells)
        if (
            2 * long_cells > len(cells)
            and 2 * len(set(cells)) <= len(cells)
            and letters > most_letters
        ):
            most_letters = letters
            words = (
                f"{join_names((name,))} repeats its sentences: {len(set(cells))} of "
                f"{sample}{len(cells)} differ, and more than half must differ for their words to "
                "be counted"
            )
    return words


def different_units(table: Table, k: int) -> tuple[str, ...]:
    """The units behind the numbers of a column, where all cells have one and they differ; none
    where there are many, as of dates, or ends of ordinals, as of 1st and 2nd.
    """
    if k in table.numeric:
        return ()
    cells = [row[k] for row in table.rows[:SAMPLE_ROWS] if row[k].lower() not in MISSING]
    found_units = []
    for cell in cells:
        match = WITH_UNIT.fullmatch(cell)
        if match is None or match[2].lower() in ORDINALS:
            return ()
        found_units.append(match[2])
    units = tuple(dict.fromkeys(found_units))
    return units if 1 < len(units) <= MOST_UNITS else ()


def sentence_column(table: Table) -> int | None:
    """The column of sentences, of several the one of the longest; None where there is none."""
    columns = [k for k in range(len(table.header)) if holds_sentences(table, k)]

    def letters(k: int) -> int:
        return sum(len(row[k]) for row in table.rows[:SAMPLE_ROWS])

    return max(columns, key=letters, default=None)


def is_id(table: Table, k: int) -> bool:
    """Whether the name and the values of a column say that it tells rows, subjects or places from
    one another.

    A class has few values: of two values it is none.
    """
    if ROW_NAMES.fullmatch(table.header[k]) and numbers_rows(table, k, is_named=True):
        return True
    is_named = _is_named_as_id(words_of(table.header[k]))
    is_first_code = k == 0 and not has_names(table)
    if not is_named and not is_first_code:
        return False
    if different_values(table, k, 2) <= 2:
        return False
    if is_named and k not in table.numeric:
        return True
    return _has_whole_numbers(table, k) and (is_named or _is_code(table, k))


def _is_named_as_id(words: tuple[str, ...]) -> bool:
    if len(words) < 2:
        return bool(words) and words[0] in IDS
    return words[-1] in ID_ENDS or words[0] in ID_BEGINS or words[:2] == ("row", "names")


def may_be_class(table: Table, k: int) -> bool:
    """Whether a column of few values holds words, or two values, or is called a class."""
    return (
        different_values(table, k, 2) == 2
        or k not in table.numeric
        or _evidence_of_name(table.header[k])[0] > 0.0
    )


def is_for_holding_back(table: Table, k: int) -> bool:
    """Whether a column says by its name which rows are for training or testing."""
    words = [word for word in words_of(table.header[k]) if word not in ("is", "in", "id")]
    if len(words) > 1 and words[-1] == "set":
        words.pop()
    is_named = len(words) == 1 and words[0] in HOLDING_BACK
    return is_named and different_values(table, k, FEW_VALUES) <= FEW_VALUES


def is_date(table: Table, k: int) -> bool:
    """Whether a column of numbers holds whole dates or times: 20240131, or seconds since 1970."""
    words = words_of(table.header[k])
    if DATES & set(words):
        return _has_whole_numbers(table, k)
    begin = number(table.rows[0][k], table.decimal_of(k)) or 0.0
    if "time" in words and _is_since_1970(begin):
        return bool(_is_since_1970(_sampled_numbers(table, k)).all())
    if not 19_000_000 < begin < 22_000_000:
        return False
    values = _sampled_numbers(table, k)
    years, months, days = values // 10_000, values // 100 % 100, values % 100
    return bool(
        (_are_whole(values) & (years >= 1900) & (years < 2200)).all()
        and ((months >= 1) & (months <= 12) & (days >= 1) & (days <= 31)).all()
    )


def _is_since_1970(seconds: Any) -> Any:
    return (seconds > 9e8) & (seconds < 2.2e9)


def is_calendar(table: Table, k: int) -> bool:
    """Whether a column holds years, months, days or hours, by its name and its numbers."""
    words = words_of(table.header[k])
    is_year = bool({"year", "yr"} & set(words))
    is_named = bool(CALENDAR & set(words[:1])) and (len(words) == 1 or words[1] == "of")
    if not words or not (is_year or is_named or words[0].startswith("weekof")):
        return False
    values = _sampled_numbers(table, k)
    low, high = (1500, 2200) if is_year else (0, 366)
    return _are_whole(values) and bool(((values >= low) & (values <= high)).all())


def numbers_rows(table: Table, k: int, is_named: bool) -> bool:
    """Whether a column holds distinct whole numbers; without a name of row numbers, all from one to
    another, in any order.
    """
    if k in table.plain.numbers:
        column = table.plain.numbers[k]
        is_whole = bool((column == np.floor(column)).all())
        if not is_whole or not (is_named or np.ptp(column) < len(column)):
            return False
        return len(np.unique(column)) == len(column) and (is_named or len(column) > 2)
    values: set[float] = set()
    low, high = math.inf, -math.inf
    decimal = table.decimal_of(k)
    for cell in table.cells(k):
        value = number(cell, decimal)
        if value is None or not value.is_integer() or value in values:
            return False
        values.add(value)
        low, high = min(low, value), max(high, value)
        if not is_named and high - low >= len(table.rows):
            return False
    return is_named or len(values) > 2


def different_values(table: Table, k: int, most: int) -> int:
    """How many different values a column holds, counted until they are more than ``most``."""
    if k in table.plain.numbers:
        return MOST_LABELS + 1  # that is why it was not coded
    if k in table.plain.contents:
        return len(table.plain.contents[k])
    values: set[str] = set()
    for start in range(0, len(table.rows), CHUNK):
        cells = {row[k] for row in table.rows[start : start + CHUNK]}
        values.update(cell for cell in cells if cell.lower() not in WITHOUT_CLASS)
        if len(values) > most:
            break
    return len(values)


def sampled_rows(table: Table) -> tuple[int, ...]:
    """Rows that are spread over the table, all of them if they are few."""
    count = len(table.rows)
    sample_size = min(SAMPLE, count)
    return tuple((2 * i + 1) * count // (2 * sample_size) for i in range(sample_size))


def sampled_numbers(table: Table, k: int) -> Floats:
    """The numbers of a column in the sampled rows, infinite or NaN where there is none."""
    if k in table.plain.numbers:
        return np.asarray(table.plain.numbers[k][list(sampled_rows(table))], dtype=np.float64)
    decimal = table.decimal_of(k)
    values = (number(cell, decimal) for cell in _sampled_cells(table, k))
    return np.array([math.nan if value is None else value for value in values])


def _sampled_cells(table: Table, k: int) -> list[str]:
    rows = sampled_rows(table)
    if k in table.plain.contents:
        codes = table.plain.codes[k]
        return [table.plain.contents[k][codes[i]] for i in rows]
    return [table.rows[i][k] for i in rows]


def _sampled_numbers(table: Table, k: int) -> Floats:
    """The finite numbers of the sample."""
    values = sampled_numbers(table, k)
    return values[np.isfinite(values)]


def _has_whole_numbers(table: Table, k: int) -> bool:
    values = _sampled_numbers(table, k)
    return len(values) > 0 and _are_whole(values)


def _are_whole(values: Floats) -> bool:
    return bool((values == np.floor(values)).all())


def _is_code(table: Table, k: int) -> bool:
    """Whether a column holds numbers of four digits or more, hardly any of them twice."""
    values = _sampled_numbers(table, k)
    return bool(values.min() >= 1000) and 10 * len(np.unique(values)) >= 9 * len(values)
