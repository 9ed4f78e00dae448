"""Tables of a class and a sentence in each row: their words are counted, as of typed ones."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from linclass_gui.cli import main
from linclass_gui.files.cells import TableError
from linclass_gui.files.codec import decode, encode, load_document
from linclass_gui.files.column_kinds import ColumnKind, with_kinds
from linclass_gui.files.first_picture import FirstPicture, first_picture, with_methods_like
from linclass_gui.files.reading import TableReading
from linclass_gui.files.scene_table import table_at_hand
from linclass_gui.files.table_formats import read_table, table_in_text
from linclass_gui.scene.document import Document
from linclass_gui.scene.sentences import axis_words, counts_its_sentences, with_sentences

MAILS = (
    ("spam", "buy now"),
    ("ham", "see you at lunch"),
    ("ham", "lunch is at noon, as you know"),
    ("spam", "buy cheap lunch now!"),
    ("ham", "at noon then"),
)
LINES = "ham: see you at lunch\nham: lunch is at noon, as you know\nham: at noon then\n"
LINES += "spam: buy now\nspam: buy cheap lunch now!\n"


def picture(text: str, column: str = "text") -> FirstPicture:
    """The picture of a table whose column is read as sentences."""
    table = table_in_text(text, "t")
    return first_picture(with_kinds(table, {column: ColumnKind("sentences")}))


def with_commas(rows: tuple[tuple[str, ...], ...]) -> str:
    csv.writer(text := io.StringIO()).writerows(rows)
    return text.getvalue()


TABLES = {
    "commas and names": with_commas((("label", "text"), *MAILS)),
    "numbers of rows, and the class as a number": with_commas(
        (
            ("", "label", "text", "label_num"),
            *((str(k), *row, str(int(row[0] == "spam"))) for k, row in enumerate(MAILS)),
        )
    ),
    "a sentence on two lines": with_commas(
        (("label", "text"), *((c, t.replace(" ", "\r\n", 1)) for c, t in MAILS))
    ),
}


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
def test_a_table_of_sentences_becomes_counts_of_their_words(text: str) -> None:
    opened = picture(text)
    document = opened.document
    assert document.sentences == LINES
    assert document.dataset.class_names == ("ham", "spam")  # as in tables, not as they come
    assert document.dataset.counts == (3, 2)
    assert counts_its_sentences(document)
    assert axis_words(document) == ("buy", "at")
    assert [m.method.name for m in document.methods] == ["Multinomial naive Bayes"]
    assert "ham (-, 3), spam (+, 2)" in opened.as_read.sentence
    assert "is read as sentences: its 12 words are counted" in opened.as_read.sentence


def test_lonely_quotes_between_tabs_are_letters() -> None:
    rows = [("ham", 'he said "hello'), ("spam", '"buy now'), ("ham", 'at "noon" then')]
    text = "kind\ttext\n" + "".join(
        f"{c}\t{t} {more}\n" for more in ("so", "too", "also") for c, t in rows
    )
    assert picture(text).document.dataset.counts == (6, 3)
    # a cell that goes over two lines keeps its quotes
    assert table_in_text('a\tb\tk\n1\t"x\ny"\tz\n', "t").first_rows == [("1", "x y", "z")]


def test_of_many_words_the_most_telling_ones_are_counted_and_the_number_is_said() -> None:
    rows = [
        f"{'ab'[k % 2]},w{chr(97 + k // 26)}{chr(97 + k % 26)} {('up', 'down')[k % 2]} it\n"
        for k in range(200)
    ]
    opened = picture("kind,text\n" + "".join(rows))
    document = opened.document
    assert document.plane is not None
    assert len(document.plane.columns) == 100
    assert axis_words(document) == ("down", "up")
    assert "the 100 of its 203 words that tell the classes apart best" in opened.as_read.sentence
    assert counts_its_sentences(decode(encode(document), "again"))


def test_nobody_guesses_sentences_and_their_menu_counts_their_words() -> None:
    rows = [f"{0.37 * k:.2f},{c},{t.replace(',', '')}\n" for k, (c, t) in enumerate(MAILS)]
    text = "length,kind,mail\n" + "".join(rows)
    assert first_picture(table_in_text(text, "t")).document.axis_names[0] == "length"
    assert axis_words(picture(text, "mail").document) == ("buy", "at")
    with pytest.raises(TableError, match=r"found label \(2 values\), text \(5 values\)"):
        first_picture(table_in_text(TABLES["commas and names"], "t"))


def test_classes_that_no_line_can_hold_and_a_missing_class_column_are_refused() -> None:
    text = TABLES["commas and names"].replace("ham,", "ham: yes,")
    with pytest.raises(TableError, match=r"class 'ham: yes' of sentences has .* a colon"):
        picture(text)
    with pytest.raises(TableError, match=r"line 3: .*more than 131,072 letters: shorten it"):
        picture(f"label,text\nham,see you\nspam,{'buy ' * 40_000}\n")


def test_rows_without_a_sentence_and_rows_held_back_are_said() -> None:
    rows = (("label", "text", "set"), *((*row, "train") for row in MAILS), ("ham", "", "train"))
    opened = picture(with_commas((*rows, ("spam", "buy it then", "test"))))
    assert len(opened.document.dataset) == 6
    assert "1 row without a value left out" in opened.as_read.sentence
    assert "column 'set' is not used: sentences have no test points" in opened.as_read.sentence


def test_the_methods_of_another_scene_stay_with_their_kind() -> None:
    of_sentences = picture(TABLES["commas and names"]).document
    other = first_picture(table_in_text("a,b,k\n1,2,x\n2,1,y\n", "t")).document
    assert with_methods_like(of_sentences, other) is of_sentences
    assert with_methods_like(other, of_sentences) is other
    typed = with_sentences(Document.empty(), LINES, "noon", "now")
    assert with_methods_like(of_sentences, typed).methods[0].id == typed.methods[0].id


def test_the_command_line_reads_them_and_writes_their_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: object
) -> None:
    (path := tmp_path / "mails.csv").write_text(TABLES["commas and names"], encoding="utf-8")
    arguments = ["export", str(path), "--read", "text=sentences"]
    assert main([*arguments, "-o", str(tmp_path / "counts.csv")]) == 0
    head, *lines = (tmp_path / "counts.csv").read_text(encoding="utf-8").splitlines()
    assert "at" in head.split(",")
    assert len(lines) == 5
    assert main([*arguments, "-o", str(tmp_path / "scene.svg")]) == 0
    document = load_document(tmp_path / "scene.svg")
    assert document.sentences == LINES
    # the file is found again, with the column that is counted
    found = table_at_hand(document, [path])
    assert (found.path, found.reading.columns.x1, found.remark) == (path, "text", "")
    assert isinstance(found.reading, TableReading)
    assert read_table(path).header == ("label", "text")
