"""How large and how plain the code is: ``python -m benchmarks.measure [--write
docs/architecture.md]``.

Lines by room, functions that only one place calls, numbers at module level, names, complexity,
tests.  Everything is read from the syntax trees; nothing is imported or run.  ``--write`` puts the
tables into the block of a page that is marked for them.
"""

from __future__ import annotations

import argparse
import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- Written by make measure. -->", "<!-- End of what make measure writes. -->"
PRODUCT, TESTS = ("solvers", "linclass_gui"), ("tests",)
ROOMS = (
    "solvers",
    "solvers/algorithms",
    "linclass_gui",
    *(
        f"linclass_gui/{room}"
        for room in ("core", "overlays", "plots", "draw", "exporters", "app", "cli")
    ),
    "tests",
    "benchmarks",
)
BRANCHES = (
    ast.If,
    ast.For,
    ast.While,
    ast.IfExp,
    ast.ExceptHandler,
    ast.Assert,
    ast.match_case,
    ast.comprehension,
)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One file of Python."""

    path: Path

    @cached_property
    def text(self) -> str:
        """What stands in it."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax."""
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        """Lines of the file, as ``wc -l`` counts them."""
        return self.text.count("\n")

    def functions(self) -> Iterator[Function]:
        """Every function and method."""
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))

    def constants(self) -> int:
        """Names at module level that are bound to numbers; ``A, B = 1, 2`` are two."""
        bound = 0
        for node in self.tree.body:
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            values = value.elts if isinstance(value, ast.Tuple) else [value]
            bound += sum(item is not None and is_number(item) for item in values)
        return bound


def is_number(node: ast.AST) -> bool:
    """A number as it is written, or computed of such numbers."""
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand)
    if isinstance(node, ast.BinOp):
        return is_number(node.left) and is_number(node.right)
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    )


def complexity(function: Function) -> int:
    """McCabe's number: one more than the places where the way through a function parts."""
    nodes = list(ast.walk(function))
    return (
        1
        + sum(isinstance(n, BRANCHES) for n in nodes)
        + sum(len(n.values) - 1 for n in nodes if isinstance(n, ast.BoolOp))
    )


def sources(*folders: str) -> list[Source]:
    """The files below some folders."""
    return [Source(path) for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def lines_of(room: str) -> int:
    """Lines of Python in a room."""
    return sum(source.lines for source in sources(room))


def constants_of(room: str) -> int:
    """Numbers at module level in a room."""
    return sum(source.constants() for source in sources(room))


def called_once(product: list[Source]) -> tuple[int, int]:
    """Functions with a name of their own that one place names, and all with a name of their own."""
    defined = Counter(
        f.name for source in product for f in source.functions() if not f.name.startswith("__")
    )
    named: Counter[str] = Counter()
    for source in product:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Name):
                named[node.id] += 1
            elif isinstance(node, ast.Attribute):
                named[node.attr] += 1
    own = [name for name, times in defined.items() if times == 1]
    return sum(named[name] == 1 for name in own), len(own)


def equal_names(product: list[Source]) -> list[str]:
    """Names that several files have, and how many each."""
    names = Counter(source.path.name for source in product if source.path.name != "__init__.py")
    return [f"`{name}` {times}" for name, times in names.most_common() if times > 1]


def bare_participles(product: list[Source]) -> list[str]:
    """Functions whose name is one word that ends as a participle does: what is done to what they do
    not say.
    """
    names = {f.name.lstrip("_") for source in product for f in source.functions()}
    return sorted(
        name
        for name in names
        if "_" not in name and len(name) > 4 and name.endswith("ed") and not name.endswith("eed")
    )


def report() -> str:
    """The tables."""
    product = sources(*PRODUCT)
    ways = [
        (complexity(f), f"{source.path.relative_to(ROOT).as_posix()}: {f.name}")
        for source in product
        for f in source.functions()
    ]
    once, own = called_once(product)
    tests = sum(
        f.name.startswith("test_") for source in sources(*TESTS) for f in source.functions()
    )
    participles = bare_participles(product)
    rows = [
        "| room | files | lines | numbers at module level |",
        "|---|---|---|---|",
        *(
            f"| `{room}` | {len(sources(room)):,} | {lines_of(room):,} | {constants_of(room)} |"
            for room in ROOMS
        ),
        "",
        "| of `solvers` and `linclass_gui` | |",
        "|---|---|",
        f"| functions and methods | {len(ways):,} |",
        (
            f"| complexity (McCabe): mean, largest | {sum(n for n, _ in ways) / len(ways):.2f}, "
            f"{max(ways)[0]} (`{max(ways)[1]}`) |"
        ),
        (
            f"| functions with a name of their own, and those that one place names | {own:,}, "
            f"{once:,} |"
        ),
        f"| files of equal name | {', '.join(equal_names(product)) or 'none'} |",
        f"| functions named by a bare participle | {len(participles)} |",
        f"| test functions | {tests:,} |",
    ]
    return "\n".join(rows)


def main() -> None:
    """Print the tables, or write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, help="a page with a block for the tables")
    parser.add_argument(
        "--participles",
        action="store_true",
        help="print the names that are bare participles, instead",
    )
    arguments = parser.parse_args()
    if arguments.participles:
        print("\n".join(bare_participles(sources(*PRODUCT))))
    elif arguments.write is None:
        print(report())
    else:
        before, rest = arguments.write.read_text(encoding="utf-8").split(BEGIN)
        arguments.write.write_text(
            f"{before}{BEGIN}\n{report()}\n{END}{rest.split(END)[1]}",
            encoding="utf-8",
            newline="\n",
        )


if __name__ == "__main__":
    main()
