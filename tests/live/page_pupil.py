"""A pupil with a phone: does with fingers in a lesson's page what the other one does at the
window.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from chromium import Chromium
from webdriver import Browser

from linclass_gui.answers.scenes import scene_of
from linclass_gui.lessons.course import shipped_course
from linclass_gui.plots import plot_named
from linclass_gui.scene.methods import SchemeChoice
from solvers import Populations

Place = tuple[float, float]
WIDTH, HEIGHT = 390, 844


class NotInPageError(Exception):
    """The page has no such gesture."""


@dataclass
class PagePupil:
    """Works on the lesson that is open in a browser; its script has no walls (see
    :func:`without_walls`).
    """

    browser: Chromium | Browser

    @property
    def window(self) -> Any:
        """What a solution asks of the window: the next step of the lesson, the answer before it
        where one is predicted.
        """
        return SimpleNamespace(lessons=SimpleNamespace(step_on=self._step_on))

    def open(self, page: Path) -> None:
        """Open a lesson on a phone that has reached nothing yet."""
        # All pages of a folder share one storage; an empty tab has none.
        self.browser.run("location.protocol === 'file:' && localStorage.clear()")
        self.browser.open(page, width=WIDTH, height=HEIGHT)
        if isinstance(self.browser, Chromium):
            self.browser.call("Emulation.setTouchEmulationEnabled", enabled=True)

    @property
    def is_met(self) -> bool:
        """Whether the page says so."""
        self.browser.frame()
        return bool(self.browser.run("!document.getElementById('closing').hidden"))

    @property
    def said(self) -> str:
        """What the page says of the tests."""
        self.browser.frame()
        return str(self.browser.run("document.getElementById('tests').innerText"))

    def tap(self, selector: str) -> None:
        """Tap an element of the page, which is brought into sight first: unfolded, where it is
        folded away.
        """
        if self.browser.run(
            f"!!document.querySelector({selector!r})?.closest('#more:not([open])')"
        ):
            self.tap("#more > summary")
        x, y = self.browser.run(
            f"(() => {{ const e = document.querySelector({selector!r}); e.scrollIntoView({{ "
            "block: 'center' }); "
            "const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height "
            "/ 2]; })()"
        )
        self.browser.touch((x, y))

    def at(self, place: Place) -> Place:
        """Where a place of the plane is on the screen; seen from farther away where it is not in
        the picture.
        """
        for _ in range(8):
            self.browser.run("canvas.scrollIntoView({ block: 'center' })")
            self.browser.frame()
            x, y, is_inside = self.browser.run(
                "(() => { const s = scaleNow(), b = canvas.getBoundingClientRect(), at = "
                f"[s.x({place[0]}), s.y({place[1]})]; "
                "return [b.left + at[0], b.top + at[1], isInField(at)]; })()"
            )
            if is_inside:
                return x, y
            self.zoom(-1)
        raise AssertionError(f"{place} is not to be seen")

    def zoom(self, notches: int, about: Place | None = None) -> None:
        """Move two fingers apart, or towards each other, about a place of the screen or the middle
        of the picture.
        """
        self.browser.run("canvas.scrollIntoView({ block: 'center' })")
        middle = (
            "(() => { const b = canvas.getBoundingClientRect(); return [b.left + b.width / 2, "
            "b.top + b.height / 2]; })()"
        )
        x, y = about or self.browser.run(middle)
        first, last = (80, 60) if notches < 0 else (60, 80)
        for _ in range(abs(notches)):
            self.browser.pinch(
                *([(x + side * apart, y) for apart in (first, last)] for side in (-1, 1))
            )

    def drag(self, start: Place, end: Place) -> None:
        """Drag from one place to another, in a few moves."""
        self.at(end)
        self.at(start)
        (ax, ay), (bx, by) = self.at(start), self.at(end)
        self.browser.touch(*((ax + (bx - ax) * k / 4, ay + (by - ay) * k / 4) for k in range(5)))

    def choose_class(self, index: int) -> None:
        """The page has a button for it, which no solution needs."""
        raise NotInPageError(str(index))

    def click(self, place: Place) -> None:
        """Tap a place, seen from nearer where a point is under the finger."""
        at = self.at(place)
        while (
            self.browser.run(
                f"(() => {{ const s = scaleNow(); return rowAt([s.x({place[0]}), "
                f"s.y({place[1]})], 22); }})()"
            )
            >= 0
        ):
            self.zoom(1, about=at)
        self.browser.touch(self.at(place))

    def flip(self, *places: Place) -> None:
        """Give points to the other class, each by the menu that the right button opens."""
        for place in places:
            self.browser.mouse(self.at(place), button="right")
            self.browser.frame()
            self.tap("#menu [role=menuitem]:last-child")
            self.browser.frame()

    def line(self, angle: float, through: Place) -> None:
        """Drag the two rings of the violet line until its normal has this angle and it passes
        through a place.
        """
        self.drag(self._rings()[0], through)
        turn, pivot = self._rings()[1], self.browser.run("state.scene.trial.pivot")
        reach, along = math.dist(turn, pivot), math.radians(angle - 90.0)
        self.drag(turn, (pivot[0] + reach * math.cos(along), pivot[1] + reach * math.sin(along)))

    def _rings(self) -> Any:
        return self.browser.run("trialHandles(state.scene.trial, shownView())")

    def set(self, id: str, **parameters: Any) -> None:
        """Move the sliders of a method, with a finger and then with keys, and choose from its
        lists.
        """
        if not self.browser.run(f"state.scene.selected === {id!r}"):
            self.tap(f"#name-{id}")
        for name, value in parameters.items():
            control = f"document.getElementById('{id}-{name}')"
            if self.browser.run(f"{control} === null"):
                raise NotInPageError(name)
            self.tap(f'[id="{id}-{name}"]')
            if isinstance(value, float):
                self._slide(control, f"parameterOf(state.scene.parameters.{id}, '{name}')", value)
            else:
                self._choose(control, "used" if value else "left out")

    def _slide(self, control: str, now: str, value: float) -> None:
        self.browser.run(f"{control}.focus()")
        is_below = self.browser.run(f"{now} < {value}")
        for _ in range(240):
            if self.browser.run(
                f"({now} < {value}) !== {str(is_below).lower()} || {now} === {value}"
            ):
                return
            self.browser.key("ArrowRight" if is_below else "ArrowLeft")
        raise NotInPageError(f"{control} does not reach {value}")

    def _choose(self, control: str, words: str) -> None:
        self.browser.run(
            f"(() => {{ const c = {control}; c.selectedIndex = [...c.options].findIndex((o) => "
            f"o.text === {words!r}); "
            "c.dispatchEvent(new Event('change')); })()"
        )

    def choose(self, id: str, **spaces: Any) -> None:
        """Choose another feature map, where the page has its parts."""
        (space,) = spaces.values()
        if isinstance(space, SchemeChoice):
            self._choose_from(id, "scheme.decision", space.decision)
            return
        if self.browser.run(f"document.getElementById('{id}-map.name') !== null"):
            self._choose_from(id, "map.name", type(space).__name__)
            return
        values = {
            f"map.{name}": value if isinstance(value, bool) else float(value)
            for name, value in asdict(space).items()
            if isinstance(value, bool) or name in ("degree", "sigma")
        }
        if not values:
            raise NotInPageError(type(space).__name__)
        self.set(id, **values)

    def press_in_plot(self, name: str, place: Place) -> None:
        """Tap the weights that the window would begin with after a press at a place of its plot."""
        lesson_name = str(self.browser.run("lesson.name"))
        lesson = next(each for each in shipped_course().lessons if each.name == lesson_name)
        scene, plot = scene_of(lesson.document), plot_named(name)
        handle = plot.grab(scene, place)
        assert handle is not None
        begun = plot.drag(scene, handle, place).selected_method
        assert begun is not None
        _, w1, w2 = getattr(begun.method, begun.method.beginning)
        self.browser.run(
            "document.querySelector('#weights svg').scrollIntoView({ block: 'center' })"
        )
        x, y = self.browser.run(
            "(() => { const { frame } = plots.find(({ id }) => id === 'weights'), "
            "b = document.querySelector('#weights svg').getBoundingClientRect(), "
            "s = scaleOf(weightsView.shown, frame); "
            f"return [b.left + s.x({w1}), b.top + s.y({w2})]; }})()"
        )
        self.browser.touch((x, y))

    def spread(self, side: str, to: float) -> None:
        """Make a population so many times as wide as it was at first."""
        slider = f"spread-{side}"
        self.tap(f"#{slider}")
        self._slide(f"document.getElementById('{slider}')", f"state.scene.spreads.{side}", to)

    def sample(self, change: Callable[[Populations], Populations], n: int = 0) -> None:
        """Change the spreads of the populations as the window would, or draw ``n`` new points or as
        many as the page has.
        """
        lesson_name = str(self.browser.run("lesson.name"))
        lesson = next(each for each in shipped_course().lessons if each.name == lesson_name)
        before = lesson.document.populations
        assert before is not None
        after = change(before)
        for side, one, other in (
            ("minus", before.minus, after.minus),
            ("plus", before.plus, after.plus),
        ):
            if (one.mean, one.prior) != (other.mean, other.prior):
                raise NotInPageError(side)
            factor = math.sqrt(other.covariance[0][0] / one.covariance[0][0])
            if factor != 1.0:
                self.spread(side, factor)
        if n:
            self._choose("document.getElementById('sample-size')", "500 points")
            self.tap("#sample")

    def standardise(self) -> None:
        """Measure both axes in deviations."""
        self.tap("#units")

    def _choose_from(self, id: str, name: str, value: str) -> None:
        """Choose a value of a list by the words that the page has for it."""
        control = f"document.getElementById('{id}-{name}')"
        words = self.browser.run(
            f"figure.methods.find((m) => m.id === {id!r}).controls.find((c) => c.name === "
            f"{name!r}).options.find((o) => o.value === {value!r})?.label ?? null"
        )
        if words is None:
            raise NotInPageError(value)
        self.tap(f'[id="{id}-{name}"]')
        self._choose(control, words)

    def answer(self, **answers: str) -> None:
        """Type the answers, or tap the one that is chosen."""
        for name, text in answers.items():
            if self.browser.run(f"document.querySelector('[data-field={name}]').type === 'radio'"):
                self.tap(f'[data-field={name}][value="{text}"]')
            else:
                self.tap(f"[data-field={name}]")
                self.browser.type_text(text)

    def _step_on(self) -> None:
        is_hidden = self.browser.run("document.getElementById('guess')?.hidden ?? true")
        self.tap("#forward" if is_hidden else "#reveal")


# What reaches a goal where a page has sliders in the place of rings.
WAYS_OF_A_PAGE: Mapping[str, Callable[[PagePupil], None]] = {
    "lda-or-logistic": lambda pupil: pupil.spread("plus", 0.25)
}


def without_walls(script: str) -> str:
    """The script of a site with its names within reach of a test."""
    return script.removeprefix('"use strict";\n{\n').removesuffix("\n}\n")
