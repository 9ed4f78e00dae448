"""The variants of a grid of panels, a slider or a film: a document for each value of a parameter,
or a point that moves.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from solvers import FEATURE_MAPS, KERNELS, parameters_of
from solvers.parameters import Parameter

from ..errors import UserError, quote
from ..files.names import kebab, method_named, parse_named
from ..markup.numbers import count_words, number
from ..scene.document import LANDSCAPES, MISS_COSTS, Document, TrialLine
from ..scene.methods import MethodInUse, needs_scheme
from ..scene.pairs import key_name, pairs_to_choose
from ..scene.scenarios import scenario_of
from ..scene.view import View
from .trial_line import starting_trial, turn_line

SWEEP_WORDS = (
    "a sweep over"  # in sentences of what is refused, in the dialog and on the command line
)
MOST_VALUES = 200
LARGEST_GRID = 20  # rows, and columns
REMARK = " ("  # where the remark of a choice begins
GROUPED, HUGE = 1e4, 1e7
FEW_NUMBERS = 3  # numbers of a sequence that are written out
# How canvases beside each other look at the plane: at the same part of it, at the same interval of
# x1, each at its own, or at the same where their own are alike.
Axes = Literal["fit", "free", "same", "same-x"]
LANDSCAPE = "landscape"  # the criterion of the weight space can be swept like a parameter
# of a run: swept like a parameter, too, unless a method that is on uses one of this name
STEP = "step"
STEP_DIGITS = 9
END = "end"  # of a run, as a value of its steps
TRIAL = "trial"  # the angle of the line set by hand, swept like a parameter, too
NO_TRIAL = "off"
MISS_COST = "miss_cost"  # of the scene, where a false alarm costs 1: swept like a parameter, too
MEMBER = "member"  # the pair of classes whose line is shown: swept like a parameter, too
MARGINS = "margins"  # the layer that shows a pair that is chosen
LIMITS = "limits"  # of the axes, which a panel may have of its own
T = TypeVar("T")
NUMBER_MARK = "#"  # before the number of a method among those of its kind
# what can be set like a parameter: the space in which the methods that are on look for a line
SPACES: Mapping[str, tuple[str, tuple[type[Any], ...]]] = {
    "features": ("feature map", tuple(FEATURE_MAPS)),
    "kernel": ("kernel", tuple(KERNELS)),
}
SWITCH_ON = "switch on an iterative method, such as the perceptron"


@dataclass(frozen=True)
class Sweep:
    """A parameter and the values that it takes, as texts (``C`` and ``("1", "10", "100")``)."""

    name: str
    values: tuple[str, ...]

    @staticmethod
    def parse(text: str) -> Sweep:
        """``NAME=V1,V2,...`` as a sweep.

        Raises:
            UserError: it is not written so.
        """
        name, equals, rest = text.partition("=")
        values = tuple(value.strip() for value in rest.split(",") if value.strip())
        if not (name.strip() and equals and values):
            raise UserError(
                f"a sweep is written NAME=VALUE,VALUE,..., as in C=10,100,1000; got {quote(text)}"
            )
        if len(values) > MOST_VALUES:
            raise UserError(f"a sweep has at most {MOST_VALUES} values; got {len(values)}")
        return Sweep(name.strip(), values)

    @property
    def text(self) -> str:
        """The text that :meth:`parse` takes."""
        return f"{self.name}={','.join(self.values)}"


def with_parameter(document: Document, name: str, text: str, option: str = "--set") -> Document:
    """The document with a parameter set in every method that is on and has it, or with another
    landscape of the weight space.

    Raises:
        UserError: no method that is on has the parameter, or the value is not allowed.
    """
    if name == LANDSCAPE:
        landscape = _choice({key: key for key in LANDSCAPES}, name, text, option)
        return replace(document, landscape=landscape)
    if name == TRIAL:
        return replace(document, trial=_trial(document, text, option))
    if name == MISS_COST:
        costs = {f"{cost:g}": cost for cost in MISS_COSTS}
        return replace(document, miss_cost=_choice(costs, name, text, option))
    if name == MEMBER:
        return _with_pair(document, text.strip(), option)
    if name == LIMITS:
        return replace(document, view=limits_of(text, option))
    if name in SPACES:
        return _with_space(document, name, text, option)
    having = _having(document, name)
    if not having:
        names = ", ".join(one for one, _ in sweepable(document) if one != name)
        reason = _reason(document, name) or f"; there are {names}"
        raise UserError(
            f"{option} {name}: no method that is on has a parameter {quote(name)}{reason}"
        )
    for in_use, part, parameter in having:
        if parameter.kind == "numbers" and option == SWEEP_WORDS:
            raise UserError(
                f"{SWEEP_WORDS} {name}: it holds several numbers, which are no values to sweep over"
            )
        try:
            changed = replace(getattr(in_use, part), **{name: parameter.parse(text)})
            document = document.with_method(replace(document.method(in_use.id), **{part: changed}))
        except ValueError as error:
            raise UserError(f"{option} {name}: {error}") from None
    return document


def _trial(document: Document, text: str, option: str) -> TrialLine | None:
    """The line set by hand, in front, at an angle in degrees: about its pivot, between the class
    means where the scene has none yet, or through a point that is named, too (``ANGLE,X1,X2``);
    None for ``off``.
    """
    if text == NO_TRIAL:
        return None
    angle, *pivot = numbers = _numbers_in(text)
    if len(pivot) not in (0, 2) or not all(map(math.isfinite, numbers)):
        raise UserError(
            f"{option} {TRIAL}: write the angle of its normal in degrees, with a point of the line "
            f"if you like, as in 45 or 45,1,-2, or {NO_TRIAL}; got {quote(text)}"
        )
    line = document.trial or starting_trial(document.dataset, document.looked_at)
    line = turn_line(line, angle)
    return replace(line, pivot=(pivot[0], pivot[1])) if pivot else line


def _with_pair(document: Document, text: str, option: str) -> Document:
    """The document that shows the margins of a pair of classes of the selected method, in either
    order, or of all pairs.
    """
    choices = pairs_to_choose(document)
    if not choices:
        raise UserError(
            f"{option} {MEMBER}: it chooses a pair of three and more classes, for a method that is "
            "on"
        )
    words = text if text in choices else "/".join(reversed(text.split("/", 1)))
    member = _choice(choices, MEMBER, words if words in choices else text, option)
    return replace(document, member=member, layers=document.layers | {MARGINS})


def _choice(choices: Mapping[str, T], name: str, text: str, option: str) -> T:
    """One of some choices by its words."""
    if text.strip() not in choices:
        raise UserError(f"{option} {name}: choose of {', '.join(choices)}; got {quote(text)}")
    return choices[text.strip()]


def _numbers_in(text: str) -> list[float]:
    """The numbers between commas; a single nan where one of them is no number."""
    try:
        return [float(part.replace("\u2212", "-")) for part in text.split(",")]
    except ValueError:
        return [math.nan]


LARGEST_SIDE = 1e100  # widths and their squares are numbers, too


def limits_of(text: str, option: str) -> View:
    """The part of the plane between two numbers of x1 and two of x2.

    Raises:
        UserError: these are no limits.
    """
    sides = _numbers_in(text)
    if (
        len(sides) != 4
        or not all(abs(side) <= LARGEST_SIDE for side in sides)
        or not (sides[0] < sides[1] and sides[2] < sides[3])
    ):
        raise UserError(
            f"{option} {LIMITS}: write the ends of both axes, the lower one first, as in "
            f"-1,4,0,3 for x1 from -1 to 4 and x2 from 0 to 3; got {quote(text)}"
        )
    return View(*sides)


def _with_space(document: Document, name: str, text: str, option: str) -> Document:
    """The document with another map or kernel for every method that is on and can have it."""
    noun, kinds = SPACES[name]
    space = parse_named(text, kinds, noun)
    takers = [m for m in document.enabled_methods if name == "features" or m.method.takes_kernel]
    if not takers:
        raise UserError(f"{option} {name}: no method that is on takes a kernel")
    for m in takers:
        changed = (
            replace(m, kernel=space)
            if name == "kernel"
            else replace(m, features=space, kernel=None)
        )
        document = document.with_method(changed)
    return document


def with_settings(
    document: Document, settings: Mapping[str, str], option: str = "--set"
) -> Document:
    """The document with parameters set one after the other.

    Raises:
        UserError: as of :func:`with_parameter`, or a parameter matters for no method as all of them
            are set.
    """
    for name, text in settings.items():
        document = with_parameter(document, name, text, option)
    idle = next((name for name in settings if not has_effect(document, name)), None)
    if idle is not None:
        raise UserError(f"{option} {idle}: no method that is on uses it{_reason(document, idle)}")
    return document


def with_methods_on(document: Document, names: Sequence[str]) -> Document:
    """The document with the methods of these names on and all others off, the first one selected; a
    method that it has not is added as it is by default.  A name may have its scheme before it, as
    in ``one-vs-rest:logistic-regression``, and its number among those of its kind after it, as in
    ``soft-margin-svm#2``; without a number all of them are meant.

    Raises:
        UserError: there is no such method, or a scheme before one that knows all the classes.
    """
    classes = len(document.dataset.class_names)
    chosen_ids: dict[str, None] = {}
    for text in names:
        name, mark, number_text = text.partition(NUMBER_MARK)
        kind, scheme = method_named(name)
        if all(type(m.method) is not kind for m in document.methods):
            document = document.adding(kind())
        of_kind = [m for m in document.methods if type(m.method) is kind]
        if mark:
            of_kind = [_numbered(of_kind, text, number_text)]
        if scheme:
            if not (document.has_two_sides or needs_scheme(of_kind[0].method, classes)):
                raise UserError(
                    f"{kebab(kind)} knows all {classes} classes at once in a picture: leave "
                    f"{scheme}: out"
                )
            of_kind = [m for m in of_kind if m.scheme.kind == scheme] or of_kind[:1]
            document = document.with_method(
                replace(of_kind[0], scheme=replace(of_kind[0].scheme, kind=scheme))
            )
        chosen_ids |= dict.fromkeys(m.id for m in of_kind)
    document = document.switched({m.id: m.id in chosen_ids for m in document.methods})
    return replace(document, selected=next(iter(chosen_ids), document.selected))


def _numbered(of_kind: Sequence[MethodInUse], text: str, number_text: str) -> MethodInUse:
    """The method with a number among those of one kind, in the order of the scene."""
    numbers = [str(k) for k in range(1, len(of_kind) + 1)]
    if number_text not in numbers:
        count = count_words(len(of_kind), "method")
        raise UserError(
            f"{quote(text)}: the scene has {count} of this kind, so the number is one of "
            f"{', '.join(numbers)}"
        )
    return of_kind[numbers.index(number_text)]


def names_of_methods(document: Document) -> tuple[str, ...]:
    """The names of the methods of a document in their order, as :func:`with_methods_on` takes them:
    with a number where there are several of a kind.
    """
    names = [kebab(type(m.method)) for m in document.methods]
    return tuple(
        f"{name}{NUMBER_MARK}{names[: k + 1].count(name)}" if names.count(name) > 1 else name
        for k, name in enumerate(names)
    )


def shared_names(document: Document, names: Iterable[str]) -> Iterator[str]:
    """For each name that fits several methods of a document the names of these, as a sentence."""
    numbered = names_of_methods(document)
    for name in names:
        kind, scheme = method_named(name.partition(NUMBER_MARK)[0])
        fitting = [
            full_name
            for full_name, m in zip(numbered, document.methods, strict=True)
            if type(m.method) is kind and scheme in ("", m.scheme.kind)
        ]
        if NUMBER_MARK not in name and len(fitting) > 1:
            yield f"{name} fits {' and '.join(fitting)}, which are all shown"


def has_effect(document: Document, name: str) -> bool:
    """Whether a parameter changes anything: a method that is on has it, and uses it as it is set
    now.
    """
    return name in (LANDSCAPE, TRIAL, MISS_COST, MEMBER, LIMITS, *SPACES) or bool(
        _having(document, name, in_effect=True)
    )


def sweepable(document: Document) -> list[tuple[str, str]]:
    """The possible sweeps by name, with the words of the dialog: the parameters of the methods that
    are on, those of the selected one first; the steps of the run; the pair of classes; the angle of
    the trial line; the cost of a miss; the landscape of the weight space.
    """
    titles: dict[str, str] = {}
    for in_use in sorted(document.enabled_methods, key=lambda m: m.id != document.selected):
        for part in parts_of(in_use):
            for p in parameters_of(type(getattr(in_use, part))):
                if p.kind in ("float", "int", "choice") and p.applies(getattr(in_use, part)):
                    titles.setdefault(
                        p.name, p.name if p.symbol == p.name else f"{p.name} ({p.symbol})"
                    )
    steps = (
        []
        if STEP in titles or not any(m.method.iterative for m in document.enabled_methods)
        else [(STEP, "steps of the run")]
    )
    of_scene = [
        (TRIAL, "angle of the trial line"),
        (MISS_COST, "cost of a miss"),
        (LANDSCAPE, "landscape of the weight space"),
    ]
    pairs = [(MEMBER, "pair of classes")] if pairs_to_choose(document) else []
    return [*titles.items(), *steps, *pairs, *of_scene]


def sweep_variants(
    document: Document, sweep: Sweep, step: int | None = None
) -> Iterator[tuple[Document, int | None]]:
    """The document once for each value, with the step that is shown of it: ``step``, or that of a
    sweep over the steps of a run.

    Raises:
        UserError: no method that is on uses the parameter, or a value is not allowed.
    """
    for value in sweep.values:
        yield variant(document, sweep.name, value, step)


def variant(
    document: Document, name: str, value: str, step: int | None = None
) -> tuple[Document, int | None]:
    """The document at one value of a sweep, with the step that is shown of it.

    Raises:
        UserError: as of :func:`sweep_variants`.
    """
    if is_over_steps(document, name):
        document = with_steps_selected(document)
        if value == END:
            return document, None
        if not (value.isascii() and value.isdigit() and len(value) <= STEP_DIGITS):
            raise UserError(
                f"{SWEEP_WORDS} {name}: a step is a whole number from 0, or {END}; got "
                f"{quote(value)}"
            )
        return document, int(value)
    changed = with_settings(document, {name: value}, SWEEP_WORDS)
    return with_user_selected(changed, (name,)), step


def with_user_selected(document: Document, names: Collection[str]) -> Document:
    """The document with a method selected that uses these parameters: notes and margins are those
    of what is varied. Of several it is the one with the most of them, the selected one first.
    """
    users = [
        in_use.id for name in names for in_use, _, _ in _having(document, name, in_effect=True)
    ]
    users += [m.id for m in document.enabled_methods if "kernel" in names and m.kernel is not None]
    if not users:
        return document
    most = max(users, key=lambda id: (users.count(id), id == document.selected))
    return replace(document, selected=most)


def with_steps_selected(document: Document) -> Document:
    """The document with a method selected that has steps, where one is on: the selected one if it
    does.
    """
    iterative = [m.id for m in document.enabled_methods if m.method.iterative]
    if not iterative or document.selected in iterative:
        return document
    return replace(document, selected=iterative[0])


def is_over_steps(document: Document, name: str) -> bool:
    """Whether a sweep of this name is one over the steps of a run: some method on has steps, and
    none uses a parameter so called.

    Raises:
        UserError: neither.
    """
    if name != STEP or has_effect(document, name):
        return False
    if any(m.method.iterative for m in document.enabled_methods):
        return True
    raise UserError(
        f"{SWEEP_WORDS} {name}: no method that is on has steps, or uses a parameter {quote(name)}; "
        f"{SWITCH_ON}"
    )


def value_label(document: Document, name: str, step: int | None = None) -> str:
    r"""The value of a parameter in a document as a label: ``$C = 100$``; of a sweep over the steps
    of a run ``step 3``.
    """
    if name == LANDSCAPE:
        return LANDSCAPES[document.landscape]
    if name == TRIAL:
        trial = document.trial
        return "no trial line" if trial is None else f"trial line at {number(trial.angle, 0)}°"
    if name == MISS_COST:
        return f"{scenario_of(document).miss} costs {document.miss_cost:g}"
    if name == MEMBER:
        names = document.class_labels
        return "" if document.member is None else key_name(document.member, names)
    if name == LIMITS:
        return "" if document.view is None else limits_label(document.view)
    if name in SPACES:
        first = min(document.enabled_methods, key=lambda m: m.id != document.selected)
        return str(getattr(first, name).name)
    having = _having(document, name, in_effect=True)
    if not having and name == STEP:
        return step_label(step) or "the end"
    in_use, part, parameter = min(having, key=lambda found: found[0].id != document.selected)
    value = getattr(getattr(in_use, part), name)
    return words_of(parameter, value) or f"${parameter.symbol} = {short(value)}$"


def limits_label(view: View) -> str:
    """A part of the plane in words."""
    x0, x1, y0, y1 = map(short, view.box)
    return f"$x_1$ from ${x0}$ to ${x1}$, $x_2$ from ${y0}$ to ${y1}$"


def parameter_text(document: Document, name: str) -> str:
    """The value of a parameter of the selected method, its kernel or map; empty without one."""
    having = [found for found in _having(document, name) if found[0].id == document.selected]
    if not having:
        return ""
    in_use, part, parameter = having[0]
    value = getattr(getattr(in_use, part), name)
    return words_of(parameter, value) or short(value)


def step_label(step: int | None) -> str:
    """A step of a run in words; empty for none."""
    return "" if step is None else f"step {step}"


def parts_of(in_use: MethodInUse) -> tuple[str, ...]:
    """The fields of a method in use that have parameters: the method, and its map or kernel."""
    return ("method", "features" if in_use.kernel is None else "kernel")


def _having(
    document: Document, name: str, in_effect: bool = False
) -> list[tuple[MethodInUse, str, Parameter]]:
    """The methods that are on and have a parameter, themselves or in their map or kernel;
    ``in_effect``: and use it as they are set now.
    """
    candidates = (
        (m, part, _parameter(getattr(m, part), name))
        for m in document.enabled_methods
        for part in parts_of(m)
    )
    return [
        (m, part, parameter)
        for m, part, parameter in candidates
        if parameter is not None and (not in_effect or parameter.applies(getattr(m, part)))
    ]


def _reason(document: Document, name: str) -> str:
    """Why a parameter has no effect, and what to do, as the end of a sentence; empty where no
    method has it at all.
    """
    for in_use in document.methods:
        parameter = _parameter(in_use.method, name)
        if parameter is not None and not in_use.enabled:
            return f"; {in_use.name} has it and is off: switch it on first"
        if parameter is not None and parameter.only is not None:
            values_needed = " or ".join(map(str, parameter.only.values))
            return f"; {in_use.name} does with {parameter.only.name} = {values_needed}"
    return ""


def words_of(parameter: Parameter, value: object) -> str:
    """The words of a choice without their remark; empty for a number."""
    if parameter.choice is not None:
        return parameter.choice.label_of(str(value)).split(REMARK, maxsplit=1)[0]
    if parameter.kind == "text":
        return str(value)
    if value is None:
        return f"{parameter.symbol}: default"
    if isinstance(value, bool):
        return f"{parameter.symbol}: {'yes' if value else 'no'}"
    if isinstance(value, tuple):
        is_long = len(value) > FEW_NUMBERS
        words = f"{len(value)} numbers" if is_long else ", ".join(map(short, value))
        return f"{parameter.symbol}: {words}"
    return "" if isinstance(value, int | float) else f"{parameter.symbol}: {value}"


def short(value: float) -> str:
    """A number as one writes it by hand, as mathematics: whole ones whole, from five digits on in
    groups of three, tiny and huge ones as powers.
    """
    if float(value).is_integer() and GROUPED <= abs(value) < HUGE:
        return f"{int(value):,}".replace(",", r"\,").replace("-", "\u2212")
    text = format(value, ".6g")
    mantissa, mark, exponent = text.partition("e")
    if not mark:
        return text.replace("-", "\u2212")
    power = f"10^{{{int(exponent)}}}".replace("-", "\u2212")
    return power if mantissa == "1" else f"{mantissa.replace('-', chr(0x2212))}·{power}"


def _parameter(method: object, name: str) -> Parameter | None:
    return next((p for p in parameters_of(type(method)) if p.name == name), None)


def parse_grid(text: str) -> tuple[int, int]:
    """ROWSxCOLUMNS as two numbers, also written with a true cross.

    Raises:
        UserError: it is not written so.
    """
    parts = tuple(
        int(part) if part.strip().isdecimal() else 0
        for part in text.lower().replace("×", "x").split("x")
    )
    if len(parts) != 2 or not all(1 <= part <= LARGEST_GRID for part in parts):
        raise UserError(
            f"a grid is written ROWSxCOLUMNS, each of 1 to {LARGEST_GRID}, as in 2x2; got "
            f"{quote(text)}"
        )
    return parts[0], parts[1]


# The number of a point, counted from 1, the place where it begins, where that is not its own, and
# the place to which it goes.
Drag = tuple[int, float, float] | tuple[int, float, float, float, float]


def parse_drag(text: str) -> Drag:
    """POINT,X1,X2 as the number of a point, counted from 1, and the place to which it goes;
    two numbers more before these are the place where it begins.

    Raises:
        UserError: it is not written so.
    """
    drag = drag_of(_numbers_in(text))
    if drag is None:
        raise UserError(
            f"a drag is written POINT,X1,X2, as in 7,1.5,-2, or POINT,FROM1,FROM2,X1,X2; "
            f"got {quote(text)}"
        )
    return drag


def drag_of(numbers: Sequence[float]) -> Drag | None:
    """The drag of a point, counted from 1, with the numbers of its places; None where these are no
    places.
    """
    if len(numbers) not in (3, 5) or not all(map(math.isfinite, numbers)):
        return None
    point, *begin, x, y = numbers
    if not point.is_integer() or point < 1.0:
        return None
    return (int(point), begin[0], begin[1], x, y) if begin else (int(point), x, y)
