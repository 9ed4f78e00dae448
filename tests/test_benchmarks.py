"""The benchmarks themselves: what a new report keeps, and which changes of the program are held
against the tests.
"""

from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_a_new_report_keeps_what_stands_below_the_tables(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="the peers of the benchmarks are not installed")
    solvers = pytest.importorskip(
        "benchmarks.solvers", reason="the benchmarks are not beside the tests"
    )
    report = tmp_path / "benchmarks.md"
    assert solvers.remarks(report) == ""
    report.write_text(f"a table\n\n{solvers.BY_HAND}\nA remark.\n", encoding="utf-8")
    kept = solvers.remarks(report)
    assert kept.endswith("A remark.\n")
    report.write_text(f"another table\n{kept}", encoding="utf-8")
    assert solvers.remarks(report) == kept
    assert solvers.BY_HAND in (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")


def test_what_only_declares_is_not_changed(tmp_path: Path) -> None:
    mutants = pytest.importorskip(
        "benchmarks.mutants", reason="the benchmarks are not beside the tests"
    )
    path = tmp_path / "some.py"
    path.write_text(
        "@cache(8)\ndef f(x: L[1] = 2):\n    assert x > 3\n    for _ in zip(x, strict=True):\n    "
        "    return False\n"
    )
    assert [(m.old, m.new) for m in mutants.mutants_of(path, "some.py")] == [
        ("2", "(3)"),
        ("False", "(True)"),
    ]
    path.write_text("a < len(b), a < 0.5")
    assert [m.new for m in mutants.mutants_of(path, "some.py")] == [
        "(a <= len(b))",
        "(a >= 0.5)",
        "(1.0)",
    ]
    first, *others = mutants.tests_of("linclass_gui/draw/placing/along.py")
    assert first == "tests/draw/test_painted_figure.py"
    assert "tests/plots/test_plot_words.py" in others


def test_a_change_is_judged_by_its_tests_and_a_run_without_verdicts_fails(tmp_path: Path) -> None:
    mutants = pytest.importorskip(
        "benchmarks.mutants", reason="the benchmarks are not beside the tests"
    )
    file, tests = "solvers/suggestions.py", ["tests/solvers/test_suggestions.py"]
    planted = next(m for m in mutants.mutants_of(ROOT / file, file) if m.new == "return None")
    code = mutants.exit_code(planted, tests, mutants.copy_to(tmp_path))
    assert code == mutants.NOTICED
    report = mutants.verdict(Counter([code, code, mutants.SURVIVED, 4]), equal=1)
    assert report == "2 of 3 changes were noticed (67%), 1 were not judged, 1 have no effect"
    with pytest.raises(SystemExit, match="No change was judged"):
        mutants.verdict(Counter([4, 4]), equal=0)


def test_a_faster_peer_is_as_exact_where_its_error_is_no_larger() -> None:
    pytest.importorskip("sklearn", reason="the peers of the benchmarks are not installed")
    solvers = pytest.importorskip(
        "benchmarks.solvers", reason="the benchmarks are not beside the tests"
    )
    verdict = solvers.verdict_of
    assert verdict(1.5, 1e-3, 1e-16) == solvers.OURS_FASTER
    assert verdict(0.5, None, None) == verdict(0.5, 1e-13, 0.0) == solvers.PEER_WINS
    assert verdict(0.5, 1e-6, 1e-5) == solvers.PEER_WINS
    assert verdict(0.5, 1e-6, 1e-16) == solvers.PEER_LESS_EXACT
    row = solvers.Row("LMS", 100, "SGD", 1.0, 0.5, 1e-3, 1e-9, solvers.PEER_LESS_EXACT)
    report = solvers.won_by_peers([row])
    assert "- LMS, n = 100: SGD, 2 times (error 1e-03, ours 1e-09)" in report
    assert report.count("None in this run.") == 2


def test_the_summary_takes_its_place_in_the_readme(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="the peers of the benchmarks are not installed")
    solvers = pytest.importorskip(
        "benchmarks.solvers", reason="the benchmarks are not beside the tests"
    )
    readme = tmp_path / "README.md"
    readme.write_text((ROOT / "README.md").read_text(encoding="utf-8"), encoding="utf-8")
    rows = [
        solvers.Row("LMS", 10_000, "ours", 1e-3, 1.0, 1e-9, 1e-9),
        solvers.Row(
            *("LMS", 10_000, "SGDRegressor, no penalty", 2e-3, 2.0, 1e-3, 1e-9),
            solvers.OURS_FASTER,
        ),
    ]
    solvers.write_summary(readme, rows)
    text = readme.read_text(encoding="utf-8")
    assert (
        "| LMS, n = 10 000 | 1 ms (1e-09 off) | SGDRegressor, no penalty: 2 ms (1e-03 off)" in text
    )
    assert text.startswith("# ")
    assert "## Extend it" in text
