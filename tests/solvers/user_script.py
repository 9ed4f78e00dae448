"""A script as a user of both libraries writes it; ``test_user_script.py`` runs it and checks its
types.
"""

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.linear_model import LogisticRegression as TheirLogistic
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import solvers
from solvers.sklearn import Fisher, LeastSquares, LogisticRegression, SoftMarginSVM

# --- a frame: names of columns, words for classes -------------------------------------------------
measures, species = load_iris(return_X_y=True)
names = np.array(["setosa", "versicolor", "virginica"])[species]
frame = pd.DataFrame(measures, columns=["sepal_l", "sepal_w", "petal_l", "petal_w"])
piped = make_pipeline(StandardScaler(), LogisticRegression(l2=1e-2)).fit(frame, names)
theirs = make_pipeline(
    StandardScaler(),
    TheirLogistic(C=1 / (2 * 1e-2 * len(frame)), tol=1e-14, solver="newton-cholesky"),
).fit(frame, names)
difference = np.abs(piped.predict_proba(frame) - theirs.predict_proba(frame)).max()

# --- weights: of samples and of classes, on a table of 30 columns ---------------------------------
X, y = load_breast_cancer(return_X_y=True)
X = StandardScaler().fit_transform(X)
ages = np.random.default_rng(0).uniform(0.5, 2.0, len(y))
ours = LogisticRegression(l2=1e-3, class_weight="balanced").fit(X, y, sample_weight=ages)
C = 1 / (2 * 1e-3 * ages.sum())
weighed = TheirLogistic(C=C, class_weight="balanced", tol=1e-14, solver="newton-cholesky")
weighed.fit(X, y, sample_weight=ages)
off_by = float(np.abs(ours.coef_ - weighed.coef_).max() / np.abs(ours.coef_).max())
steps: int = ours.n_iter_

# --- scikit-learn's C, its grid, its folds --------------------------------------------------------
grid = {"C": [0.01, 0.1, 1.0], "class_weight": [None, "balanced", {0: 2.0}]}
folds = StratifiedKFold(3, shuffle=True, random_state=0)
search = GridSearchCV(SoftMarginSVM(penalty_scale="sum"), grid, cv=folds).fit(X, y)
peer = GridSearchCV(SVC(kernel="linear"), grid, cv=folds).fit(X, y)
same_scores = np.allclose(
    search.cv_results_["mean_test_score"], peer.cv_results_["mean_test_score"]
)

# --- one feature, twelve classes, a kernel --------------------------------------------------------
radius = LeastSquares(ridge=1.0).fit(X[:, :1], y)
ridge = Ridge(alpha=1.0).fit(X[:, :1], 2.0 * y - 1.0)
slope_off_by = float(np.abs(radius.coef_ - ridge.coef_).max())
rng = np.random.default_rng(1)
twelve = np.arange(240) % 12
points = rng.normal(size=(240, 5)) + 2.0 * rng.normal(size=(12, 5))[twelve]
projected = Fisher(offset="midpoint").fit(points, twelve).transform(points)
kernel = SoftMarginSVM(C=3.0, penalty_scale="sum", kernel=solvers.GaussianKernel(sigma=1.5))
accuracy = float(cross_val_score(kernel, points, twelve, cv=3).mean())

# --- the answer behind an estimator, and without one ----------------------------------------------
answer = ours.fit_
summary = f"{answer.status.name}: {answer.explanation} {answer.certificate.gap}"
plain = solvers.fit(solvers.SoftMarginSVM(C=len(y) * 0.1), X, y, sample_weight=ages)
largest_weight = 0.0 if plain.w is None else float(np.abs(plain.w).max())
