// The course of a reader: where he was, what he reached, answered and predicted.  It is kept in this browser and nowhere else.

import { make, written } from "./panel.mjs";

const REACHED = "linclass-reached"; // the names of the lessons whose goal was reached
const RECORDS = "linclass-records"; // the rest, by the names of lessons
export const LAST = "linclass-last"; // the lesson that was opened last
export const PICTURES = "linclass-pictures"; // of the lessons as they were left, as SVG
const LARGEST_PICTURE = 60000; // characters
const MOST_TRIES = 20; // that are kept
const QUESTIONS = 3; // that come at the end of a chapter
const RETURNS = 2; // lessons after which a missed question comes back

const courseData = document.getElementById("course-data");
/** @type {any[]} */
export const courseLessons = courseData ? JSON.parse(courseData.textContent) : [];

/** Whether a value is of the kind of another one: a list, an object, a number, a text. */
const isLike = (value, model) => typeof value === typeof model && value !== null && Array.isArray(value) === Array.isArray(model);

/** What is stored, where it is of the kind of `otherwise`: another program may have written there. */
export function stored(key, otherwise, where = "localStorage") {
  try {
    const value = JSON.parse(window[where].getItem(key));
    return isLike(value, otherwise) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

export function store(key, value, where = "localStorage") {
  try {
    window[where].setItem(key, JSON.stringify(value));
  } catch {
    // A private window keeps nothing.
  }
}

/** The names of the lessons whose goal was reached. */
export const reachedLessons = () => new Set(stored(REACHED, []));

export function keepReached(name) {
  store(REACHED, [...reachedLessons().add(name)].sort());
}

const BLANK = { tries: 0, tried: [], answers: {}, prediction: [] };

/** What is known of a lesson; entries of another kind than they should be are left out. */
export function recordOf(name) {
  const kept = stored(RECORDS, {})[name];
  const known = { ...BLANK, ...(isLike(kept, {}) ? kept : {}) };
  for (const [entry, blank] of Object.entries(BLANK)) if (!isLike(known[entry], blank)) known[entry] = blank;
  return { ...known, tried: known.tried.filter((one) => isLike(one, {})), prediction: known.prediction.filter(Array.isArray) };
}

function keepRecord(name, changed) {
  const records = stored(RECORDS, {});
  store(RECORDS, { ...records, [name]: { ...recordOf(name), ...changed } });
}

/** Keep an answer as it was given, by the words of its field. */
export function keepAnswer(name, label, value) {
  keepRecord(name, { answers: { ...recordOf(name).answers, [label]: value } });
}

/** Count the answers as they are now as a try, unless they are those of the last one. */
export function keepTry(name) {
  const { tries, tried, answers } = recordOf(name);
  if (JSON.stringify(tried.at(-1)) !== JSON.stringify(answers)) keepRecord(name, { tries: tries + 1, tried: [...tried, answers].slice(-MOST_TRIES) });
}

/** Keep the picture of a lesson as it was left. */
export function keepPicture(name, svg) {
  if (svg.length <= LARGEST_PICTURE) store(PICTURES, { ...stored(PICTURES, {}), [name]: svg });
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
  // Missed ones first, then those that were not asked yet, each in a random order.
  const rank = ({ name }) => [false, undefined, true].indexOf(recordOf(name).isRecalled);
  const drawn = shuffled(asked).sort((one, other) => rank(one) - rank(other));
  return [...new Set([...returned, ...drawn])].slice(0, QUESTIONS);
}

function shuffled(items) {
  const drawn = items.map((item) => ({ item, place: Math.random() }));
  return drawn.sort((one, other) => one.place - other.place).map(({ item }) => item);
}

function questionCard(lesson, here) {
  const record = recordOf(lesson.name);
  const question = (record.misses ?? 0) % 2 && lesson.recall.variant ? lesson.recall.variant : lesson.recall;
  const verdict = make("p", { role: "status" });
  let isFirst = true;
  const chosen = (k) => {
    const isRight = k + 1 === question.right;
    verdict.replaceChildren(isRight ? "Right. " : "Not so. ", written((!isRight && question.slips[k]) || question.because));
    if (isFirst) keepRecord(lesson.name, { isRecalled: isRight, misses: (record.misses ?? 0) + Number(!isRight), missedAt: courseLessons[here].name });
    isFirst = false;
  };
  const choices = shuffled([...question.choices.keys()]).map((k) => make("label", { class: "choice" }, make("input", { type: "radio", name: `again-${lesson.name}`, value: k + 1, onchange: () => chosen(k) }), make("span", {}, written(question.choices[k]))));
  return make("fieldset", {}, make("legend", {}, written(question.say)), ...choices, verdict);
}

export const linkTo = (words, lesson) => make("a", { class: "button", href: lesson.href }, `${words} ${lesson.title}`);
export const courseGoals = courseLessons.filter(({ hasGoal }) => hasGoal);

/** The next goal that is open after a lesson; behind the last one, the first. */
export function goalAfter(name) {
  const reached = reachedLessons();
  const open = courseGoals.filter((lesson) => lesson.name !== name && !reached.has(lesson.name));
  return open.find((lesson) => placeOfLesson(lesson.name) > placeOfLesson(name)) ?? open[0];
}

/** Where the reader was, and the next goal that is open, unless the page has a link to it already. */
function showOnward(name, last) {
  const [here, place] = [placeOfLesson(name), document.getElementById("onward")];
  const isFar = (lesson) => lesson && Math.abs(placeOfLesson(lesson.name) - here) > 1;
  const next = goalAfter(name);
  const was = courseLessons.find((lesson) => lesson.name === last);
  if (here < 0 || !place) return;
  place.append(...(isFar(was) ? [linkTo("You were in", was)] : []), ...(isFar(next) && next !== was ? [linkTo(reachedLessons().size ? "Continue:" : "Begin:", next)] : []));
  place.hidden = !place.children.length;
}

/** Begin the page of a lesson: it is the last one, and questions come back below it. */
export function beginCoursePage(name) {
  showOnward(name, stored(LAST, ""));
  store(LAST, name);
  const [here, place] = [placeOfLesson(name), document.getElementById("recall")];
  const questions = here < 0 || !place ? [] : questionsAt(here);
  if (!questions.length) return;
  place.append(make("h2", {}, "Do you remember?"), ...questions.map((lesson) => questionCard(lesson, here)));
  place.hidden = false;
}
