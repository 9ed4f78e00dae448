// A lesson whose picture stays as it is, and the table of contents, which marks what was reached.

import { beginLesson, reachedLessons } from "./lesson.mjs";

const still = document.getElementById("lesson-data");
if (still) {
  const nothing = { scene: { points: [], parameters: {}, enabled: {} }, answers: {} };
  const attempt = (given) => ({ ...nothing, given, beginning: { ...nothing, given } });
  beginLesson(JSON.parse(still.textContent), { attempt, play: () => {}, show: () => {} });
}
const names = reachedLessons();
for (const card of document.querySelectorAll("[data-lesson]")) card.classList.toggle("reached", names.has(card.dataset.lesson));
for (const mark of document.querySelectorAll(".reached .done")) mark.hidden = false;
