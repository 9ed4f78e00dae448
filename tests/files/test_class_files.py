"""A table in several files: a class in each, or points and their labels."""

from pathlib import Path

import pytest

from linclass_gui.errors import UserError
from linclass_gui.files.class_files import read_together
from linclass_gui.files.first_picture import first_picture


def file(folder: Path, name: str, text: str) -> Path:
    (path := folder / name).write_text(text, encoding="utf-8")
    return path


def test_each_file_is_a_class_with_the_name_of_the_file(tmp_path: Path) -> None:
    setosa = file(tmp_path, "setosa.csv", "len,wid,note\n1.5,2.25,x\n2.5,3.75,y\n3.25,1.5,z\n")
    other = file(tmp_path, "virginica.csv", "wid,len\n7.5,6.25\n8.5,5.25\n7.25,6.5\n")
    picture = first_picture(read_together([setosa, other]))
    assert picture.as_read.sentence.startswith(
        "len (x1) against wid (x2), class class: setosa (-, 3), virginica (+, 3)"
    )
    assert picture.document.dataset.X.tolist()[3:] == [[6.25, 7.5], [5.25, 8.5], [6.5, 7.25]]


def test_files_without_names_have_their_columns_in_order(tmp_path: Path) -> None:
    paths = [file(tmp_path, f"{k}.txt", f"1.5 {k}.5\n2.5 3.5\n4.5 {k}.5\n") for k in range(3)]
    picture = first_picture(read_together(paths))
    assert picture.document.dataset.class_names == ("0", "1", "2")
    assert picture.document.dataset.counts == (3, 3, 3)


@pytest.mark.parametrize(
    ("folder", "text", "words"),
    [
        (".", "p,q\n1,2\n", "it has no column of the same name"),
        ("other", "a,b\n1,2\n", "each file is a class called as the file; two are called a"),
    ],
)
def test_files_that_make_no_table_say_why(
    folder: str, text: str, words: str, tmp_path: Path
) -> None:
    first = file(tmp_path, "a.csv", "a,b\n1,2\n")
    (tmp_path / "other").mkdir()
    name = "a.csv" if folder == "other" else "b.csv"
    with pytest.raises(UserError, match=words):
        read_together([first, file(tmp_path / folder, name, text)])


@pytest.mark.parametrize("is_first", [False, True])
def test_points_and_their_labels_stand_in_two_files(is_first: bool, tmp_path: Path) -> None:
    X = file(tmp_path, "X.txt", "  1.5e+00  2.5e+00\n  2.5e+00  3.5e+00\n  4.5e+00  0.5e+00\n")
    y = file(tmp_path, "y.txt", "0.0e+00\n1.0e+00\n1.0e+00\n")
    picture = first_picture(read_together([y, X] if is_first else [X, y]))
    assert picture.document.dataset.class_names == ("0", "1")
    assert picture.document.dataset.labels.tolist() == [0, 1, 1]
    with pytest.raises(UserError, match=r"y\.txt: 2 rows of labels for 3 rows"):
        read_together([X, file(tmp_path, "y.txt", "0\n1\n")])
