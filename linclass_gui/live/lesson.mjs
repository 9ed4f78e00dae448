// The parts around the picture of a lesson: steps, a prediction, a question, a goal.  Their words are in the page already.

import { keepAnswer, keepPicture, keepPrediction, keepReached, keepTry, reachedLessons } from "./course.mjs";
import { comparedGuess, comparedPoints, readNumber, stateOf } from "./goal.mjs";
import { make, written } from "./panel.mjs";

/** The state of the goal in words, with the sentence of a typical mistake. */
export const stateOfGoal = () => [...(document.getElementById("tests")?.children ?? [])].map((item) => item.textContent.replace(/^[✓○] /, "")).join(". ");

/** Make the lesson of a page work.  `host` is its picture: `attempt(given)`, `show(names, isOn)`, `play(step)`, `isShown(method)`, `choose(isOn)`, `picture()`, and whether what is shown is `isPassing()`, as during a drag; the result is called after every change. */
export function beginLesson(lesson, host) {
  const given = {};
  const state = { steps: 0, isReached: reachedLessons().has(lesson.name), shown: "" };
  const at = (id) => document.getElementById(id);

  function takeStep(by) {
    const step = lesson.steps[by > 0 ? state.steps : state.steps - 1];
    host.show(by > 0 ? step.show : step.hide, true);
    host.show(by > 0 ? step.hide : step.show, false);
    state.steps += by;
    const reached = lesson.steps.slice(0, state.steps).findLast(({ at }) => at !== null);
    if (step.at !== null) host.play(reached ? reached.at : null);
    showSteps();
  }

  function showSteps() {
    [...at("steps").children].forEach((/** @type {HTMLElement} */ item, k) => (item.hidden = k >= state.steps));
    for (const [id, other, isLast] of /** @type {[string, string, boolean][]} */ ([["forward", "back", state.steps === lesson.steps.length], ["back", "forward", !state.steps]])) {
      if (isLast && document.activeElement === at(id)) at(other).focus(); // who goes by keys stays beside what is spent
      /** @type {HTMLButtonElement} */ (at(id)).disabled = isLast;
    }
    at("count").textContent = `Step ${state.steps} of ${lesson.steps.length}`;
  }

  function reveal() {
    const rows = host.choose(false);
    const isByButton = document.activeElement === at("reveal");
    at("guess").hidden = true;
    host.show([lesson.of], true);
    const compared = lesson.guess === "support-vectors" ? comparedPoints(host.attempt(given), lesson.of, rows) : comparedGuess(host.attempt(given), lesson.of);
    showPrediction(compared);
    if (!isByButton) return; // who goes by keys is not left where the button was
    at("guess").tabIndex = -1;
    at("guess").focus({ preventScroll: true });
  }

  function showPrediction(pairs) {
    if (pairs.length) keepPrediction(lesson.name, pairs);
    const terms = pairs.flatMap((row) => row.map((words, k) => make(k ? "dd" : "dt", {}, words)));
    at("guess").replaceChildren(make("dl", {}, ...terms));
    at("guess").hidden = !terms.length;
  }

  const isAwaited = () => Boolean(lesson.of && at("guess") && at("reveal") && !at("guess").hidden);

  function keepPictureNow() {
    const svg = host.picture();
    if (svg) keepPicture(lesson.name, svg);
  }

  function showGoal() {
    if (isAwaited() && host.isShown(lesson.of)) reveal(); // its tick was set: the prediction ends there
    if (!lesson.tests.length) return;
    const attempt = host.attempt(given);
    const verdicts = lesson.tests.map((test) => stateOf(test, attempt));
    const isMet = verdicts.every(({ holds }) => holds);
    const slip = isMet ? null : lesson.slips.find((each) => stateOf(each, attempt).holds);
    showTests(verdicts, slip);
    if (isMet && !state.isReached && !host.isPassing()) {
      state.isReached = true;
      keepReached(lesson.name);
      keepPictureNow();
    }
    if (at("closing").hidden === state.isReached) at("closing").hidden = !state.isReached;
    at("aim")?.classList.toggle("met", isMet); // above the picture, where the state of the goal may be below the screen
    const said = isMet ? "Reached." : "Reached before.";
    if (at("closing").firstElementChild.textContent !== said) at("closing").firstElementChild.textContent = said;
  }

  /** The state of each test, and the sentence of a typical mistake; untouched where they are as they were: a page is laid out anew otherwise. */
  function showTests(verdicts, slip) {
    const shown = JSON.stringify([verdicts, slip?.say]);
    if (shown === state.shown) return;
    state.shown = shown;
    const lines = verdicts.map(({ holds, words, now }, k) => {
      const isShown = !holds || !lesson.tests[k].isGuard; // what must stay as it is is said when it does not
      const mark = make("span", { class: holds ? "yes" : "no", role: "img", "aria-label": holds ? "reached" : "open" }, holds ? "✓" : "○");
      return isShown ? [make("li", {}, mark, " ", written(words[0].toUpperCase() + words.slice(1)), now ? `: ${now}` : "")] : [];
    });
    at("tests").replaceChildren(...lines.flat(), ...(slip ? [make("li", { class: "slip" }, written(slip.say))] : []));
  }

  if (lesson.steps.length) {
    at("forward").addEventListener("click", () => takeStep(1));
    at("back").addEventListener("click", () => takeStep(-1));
    at("walk").hidden = false;
    showSteps();
  }
  if (lesson.of && at("guess")) {
    host.show([lesson.of], false);
    if (lesson.guess === "support-vectors") host.choose(true);
    at("guess").hidden = false;
    at("reveal").addEventListener("click", reveal);
  }
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = document.querySelectorAll("[data-field]");
  const isComplete = () => [...fields].every(({ dataset }) => dataset.field in given);
  for (const field of fields) {
    field.addEventListener(field.type === "radio" ? "change" : "input", () => {
      if (field.value.trim()) given[field.dataset.field] = readNumber(field.value);
      else delete given[field.dataset.field];
      showGoal();
    });
    const isChoice = field.type === "radio";
    const label = (isChoice ? field.closest("fieldset").querySelector("legend") : field.closest("label").querySelector("span")).textContent;
    const givenNow = () => (isChoice ? field.closest("label").textContent.trim() : field.value);
    const keep = (isTry) => {
      keepAnswer(lesson.name, label, givenNow());
      if (isTry && isComplete()) keepTry(lesson.name);
    };
    field.addEventListener("change", () => {
      at("spoken").textContent = stateOfGoal();
      if (lesson.guess === "answer") keepPrediction(lesson.name, [[label, givenNow()]]);
      keep(isChoice || fields.length === 1);
    });
    // Entries that are corrected one after the other are one try, once Enter says so or they are left.
    const areLeft = (/** @type {any} */ event) => (event.key ? event.key === "Enter" : !event.relatedTarget?.matches("[data-field]"));
    for (const name of isChoice ? [] : ["keyup", "focusout"]) field.addEventListener(name, (event) => field.dataset.field in given && areLeft(event) && keep(true));
    // The first answer is the prediction: then the method is shown, as the slips say.
    if (lesson.guess === "answer") field.addEventListener("change", () => isAwaited() && !Number.isNaN(given[field.dataset.field]) && reveal());
  }
  window.addEventListener("pagehide", () => {
    keepPictureNow();
    if (fields.length && isComplete()) keepTry(lesson.name);
  });
  // What is wider than the page is scrolled by keys, too.
  const reachWide = () => {
    /** @type {NodeListOf<HTMLElement>} */
    const blocks = document.querySelectorAll(".numbers");
    for (const block of blocks) {
      if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
      else block.removeAttribute("tabindex");
    }
  };
  new ResizeObserver(reachWide).observe(document.body);
  // A sign that a finger has asked about is explained until the page is scrolled or turned.
  const endExplanation = () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.matches(".term")) activeElement.blur();
  };
  document.addEventListener("touchmove", endExplanation, { passive: true });
  window.matchMedia("(orientation: portrait)").addEventListener("change", endExplanation);
  showGoal();
  return showGoal;
}
