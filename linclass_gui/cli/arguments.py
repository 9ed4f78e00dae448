"""Words of the command line: a parser whose errors are one line, and settings written
NAME=VALUE.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import UserError, printable, quote

INPUT = "-"  # the name of standard input
FORMAT = 1  # of what is printed as JSON; another number where a key means something else
# exit codes; 130 is what a shell makes of an interrupt
SUCCESS, INCOMPLETE, BAD_INPUT, NO_OPTIMUM, INTERRUPTED = 0, 1, 2, 3, 130


# Options whose value may begin with a minus, and such a value.
AS_WRITTEN = frozenset({"--classes", "--columns", "--label", "--missing"})
BEHIND_MINUS = re.compile(r"-([\d.,+].*)?")


class HelpFormatter(argparse.HelpFormatter):
    """Words that fill their lines, and examples that stay as they are written."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return "".join(indent + line for line in text.splitlines(keepends=True))
        return super()._fill_text(text, width, indent)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": HelpFormatter, **settings})

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read the arguments; a value such as -1,1 is no option behind those in ``AS_WRITTEN``, and
        scenes may also stand behind options.
        """
        arguments = list(sys.argv[1:] if args is None else args)
        options, rest = super().parse_known_args(_with_values_as_written(arguments), namespace)
        if hasattr(options, "scenes"):
            options.scenes += [word for word in rest if not word.startswith("-")]
            rest = [word for word in rest if word.startswith("-")]
        return options, rest

    def error(self, message: str) -> Any:
        complain(f"{message} (see {self.prog} --help)", self.prog)
        raise SystemExit(BAD_INPUT)


def _with_values_as_written(arguments: list[str]) -> list[str]:
    """The arguments with such values behind an equals sign."""
    words: list[str] = []
    for argument in arguments:
        if words and words[-1] in AS_WRITTEN and BEHIND_MINUS.fullmatch(argument):
            words[-1] += f"={argument}"
        else:
            words.append(argument)
    return words


def complain(sentence: str, program: str = "linclass-gui") -> None:
    """One line on standard error; where that is closed, the exit code alone says it."""
    if sys.stderr is None:  # closed; ``print`` would take standard output instead
        return
    with contextlib.suppress(OSError):
        print(f"{program}: {printable(sentence)}", file=sys.stderr, flush=True)


def rows_text(rows: Sequence[tuple[str, str]]) -> str:
    """Names and values, a line each; control characters in names of classes are escaped."""
    return "\n".join(f"{printable(name):16} {printable(value)}" for name, value in rows)


def path_text(path: Path) -> str:
    """The name of a file for standard output: control characters are escaped, bytes that are not
    text stay for the next program.
    """
    return "".join(c if "\udc80" <= c <= "\udcff" else printable(c) for c in str(path))


def json_text(value: object) -> str:
    """A value as JSON, with control characters escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return (
        text
        if text.isascii()
        else "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)
    )


def whole_number(least: int, most: int, text: str) -> int:
    """A whole number of a range."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and least <= int(text) <= most):
        raise argparse.ArgumentTypeError(
            f"a whole number from {least} to {most}; got {quote(text)}"
        )
    return int(text)


def names_in(text: str) -> tuple[str, ...]:
    """Names with commas between them; one that has a comma itself stands between quotes."""
    return tuple(part.strip() for part in next(csv.reader([text], skipinitialspace=True), [""]))


def pair(text: str, option: str, form: str) -> tuple[str, str]:
    """Two names with a comma between them."""
    parts = names_in(text)
    if len(parts) != 2 or not all(parts):
        raise UserError(
            f"{option} takes two names as {form}, and quotes around one that has a comma; got "
            f"{quote(text)}"
        )
    return parts[0], parts[1]
