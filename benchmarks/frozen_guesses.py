"""What is said of each table of the corpus, as somebody has read it: which column holds the
classes and why, which are axes, what was left out.  ``python -m benchmarks.frozen_guesses`` writes
``tests/frozen/guesses.json``, and a test compares it.
"""

import json
from pathlib import Path

from linclass_gui.errors import UserError
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.read import read
from linclass_gui.files.tables import Table

TESTS = Path(__file__).parents[1] / "tests"
FILE = TESTS / "frozen" / "guesses.json"


def said_of(path: Path) -> str:
    """The sentence about a table as it was read, or why it was not."""
    try:
        table = read(str(path))
        assert isinstance(table, Table)
        return first_picture(table).as_read.sentence
    except UserError as error:
        return str(error).removeprefix(f"{path.parent}/")


def main() -> None:
    """Write the sentences of today."""
    names = json.loads((TESTS / "corpus" / "expect.json").read_text(encoding="utf-8"))
    said = {name: said_of(TESTS / "corpus" / name) for name in names}
    FILE.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
