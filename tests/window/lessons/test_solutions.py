"""Every goal: not met at the start, nor by doing nothing, by a stray move, or by deleting
everything; met by its solution.
"""

import pytest
from pupil import Pupil
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from solutions import CHEATS, DETOURS, MISTAKES, SOLUTIONS, Way

from linclass_gui.draw.placing.placer import Placer
from linclass_gui.lessons.course import shipped_course

COURSE = shipped_course()


@pytest.fixture(autouse=True)
def _words_without_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Goals know nothing of the words in pictures, for which places would be sought after every
    move.
    """
    monkeypatch.setattr(Placer, "place_words", lambda _self, figure, *_, **__: figure)


def test_every_goal_has_a_recorded_solution() -> None:
    assert set(SOLUTIONS) == {lesson.name for lesson in COURSE.lessons if lesson.goal is not None}


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_goal_is_met_by_its_solution_and_by_nothing_else(pupil: Pupil, name: str) -> None:
    coursework, solution = pupil.window.lessons.coursework, SOLUTIONS[name]
    lesson = pupil.open(name)
    assert coursework.standing.states
    assert not pupil.is_met
    solution.stray(pupil)
    assert not pupil.is_met
    pupil.delete_everything()
    assert len(pupil.window.session.document.dataset) == 0
    assert not pupil.is_met
    coursework.start_again()
    pupil.wait()
    assert not coursework.is_met
    solution.way(pupil)
    assert pupil.is_met, [state.sentence for state in coursework.standing.states]
    assert coursework.is_met
    assert not coursework.standing.slip
    assert name in coursework.solved_lessons
    assert pupil.window.lessons.panel.goal.closing.text == lesson.goal.closing
    assert not pupil.window.lessons.panel.goal.closing.isHidden()


@pytest.mark.parametrize("name", CHEATS)
def test_a_goal_about_points_or_numbers_is_not_met_by_parameters(pupil: Pupil, name: str) -> None:
    pupil.open(name)
    CHEATS[name](pupil)
    assert not pupil.is_met
    assert "The methods must keep their parameters." in pupil.window.lessons.panel.goal.lines


@pytest.mark.parametrize("name", DETOURS)
def test_a_goal_about_one_parameter_is_not_met_by_another(pupil: Pupil, name: str) -> None:
    way, words = DETOURS[name]
    pupil.open(name)
    way(pupil)
    assert not pupil.is_met
    assert any(line.startswith(words) for line in pupil.window.lessons.panel.goal.lines)


def test_what_was_reached_stays_so_when_it_is_undone_and_is_forgotten_by_starting_again(
    pupil: Pupil,
) -> None:
    coursework = pupil.window.lessons.coursework
    pupil.open("hard-margin")
    SOLUTIONS["hard-margin"].way(pupil)
    pupil.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not pupil.is_met
    assert coursework.is_met
    pupil.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert pupil.is_met
    coursework.start_again()
    pupil.wait()
    assert not coursework.is_met
    assert "hard-margin" in coursework.solved_lessons


@pytest.mark.parametrize(
    ("name", "answers", "words"),
    [
        (
            "fisher-example",
            {"s11": "52", "s12": "-24", "s21": "-24", "s22": "12"},
            "Look at the signs",
        ),
        ("thresholds", {"alarms": "21"}, "left in peace"),
        ("one-against-all", {"why": "1"}, "all positive"),
        ("least-squares-example", {"score": "1/3", "side": "1"}, "Look at the sign"),
    ],
)
def test_a_typical_mistake_gets_a_sentence_of_its_own_and_a_hint_is_there_for_who_asks(
    pupil: Pupil, name: str, answers: dict[str, str], words: str
) -> None:
    pupil.open(name)
    goal = pupil.window.lessons.panel.goal
    assert goal.slip.isHidden()
    pupil.answer(**answers)
    assert not pupil.is_met
    assert words in goal.slip.text
    assert not goal.slip.isHidden()
    assert goal.hint.isHidden()
    QTest.mouseClick(goal.hint_button, Qt.MouseButton.LeftButton)
    assert not goal.hint.isHidden()
    assert goal.hint_button.isHidden()
    pupil.window.lessons.coursework.start_again()
    assert goal.hint.isHidden()
    assert not goal.hint_button.isHidden()
    SOLUTIONS[name].way(pupil)
    assert goal.slip.isHidden()
    assert goal.hint.isHidden()


# The first mistake of each lesson; the others with --exhaustive.
FIRST = {name: k for k, (name, *_) in reversed(list(enumerate(MISTAKES)))}.values()


@pytest.mark.parametrize(
    ("name", "way", "words"),
    [
        pytest.param(*mistake, marks=[] if k in FIRST else pytest.mark.exhaustive)
        for k, mistake in enumerate(MISTAKES)
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_typical_mistake_at_the_picture_gets_a_sentence_of_its_own(
    pupil: Pupil, name: str, way: Way, words: str
) -> None:
    pupil.open(name)
    goal = pupil.window.lessons.panel.goal
    assert goal.slip.isHidden()
    way(pupil)
    assert not pupil.is_met
    assert words in goal.slip.text
    assert not goal.slip.isHidden()


WITH_CHOICES = [
    lesson.name
    for lesson in COURSE.lessons
    if lesson.question and any(f.choices for f in lesson.question.fields)
]


@pytest.mark.parametrize("name", WITH_CHOICES)
def test_every_wrong_choice_gets_a_sentence_of_its_own(pupil: Pupil, name: str) -> None:
    lesson, goal = pupil.open(name), pupil.window.lessons.panel.goal
    field = next(each for each in lesson.question.fields if each.choices)
    place = next(k for k, test in enumerate(lesson.goal.tests) if field.name in test.text)
    right = []
    for k in range(1, len(field.choices) + 1):
        pupil.answer(**{field.name: str(k)})
        if pupil.window.lessons.coursework.standing.states[place].holds:
            right.append(k)
        else:
            assert goal.slip.text
    assert len(right) == 1
