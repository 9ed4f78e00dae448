// The course of a reader: where he was, what he reached, answered and predicted.  It is kept in this browser and nowhere else.

import { make } from "./panel.mjs";

const REACHED = "linclass-reached"; // the names of the lessons whose goal was reached
const RECORDS = "linclass-records"; // the rest, by the names of lessons
const LAST = "linclass-last"; // the lesson that was opened last
const QUESTIONS = 3; // that come at the end of a chapter
const RETURNS = 2; // lessons after which a missed question comes back

const courseData = document.getElementById("course-data");
/** @type {any[]} */
const courseLessons = courseData ? JSON.parse(courseData.textContent) : [];

function stored(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window keeps nothing.
  }
}

/** The names of the lessons whose goal was reached. */
export function reachedLessons() {
  const names = stored(REACHED, []);
  return new Set(Array.isArray(names) ? names : []);
}

export function keepReached(name) {
  store(REACHED, [...reachedLessons().add(name)].sort());
}

const recordOf = (name) => ({ tries: 0, answers: {}, prediction: [], ...stored(RECORDS, {})[name] });

function keepRecord(name, changed) {
  const records = stored(RECORDS, {});
  store(RECORDS, { ...records, [name]: { ...recordOf(name), ...changed } });
}

/** Keep an answer as it was given, by the words of its field. */
export function keepAnswer(name, label, value) {
  const { tries, answers } = recordOf(name);
  keepRecord(name, { tries: tries + 1, answers: { ...answers, [label]: value } });
}

/** Keep the first prediction beside the answer, as pairs of words. */
export function keepPrediction(name, prediction) {
  if (!recordOf(name).prediction.length) keepRecord(name, { prediction });
}

// --- questions that come back ---

const placeOfLesson = (name) => courseLessons.findIndex((lesson) => lesson.name === name);

/** The questions on the page of a lesson: missed ones two lessons later, and at the end of a chapter three. */
function questionsAt(here) {
  const asked = courseLessons.filter((lesson, k) => lesson.recall && k <= here);
  const isMissed = ({ name }) => recordOf(name).isRecalled === false;
  const returned = courseLessons.filter((lesson) => lesson.recall && isMissed(lesson) && Math.abs(here - placeOfLesson(recordOf(lesson.name).missedAt)) >= RETURNS);
  const isLast = courseLessons[here + 1]?.chapter !== courseLessons[here].chapter;
  if (!isLast) return returned;
  // Missed ones first, then the newest of those that were not asked.
  const fresh = asked.filter(({ name }) => recordOf(name).isRecalled === undefined).reverse();
  return [...new Set([...returned, ...fresh])].slice(0, QUESTIONS);
}

function questionCard(lesson, here) {
  const record = recordOf(lesson.name);
  const question = (record.misses ?? 0) % 2 && lesson.recall.variant ? lesson.recall.variant : lesson.recall;
  const verdict = make("p", { role: "status" });
  let isFirst = true;
  const chosen = (k) => {
    const isRight = k + 1 === question.right;
    verdict.textContent = isRight ? `Right. ${question.because}` : `Not so. ${question.slips[k] || question.because}`;
    if (isFirst) keepRecord(lesson.name, { isRecalled: isRight, misses: (record.misses ?? 0) + Number(!isRight), missedAt: courseLessons[here].name });
    isFirst = false;
  };
  const choices = question.choices.map((words, k) => make("label", { class: "choice" }, make("input", { type: "radio", name: `again-${lesson.name}`, onchange: () => chosen(k) }), make("span", {}, words)));
  return make("fieldset", {}, make("legend", {}, question.say), ...choices, verdict);
}

/** Begin the page of a lesson: it is the last one, and questions come back below it. */
export function beginCoursePage(name) {
  store(LAST, name);
  const [here, place] = [placeOfLesson(name), document.getElementById("recall")];
  const questions = here < 0 || !place ? [] : questionsAt(here);
  if (!questions.length) return;
  place.append(make("h2", {}, "Do you remember?"), ...questions.map((lesson) => questionCard(lesson, here)));
  place.hidden = false;
}

// --- the index ---

/** What was reached, where to continue, and the homework as a file. */
export function beginIndex() {
  const [place, reached] = [document.getElementById("progress"), reachedLessons()];
  if (!place) return;
  const lessons = courseLessons.filter(({ hasGoal }) => hasGoal);
  const next = lessons.find(({ name }) => !reached.has(name));
  const last = courseLessons.find(({ name }) => name === stored(LAST, null));
  const link = (words, lesson) => make("a", { class: "button", href: lesson.href }, `${words} ${lesson.title}`);
  const name = make("input", { id: "pupil", autocomplete: "name", size: 18 });
  const download = make("button", { type: "button", id: "homework", onclick: () => saveHomework(name.value, lessons, reached) }, "Download my answers");
  place.append(
    ...(last ? [link("You were in", last)] : []),
    ...(next && next !== last ? [link(reached.size ? "Continue:" : "Begin:", next)] : []),
    make("p", {}, `${lessons.filter((lesson) => reached.has(lesson.name)).length} of ${lessons.length} goals reached`),
    make("div", { class: "homework" }, make("label", {}, "Name ", name), download),
  );
  place.hidden = false;
  /** @type {NodeListOf<HTMLElement>} */
  const counts = document.querySelectorAll("[data-chapter]");
  for (const count of counts) {
    const ofChapter = lessons.filter(({ chapter }) => chapter === count.dataset.chapter);
    if (ofChapter.length) count.textContent = `${ofChapter.filter((lesson) => reached.has(lesson.name)).length} of ${ofChapter.length}`;
  }
}

/** The answers, tries and predictions of a reader as Markdown, under his name and the date. */
function homeworkText(name, lessons, reached) {
  const parts = courseLessons.flatMap((lesson) => {
    const { tries, answers, prediction, isRecalled } = recordOf(lesson.name);
    if (!tries && !prediction.length && !reached.has(lesson.name) && isRecalled === undefined) return [];
    const state = `*${reached.has(lesson.name) ? "reached" : "not reached yet"}${tries ? `, answered ${tries === 1 ? "once" : `${tries} times`}` : ""}*`;
    const given = Object.entries(answers).map(([label, value]) => `- ${label}: ${value}`);
    const predicted = prediction.map(([words, value]) => `- ${words}: ${value}`);
    const again = isRecalled === undefined ? [] : [`Asked again: ${isRecalled ? "right" : "not right"}`, ""];
    return [`## ${lesson.title}`, "", state, "", ...(given.length ? [...given, ""] : []), ...(predicted.length ? ["Prediction:", "", ...predicted, ""] : []), ...again];
  });
  const count = `${lessons.filter((lesson) => reached.has(lesson.name)).length} of ${lessons.length} goals reached.`;
  const head = [name, new Date().toISOString().slice(0, 10)].filter(Boolean).join(", ");
  return ["# Answers", "", head, "", count, "", ...parts].join("\n");
}

function saveHomework(name, lessons, reached) {
  const url = URL.createObjectURL(new Blob([homeworkText(name, lessons, reached)], { type: "text/markdown" }));
  const link = make("a", { href: url, download: "answers.md" });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
