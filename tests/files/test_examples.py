"""The tables of teaching have the numbers of their sources, and open wherever a scene is named."""

from pathlib import Path

import numpy as np
import pytest

from linclass_gui.cli import main
from linclass_gui.files.first_picture import open_document
from linclass_gui.files.shipped import EXAMPLES
from linclass_gui.scene.planes import COLUMNS

ROWS = {"iris": (150, 4), "wine": (178, 13), "penguins": (342, 4)}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_opens_with_all_its_columns_behind_the_points(name: str) -> None:
    document = open_document(f"example:{name}")
    assert (document.plane.kind, document.title) == (COLUMNS, name)
    assert (len(document.dataset), len(document.plane.columns)) == ROWS[name]
    assert len(document.methods) == 2


@pytest.mark.parametrize("name", ["iris", "wine"])
def test_the_numbers_are_those_of_scikit_learn(name: str) -> None:
    peer = getattr(pytest.importorskip("sklearn.datasets"), f"load_{name}")()
    document = open_document(f"example:{name}")
    np.testing.assert_array_equal(
        document.plane.rows(document.dataset.X, document.dataset.behind), peer.data
    )
    names = np.array(document.dataset.class_names)[document.dataset.labels]
    kinds = list(dict.fromkeys(names.tolist()))  # the file has the order of its source
    assert [kinds.index(name) for name in names.tolist()] == peer.target.tolist()


def test_the_penguins_are_those_of_the_station() -> None:
    dataset = open_document("example:penguins").dataset
    assert dict(zip(dataset.class_names, dataset.counts, strict=True)) == {
        "Adelie": 151,
        "Gentoo": 123,
        "Chinstrap": 68,
    }


def test_examples_stand_where_scenes_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: object
) -> None:
    assert main(["list", "examples"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        f"example:{name}" for name in EXAMPLES
    ]
    asked = [
        "fit",
        "example:wine",
        "--method",
        "fisher",
        "--plane",
        "discriminants",
        "--columns",
        "ash,hue,proline",
    ]
    assert main(asked) == 0
    assert "178" in capsys.readouterr().out
    assert main(["fit", "example:cheese", "--method", "fisher"]) == 2
    assert (
        "there is no example 'cheese'; choose one of iris, penguins, wine"
        in capsys.readouterr().err
    )
    assert main(["export", "example:iris", "-o", f"{tmp_path}/", "--format", "csv"]) == 0
    assert (tmp_path / "iris.csv").is_file()
