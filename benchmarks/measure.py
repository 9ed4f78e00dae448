"""How large, how dense and how plain the code is: ``python -m benchmarks.measure``.

Prints the sizes of rooms and the figures of each package.  Everything is read from tokens and
syntax trees; nothing of the program is imported or run.  ``--write PAGE`` puts the
tables into the block of a page that is marked for them, ``--names`` lists names without a noun,
``--branches`` the lines that ask for the number of classes, and ``--single`` the modules that one
other module uses.
"""

from __future__ import annotations

import argparse
import ast
import re
import statistics
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from tests.import_graph import import_graph

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- Written by make measure. -->", "<!-- End of what make measure writes. -->"
PRODUCT = ("solvers", "linclass_gui")
COLUMNS = 100  # of a line, at the most
LARGE_FILE, LARGE_FUNCTION, LARGE_CLASS = 450, 50, 40  # lines, lines, methods

# A name without a noun is one that is made of these words alone: pronouns and determiners, adverbs
# and prepositions, participles.  Words that are also nouns (left, rest, half), positions (above,
# below, between, inside), states of a switch (on, off) and quantities (most, least) do not count.
PRONOUNS = """
each every either neither both all some any none nothing something anything everything nobody
ones others another own whole many much few fewer several same such what which who whose whom that
this these those it its
"""
ADVERBS = """
here there where when why how now then again still once already yet anew away aside together
alone also ever never forth at by to from for with against through during until since
upon about into onto over
"""
PARTICIPLES = """
said told asked used found seen heard known unknown shown hidden drawn given taken made kept held
put placed turned tried wanted needed written chosen named called meant paid gone done begun come
reached faded tuned folded carried typed added counted tested watched stopped refused reserved
borrowed lent beaten met felt thought computed solved joined shifted shrunk slanted lacking
following leading falling telling holding packed asking wanting spent
"""
NOT_NOUNS = frozenset(f"{PRONOUNS} {ADVERBS} {PARTICIPLES}".split())

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
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# Comments and continued lines have no token.
TOKEN = re.compile(
    r"""\#[^\n]*|\\\n|(?P<token>[A-Za-z]{0,2}(?:\"{3}(?:\\.|.)*?\"{3}|'{3}(?:\\.|.)*?'{3}"""
    r"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\.?\d[\w.]*(?:(?<=[eE])[-+]\d+)?|\w+"""
    r"""|(?:\*\*|//|>>|<<)=?|\.\.\.|->|[-+*/%&|^=<>@!:]=|[^\s\w])""",
    re.S,
)
SCRIPT_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|(?P<token>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"""
    r"""|[\w$]+(?:\.\d+)?|=>|\?\.|\?\?|\.\.\.|[=!]==?|[<>]=|&&|\|\||\+\+|--|\*\*|[-+*/%]=|[^\s\w])""",
    re.S,
)
# Types whose `isinstance` asks whether there are two classes or many.
TWO_OR_MANY = {
    "Fit",
    "ManyFit",
    "Method",
    "ManyMethod",
    "Problem",
    "ManyProblem",
    "Iterate",
    "ManyIterate",
    "PairOf",
}
Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda


@dataclass(frozen=True)
class Source:
    """One file of Python."""

    path: Path

    @cached_property
    def text(self) -> str:
        """Its text."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax."""
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of its syntax."""
        return list(ast.walk(self.tree))

    @cached_property
    def tokens(self) -> list[tuple[int, int]]:
        """The first and the last line of every token, the same under every Python."""
        ends = [found.start() for found in re.finditer("\n", self.text)]
        found = (match.span() for match in TOKEN.finditer(self.text) if match["token"])
        return [
            (bisect_left(ends, first) + 1, bisect_left(ends, last) + 1) for first, last in found
        ]

    @cached_property
    def code_tokens(self) -> int:
        """Its tokens without those of docstrings."""
        return sum(first not in self.docstring_lines for first, _ in self.tokens)

    @property
    def lines(self) -> int:
        """Lines of the file, as ``wc -l`` counts them."""
        return self.text.count("\n")

    @cached_property
    def functions(self) -> list[Function]:
        """Every function and method."""
        return [node for node in self.nodes if isinstance(node, Function)]

    @cached_property
    def docstring_lines(self) -> set[int]:
        """The numbers of the lines that docstrings take."""
        numbers: set[int] = set()
        for node in statements(self.tree):
            if isinstance(node, ast.Module | ast.ClassDef | Function) and ast.get_docstring(
                node, clean=False
            ):
                numbers.update(range(node.body[0].lineno, last_line(node.body[0]) + 1))
        return numbers

    @cached_property
    def code_lines(self) -> int:
        """Lines that hold a token of something other than a docstring."""
        numbers: set[int] = set()
        for first, last in self.tokens:
            if first not in self.docstring_lines:
                numbers.update(range(first, last + 1))
        return len(numbers)

    @property
    def comment_lines(self) -> int:
        """Lines that are nothing but a comment."""
        return sum(line.lstrip().startswith("#") for line in self.text.splitlines())

    @property
    def wide_lines(self) -> int:
        """Lines of more columns than a line may have."""
        return sum(len(line) > COLUMNS for line in self.text.splitlines())

    @property
    def token_lines(self) -> int:
        """Lines on which a token begins."""
        return len({first for first, _ in self.tokens})

    @property
    def imports(self) -> list[ast.Import | ast.ImportFrom]:
        """The import statements, wherever they stand."""
        return [node for node in self.nodes if isinstance(node, ast.Import | ast.ImportFrom)]

    @property
    def import_lines(self) -> int:
        """Lines that imports take."""
        return sum(last_line(node) - node.lineno + 1 for node in self.imports)

    def function_tokens(self) -> Iterator[int]:
        """The number of tokens of every function, its docstring being one."""
        starts = [first for first, _ in self.tokens]
        for function in self.functions:
            before = bisect_left(starts, function.lineno)
            yield bisect_right(starts, last_line(function)) - before

    def constants(self) -> int:
        """Names at module level that are bound to numbers; ``A, B = 1, 2`` are two."""
        bound = 0
        for node in self.tree.body:
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            values = value.elts if isinstance(value, ast.Tuple) else [value]
            bound += sum(item is not None and is_number(item) for item in values)
        return bound

    def names(self) -> Iterator[tuple[str, int]]:
        """Every bound name and its line: functions, classes, arguments, variables; once in each
        scope.
        """
        yield from bound_names(self.tree, set())

    def branches(self) -> Iterator[tuple[str, int]]:
        """The kind and line of everything that asks whether there are two classes or many."""
        for node in self.nodes:
            if kind := branch_kind(node):
                yield kind, node.lineno


def statements(tree: ast.AST) -> list[ast.AST]:
    """A tree and all statements in it; most of it are expressions, which are not visited."""
    found = [tree]
    for node in found:
        for name in ("body", "orelse", "handlers", "finalbody", "cases"):
            found += getattr(node, name, ())
    return found


def last_line(node: ast.stmt) -> int:
    """The number of the line on which a statement ends."""
    return node.end_lineno or node.lineno


def is_number(node: ast.AST) -> bool:
    """A number as it is written, or computed of such numbers."""
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand)
    if isinstance(node, ast.BinOp):
        return is_number(node.left) and is_number(node.right)
    if not isinstance(node, ast.Constant):
        return False
    return isinstance(node.value, int | float) and not isinstance(node.value, bool)


def complexity(function: Function) -> int:
    """McCabe's number: one more than the places where the way through a function parts."""
    nodes = list(ast.walk(function))
    switches = sum(len(node.values) - 1 for node in nodes if isinstance(node, ast.BoolOp))
    return 1 + sum(isinstance(node, BRANCHES) for node in nodes) + switches


def bound_names(node: ast.AST, known: set[str]) -> Iterator[tuple[str, int]]:
    """The names bound below a node, with their lines, without names that its scope has already."""
    for child in ast.iter_child_nodes(node):
        name = name_of(child)
        if name and name not in known and not (name.startswith("__") and name.endswith("__")):
            known.add(name)
            yield name, getattr(child, "lineno", 0)
        yield from bound_names(child, set() if isinstance(child, Scope) else known)


def name_of(node: ast.AST) -> str:
    """The name that a node binds, or ""."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.arg):
        return node.arg
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return node.id
    if isinstance(node, ast.ExceptHandler):
        return node.name or ""
    return ""


def has_no_noun(name: str) -> bool:
    """Whether all words of a name, written with underscores or capitals, are no nouns."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_")
    return any(words) and all(word in NOT_NOUNS for word in words if word)


def branch_kind(node: ast.AST) -> str:
    """How a node asks whether there are two classes or many, or ""."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance":
        types = {getattr(part, "id", getattr(part, "attr", "")) for part in ast.walk(node.args[1])}
        return "isinstance" if types & TWO_OR_MANY and "str" not in types else ""
    if "is_many" in (getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "arg", "")):
        return "is_many"
    if isinstance(node, ast.Compare) and counts_classes(node.left):
        is_more = isinstance(node.ops[0], ast.Gt) and is_value(node.comparators[0], 2)
        is_other = any(is_value(other, 2) for other in node.comparators)
        at_least_three = isinstance(node.ops[0], ast.Lt | ast.GtE)
        is_other |= at_least_three and is_value(node.comparators[0], 3)
        return "more" if is_more else "other" if is_other else ""
    return ""


def counts_classes(node: ast.AST) -> bool:
    """Whether an expression is a number of classes, by its words."""
    text = ast.unparse(node)
    return text == "K" or text.endswith((".K", "names)")) or "class" in text


def is_value(node: ast.AST, value: int) -> bool:
    """Whether a node is a number as it is written."""
    return isinstance(node, ast.Constant) and node.value == value


@cache
def source_at(path: Path) -> Source:
    """A file, read once."""
    return Source(path)


def sources(*folders: str) -> list[Source]:
    """The files below some folders."""
    return [source_at(path) for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def percentile(values: Sequence[float], share: float) -> float:
    """The value that a share of them is below."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def names_without_noun(product: Sequence[Source]) -> tuple[Counter[str], int]:
    """The names without a noun and how often each is bound, and the number of all names."""
    names = [name for source in product for name, _ in source.names()]
    return Counter(name for name in names if has_no_noun(name)), len(names)


def single_users(*packages: str) -> dict[str, str]:
    """The modules of packages that exactly one other module of the product imports, and which."""
    users: dict[str, set[str]] = {}
    for module, imported in import_graph(*PRODUCT).items():
        for other in imported - {module}:
            users.setdefault(other, set()).add(module)
    return {
        module: next(iter(modules))
        for module, modules in sorted(users.items())
        if len(modules) == 1 and module.split(".")[0] in packages
    }


def shared_class_names(product: Sequence[Source]) -> list[str]:
    """Names that several classes have."""
    names = Counter(
        node.name for source in product for node in source.nodes if isinstance(node, ast.ClassDef)
    )
    return sorted(name for name, times in names.items() if times > 1)


def branch_counts(product: Sequence[Source]) -> Counter[str]:
    """How often is asked whether there are two classes or many, by kind."""
    return Counter(kind for source in product for kind, _ in source.branches())


def tokens_a_line(product: Sequence[Source]) -> float:
    """Tokens a line on which one begins; a docstring is one token on one line."""
    return sum(len(source.tokens) for source in product) / total(product, "token_lines")


def import_share(product: Sequence[Source]) -> float:
    """Lines of imports, in per cent of all."""
    return 100 * total(product, "import_lines") / total(product, "lines")


def total(product: Sequence[Source], fact: str) -> int:
    """The sum of a fact over some files."""
    return sum(getattr(source, fact) for source in product)


def figures(*packages: str) -> dict[str, str]:
    """The figures of some packages, in the order of the table."""
    product = sources(*packages)
    functions = [function for source in product for function in source.functions]
    public = [function for function in functions if not function.name.startswith("_")]
    explained = [function for function in public if ast.get_docstring(function, clean=False)]
    lengths = [last_line(function) - function.lineno + 1 for function in functions]
    tokens = [count for source in product for count in source.function_tokens()]
    ways = [complexity(function) for function in functions]
    lines, code = [source.lines for source in product], total(product, "code_lines")
    docstrings = sum(len(source.docstring_lines) for source in product)
    nodes = [node for source in product for node in source.nodes]
    ternaries = sum(isinstance(node, ast.IfExp) for node in nodes)
    comprehensions = sum(isinstance(node, COMPREHENSIONS) for node in nodes)
    numbers = sum(source.constants() for source in product)
    nameless, names = names_without_noun(product)
    branches = branch_counts(product)
    return {
        "files": f"{len(product)}",
        "lines": f"{sum(lines):,}",
        "lines of code": f"{code:,}",
        "lines of docstrings": f"{docstrings:,}",
        "lines of comments": f"{total(product, 'comment_lines'):,}",
        "lines of a file: median, p90, largest": (
            f"{statistics.median(lines):.0f}, {percentile(lines, 0.9)}, {max(lines)}"
        ),
        "files of more than 450 lines": f"{len(large_files(product))}",
        "lines of a function: median, p95, largest": (
            f"{statistics.median(lengths):.0f}, {percentile(lengths, 0.95)}, {max(lengths)}"
        ),
        "functions of more than 50 lines": f"{len(large_functions(product))}",
        "classes of more than 40 methods": f"{len(large_classes(product))}",
        "callables that another part fills": f"{len(holes(product))}",
        "complexity of a function: mean, p95, largest": (
            f"{statistics.mean(ways):.1f}, {percentile(ways, 0.95)}, {max(ways)}"
        ),
        "tokens a line of code": f"{tokens_a_line(product):.1f}",
        "tokens of a function: median, p95": (
            f"{statistics.median(tokens):.0f}, {percentile(tokens, 0.95)}"
        ),
        "lines wider than 100 columns, %": f"{100 * total(product, 'wide_lines') / sum(lines):.1f}",
        "ternaries per 1,000 lines of code": f"{1000 * ternaries / code:.0f}",
        "comprehensions per 1,000 lines of code": f"{1000 * comprehensions / code:.0f}",
        "imports a file": f"{statistics.mean(len(source.imports) for source in product):.1f}",
        "lines of imports, %": f"{import_share(product):.1f}",
        "numbers at module level per 1,000 lines of code": f"{1000 * numbers / code:.1f}",
        "names without a noun per 1,000": f"{1000 * nameless.total() / names:.1f}",
        "uses of `Any`": f"{sum(getattr(node, 'id', '') == 'Any' for node in nodes)}",
        "public functions with a docstring, %": f"{100 * len(explained) / len(public):.0f}",
        "modules that one other uses": f"{len(single_users(*packages))}",
        "class names used more than once": f"{len(shared_class_names(product))}",
        "two classes or many: `isinstance`, `is_many`, more than two": (
            f"{branches['isinstance']}, {branches['is_many']}, {branches['more']}"
        ),
        "other comparisons of the number of classes with two": f"{branches['other']}",
    }


def large_files(product: Sequence[Source]) -> list[str]:
    """Files of more lines than one reads at a sitting."""
    return [name_at(source) for source in product if source.lines > LARGE_FILE]


def large_functions(product: Sequence[Source]) -> list[str]:
    """Functions of more lines than a page has."""
    return [
        f"{name_at(source)}: {function.name}"
        for source in product
        for function in source.functions
        if last_line(function) - function.lineno + 1 > LARGE_FUNCTION
    ]


def large_classes(product: Sequence[Source]) -> list[str]:
    """Classes of more methods than one remembers."""
    return [
        f"{name_at(source)}: {node.name}"
        for source in product
        for node in source.nodes
        if isinstance(node, ast.ClassDef)
        and sum(isinstance(part, Function) for part in node.body) > LARGE_CLASS
    ]


def holes(product: Sequence[Source]) -> list[str]:
    """Attributes that are bound to a function without effect until another part fills them: control
    goes upwards there, and no import shows it.
    """
    return [
        f"{name_at(source)}: {ast.unparse(node.target)}"
        for source in product
        for node in source.nodes
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Attribute)
        and isinstance(node.value, ast.Lambda)
    ]


def name_at(source: Source) -> str:
    """The path of a file as the tables name it."""
    return source.path.relative_to(ROOT).as_posix()


def script_tokens(folder: str) -> int:
    """The tokens of the scripts of pages below a folder, without comments."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.*js"))
    return sum(bool(found["token"]) for text in texts for found in SCRIPT_TOKEN.finditer(text))


def tokens_of(room: str) -> int:
    """The tokens of a room, and of the scripts in it."""
    return sum(source.code_tokens for source in sources(room)) + script_tokens(room)


def rooms() -> list[str]:
    """The packages, the folders directly below them, tests likewise, and the benchmarks."""
    found = []
    for package in (*PRODUCT, "tests"):
        below = {path.parent for path in (ROOT / package).glob("*/*.py")}
        found += [package, *sorted(path.relative_to(ROOT).as_posix() for path in below)]
    return [*found, "benchmarks"]


def size_table() -> list[str]:
    """Files, lines (of C, too) and tokens (of the scripts of pages, too), room by room."""
    rows = ["| room | files | lines | tokens |", "|---|---|---|---|"]
    for room in rooms():
        files = [*sources(room), *map(source_at, sorted((ROOT / room).rglob("*.c")))]
        lines = f"{len(files):,} | {total(files, 'lines'):,} | {tokens_of(room):,}"
        rows.append(f"| `{room}` | {lines} |")
    return rows


def numbers_in(table: str) -> dict[str, list[float]]:
    """The numbers of each row of a table, by what stands first in it."""
    rows = (line.strip("| ").split(" | ") for line in table.splitlines())
    return {
        row[0]: [float(cell.replace(",", "")) for cell in row[1:]]
        for row in rows
        if len(row) == 4 and row[0].startswith("`") and row[1][:1].isdigit()
    }


def figure_table() -> list[str]:
    """The figures of each package and of both."""
    columns = [*(figures(package) for package in PRODUCT), figures(*PRODUCT)]
    heads = [*(f"`{package}`" for package in PRODUCT), "both"]
    rows = [f"| | {' | '.join(heads)} |", "|---" * 4 + "|"]
    for name in columns[0]:
        rows.append(f"| {name} | {' | '.join(column[name] for column in columns)} |")
    return rows


def report() -> str:
    """The tables."""
    return "\n".join([*size_table(), "", *figure_table()])


def write(page: Path) -> None:
    """Put the tables into the block of a page that is marked for them."""
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    text = f"{before}{BEGIN}\n{report()}\n{END}{rest.split(END)[1]}"
    page.write_text(text, encoding="utf-8", newline="\n")


def print_names() -> None:
    """Names without a noun, the most frequent ones first, package by package, with their places."""
    for package in PRODUCT:
        places: dict[str, list[str]] = {}
        for source in sources(package):
            path = source.path.relative_to(ROOT).as_posix()
            for name, line in source.names():
                if has_no_noun(name):
                    places.setdefault(name, []).append(f"{path}:{line}")
        print(package)
        for name, lines in sorted(places.items(), key=lambda entry: -len(entry[1])):
            print(f"  {name} {len(lines)}: {' '.join(lines)}")


def print_branches() -> None:
    """The lines of the window that ask whether there are two classes or many."""
    for source in sources(PRODUCT[1]):
        for kind, line in sorted(source.branches(), key=lambda found: found[1]):
            text = source.text.splitlines()[line - 1].strip()
            print(f"{source.path.relative_to(ROOT).as_posix()}:{line}: {kind}: {text}")


def print_single() -> None:
    """The modules that one other module uses, and that module."""
    for package in PRODUCT:
        for module, user in single_users(package).items():
            print(f"{module} <- {user}")


def main() -> None:
    """Print the tables or a list, or write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, help="a page with a block for the tables")
    parser.add_argument("--names", action="store_true", help="list names without a noun")
    parser.add_argument("--branches", action="store_true", help="list questions for two or many")
    parser.add_argument("--single", action="store_true", help="list modules that one other uses")
    options = parser.parse_args()
    if options.names:
        print_names()
    elif options.branches:
        print_branches()
    elif options.single:
        print_single()
    elif options.write is None:
        print(report())
    else:
        write(options.write)


if __name__ == "__main__":
    main()
