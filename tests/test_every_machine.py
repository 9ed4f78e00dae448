"""Nothing in the product relies on one system or one processor: what some machines alone have
stands behind a question.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
UNIX = {"fcntl", "grp", "posix", "pwd", "resource", "syslog", "termios", "tty"}
WINDOWS = {"_winapi", "msvcrt", "winreg", "winsound"}
# ``os`` has these on some systems only.
OF_ONE_OS = {
    "chown",
    "fork",
    "getuid",
    "geteuid",
    "mkfifo",
    "pathconf",
    "sysconf",
    "uname",
    "wait",
    "waitpid",
    "O_NONBLOCK",
}
ORDERED = (">", "<", "|")  # byte orders of numbers in bytes


@cache
def _modules() -> tuple[tuple[str, ast.Module], ...]:
    paths = sorted(
        path for package in ("linclass_gui", "solvers") for path in (ROOT / package).rglob("*.py")
    )
    return tuple(
        (path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in paths
    )


def _unguarded(node: ast.AST) -> Iterator[ast.AST]:
    """What runs whatever the system is: nothing below a question or an attempt."""
    queue = [node]
    for each in queue:
        yield each
        queue += (
            child
            for child in ast.iter_child_nodes(each)
            if not isinstance(child, ast.Try | ast.If | ast.With)
        )


def _calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every call: where it is, the name of what is called, with its dots, and the call."""
    for path, module in _modules():
        for node in ast.walk(module):
            if isinstance(node, ast.Call):
                yield f"{path}:{node.lineno}", _dotted(node.func), node


def _dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"


def test_nothing_of_one_system_is_used_everywhere() -> None:
    found = []
    for path, module in _modules():
        for node in _unguarded(module):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += (
                [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            )
            found += [f"{path} imports {name}" for name in names if name in UNIX | WINDOWS]
            if (
                isinstance(node, ast.Attribute)
                and _dotted(node.value) == "os"
                and node.attr in OF_ONE_OS
            ):
                found.append(f"{path}:{node.lineno} uses os.{node.attr}")
    assert found == []


def test_numbers_in_files_have_a_byte_order() -> None:
    found = []
    for place, name, call in _calls():
        first = (
            str(call.args[0].value) if call.args and isinstance(call.args[0], ast.Constant) else ""
        )
        is_packed = name.startswith("struct.") and not first.startswith(ORDERED)
        is_whole = (
            name.endswith((".from_bytes", ".to_bytes")) and len(call.args) < 2 and not call.keywords
        )
        # np.save and np.load say the order in their head
        is_raw = name.endswith((".tofile", ".fromfile"))
        is_read = (
            name == "np.frombuffer"
            and "linclass_gui/files" in place
            and not any(word in ast.unparse(call) for word in ("<", ".newbyteorder("))
        )
        found += (
            [f"{place}: {ast.unparse(call)}"] if is_packed or is_whole or is_raw or is_read else []
        )
    assert found == []


def test_no_qt_property_that_begins_with_i_is_set_by_keyword() -> None:
    """PySide seeks the setter by the upper case of the first letter, which under a Turkish locale
    is no I.
    """
    found = [
        place
        for place, name, call in _calls()
        if name.rpartition(".")[2].startswith("Q")
        and any((keyword.arg or "").startswith("i") for keyword in call.keywords)
    ]
    assert found == []


def test_text_files_are_in_utf_8_whatever_the_locale() -> None:
    found = []
    for place, name, call in _calls():
        keywords = {keyword.arg: keyword.value for keyword in call.keywords}
        mode = ast.unparse(
            call.args[1] if len(call.args) > 1 else keywords.get("mode", ast.Constant("r"))
        )
        is_text = name.endswith((".read_text", ".write_text")) or (
            name == "open" and "b" not in mode
        )
        found += [f"{place}: {ast.unparse(call)}"] if is_text and "encoding" not in keywords else []
    assert found == []


# What an assertion may not look at, however quick a machine is, and a pause in a test.
CLOCK = re.compile(
    r"assert .*\b(perf_counter|monotonic|process_time|thread_time|time_ns|elapsed)\b"
    r"|^    (time\.)?sleep\(",
    re.MULTILINE,
)


def test_no_test_asserts_on_a_clock_or_sleeps() -> None:
    texts = {path: path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    here = Path(__file__)
    assert [path.name for path in texts.keys() - {here} if CLOCK.search(texts[path])] == []
