"""Lines of a room: kept as annotations with their side, counted, and judged beside the answer."""

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import document_of, scene_of

from linclass_gui.lessons.attempt import Attempt
from linclass_gui.lessons.guesses import LETTERS, proposal_verdicts, proposals, propose, with_hands
from linclass_gui.lessons.lesson import Lesson
from linclass_gui.scene.document import TrialLine
from solvers import Dataset, HardMarginSVM

# The widest street between these is x1 = 0, with 1 on either side.
DOCUMENT = document_of(
    Dataset(np.array([[-1.0, 0.0], [-2.0, 1.0], [1.0, 0.0], [2.0, -1.0]]), np.array([0, 0, 1, 1])),
    (HardMarginSVM(),),
)


def test_a_line_keeps_its_side_and_gets_the_next_letter() -> None:
    document = DOCUMENT
    for angle in (0.0, 200.0, 359.0):
        document = propose(replace(document, trial=TrialLine(angle, (0.5, 0.25))), 2.0)
    found = proposals(document)
    assert [proposal.letter for proposal in found] == list("ABC")
    assert [proposal.line.angle for proposal in found] == pytest.approx([0.0, 200.0, 359.0])
    assert all(proposal.line.pivot == (0.5, 0.25) for proposal in found)
    gone = replace(document, annotations=document.annotations[1:])
    assert proposals(propose(gone, 2.0))[-1].letter == "A", "a letter that is free again"
    for _ in LETTERS:
        document = propose(document, 2.0)
    assert len(proposals(document)) == len(LETTERS)
    assert propose(DOCUMENT, 2.0) is DOCUMENT, "there is no trial line"


def test_hands_and_verdicts_are_those_of_each_line() -> None:
    document = propose(replace(DOCUMENT, trial=TrialLine(0.0, (0.5, 0.0))), 1.0)
    document = with_hands(
        propose(replace(document, trial=TrialLine(180.0, (0.0, 0.0))), 1.0), (12, 1)
    )
    assert [proposal.hands for proposal in proposals(document)] == [12, 1]
    lesson = Lesson("own", document, text="", guess="line", guess_of="m1")
    assert proposal_verdicts(Attempt(lesson, document, {}), "m1") == (), "the answer is hidden"
    fits = scene_of(document).fits
    assert proposal_verdicts(Attempt(lesson, document, fits), "m1") == (
        "A (12 hands): 0 errors, room 0.500, 0° from the answer",
        "B (1 hand): 4 errors, 0° from the answer",
        "the answer: 0 errors, room 1.000",
    )
    alone = Attempt(lesson, replace(document, annotations=()), fits)
    assert proposal_verdicts(alone, "m1") == ()
    assert (
        proposal_verdicts(alone, "m1", with_trial=True)[0]
        == "Your line: 4 errors, 0° from the answer"
    )
