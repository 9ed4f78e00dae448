"""Sixty made-up tables of ten languages and many programs: each is read as a statistician would, or
refused in a sentence that says what to do.
"""

from __future__ import annotations

import bz2
import importlib
import io
import json
import lzma
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linclass_gui.errors import UserError
from linclass_gui.files.columns import guess_columns
from linclass_gui.files.first_picture import first_picture, picture_of_frame
from linclass_gui.files.table_formats import read_table

N = 30
CODE = np.arange(N) % 2
CHANCE = np.random.default_rng(5)
A, B, C = (CHANCE.normal(size=(3, N)) + 2.0 * CODE + np.array([[20.0], [5.0], [0.0]])).round(2)


def counts(minus: object, plus: object) -> str:
    return f"{minus} (-, 15), {plus} (+, 15)"


def text(head: str, *columns: Sequence[object], mark: str = ",") -> str:
    rows = [mark.join(map(str, row)) for row in zip(*columns, strict=True)]
    return "\n".join([*([head] if head else []), *rows]) + "\n"


def named(*names: object) -> list[object]:
    """A name for each row, by its class."""
    return [names[code] for code in CODE]


def german(values: Any) -> list[str]:
    return [str(value).replace(".", ",") for value in values]


@dataclass(frozen=True)
class Made:
    """A table in a file, or a frame; how its reading begins, or (after “) what its refusal says."""

    name: str
    content: Any
    ends: str
    chosen: tuple[str, tuple[str, ...]] = ("", ())  # label and axes


def foreign(encoding: str, head: str, no: str, yes: str, towns: str) -> Made:
    """A survey in another language: a number, yes and no in the middle, two measurements, a
    town.
    """
    _, label, x, y, _ = head.split(",")
    places = [towns.split()[k % 3] for k in range(N)]
    table = text(head, range(4001, 4001 + N), named(no, yes), A, B, places)
    ends = f"{x} (x1) against {y} (x2), class {label}: {counts(no, yes)}"
    return Made("survey.csv", table.encode(encoding), ends)


LANGUAGES = {
    "German": ("cp1252", "Kundennr,gekündigt,Größe,Gewicht,Ort", "nein", "ja", "Köln Ulm Bonn"),
    "French": ("cp1252", "numéro,malade,âge,poids,région", "non", "oui", "Nîmes Lyon Sète"),
    "Spanish": ("cp1252", "código,compró,tamaño,peso,país", "no", "sí", "Perú España Cuba"),
    "Polish": ("cp1250", "nr,kupił,wysokość,waga,miasto", "nie", "tak", "Łódź Gdańsk Kraków"),
    "Turkish": ("cp1254", "no,satın,yaş,ağırlık,şehir", "hayır", "evet", "İzmir Muğla Van"),
    "Russian": ("cp1251", "номер,болен,рост,вес,город", "нет", "да", "Москва Казань Омск"),
    "Greek": ("cp1253", "αριθμός,αγόρασε,ύψος,βάρος,πόλη", "όχι", "ναι", "Αθήνα Πάτρα Βόλος"),
    "Chinese": ("gb18030", "编号,购买,身高,体重,城市", "否", "是", "北京 上海 广州"),
    "Japanese": ("cp932", "番号,購入,身長,体重,都市", "いいえ", "はい", "東京 大阪 京都"),
    "Korean": ("cp949", "번호,구매,신장,체중,도시", "아니요", "예", "서울 부산 대구"),
}

XY = f"x (x1) against y (x2), class kind: {counts('u', 'v')}"
BOTH = [a if k % 2 else a.replace(".", ",") for k, a in enumerate(map(str, A))]
WAVES = [f"{400 + 10 * k}.5" for k in range(6)]
SPECTRA = (CHANCE.normal(size=(6, N)) * 0.01 + 0.4 + 0.05 * CODE).round(4)
TEXTS: dict[str, Made] = {
    **{language: foreign(*parts) for language, parts in LANGUAGES.items()},
    "counted names and a label": Made(
        "t.csv", text("0,1,y", A, B, CODE), f"0 (x1) against 1 (x2), class y: {counts(0, 1)}"
    ),
    "an index without a name, counted names": Made(
        "t.csv",
        text(",0,1,y", range(N), A, B, CODE),
        f"0 (x1) against 1 (x2), class y: {counts(0, 1)}",
    ),
    "wavelengths": Made(
        "t.csv",
        text(",".join([*WAVES, "cls"]), *SPECTRA, CODE),
        f"440.5 (x1) against 450.5 (x2), class cls: {counts(0, 1)}",
    ),
    "names once more between the rows": Made(
        "t.csv",
        text(
            "x,y,kind",
            [*A[:9], "x", *A[10:]],
            [*B[:9], "y", *B[10:]],
            [*named("u", "v")[:9], "kind", *named("u", "v")[10:]],
        ),
        "“line 11: column 'x' holds 'x', which is not a number",
    ),
    "one measurement": Made(
        "t.csv",
        text("hours,passed", A, CODE),
        f"hours (x1) on a line, class passed: {counts(0, 1)}",
    ),
    "counted names above words": Made(
        "t.csv",
        text("0,1,2", A, B, named("u", "v")),
        f"0 (x1) against 1 (x2), class 2: {counts('u', 'v')}",
    ),
    "one measurement, a number of each row": Made(
        "t.csv",
        text("a,hours,passed", range(501, 501 + N), A, CODE),
        f"hours (x1) on a line, class passed: {counts(0, 1)}",
    ),
    "four classes at the end, a flag before": Made(
        "t.csv",
        text("battery,wifi,ram,range", A, CODE, B, np.arange(N) % 4),
        "battery (x1) against ram (x2), class range: 0 (8), 1 (8), 2 (7), 3 (7)",
    ),
    "a type of something": Made(
        "t.csv",
        text(
            "age,EmploymentType,income,TravelInsurance",
            A,
            named("state", "private"),
            B,
            np.roll(CODE, 1),
        ),
        f"age (x1) against income (x2), class TravelInsurance: {counts(0, 1)}",
    ),
    "the class that is asked for": Made(
        "t.csv",
        text("length,treated,sick", A, CODE, np.roll(CODE, 1)),
        f"length (x1) against sick (x2), class treated: {counts(0, 1)}",
        ("treated", ()),
    ),
    "the axis that is asked for": Made(
        "t.csv",
        text("hours,passed,size", A, CODE, B),
        f"size (x1) on a line, class passed: {counts(0, 1)}",
        ("", ("size",)),
    ),
    "a leak": Made(
        "t.csv",
        text(
            "lag1,lag2,today,direction",
            CHANCE.normal(size=N).round(2),
            CHANCE.normal(size=N).round(2),
            np.where(CODE, 1, -1) * (CHANCE.uniform(1, 2, N).round(2)),
            named("down", "up"),
        ),
        f"lag1 (x1) against lag2 (x2), class direction: {counts('down', 'up')}; today alone tells",
    ),
    "alternating rows": Made(
        "t.csv",
        text(
            "n1,n2,good1,good2,kind",
            *(np.tile(v, 134)[:4000] for v in CHANCE.normal(size=(2, 997)).round(3)),
            *(np.tile(CODE, 134)[:4000] * 2.0 + v for v in CHANCE.normal(size=(2, 4000)).round(3)),
            ["no", "yes"] * 2000,
        ),
        "good1 (x1) against good2 (x2), class kind: no (-, 2000), yes (+, 2000)",
    ),
    "two marks in one column": Made(
        "t.csv",
        text("x;y;kind", BOTH, german(B), named("u", "v"), mark=";"),
        f"{XY}; x with decimal points and commas",
    ),
    "no class, a count": Made(
        "t.csv",
        text("courses,time,marks", np.arange(N) % 6 + 3, A, B),
        "“are needed; found ",
    ),
    "a survey of Qualtrics": Made(
        "t.csv",
        text(
            "Duration,Q1,Group\nHow long?,How many?,Which?\n"
            + ",".join(['"{""ImportId"":""x""}"'] * 3),
            A,
            B,
            named("u", "v"),
        ),
        f"Duration (x1) against Q1 (x2), class Group: {counts('u', 'v')}",
    ),
    "ARFF with weights and commas": Made(
        "t.arff",
        "@relation t\n@attribute x real\n@attribute y real\n@attribute kind {u,v}\n@data\n"
        + "".join(
            f"{a},{b},{k}, {{2.0}}\n" if a > 20 else f"{a},{b},{k},\n"
            for a, b, k in zip(A, B, named("u", "v"), strict=True)
        ),
        XY,
    ),
    "an empty column between the others": Made(
        "t.csv", text("x,y,,kind", A, B, [""] * N, named("u", "v")), XY
    ),
}


KINDS = named("u", "v")
PLAIN = text("x,y,kind", A, B, KINDS)
ROWS = PLAIN.splitlines(keepends=True)
EVERYDAY = {
    "packed by bzip2": Made("t.csv.bz2", bz2.compress(PLAIN.encode()), XY),
    "packed by xz": Made("t.csv.xz", lzma.compress(PLAIN.encode()), XY),
    "sep=; of Excel": Made("t.csv", "sep=;\n" + PLAIN.replace(",", ";"), XY),
    "a title above the names": Made("t.csv", "Measured in May,,\n,,\n" + PLAIN, XY),
    "a comma at the end of each row": Made("t.csv", text("x,y,kind", A, B, KINDS, [""] * N), XY),
    "comments between the rows and below": Made(
        "t.csv", "".join([*ROWS[:9], "# then, later\n", *ROWS[9:], "# end\n"]), XY
    ),
    "names and cells over two lines in quotes": Made(
        "t.csv",
        text('"x\nmm",y,kind', A, B, named('"u\nw"', "v")),
        f"x mm (x1) against y (x2), class kind: {counts('u w', 'v')}",
    ),
    "R's write.table, a name less than columns": Made(
        "t.txt", text('"x" "y" "kind"', [f'"{k + 1}"' for k in range(N)], A, B, KINDS, mark=" "), XY
    ),
    "a printed data frame": Made(
        "t.txt",
        text(
            f"{'x':>10}{'y':>8}{'kind':>6}",
            [
                f"{k:<4}{a:>6}{b:>8}{kind:>6}"
                for k, (a, b, kind) in enumerate(zip(A, B, KINDS, strict=True))
            ],
        ),
        XY,
    ),
    "JSON lines": Made(
        "t.jsonl",
        "\n".join(
            json.dumps({"x": a, "y": b, "kind": kind})
            for a, b, kind in zip(A.tolist(), B.tolist(), KINDS, strict=True)
        ),
        XY,
    ),
    "amounts of money": Made(
        "t.csv",
        text("x,y,kind", A, [f"{b} €" for b in B], KINDS),
        "“write a unit above its column",
    ),
    "an old Excel workbook": Made(
        "t.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "“save it as .xlsx or as CSV"
    ),
}


def npz(**arrays: Any) -> bytes:
    np.savez(file := io.BytesIO(), **arrays)
    return file.getvalue()


X = np.column_stack([A, B])
ARRAYS = {
    "test before train": Made(
        "t.npz",
        npz(Xtest=X[:8], Xtrain=X, ytest=CODE[:8], ytrain=CODE),
        f"x1 against x2, class ytrain: {counts(0, 1)}; 8 test points",
    ),
    "objects": Made("t.npz", npz(X=X, y=np.array(named("u", "v"), dtype=object)), "“save words by"),
}
Frame = Callable[[dict[Any, Any]], Any]
FRAMES: dict[str, Frame] = {
    "dict": lambda columns: columns,
    "pandas": lambda columns: importlib.import_module("pandas").DataFrame(columns),
    "polars": lambda columns: importlib.import_module("polars").DataFrame(
        {str(k): v for k, v in columns.items()}
    ),
    "polars, lazy": lambda columns: importlib.import_module("polars").LazyFrame(
        {str(k): v for k, v in columns.items()}
    ),
    "pyarrow": lambda columns: importlib.import_module("pyarrow").table(
        {str(k): v for k, v in columns.items()}
    ),
}
COLUMNS: dict[str, tuple[dict[Any, Any], str]] = {
    "names that are numbers": (
        {0: A.tolist(), 1: B.tolist(), 2: named("no", "yes")},
        f"0 (x1) against 1 (x2), class 2: {counts('no', 'yes')}",
    ),
    "Namibia": (
        {"x": A.tolist(), "y": B.tolist(), "country": named("NA", "US")},
        f"x (x1) against y (x2), class country: {counts('NA', 'US')}",
    ),
    "01 beside 1": (
        {"x": A.tolist(), "y": B.tolist(), "site": named("01", "1")},
        f"x (x1) against y (x2), class site: {counts('01', '1')}",
    ),
    "a first row of words": (
        {"x": A.tolist(), "y": B.tolist(), "unit": ["mm"] * N, "k": named("u", "v")},
        f"x (x1) against y (x2), class k: {counts('u', 'v')}",
    ),
    "texts of numbers with three digits": (
        {"x": [f"{a:.3f}" for a in A], "y": B.tolist(), "k": named("u", "v")},
        f"x (x1) against y (x2), class k: {counts('u', 'v')}",
    ),
    "one measurement": (
        {"hours": A.tolist(), "passed": CODE.tolist()},
        f"hours (x1) on a line, class passed: {counts(0, 1)}",
    ),
    "missing values": (
        {"x": A.tolist(), "y": [None, *B[1:].tolist()], "k": named("u", "v")},
        "x (x1) against y (x2), class k: u (-, 14), v (+, 15); 1 row without a value left out",
    ),
}


def as_read(made: Made, folder: Path) -> str:
    (path := folder / made.name).write_bytes(
        made.content.encode() if isinstance(made.content, str) else made.content
    )
    table = read_table(path)
    label, axes = made.chosen
    guess = guess_columns(table, label, axes) if any(made.chosen) else None
    columns = None if guess is None else guess.columns
    return first_picture(table, columns, guess).as_read.sentence


@pytest.mark.parametrize("what", TEXTS | EVERYDAY | ARRAYS)
def test_a_table_is_read_as_a_statistician_would(what: str, tmp_path: Path) -> None:
    made = (TEXTS | EVERYDAY | ARRAYS)[what]
    if not made.ends.startswith("“"):
        assert as_read(made, tmp_path).startswith(made.ends)
        return
    with pytest.raises(UserError) as refused:
        as_read(made, tmp_path)
    sentence = str(refused.value)
    assert made.ends.removeprefix("“") in sentence
    assert "\n" not in sentence
    assert "Error" not in sentence


@pytest.mark.parametrize("package", FRAMES)
@pytest.mark.parametrize("what", COLUMNS)
def test_a_frame_keeps_its_names_and_types(what: str, package: str) -> None:
    columns, ends = COLUMNS[what]
    if package != "dict":
        pytest.importorskip(package.split(",", maxsplit=1)[0])
    assert picture_of_frame(FRAMES[package](columns)).as_read.sentence.startswith(ends)


def test_a_number_is_the_name_of_a_column_before_it_is_its_place() -> None:
    frame = {2020: A.tolist(), 1: B.tolist(), 0: A.tolist(), ("class", ""): named("u", "v")}
    picture = picture_of_frame(frame, label=3, axes=(2020, 0))
    assert picture.as_read.sentence.startswith("2020 (x1) against 0 (x2), class class: ")


def test_a_first_row_that_may_be_either_is_said_and_can_be_chosen(tmp_path: Path) -> None:
    (path := tmp_path / "t.csv").write_text("400,410,u\n" + text("", A, B, named("u", "v")))
    sentence = first_picture(read_table(path)).as_read.sentence
    assert "the first row was taken for a point, not for names (--header yes makes it" in sentence
    chosen = read_table(path, header="yes")
    assert (chosen.header, len(chosen.lines)) == (("400", "410", "u"), N)
    assert "first row" not in first_picture(chosen).as_read.sentence
