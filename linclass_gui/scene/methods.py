"""Methods in use: how each treats more than two classes, and the problem that it poses to the
solvers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any

from solvers import (
    SCHEMES,
    AllColumns,
    AnyFit,
    AnyMethod,
    AnyProblem,
    Choice,
    Dataset,
    FeatureMap,
    Fisher,
    Floats,
    Identity,
    Kernel,
    LeastSquares,
    LogisticRegression,
    ManyMethod,
    Method,
    Parameter,
    Perceptron,
    SoftMarginSVM,
    objective_of,
    parameters_of,
    parameters_with,
    pose,
    solve,
    takes_many,
)
from solvers.centring import Centred
from solvers.fitting import OF_MEMBERS, is_of_many, refuse
from solvers.multiclass.schemes import Decision, Scheme, Ties
from solvers.parameters import Only, Symbol, check

from ..markup.mathtext import plain
from .colours import SLOTS

KINDS = tuple(OF_MEMBERS)
# The methods that have a colour of their own, in the order of the palette.
WITH_COLOUR: tuple[type[AnyMethod], ...] = (
    SoftMarginSVM,
    Fisher,
    LogisticRegression,
    LeastSquares,
    Perceptron,
)
# The K-class methods that are no scheme: a scheme is chosen beside a two-class method, not in its
# place.
ONLY_MANY: tuple[type[ManyMethod], ...] = tuple(
    kind for kind in SCHEMES if kind not in OF_MEMBERS.values()
)


def _kinds_with(option: str) -> Only:
    """The schemes that have an option."""
    return Only("kind", tuple(name for name, kind in OF_MEMBERS.items() if hasattr(kind, option)))


@dataclass(frozen=True)
class SchemeChoice:
    """The choice that a method in use shows when there are more than two classes.

    One against one fits a line for every two classes and lets them vote; one against the rest fits
    a line for every class and takes the class with the largest score.  Where the votes are equal,
    or (``strict``) where not exactly one score is positive, a point is *undecided* unless the
    option says otherwise.
    """

    kind: Annotated[
        str,
        Choice(KINDS, tuple(kind.name.lower() for kind in OF_MEMBERS.values())),
        Symbol("Classes"),
    ] = "one-vs-one"
    ties: Annotated[Ties, _kinds_with("ties")] = "undecided"
    decision: Annotated[Decision, _kinds_with("decision")] = "argmax"

    def __post_init__(self) -> None:
        check(self)

    def of(self, method: Method) -> Scheme:
        """The K-class method that holds fits of a two-class method."""
        return OF_MEMBERS[self.kind](method, **self.options)

    @property
    def options(self) -> dict[str, Any]:
        """The options of the kind."""
        option_names = (p.name for p in parameters_of(SchemeChoice)[1:] if p.applies(self))
        return {name: getattr(self, name) for name in option_names}


def free_slot(method: AnyMethod, taken_slots: Sequence[int]) -> int:
    """The look of one more method: its own colour, or the first one that is free."""
    own_slots = [WITH_COLOUR.index(type(method))] if type(method) in WITH_COLOUR else []
    wanted_slots = (*own_slots, *range(SLOTS))
    return next(
        (slot for slot in wanted_slots if slot not in taken_slots), len(taken_slots) % SLOTS
    )


def split_scheme(method: AnyMethod) -> tuple[AnyMethod, SchemeChoice]:
    """A method of the library as a method in use holds it: the two-class method of a scheme, and
    the scheme.
    """
    if not isinstance(method, Scheme):
        return method, SchemeChoice()
    usual = SchemeChoice(method.label.replace(" ", "-"))
    return method.method, replace(usual, **{n: getattr(method, n) for n in usual.options})


def method_for(method: AnyMethod, scheme: SchemeChoice, classes: int) -> AnyMethod:
    """The method that is fitted to this many classes: the method itself where it knows them,
    else its scheme.
    """
    return scheme.of(as_two_class(method)) if needs_scheme(method, classes) else method


def as_two_class(method: AnyMethod) -> Method:
    """A method that is one of two classes.

    Raises:
        TypeError: it knows no two-class form.
    """
    if not isinstance(method, Method):
        raise TypeError(f"{method.name} knows no two-class form")
    return method


def needs_scheme(method: AnyMethod, classes: int) -> bool:
    """Whether there are more classes than a method knows."""
    return classes > 2 and not takes_many(method)


def objective_for(method: AnyMethod, classes: int) -> str:
    """The formula of a method with this many classes."""
    return objective_of(method, classes > 2)


def parameters_for(value: Any, classes: int) -> tuple[Parameter, ...]:
    """The parameters of a method, a map or a kernel, with the choices that it has with this many
    classes.
    """
    return parameters_with(value, classes > 2)


def words_of(scheme: SchemeChoice) -> str:
    """A scheme in words: ``one against one``, ``one against the rest, only one positive``."""
    words, usual = [OF_MEMBERS[scheme.kind].name.lower()], SchemeChoice(scheme.kind).options
    choices = {p.name: p.choice for p in parameters_of(SchemeChoice)}
    for name, value in scheme.options.items():
        choice = choices[name]
        words += [choice.label_of(value)] if choice and value != usual[name] else []
    return ", ".join(words)


def method_asked(in_use: MethodInUse, dataset: Dataset) -> AnyMethod:
    """The method that is fitted: the one chosen, or its scheme where there are more classes than it
    knows.
    """
    return method_for(in_use.method, in_use.scheme, len(dataset.class_names))


def points_for(in_use: MethodInUse, dataset: Dataset) -> Floats:
    """The points as a method sees them: the plane (n, 2), or all columns of the table behind it (n,
    d).
    """
    return (
        dataset.all_columns
        if isinstance(in_use.features, AllColumns) and in_use.kernel is None
        else dataset.X
    )


def points_seen(fit: AnyFit, dataset: Dataset) -> Floats:
    """Points of a data set as a fit takes them: the plane, or all columns."""
    return dataset.all_columns if fit.problem.X.shape[1] > 2 else dataset.X


def problem_of(dataset: Dataset, in_use: MethodInUse) -> AnyProblem:
    """The problem of a method in use."""
    return pose(
        in_use.method,
        points_for(in_use, dataset),
        dataset.labels,
        dataset.class_names,
        features=in_use.features,
        kernel=in_use.kernel,
    )


def answers_to(in_use: MethodInUse, dataset: Dataset, fit: AnyFit | None) -> bool:
    """Whether a fit, perhaps of older points, is one of this method for as many classes: else it
    says nothing about these points.
    """
    K = len(dataset.class_names)
    if fit is None or fit.K != K:
        return False
    return fit.method is in_use.method or is_of_many(fit.method, K) == is_of_many(in_use.method, K)


def fit_now(dataset: Dataset, in_use: MethodInUse, trace: bool = True) -> AnyFit:
    """The answer of a method in use, computed in the calling thread; ``trace`` keeps its
    history.
    """
    return solve(method_asked(in_use, dataset), problem_of(dataset, in_use), trace=trace)


def failed_fit(
    in_use: MethodInUse, dataset: Dataset, problem: AnyProblem | None, sentence: str
) -> AnyFit:
    """A fit without a model that says why."""
    method = method_asked(in_use, dataset)
    return refuse(method, problem or problem_of(dataset, in_use), sentence)


@dataclass(frozen=True)
class MethodInUse:
    """A method on the list of the window, with its colour and whether it is switched on.

    ``label`` is what its line is called: None for its own name, empty for no name;
    ``says_parameters`` adds its settings. ``scheme`` says how a two-class method treats more
    classes; with two it has no effect.  ``further`` are entries of its file that this program does
    not know.
    """

    id: str
    method: AnyMethod
    slot: int
    enabled: bool = True
    features: FeatureMap = field(default_factory=Identity)
    kernel: Kernel | None = None
    label: str | None = None
    says_parameters: bool = False
    scheme: SchemeChoice = field(default_factory=SchemeChoice)
    further: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        """What it is called in sentences and lists: as the user named it, else after its kind."""
        return plain(self.label or "") or self.method.name

    @cached_property
    def is_settled(self) -> bool:
        """Whether the map or kernel has its origin and units, or needs none."""
        spaces: tuple[Any, ...] = (self.features, self.kernel)
        return all(space.is_settled for space in spaces if isinstance(space, Centred))

    @property
    def space(self) -> FeatureMap | Kernel:
        """The feature space of the method: its kernel, else its features."""
        return self.features if self.kernel is None else self.kernel

    @property
    def centred(self) -> Centred | None:
        """The map or kernel where it has an origin and units."""
        return self.space if isinstance(self.space, Centred) and self.space.needs_origin else None

    def about(self, X: Floats) -> MethodInUse:
        """The method with the origin and the units that its map or kernel lacks."""
        return replace(
            self,
            features=self.features.about(X),
            kernel=None if self.kernel is None else self.kernel.about(X),
        )

    def anew(self, X: Floats) -> MethodInUse:
        """The method with origin and units taken from other points, whatever they were."""
        if self.centred is None:
            return self
        changed: Any = self.centred.anew(X)
        return (
            replace(self, features=changed)
            if self.kernel is None
            else replace(self, kernel=changed)
        )

    @property
    def two_class(self) -> Method:
        """The method as a two-class method; callers have a two-class fit of it."""
        return as_two_class(self.method)
