"""A planted change is judged by its tests, and a run that judges nothing fails."""

from collections import Counter
from pathlib import Path

import pytest

mutants = pytest.importorskip(
    "benchmarks.mutants", reason="the benchmarks are not beside the tests"
)
ROOT = Path(__file__).parents[1]


def test_a_change_is_judged_by_its_tests_and_a_run_without_verdicts_fails(tmp_path: Path) -> None:
    file, tests = "solvers/suggestions.py", ["tests/solvers/test_suggestions.py"]
    planted = next(m for m in mutants.mutants_of(ROOT / file, file) if m.new == "return None")
    code = mutants.exit_code(planted, mutants.copy_to(tmp_path), tests)
    assert code == mutants.NOTICED
    broken = tmp_path / "tests" / "test_broken.py"
    broken.write_text("def test_broken():\n    raise ValueError('as always - so here')\n")
    code_of_broken = mutants.exit_code(planted, tmp_path, [str(broken)])
    assert code_of_broken == mutants.FAILS_ANYWAY
    report = mutants.verdict(Counter([code, code, mutants.SURVIVED, code_of_broken]), equal=1)
    assert report == "2 of 3 changes were noticed (67%), 1 were not judged, 1 have no effect"
    with pytest.raises(SystemExit, match="No change was judged"):
        mutants.verdict(Counter([4, 4]), equal=0)
