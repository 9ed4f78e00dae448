// A lesson whose picture stays as it is, and the table of contents, which marks what was reached.

import { beginIndex } from "./contents.mjs";
import { beginCoursePage, reachedLessons } from "./course.mjs";
import { beginLesson } from "./lesson.mjs";

const still = document.getElementById("lesson-data");
if (still) {
  const nothing = { scene: { points: [], parameters: {}, enabled: {} }, answers: {} };
  const attempt = (given) => ({ ...nothing, given, beginning: { ...nothing, given } });
  const lesson = JSON.parse(still.textContent);
  beginCoursePage(lesson.name);
  beginLesson(lesson, { attempt, play: () => {}, show: () => {}, isShown: () => false, isPassing: () => false, choose: () => [], picture: () => "" });
}
beginIndex();
const names = reachedLessons();
/** @type {NodeListOf<HTMLElement>} */
const lessonCards = document.querySelectorAll("[data-lesson]");
for (const card of lessonCards) card.classList.toggle("reached", names.has(card.dataset.lesson));
/** @type {NodeListOf<HTMLElement>} */
const doneMarks = document.querySelectorAll(".reached .done");
for (const mark of doneMarks) mark.hidden = false;
