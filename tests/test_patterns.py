"""No regular expression goes back so often that a long line holds up the window: Python's lock is
held in them, so that neither a timer nor *Cancel* would come.
"""

from __future__ import annotations

import ast
import importlib
import itertools
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

ROOT = Path(__file__).parents[1]
WHOLE = {"match", "fullmatch"}
SEARCHING = {"search", "sub", "subn", "split", "findall", "finditer"}
BEGINNINGS = ("", "(", "[", "x ", '"', "x_{", "<mergeCell ", "$")
LETTERS, MORE_LETTERS = " a1('", '[{<\\"_^$-.,\t\n0#|/&:+e=*'
# A pattern that goes back takes seconds for so many letters, any other some hundredths of one.
LENGTH, SECONDS = 30_000, 1.0


def expired(_number: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def is_linear(find: Callable[[str], object], text: str) -> bool:
    """Whether a second of processor time suffices."""
    before = signal.signal(signal.SIGPROF, expired)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        find(text)
    except TimeoutError:
        return False
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
    return True


def uses(path: Path) -> Iterator[tuple[str, re.Pattern[str], str]]:
    """Where a file finds something: the line, the pattern and the method."""
    module = importlib.import_module(
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    )
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        function = node.func if isinstance(node, ast.Call) else node
        if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
            continue
        place, method, owner = f"{path.name}:{node.lineno}", function.attr, function.value.id
        if owner == "re" and isinstance(node, ast.Call) and isinstance(node.args[0], ast.Constant):
            pattern = re.compile(node.args[0].value)
            yield place, pattern, "fullmatch" if method == "compile" else method
        elif method in WHOLE | SEARCHING and isinstance(
            pattern := getattr(module, owner, None), re.Pattern
        ):
            yield place, pattern, method


def slow_lines(pattern: re.Pattern[str], method: str, letters: str) -> list[str]:
    """The beginnings of long lines on which a pattern goes back; each ends with what few accept."""
    find = getattr(pattern, "search" if method in SEARCHING else method)
    lines = (a + b * LENGTH + "\x00" for a, b in itertools.product(BEGINNINGS, letters))
    as_read = (line.encode() if isinstance(pattern.pattern, bytes) else line for line in lines)
    return [str(line[:20]) for line in as_read if not is_linear(find, line)]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no such timer on this system")
def test_every_pattern_takes_work_in_proportion_to_the_line(
    pytestconfig: pytest.Config,
) -> None:
    letters = LETTERS + (MORE_LETTERS if pytestconfig.getoption("--exhaustive") else "")
    files = (path for room in ("solvers", "linclass_gui") for path in (ROOT / room).rglob("*.py"))
    found = {
        (pattern, "search" if method in SEARCHING else method): place
        for path in sorted(files)
        if path.name != "__main__.py"
        for place, pattern, method in uses(path)
    }
    assert len(found) > 100
    slow = {place: slow_lines(*key, letters) for key, place in found.items()}
    assert {place: lines for place, lines in slow.items() if lines} == {}
