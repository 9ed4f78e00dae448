"""Write the reference of all public names with pdoc: a page for each public module, with search
and source.  It fails where a public name is on no page.

    python docs/reference.py [FOLDER]          (default: build/docs)

A name without an underscore is public.  A package that scripts use shows what it imports, with
links to the source; the modules in which that is made, and those that an extension imports, show
what they make, with its source.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
import warnings
from pathlib import Path
from types import GenericAlias, ModuleType, UnionType
from typing import Any, TypeVar

import pdoc.doc
import pdoc.doc_types
import pdoc.render
from jinja2 import pass_context

PACKAGES = ("linclass_gui", "solvers")
# What a script imports by its own name, and what an extension imports.
MODULES = (
    "solvers.sklearn", "solvers.arrays", "solvers.centring", "solvers.moments", "solvers.signs",
    "linclass_gui.scene.document", "linclass_gui.scene.marks", "linclass_gui.scene.scene",
)  # fmt: skip
ROLE = re.compile(r":(?:func|class|meth|mod|attr|data):`~?([^`]+)`")
ANNOTATED = re.compile(r"Annotated\[([^,]+),.*\]")  # a parameter: its type, and how it is shown
ROOT = Path(__file__).parents[1]


class Written(str):
    """A type as it stands in the source, without quotation marks."""

    def __repr__(self) -> str:
        return str(self)


def main() -> None:
    """Write all pages, check them, and say where they are."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "docs"
    # evaluated, ArrayLike would be a union of five lines
    pdoc.doc.safe_eval_type = pdoc.doc_types.safe_eval_type = as_written
    pdoc.render.env.filters["to_markdown"] = without_roles
    warnings.filterwarnings("ignore", "Cannot determine where")  # fields of inherited dictionaries
    named_modules = modules_with_names()
    modules = {name: pdoc.doc.Module(module) for name, module in named_modules.items()}
    for name in PACKAGES:
        add_links_to_code(modules[name])
    for name, module in modules.items():
        pdoc.render.configure(docformat="google", show_source=name not in PACKAGES)
        write(page_of(folder, name), pdoc.render.html_module(module, modules))
    write(folder / "index.html", pdoc.render.html_index(modules))
    searched = {name: modules[name] for name in (*PACKAGES, *MODULES)}
    write(folder / "search.js", pdoc.render.search_index(searched))
    missing = [name for module in named_modules.values() for name in missing_names(folder, module)]
    if missing:
        sys.exit(f"on no page of the reference: {', '.join(missing)}")
    print(folder / "index.html")


def modules_with_names() -> dict[str, ModuleType]:
    """All modules of the reference by their names.

    Each says what it shows by ``__all__``: its public names, and its modules that have a page.
    """
    packages = [importlib.import_module(name) for name in PACKAGES]
    homes = {home_of(getattr(module, n)) for module in packages for n in public_names(module)}
    names = {*PACKAGES, *MODULES, *(home for home in homes if is_ours(home))}
    names |= {name.rpartition(".")[0] for name in names if name not in PACKAGES}
    modules = {name: importlib.import_module(name) for name in sorted(names)}
    for name, module in modules.items():
        shown = public_names(module)
        vars(module).update({each: getattr(module, each) for each in shown})
        inner = [other for other in modules if other.rpartition(".")[0] == name]
        vars(module)["__all__"] = [*shown, *(other.rpartition(".")[2] for other in inner)]
    return modules


def public_names(module: ModuleType) -> list[str]:
    """The public names of a module: of a package also what it imports of this project."""
    is_package = module.__name__ in PACKAGES
    found = {name: getattr(module, name) for name in dir(module) if not name.startswith("_")}
    return [
        name
        for name, value in found.items()
        if not inspect.ismodule(value)
        and (is_shown(value) if is_package else home_of(value) == module.__name__)
        and not isinstance(value, TypeVar)
    ]


def home_of(value: object) -> str:
    """The module in which a class or function was made; empty for a plain value."""
    home = getattr(value, "__module__", "")
    return home if isinstance(home, str) else ""


def is_ours(module: str) -> bool:
    """Whether a module is one of this project."""
    return module.partition(".")[0] in PACKAGES


def is_shown(value: object) -> bool:
    """Whether a package shows a value: what this project made, lists of it, and types of arrays."""
    is_list = isinstance(value, tuple | dict | UnionType | GenericAlias)
    return is_list or is_ours(home_of(value))


def add_links_to_code(package: pdoc.doc.Module) -> None:
    """End the words on each class and function of a package with the place of its code."""
    for member in package.members.values():
        home = home_of(member.obj)
        if is_ours(home) and home not in PACKAGES:
            place = f"{home}.{getattr(member.obj, '__qualname__', member.name)}"
            member.docstring = f"{member.docstring}\n\nCode: `{place}`"


def missing_names(folder: Path, module: ModuleType) -> list[str]:
    """The public names of a module, and of its classes, that its page does not have."""
    text = page_of(folder, module.__name__).read_text(encoding="utf-8")
    places = set(re.findall(r'\bid="([^"]+)"', text))
    expected = []
    for name in public_names(module):
        value = getattr(module, name)
        members = vars(value) if inspect.isclass(value) else ()
        expected += [name, *(f"{name}.{each}" for each in members if not each.startswith("_"))]
    return [f"{module.__name__}.{name}" for name in expected if name not in places]


def page_of(folder: Path, module: str) -> Path:
    """The page of a module."""
    return folder / f"{module.replace('.', '/')}.html"


def write(path: Path, text: str) -> None:
    """Write a page, in a new folder where it needs one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def as_written(annotation: Any, *_: Any) -> Any:
    """The type of a parameter as the source has it."""
    if not isinstance(annotation, str):
        return annotation
    return Written(ANNOTATED.sub(r"\1", annotation))


@pass_context
def without_roles(context: Any, docstring: str) -> str:
    """A docstring as Markdown: roles such as ``:func:`fit``` are names, which become links, and
    ``<w, x>`` is no tag.
    """
    words_and_code = re.split(r"(`+[^`]*`+)", ROLE.sub(r"`\1`", docstring))
    words_and_code[::2] = [words.replace("<", "&lt;") for words in words_and_code[::2]]
    return str(pdoc.render.to_markdown_with_context(context, "".join(words_and_code)))


if __name__ == "__main__":
    main()
