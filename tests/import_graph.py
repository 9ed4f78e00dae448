"""Which module imports which, read from the source: at the top, inside functions and for the type
checker alike.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
Graph = Mapping[str, frozenset[str]]


@cache
def import_graph(*packages: str) -> Graph:
    """The modules of the packages with the modules of theirs that each imports.

    ``from . import name`` is an import of the module ``name`` where there is one, of the package
    otherwise.  A package that a module lives in is imported with it by Python, whoever wants it or
    not: that is no edge.
    """
    paths = {
        _module(path): path
        for package in packages
        for path in sorted((ROOT / package).rglob("*.py"))
    }
    return {module: frozenset(_imports(module, path, paths)) for module, path in paths.items()}


def circles(graph: Graph) -> list[tuple[str, ...]]:
    """The sets of modules that import one another, each sorted by name (strongly connected
    components, by Tarjan 1972).
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[tuple[str, ...]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in sorted(graph[module]):
            if other not in index:
                visit(other)
            if other in stack:
                low[module] = min(low[module], low[other])
        if low[module] == index[module]:
            cut = stack.index(module)
            component, stack[cut:] = tuple(sorted(stack[cut:])), []
            if len(component) > 1 or module in graph[module]:
                found.append(component)

    for module in graph:
        if module not in index:
            visit(module)
    return sorted(found)


def _module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(module: str, path: Path, paths: Mapping[str, Path]) -> Iterator[str]:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in imports_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in paths)
        elif isinstance(node, ast.ImportFrom):
            source = _source(node, package)
            for alias in node.names:
                name = f"{source}.{alias.name}"
                if name in paths:
                    yield name
                elif source in paths:
                    yield source


@cache
def imports_of(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """The import statements of a file, wherever they stand; expressions, most of a file, hold none
    and are not visited.
    """
    found: list[ast.Import | ast.ImportFrom] = []
    queue: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    for node in queue:
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.append(node)
        for name in ("body", "orelse", "handlers", "finalbody", "cases"):
            queue += getattr(node, name, ())
    return tuple(found)


def _source(node: ast.ImportFrom, package: str) -> str:
    """The absolute name of what ``from ... import`` names."""
    if not node.level:
        return node.module or ""
    base = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
    return f"{base}.{node.module}" if node.module else base
