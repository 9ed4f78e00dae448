"""The scene that follows another one: its changes, and the newest answers to what it asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from ..document import Document
from ..scene import Scene
from .answers import Answers
from .asking import AnyFit, answers_to
from .playback import play_fits


def following(old: Scene, answers: Answers, **changes: object) -> Scene:
    """The scene with changes, the newest fits of the methods that are on, and the stale ones among
    them named.
    """
    scene: Scene = replace(old, **changes)  # type: ignore[arg-type]
    if {"selection", "hover"} & changes.keys() or len(scene.document.dataset) < len(
        old.document.dataset
    ):
        scene = scene.without_lost_rows()
    whole, stale = answers.shown(scene.document)
    # Of a method that is off nothing is asked: what was found of it belongs to points that may be
    # gone.
    known = {
        m.id
        for m in scene.document.enabled_methods
        if answers_to(m, scene.document.dataset, whole.get(m.id))
    }
    whole = {id: fit for id, fit in whole.items() if id in known}
    if scene.playback is not None and _asks_anew(old.document, scene.document):
        scene = replace(scene, playback=None)  # the steps belong to another question now
    # The fits that a gesture found stay with the scene until it ends.
    found = old.fits if old.base is None else old.before
    return replace(
        scene,
        fits=_keep_same(scene.fits, play_fits(whole, scene.playback, scene.document)),
        stale=stale,
        before=MappingProxyType({}) if scene.base is None else found,
        whole=MappingProxyType(whole),
        active=min(scene.active, len(scene.document.dataset.class_names) - 1),
    )


def _keep_same(old: Mapping[str, AnyFit], new: Mapping[str, AnyFit]) -> Mapping[str, AnyFit]:
    """The old fits where the new ones are the very same objects."""
    if new.keys() != old.keys():
        return MappingProxyType(new)
    for id in new:
        if new[id] is not old[id]:
            return MappingProxyType(new)
    return old


def _asks_anew(old: Document, new: Document) -> bool:
    """Whether other points or methods are asked for, so that recorded steps no longer fit."""
    return (
        old.dataset is not new.dataset
        or old.methods is not new.methods
        or old.selected != new.selected
    )
