// A lesson with a picture that computes.

import { beginCoursePage, store, stored } from "./course.mjs";
import { beginLesson, stateOfGoal } from "./lesson.mjs";
import { change, choosePoints, figure, known, pictureNow, rebuild, reset, state, watchers } from "./page.mjs";
import { answersOf } from "./scene.mjs";
import { followingTables } from "./tables.mjs";

const lesson = JSON.parse(document.getElementById("lesson-data").textContent);
const everyMethod = Object.fromEntries(figure.methods.map((method) => [method.id, true]));
const lessonData = { figure, test: figure.file.test };
/** @type {any} What tests compare with, itself included. */
const beginning = { scene: reset.scene, answers: answersOf(figure, { ...reset.scene, enabled: everyMethod }), given: {}, ...lessonData };
beginning.beginning = beginning;

/** A scene with layers and methods shown or hidden by their names; one that is shown is selected where the selected one is hidden. */
function switched(/** @type {any} */ { enabled, layers, selected, showsTest, ...rest }, names, isOn) {
  for (const name of names) {
    if (name === "held-back") showsTest = isOn;
    else if (name in enabled) enabled = { ...enabled, [name]: isOn };
    else if (name in layers) layers = { ...layers, [name]: isOn };
  }
  const shown = Object.keys(enabled).filter((id) => enabled[id]);
  if (!enabled[selected] && shown.length) selected = shown.find((id) => names.includes(id)) ?? shown[0];
  return { ...rest, enabled, layers, selected, showsTest };
}

/** Show or hide layers and methods.  A step of the lesson is no edit of the student: undo skips it. */
function show(names, isOn) {
  const also = ({ scene, ...rest }) => ({ ...rest, scene: switched(scene, names, isOn) });
  Object.assign(state, also(state), { done: state.done.map(also), undone: state.undone.map(also) });
  Object.assign(reset, also(reset));
  rebuild();
}

/** Show the selected method at a step; beyond its last one that is its answer. */
function play(at) {
  state.scene = { ...state.scene, at };
  rebuild();
}

const isDragged = () => state.before !== null;
// A drag passes through places: only those at which it ends reach a goal.
const isPassing = () => isDragged() || Object.values(state.answers).some((answer) => answer.isRough);

// A goal is about answers, whatever step of a rule is shown.
const finished = () => (state.before && state.scene.at === null ? state.answers : answersOf(figure, { ...state.scene, at: null }, known, isDragged()));
const attempt = (given) => ({ scene: state.scene, answers: finished(), given, beginning, ...lessonData });
beginCoursePage(lesson.name);
const isShown = (id) => state.scene.enabled[id];
const leftPicture = () => (state.done.length ? pictureNow() : "");
const showGoal = beginLesson(lesson, { attempt, play, show, isShown, isPassing, choose: choosePoints, picture: leftPicture });
// Errors on folds take a fit of each fold: while something is dragged the goal is not asked for them.
const isAboutFolds = JSON.stringify([lesson.tests, lesson.slips]).includes('"validation_error"');
watchers.push(() => (isAboutFolds && isDragged() ? undefined : showGoal()));

// Who cannot see the state of the goal hears it after an edit, behind what the edit has led to.
let goalSaid = stateOfGoal();
watchers.push(() => {
  if (isDragged() || stateOfGoal() === goalSaid) return;
  goalSaid = stateOfGoal();
  document.getElementById("spoken").append(` ${goalSaid}`);
});

// Pictures and tables that the program has drawn do not follow an edit: they say so.
const drawn = ({ points, parameters, trial, units, populations }) => JSON.stringify([points, parameters, trial, units, populations]);
const isEdited = () => drawn(state.scene) !== drawn(beginning.scene);
watchers.push(() => document.documentElement.classList.toggle("edited", isEdited()));

// A phone loads a page anew by itself: what was edited in this tab is there again, and can be undone.
const EDITS = `linclass-edits-${lesson.name}-${JSON.stringify(figure).length}`;
window.addEventListener("pagehide", () => {
  const { points, parameters, trial, units, populations, spreads, samples } = state.scene;
  store(EDITS, isEdited() && { points, parameters, trial, units, populations, spreads, samples }, "sessionStorage");
});
const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const edits = arrival?.type === "navigate" ? {} : stored(EDITS, {}, "sessionStorage");
if ("points" in edits) {
  change({ ...state.scene, ...edits });
  rebuild();
}

if (figure.classes.length === 2) {
  const follow = followingTables();
  const { words, costs } = lesson;
  const isFirst = () => !isEdited() && state.scene.at === null && state.scene.selected === beginning.scene.selected;
  const isChanging = () => isDragged() && state.before.scene !== state.scene; // more than the view
  watchers.push(() => follow({ figure, scene: state.scene, answers: state.answers, words, costs, isDragged: isChanging() }, isFirst()));
}

// On a phone the picture has the room.
const more = /** @type {HTMLDetailsElement} */ (document.getElementById("more"));
more.open = !window.matchMedia("(max-width: 599px)").matches;

/** The slider of a parameter that a text names. */
const sliderNamed = (name) => [...document.querySelectorAll("#hand input[type=range]")].find(({ id }) => id.split(/[-.]/).at(-1) === name);

/** Select a method that has a parameter, where the selected one has none of this name: its sliders come under the picture. */
function selectForParameter(name) {
  const has = ({ kind, controls }) => kind && controls.some((control) => control.name.split(".").at(-1) === name);
  const method = sliderNamed(name) ? null : figure.methods.find(has);
  if (method) document.getElementById(`name-${method.id}`).click();
}

/** Let a number in the text be dragged: its slider goes with it. */
function beginNumber(/** @type {HTMLElement} */ number) {
  let from = null;
  const slider = () => /** @type {HTMLInputElement} */ (sliderNamed(number.dataset.parameter));
  number.addEventListener("pointerdown", (event) => {
    selectForParameter(number.dataset.parameter);
    if (!slider()) return;
    number.setPointerCapture(event.pointerId);
    from = { x: event.clientX, value: Number(slider().value), isMoved: false };
  });
  number.addEventListener("pointermove", (event) => {
    if (!from || !slider()) return;
    from.isMoved ||= event.clientX !== from.x;
    if (!from.isMoved) return; // a slider has the nearest of its places: a tap would change the value
    slider().value = String(from.value + event.clientX - from.x);
    slider().dispatchEvent(new Event("input"));
  });
  for (const name of ["pointerup", "pointercancel"]) {
    number.addEventListener(name, () => {
      if (from?.isMoved) slider()?.dispatchEvent(new Event("change"));
      from = null;
    });
  }
  watchers.push(() => {
    const shown = slider()?.closest("label").querySelector("output").textContent;
    if (shown && shown !== number.textContent) number.textContent = shown;
  });
}
/** @type {NodeListOf<HTMLElement>} */
const numbersInText = document.querySelectorAll("[data-parameter]");
for (const number of numbersInText) beginNumber(number);
