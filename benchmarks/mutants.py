"""Does a test notice?  ``python -m benchmarks.mutants [--count 50] [--seed 1] [--jobs 2] [--room
solvers/plane]``.

One operator of the program is changed at random (a comparison, a sum or product, ``and`` and
``or``, ``not``, a number, what is returned), the tests of its room run in a copy, and everything is
put back.  A change that no test notices is printed: a test is missing, the code is not needed, or
the change makes no difference that anybody could see.  Such a change is listed with its reason in
``EQUAL`` and counted as neither noticed nor missed.  A test that takes pytest down with it has
noticed.  Where pytest does not get as far as a test (an import fails, say), no test has judged the
change: it is printed, too, and counted apart.

What only the type checker or the memory sees is not changed: annotations, decorators (``frozen``,
``maxsize``), assertions that narrow a type, ``zip(..., strict=True)``, and ``return False`` as
``return None``.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import os
import py_compile
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from solvers import core
from tests.import_graph import import_graph

ROOT = Path(__file__).parents[1]
PRODUCT = ("solvers", "linclass_gui")
# seconds of processor time; a change that makes a test run on for ever is noticed, too
PATIENCE = 900
HANGING = 4.0 * PATIENCE  # seconds of the clock: a machine with much else to do is no verdict
# what pytest ends with when all tests pass, when one fails, and when there is none; all else is no
# verdict
SURVIVED, NOTICED, NO_TESTS = 0, 1, 5
FAILS_ANYWAY = 6  # no code of pytest: the test fails without the change, too
FATES = {
    SURVIVED: "survived",
    NO_TESTS: "not judged, there is no test",
    FAILS_ANYWAY: "not judged, its test fails without it, too",
}
FAILED_TEST = re.compile(r"(?m)^(?:FAILED|ERROR) (?P<test>.+?)(?: - .*)?$")
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


# Computed numbers with fractions are equal by chance only, and no test may depend on that: these
# comparisons are turned round.
OPPOSITE: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
}
# fields of a node that say something about the program and do nothing in it
DECLARED = {"annotation", "returns", "decorator_list"}
MANY = (
    # test files outside the room: what more of them import in two steps is a part of everything,
    # and none of them is about it
    12
)
# what scenes and windows show, with code of nearly every room
PICTURES = {"tests/test_frozen_pictures.py", "tests/test_frozen_windows.py"}


# Changes without an effect: file, line and change, each with the reason.
EQUAL = {
    "linclass_gui/markup/numbers.py: if (factor * 10.0**exponent if exponent >= 0 else factor "
    "/ 10.0**-exponent) >= least:"
    ": 0 -> (1)": "times 1 and divided by 1 are the same",
    "solvers/plane/hulls.py: _ORIENTATION_ERROR = 3.4e-16: 3.4e-16 -> (6.8e-16)": "a wider bound asks whole numbers more often",  # noqa: E501
}


@dataclass(frozen=True)
class Mutant:
    """Bytes of a file from ``start`` to ``stop``, the line where they begin, and what takes their
    place.
    """

    file: str
    line: int
    text: str
    start: int
    stop: int
    old: str
    new: str

    def apply(self, source: bytes) -> bytes:
        """The file with the change."""
        return source[: self.start] + self.new.encode() + source[self.stop :]

    @property
    def name(self) -> str:
        """The change wherever its line may be."""
        return f"{self.file}: {self.text}: {self.old} -> {self.new}"


def changed(node: ast.AST) -> ast.AST | None:
    """The node with one other operator, None where nothing is changed."""
    other = deepcopy(node)
    if isinstance(other, ast.Compare) and type(other.ops[0]) in OPPOSITE and has_fractions(other):
        other.ops[0] = OPPOSITE[type(other.ops[0])]()  # type: ignore[assignment]
    elif isinstance(other, ast.Compare) and type(other.ops[0]) in OTHER:
        other.ops[0] = OTHER[type(other.ops[0])]()  # type: ignore[assignment]
    elif isinstance(other, ast.BinOp | ast.BoolOp) and type(other.op) in OTHER:
        other.op = OTHER[type(other.op)]()  # type: ignore[assignment]
    elif isinstance(other, ast.UnaryOp) and isinstance(other.op, ast.Not | ast.USub):
        return other.operand
    elif isinstance(other, ast.Constant) and isinstance(other.value, bool):
        other.value = not other.value
    elif isinstance(other, ast.Constant) and isinstance(other.value, int | float):
        other.value = other.value + 1 if isinstance(other.value, int) else other.value * 2.0 or 1.0
    elif isinstance(other, ast.Return) and other.value is not None and not is_nothing(other.value):
        other.value = ast.Constant(None)
    else:
        return None
    return other


def has_fractions(node: ast.AST) -> bool:
    """A number with a point or a quotient stands in an expression."""
    parts = list(ast.walk(node))
    return any(
        isinstance(part, ast.Div)
        or (isinstance(part, ast.Constant) and isinstance(part.value, float))
        for part in parts
    )


def is_nothing(node: ast.AST) -> bool:
    """The literal None, or False, which no caller tells from it."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)


def looked_at(node: ast.AST) -> Iterator[ast.AST]:
    """A tree without what only declares, and without strings that hold expressions, whose places no
    parser tells reliably.
    """
    yield node
    for name, value in ast.iter_fields(node):
        if name in DECLARED:
            continue
        for child in value if isinstance(value, list) else [value]:
            is_declared = isinstance(child, ast.keyword) and child.arg == "strict"
            if (
                isinstance(child, ast.AST)
                and not isinstance(child, ast.JoinedStr | ast.Assert)
                and not is_declared
            ):
                yield from looked_at(child)


def mutants_of(path: Path, name: str) -> Iterator[Mutant]:
    """Every change of a file."""
    source = path.read_bytes()
    begins, lines = [0], source.splitlines(keepends=True)
    for line in lines:
        begins.append(begins[-1] + len(line))
    for node in looked_at(ast.parse(source)):
        if (other := changed(node)) is None:
            continue
        start = begins[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        stop = begins[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        new = ast.unparse(other) if isinstance(node, ast.Return) else f"({ast.unparse(other)})"
        text = lines[node.lineno - 1].decode().strip()  # type: ignore[attr-defined]
        yield Mutant(name, node.lineno, text, start, stop, source[start:stop].decode(), new)  # type: ignore[attr-defined]


def tests_of(file: str) -> list[list[str]]:
    """The test files that import a file, one after the other; then the frozen pictures and windows,
    and the others of its room and of those elsewhere that import, where these are few, what imports
    it.

    A module that others of its folder import is known by them, too.
    """
    near = importers_of({module_at(file)})
    known = {module_at(file)}
    while (
        more := {user for user in users_of(known) if home_of(user) == Path(file).parent.as_posix()}
        - known
    ):
        known |= more
    room = {name for way in room_of(file) for name in files_at(way)}
    outside = near - room
    far = near
    for wider in (importers_of(known), importers_of(users_of(known))):
        far = far | wider
        if len(far - room) <= MANY:
            outside = outside | far - room
    stages = near - PICTURES, PICTURES, (room | outside) - near - PICTURES
    return [sorted(stage) for stage in stages if stage]


def room_of(file: str) -> list[str]:
    """Where the tests of a file are: the folder of the same name, or the nearest one above it."""
    package, *folders = Path(file).parent.parts
    if folders[:1] == ["cli"]:
        return ["tests/test_cli.py", "tests/test_cli_endings.py"]
    if package == "solvers":
        own = [
            f"tests/solvers/{folder}"
            for folder in folders
            if ROOT.joinpath("tests", "solvers", folder).is_dir()
        ]
        return [own[-1], "tests/solvers/contracts"] if own else ["tests/solvers"]
    ways = (f"tests/{'/'.join(folders[:depth])}" for depth in (2, 1))
    return [next((way for way in ways if folders and (ROOT / way).is_dir()), "tests/scene")]


def files_at(way: str) -> list[str]:
    """A test file, or all in a folder."""
    path = ROOT / way
    return (
        [way]
        if path.is_file()
        else sorted(p.relative_to(ROOT).as_posix() for p in path.rglob("test_*.py"))
    )


def module_at(file: str) -> str:
    """The name by which a file is imported."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def home_of(module: str) -> str:
    """The folder that a module is in."""
    path = module.replace(".", "/")
    return path if (ROOT / path).is_dir() else path.rpartition("/")[0]


def users_of(modules: Set[str]) -> set[str]:
    """The modules of the program that import one of these."""
    return {user for user, used in import_graph(*PRODUCT).items() if used & modules}


def importers_of(modules: Set[str]) -> set[str]:
    """The test files that import one of these."""
    tests = import_graph("tests", *PRODUCT)
    return {
        f"{name.replace('.', '/')}.py"
        for name, used in tests.items()
        if ".test_" in name and used & modules
    }


def exit_code(mutant: Mutant, copy: Path, *stages: Sequence[str]) -> int:
    """What the tests end with under the change, those of a stage only where all before it have
    passed; the copy is as it was afterwards.

    A test that fails without the change, too, has noticed nothing.
    """
    path = copy / mutant.file
    source = path.read_bytes()
    path.write_bytes(mutant.apply(source))
    code, words = NO_TESTS, ""
    try:
        for tests in stages:
            ended, words = _run(tests, copy)
            code = code if ended == NO_TESTS else ended
            if code not in (SURVIVED, NO_TESTS):
                break
    finally:
        path.write_bytes(source)
    failed = FAILED_TEST.search(words)
    if code == NOTICED and failed is not None:
        return FAILS_ANYWAY if _run([failed["test"]], copy)[0] == NOTICED else NOTICED
    return code


def _run(tests: Sequence[str], copy: Path) -> tuple[int, str]:
    """What pytest ends with, and what it prints; tests that take it down, or do not end, notice."""
    # plain: with its own assertions pytest would compile every test anew each time
    options = ["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"]
    environment = {
        **os.environ,
        "PYTHONPATH": str(copy),
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "pytest", *options, *tests]
    try:
        run = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=HANGING, check=False
        )
    except subprocess.TimeoutExpired:
        return NOTICED, ""
    # ended by a signal: Qt aborts over what a test has asked of it, or the time is over
    return NOTICED if run.returncode < 0 else run.returncode, run.stdout.decode(errors="replace")


def copy_to(folder: Path) -> Path:
    """What git tracks, and the compiled core, without which no test runs."""
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in (*filter(None, tracked.split("\0")), core.PATH.relative_to(ROOT).as_posix()):
        if (ROOT / name).is_file():
            folder.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    return folder


def compiled(folder: Path) -> Path:
    """The folder with its files compiled so that a changed one is known by what stands in it and
    not by its time.
    """
    compileall.compile_dir(
        folder, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH
    )
    return folder


def verdict(codes: Counter[int], equal: int) -> str:
    """The share of the changes that were noticed, in a sentence.

    Raises:
        SystemExit: no test has judged a change.
    """
    judged = codes[NOTICED] + codes[SURVIVED]
    rest = f"{codes.total() - judged} were not judged, {equal} have no effect"
    if not judged:
        raise SystemExit(f"No change was judged: {rest}.")
    share = codes[NOTICED] / judged
    return f"{codes[NOTICED]} of {judged} changes were noticed ({share:.0%}), {rest}"


def main() -> None:
    """Change, test, and print what survives."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--room", default="", help="only files whose path begins so")
    arguments = parser.parse_args()
    # of this process and of each that it starts
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
    files = sorted(p for package in PRODUCT for p in (ROOT / package).rglob("*.py"))
    names = {path.relative_to(ROOT).as_posix(): path for path in files}
    every = [
        m
        for name, path in names.items()
        if name.startswith(arguments.room)
        for m in mutants_of(path, name)
    ]
    chosen = random.Random(arguments.seed).sample(every, min(arguments.count, len(every)))
    # of now, as the copies are
    tests = {file: tests_of(file) for file in {mutant.file for mutant in chosen}}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for k in range(arguments.jobs):
            copies.put(compiled(copy_to(Path(folder, str(k)))))

        def judged(mutant: Mutant) -> int:
            copy = copies.get()
            try:
                return exit_code(mutant, copy, *tests[mutant.file])
            finally:
                copies.put(copy)

        judged_ones = [mutant for mutant in chosen if mutant.name not in EQUAL]
        codes: Counter[int] = Counter()
        for mutant, code in zip(judged_ones, pool.map(judged, judged_ones), strict=True):
            codes[code] += 1
            if code != NOTICED:
                fate = FATES.get(code, f"not judged, pytest ends with {code}")
                print(
                    f"{mutant.file}:{mutant.line}: {mutant.old}  ->  {mutant.new}  ({fate})",
                    flush=True,
                )
    print(verdict(codes, len(chosen) - len(judged_ones)))


if __name__ == "__main__":
    main()
