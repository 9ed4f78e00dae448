"""The law of reading: every file ends in a document or in one sentence, is not changed by it, and
what is written comes back.
"""

from __future__ import annotations

import contextlib
import io
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
from hostile_files import KINDS
from written_tables import written_table

from linclass_gui.cli import main
from linclass_gui.errors import UserError
from linclass_gui.files.codec import decode, encode
from linclass_gui.files.columns import Columns
from linclass_gui.files.first_picture import open_document
from linclass_gui.files.json_values import CodecError
from linclass_gui.files.table_points import read_points
from linclass_gui.files.tables import parse_table
from linclass_gui.markup.mathtext import name_label, parse
from linclass_gui.scene.document import Document

PATIENCE = 5.0  # seconds of processor time for one file
MOST_MEMORY = 1_200_000  # kilobytes of the process while a file is read
MOST_REMARKS = 4  # lines on standard error
LONGEST_SENTENCE = 1000  # characters, without the name of the file
COMMANDS = (
    ["fit", "{}", "--method", "mean-difference", "--json"],
    ["fit", "{}", "--method", "fisher", "--strict"],
    ["fit", "{}", "--method", "fisher", "--classes", "a,b"],
    ["export", "{}", "-o", "{}.svg"],
)


class BrokenLawError(AssertionError):
    """A file that the law does not hold for."""


class TooLongError(BaseException):
    """The watchdog; no handler of the program under test may take it for one of its own errors."""


@contextlib.contextmanager
def watchdog(seconds: float) -> Iterator[None]:
    """End what takes more processor time than allowed (0: no watch)."""

    def bark(_number: int, _frame: object) -> None:
        raise TooLongError

    if seconds <= 0.0 or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, bark)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


def forget_peak() -> None:
    """Let the peak of the memory begin anew, where the system can do so (Linux)."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def peak() -> int:
    """The most memory of this process since then, in kilobytes; 0 where it is not known."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(
        next((line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")), "0")
    )


def specimen(kind: str, seed: int, number: int) -> bytes:
    """The file of one number."""
    return KINDS[kind](Random(f"{kind}:{seed}:{number}"))


def judge(path: Path, content: bytes, patience: float) -> str:
    """Read a file and write it again: ``document`` or ``sentence``, or BrokenLawError.

    Raises:
        BrokenLawError: another exception than the one for users, more time than ``patience``, more
            memory than allowed, a sentence that is none, a file that was changed, or a document
            that does not come back as it is.
    """
    path.write_bytes(content)
    forget_peak()
    try:
        with watchdog(patience):
            result = _read_and_write(path)
    except BrokenLawError:
        raise
    except TooLongError:
        raise BrokenLawError("it took too long") from None
    except Exception as error:
        raise BrokenLawError(f"{type(error).__name__}: {error}"[:300]) from error
    if path.read_bytes() != content:
        raise BrokenLawError("reading changed the file")
    if peak() > MOST_MEMORY:
        raise BrokenLawError(f"it took {peak()} kilobytes")
    return result


def _read_and_write(path: Path) -> str:
    try:
        document = open_document(str(path))
    except UserError as error:
        _check_sentence(str(error), path)
        return "sentence"
    _check_round_trip(document)
    _check_table(document)
    for name in (*document.dataset.class_names, *document.axis_names, document.title):
        parse(name)
        parse(name_label(name))
    return "document"


def _check_sentence(sentence: str, path: Path) -> None:
    if (
        not (str(path) in sentence or "scene" in sentence)
        or not sentence.isprintable()
        or "\n" in sentence
    ):
        raise BrokenLawError(f"no sentence: {sentence[:300]!r}")
    if len(sentence) > LONGEST_SENTENCE + len(str(path)):
        raise BrokenLawError(f"a sentence of {len(sentence)} characters")


def _check_round_trip(document: Document) -> None:
    text = encode(document)
    try:
        again = decode(text.encode().decode(), "again")
    except CodecError as error:
        raise BrokenLawError(f"it was read, but not again: {error}") from error
    same = np.array_equal(again.dataset.X, document.dataset.X) and np.array_equal(
        again.dataset.labels, document.dataset.labels
    )
    if encode(again) != text or not same:
        raise BrokenLawError("it did not come back as it was")


def _check_table(document: Document) -> None:
    """The points as a table come back, too; classes of one name or without points are refused."""
    dataset = document.dataset
    names = dataset.class_names
    if len(set(names)) < len(names) or min(dataset.counts, default=0) == 0 or not _are_tidy(names):
        return
    again = read_points(
        parse_table(written_table(dataset), "again"), Columns("x1", "x2", "class", names)
    ).dataset
    if not (np.array_equal(again.X, dataset.X) and np.array_equal(again.labels, dataset.labels)):
        raise BrokenLawError("the table did not come back as it was")


def _are_tidy(names: tuple[str, ...]) -> bool:
    """Whether the names are what cells hold: one line without space around it, of a length that a
    cell may have.
    """
    return all(
        name == " ".join(name.split()) and name.isprintable() and 0 < len(name) < 100_000
        for name in names
    )


def command(path: Path, random: Random) -> int:
    """Run one command on a file; BrokenLawError for anything but a few remarks, why it failed, and
    the documented exit codes.
    """
    arguments = [argument.format(path) for argument in random.choice(COMMANDS)]
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(arguments)
    except (Exception, SystemExit) as error:
        raise BrokenLawError(
            f"{' '.join(arguments)}: {type(error).__name__}: {error}"[:300]
        ) from error
    lines = err.getvalue().splitlines()
    # A remark about a figure begins with its name.
    is_said = all(
        line.startswith(("linclass-gui: ", str(path))) and line.isprintable() for line in lines
    )
    # Above an error a table may say how it was read.
    if (
        code not in (0, 2, 3)
        or not (code == 2) <= len(lines) <= MOST_REMARKS
        or not is_said
        or bool(out.getvalue()) != (code != 2)
    ):
        raise BrokenLawError(
            f"{' '.join(arguments)}: exit code {code}, {len(lines)} lines of errors: "
            f"{err.getvalue()[:300]}"
        )
    return code


def run(
    folder: Path, kinds: list[str], numbers: range, seed: int, patience: float, commands_every: int
) -> tuple[Counter[str], list[str]]:
    """Judge many files: how they ended, and what broke the law."""
    ends: Counter[str] = Counter()
    broken: list[str] = []
    for number in numbers:
        kind = kinds[number % len(kinds)]
        content = specimen(kind, seed, number)
        path = folder / f"hostile{kind}"
        try:
            ends[f"{kind} {judge(path, content, patience)}"] += 1
            if number % commands_every == 0:
                ends[f"command with exit code {command(path, Random(number))}"] += 1
        except BrokenLawError as error:
            broken.append(f"{kind} {number} (seed {seed}): {error}")
    return ends, broken
