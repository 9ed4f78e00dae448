"""Scenes with their fits: as the replies of the worker come, or all computed at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from solvers import AnyFit
from solvers.replay import with_step

from ..errors import UserError
from ..scene.document import Document
from ..scene.methods import answers_to, fit_now
from ..scene.playback import is_playable, play_fits
from ..scene.scene import Scene
from .jobs import Replies
from .sweeps import SWITCH_ON


def next_scene(old: Scene, answers: Replies, **changes: object) -> Scene:
    """The scene with changes, the newest fits of the methods that are on, and the stale ones among
    them named.
    """
    scene: Scene = replace(old, **changes)  # type: ignore[arg-type]
    if {"selection", "hover"} & changes.keys() or len(scene.document.dataset) < len(
        old.document.dataset
    ):
        scene = scene.without_lost_rows()
    fits, stale = answers.fits_shown(scene.document)
    fits = {
        id: fit
        for id, fit in fits.items()
        if answers_to(scene.document.method(id), scene.document.dataset, fit)
    }
    if scene.playback is not None and _asks_anew(old.document, scene.document):
        scene = replace(scene, playback=None)  # the steps belong to another question now
    # The fits that a gesture found stay with the scene until it ends.
    fits_before = old.fits if old.base is None else old.before
    return replace(
        scene,
        fits=_keep_same(scene.fits, play_fits(fits, scene.playback, scene.document)),
        stale=stale,
        before={} if scene.base is None else fits_before,
        whole=fits,
        active=min(scene.active, len(scene.document.dataset.class_names) - 1),
    )


def _keep_same(old: Mapping[str, AnyFit], new: Mapping[str, AnyFit]) -> Mapping[str, AnyFit]:
    """The old fits where the new ones are the very same objects."""
    if new.keys() != old.keys():
        return new
    for id in new:
        if new[id] is not old[id]:
            return new
    return old


def _asks_anew(old: Document, new: Document) -> bool:
    """Whether other points or methods are asked for, so that recorded steps no longer fit."""
    return (
        old.dataset is not new.dataset
        or old.methods is not new.methods
        or old.selected != new.selected
    )


NOMINAL_WIDTH = 1000.0  # logical pixels; an exporter sets the real size of a pixel before it draws


def scene_of(document: Document, step: int | None = None, trace: bool = True) -> Scene:
    """The scene of a document with all its fits, with their histories if ``trace``; ``step`` shows
    the selected method, or the first one that has steps, as it was at that step of its history.

    Raises:
        UserError: there is no such step, or no method that is on has steps.
    """
    view = document.looked_at.drawable
    return Scene(document, view, view.width / NOMINAL_WIDTH, _fits(document, step, trace))


def _fits(document: Document, step: int | None, trace: bool) -> dict[str, AnyFit]:
    fits = {
        in_use.id: fit_now(document.dataset, in_use, trace or step is not None)
        for in_use in document.enabled_methods
    }
    if step is not None:
        played = sorted(
            (id for id, fit in fits.items() if is_playable(fit)),
            key=lambda id: id != document.selected,
        )
        if not played:
            raise UserError(f"there is no step {step}: no method that is on has steps; {SWITCH_ON}")
        fits[played[0]] = _stop_at(fits[played[0]], step)
    return fits


def _stop_at(fit: AnyFit, step: int) -> AnyFit:
    """The fit at a step by its number, also at one that a long run does not keep."""
    first, last = fit.numbers[0], fit.numbers[-1]
    if not first <= step <= last:
        raise UserError(
            f"{fit.method.name}: there is no step {step}; the run goes from step {first} to {last}"
        )
    fit = with_step(fit, step)
    place = fit.place_of(step)
    if fit.numbers[place] == step:
        return fit.at(place)
    raise UserError(
        f"{fit.method.name}: step {step} is not shown by itself in a run of {last}; the one before "
        f"it that is shown is step {fit.numbers[place]}"
    )
