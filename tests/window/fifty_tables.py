"""Fifty tables as people have them, of which each ends in a picture or in one sentence."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

NAMES = ("sepal", "petal", "breite", "höhe", "weight")
KINDS = ("cat", "Größe", "猫 🐱", "dog")
N = 40


@dataclass(frozen=True)
class Ugly:
    """A table in a file (or, without a name, in the clipboard): its axes and its class, or a
    sentence that says what to do.

    ``chosen`` are fields of the dialog that the user has to change first, two at the most.
    """

    content: bytes | Callable[[], bytes]
    name: str = ""
    axes: tuple[str, str] = ("sepal", "petal")
    label: str = "species"
    classes: tuple[str, ...] = tuple(sorted(KINDS))
    n: int = N
    chosen: tuple[tuple[str, str], ...] = ()
    is_other: bool = False  # its numbers are not those of the first two columns
    sentence: str = ""
    is_refused: bool = False


def _columns() -> tuple[list[list[str]], list[int]]:
    rng = np.random.default_rng(0)
    labels = rng.permutation(np.arange(N) % 4)
    labels[:4] = range(4)
    # The first two columns tell the classes apart best.
    X = rng.normal(size=(N, 5)) + labels[:, None] * np.array([3.0, 3.0, 1.0, 1.0, 1.0])
    return [[f"{value:.3f}" for value in row] for row in X], labels.tolist()


X, LABELS = _columns()
ROWS = [[*row, KINDS[k]] for row, k in zip(X, LABELS, strict=True)]
HEAD = [*NAMES, "species"]


def text(rows: Sequence[Sequence[str]], mark: str = ",", head: Sequence[str] | None = HEAD) -> str:
    return "".join(f"{mark.join(row)}\n" for row in ([head] if head else []) + list(rows))


def csv(rows: Sequence[Sequence[str]], head: Sequence[str] | None = HEAD, mark: str = ",") -> bytes:
    return text(rows, mark, head).encode()


def german(row: Sequence[str]) -> list[str]:
    return [cell.replace(".", ",") for cell in row]


def workbook(sheets: Mapping[str, Sequence[Sequence[object]]]) -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    file, book = io.BytesIO(), openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    book.save(file)
    return file.getvalue()


FLOATS = np.array(X, dtype=float)
BOTH = ("0", "1")
WORDS = ("p", "q")
PLAIN = [[*row[:2], WORDS[k % 2]] for row, k in zip(X, LABELS, strict=True)]
AB = ("a", "b")


def _newcomer() -> dict[str, Ugly]:
    counted = [[str(k), *row] for k, row in enumerate(ROWS)]
    holes = [
        [
            "" if (i, k) == (5, 0) else "NA" if (i, k) == (7, 1) else cell
            for k, cell in enumerate(row)
        ]
        for i, row in enumerate(ROWS)
    ]
    return {
        "commas, five columns, four classes": Ugly(csv(ROWS), "many.csv"),
        "semicolons and decimal commas": Ugly(
            csv([german(row) for row in ROWS], mark=";"), "german.csv"
        ),
        "Chinese of a spreadsheet (GB 18030)": Ugly(
            text([[*r[:5], r[5].replace("Größe", "尺寸").replace(" 🐱", "")] for r in ROWS]).encode(
                "gb18030"
            ),
            "chinese.csv",
            classes=("cat", "dog", "尺寸", "猫"),
            chosen=(("encoding", "Chinese, simplified"),),
        ),
        "the index of a data frame": Ugly(csv(counted, head=["", *HEAD]), "pandas_index.csv"),
        "two empty cells": Ugly(csv(holes), "missing.csv", n=N - 2),
        "Excel": Ugly(
            lambda: workbook({"s": [HEAD, *([*map(float, r[:5]), r[5]] for r in ROWS)]}), "d.xlsx"
        ),
        "pasted from a spreadsheet with its own labels": Ugly(csv(ROWS, mark="\t")),
        "a printed data frame": Ugly(
            text(
                [
                    [f"{k:<4}", *(f"{cell:>8}" for cell in row[:5]), row[5].split()[0]]
                    for k, row in enumerate(ROWS)
                ],
                " ",
                ["    ", *(f"{name:>8}" for name in NAMES), "species"],
            ).encode(),
            classes=("Größe", "cat", "dog", "猫"),
        ),
    }


def _twenty() -> dict[str, Ugly]:
    quoted = [
        '"sepal" "petal" "species"',
        *(f'"{k + 1}" {r[0]} {r[1]} "{r[5]}"' for k, r in enumerate(ROWS)),
    ]
    titanic = [
        [str(k), str(k // 3 % 2), str(1 + k % 3), "fm"[k % 2], r[0], str(k % 2), r[1], "SCQ"[k % 3]]
        for k, r in enumerate(X)
    ]
    passenger = ["PassengerId", "Survived", "Pclass", "Sex", "Age", "SibSp", "Fare", "Embarked"]
    columns = {
        "a": [float(r[0]) for r in X],
        "b": [float(r[1]) for r in X],
        "kind": [r[2] for r in PLAIN],
    }
    return {
        "R's write.table, a name less than columns": Ugly("\n".join(quoted).encode(), "r.txt"),
        "a title above the names": Ugly(
            ("Measurements 2024,,,,,\n,,,,,\n" + text(ROWS)).encode(), "title.csv"
        ),
        "sep=; of Excel": Ugly(b"sep=;\n" + csv(ROWS, mark=";"), "sep.csv"),
        "a comma at the end of each row": Ugly(
            (text([], head=HEAD) + text([[*r, ""] for r in ROWS], head=None)).encode(), "tail.csv"
        ),
        "the Titanic": Ugly(
            csv(titanic, passenger),
            "titanic.csv",
            ("Age", "Fare"),
            "Survived",
            BOTH,
            chosen=(("label", "Survived"),),
        ),
        "JSON lines": Ugly(
            "\n".join(
                json.dumps(dict(zip(columns, row, strict=True)))
                for row in zip(*columns.values(), strict=True)
            ).encode(),
            "lines.jsonl",
            AB,
            "kind",
            WORDS,
        ),
        "a column of train and test": Ugly(
            csv(
                [[*row, "train" if k % 4 else "test"] for k, row in enumerate(ROWS)], [*HEAD, "set"]
            ),
            "split.csv",
            n=3 * N // 4,
        ),
        "amounts of money": Ugly(
            csv([[f"${a}", f"{b} €", c] for a, b, c in PLAIN], ["a", "b", "kind"]),
            "money.csv",
            sentence="write a unit above its column",
        ),
        "packed by gzip": Ugly(gzip.compress(csv(ROWS)), "many.csv.gz"),
        "an old Excel workbook": Ugly(
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
            "old.xls",
            sentence="save it as .xlsx or as CSV",
            is_refused=True,
        ),
        "a web page under the name of a table": Ugly(
            b"<!DOCTYPE html>\n<html><body>Sign in</body></html>\n",
            "data.csv",
            sentence="this is a web page",
            is_refused=True,
        ),
        "a table on its side": Ugly(
            csv([[str(cell) for cell in column] for column in zip(HEAD, *ROWS, strict=True)], None),
            "side.csv",
            sentence="on its side",
            is_refused=True,
        ),
    }


def zipped(name: str, content: bytes) -> bytes:
    with zipfile.ZipFile(file := io.BytesIO(), "w") as held:
        held.writestr(name, content)
    return file.getvalue()


FIFTY = _newcomer() | _twenty()
