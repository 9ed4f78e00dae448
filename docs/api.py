"""Write the API reference: one page of HTML for each public module, made from docstrings and
signatures alone.

    python docs/api.py [FOLDER]          (default: build/docs)

A name without an underscore is public.  A module for scripts lists what it imports, too, one for
extensions only what it makes.
"""

from __future__ import annotations

import dataclasses
import html
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import GenericAlias, ModuleType, UnionType
from typing import Any

# What a script uses, then what an extension imports.
PACKAGES = ("solvers", "linclass_gui.figures.scripting")
EXTENDING = (
    "solvers.answer", "solvers.method", "solvers.multiclass.method", "solvers.problem",
    "solvers.result", "solvers.losses", "solvers.criterion",
    "solvers.parameters", "solvers.maps", "solvers.kernels", "linclass_gui.scene.marks",
    "linclass_gui.scene.scene",
    "linclass_gui.scene.document",
)  # fmt: skip
STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 "
    "1em}pre,code{font:14px/1.45 monospace}"
    "pre{background:#f5f6f8;padding:.7em;white-space:pre-wrap}h3{margin:2em 0 "
    ".3em}dt{margin-top:1em}dd{margin:.2em 0 0 2em}"
)


def main() -> None:
    """Write all pages and an index."""
    folder = Path(
        sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1] / "build" / "docs"
    )
    folder.mkdir(parents=True, exist_ok=True)
    links = []
    for name in (*PACKAGES, *EXTENDING):
        module = importlib.import_module(name)
        (folder / f"{name}.html").write_text(page(module), encoding="utf-8")
        links.append(
            f'<li><a href="{name}.html">{name}</a>: {html.escape(first_line(module))}</li>'
        )
    (folder / "index.html").write_text(
        document("linclass", f"<ul>{''.join(links)}</ul>"), encoding="utf-8"
    )
    print(folder / "index.html")


def public(module: ModuleType) -> dict[str, Any]:
    """The public names of a module and what they name, classes first."""
    own = {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_") and is_own(value, module)
    }
    return dict(sorted(own.items(), key=lambda item: (not is_class(item[1]), item[0].lower())))


def is_own(value: Any, module: ModuleType) -> bool:
    """Whether a value was made in this project; outside of ``PACKAGES``, in this very module."""
    if inspect.ismodule(value):
        return False
    home = getattr(value, "__module__", None)
    if module.__name__ not in PACKAGES:
        return home == module.__name__
    return isinstance(value, tuple | dict | UnionType | GenericAlias) or (
        isinstance(home, str) and home.split(".")[0] in ("solvers", "linclass_gui")
    )


def page(module: ModuleType) -> str:
    """The page of one package."""
    parts = [f"<pre>{html.escape(inspect.getdoc(module) or '')}</pre>"]
    parts += [entry(name, value) for name, value in public(module).items()]
    return document(module.__name__, "".join(parts))


def document(title: str, body: str) -> str:
    """A whole HTML document."""
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en">{head}<h1>{title}</h1>{body}</html>\n'


def entry(name: str, value: Any) -> str:
    """The part of one public name."""
    if not (is_class(value) or inspect.isroutine(value)):
        shown = (
            ", ".join(getattr(each, "__name__", str(each)) for each in value)
            if isinstance(value, tuple | dict)
            else str(value)
        )
        return f'<h3 id="{name}"><code>{name}</code></h3><pre>{html.escape(shown)}</pre>'
    head = f'<h3 id="{name}"><code>{html.escape(name + signature(value))}</code></h3>{doc(value)}'
    if not inspect.isclass(value):
        return head
    bases = [
        base.__name__
        for base in value.__bases__
        if base.__module__.split(".")[0] in ("solvers", "linclass_gui")
    ]
    return (
        head
        + (f"<p>A kind of {', '.join(bases)}.</p>" if bases else "")
        + f"<dl>{''.join(members(value))}</dl>"
    )


def is_class(value: Any) -> bool:
    """Whether a value is a class and no alias of one with parameters."""
    return inspect.isclass(value) and not isinstance(value, GenericAlias)


def members(kind: type) -> Iterator[str]:
    """Properties and methods of a class itself; inherited members are listed with their own
    class.
    """
    fields = (
        {field.name for field in dataclasses.fields(kind)}
        if dataclasses.is_dataclass(kind)
        else set()
    )
    for name, value in sorted(vars(kind).items()):
        target = (
            value.fget
            if isinstance(value, property)
            else getattr(value, "func", getattr(value, "__func__", value))
        )
        if name.startswith("_") or name in fields or not inspect.isroutine(target):
            continue
        shown = name + (
            signature(target)
            if target is value or isinstance(value, classmethod | staticmethod)
            else ""
        )
        yield f"<dt><code>{html.escape(shown)}</code></dt><dd>{doc(target)}</dd>"


def signature(value: Any) -> str:
    """The signature, its annotations as plain types: how a parameter is checked and shown is said
    by its class.
    """
    try:
        text = str(inspect.signature(value))
    except (TypeError, ValueError):
        return ""
    text = re.sub(r"(['\"])Annotated\[([^,]+),.*?\]\1(?=[,) ])", r"\2", text)
    text = re.sub(r"(: |-> )(['\"])(.*?)\2(?=[,) ]|$)", r"\1\3", text)
    return re.sub(r" at 0x[0-9a-f]+", "", text).removesuffix(
        " -> None" if inspect.isclass(value) else ""
    )


def doc(value: Any) -> str:
    """The docstring, as it is written."""
    text = inspect.getdoc(value) or ""
    return f"<pre>{html.escape(text)}</pre>" if text else ""


def first_line(module: ModuleType) -> str:
    """The first paragraph of a module's docstring."""
    return (inspect.getdoc(module) or "").partition("\n\n")[0]


if __name__ == "__main__":
    main()
