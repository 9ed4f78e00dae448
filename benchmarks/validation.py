"""Cross-validation along C beside scikit-learn: the same folds, the same values, processor time.

python -m benchmarks.validation [--n N] [--folds K] [--values M]
"""

from __future__ import annotations

import argparse
import os
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported

import numpy as np
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVC

from solvers import SoftMarginSVM, Status, validation_curve

from .data import clouds
from .timing import require_core, words

RANGE = (0.1, 10_000.0)  # of C


def main() -> None:
    """Print both times, and by how much the mean errors of the values differ."""
    require_core()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, value in (("n", 1000), ("folds", 50), ("values", 20)):
        parser.add_argument(f"--{name}", type=int, default=value)
    asked = parser.parse_args()
    X, y = clouds(asked.n, "overlapping")
    values = np.geomspace(*RANGE, asked.values)
    begin = process_time()
    curve = validation_curve([SoftMarginSVM(C=C) for C in values.tolist()], X, y, folds=asked.folds)
    ours = process_time() - begin
    proved = sum(fit.status is Status.CONVERGED for one in curve for fit in one.fits)
    # ours divides the sum of the losses by the number of training points, theirs does not
    n = len(curve[0].folds[0][0])
    folds = [(np.asarray(train), np.asarray(test)) for train, test in curve[0].folds]
    begin = process_time()
    theirs = GridSearchCV(
        SVC(kernel="linear"), {"C": (values / n).tolist()}, cv=folds, refit=False
    ).fit(X, y)
    peer = process_time() - begin
    apart = np.abs(
        [one.mean for one in curve] - (1.0 - theirs.cv_results_["mean_test_score"])
    ).max()
    print(f"{asked.folds} folds x {asked.values} values of C, n = {asked.n}, processor time")
    print(
        f"validation_curve                  {words(ours)}, {proved} of "
        f"{asked.folds * asked.values} fits certified"
    )
    print(
        f"GridSearchCV(SVC(kernel=linear))  {words(peer)}, {peer / ours:.1f} times; mean errors "
        f"differ by {apart:.1g} at most"
    )


if __name__ == "__main__":
    main()
