// The table of contents of a course: what was reached, where to continue, and the homework as a file.

import { courseGoals, courseLessons, goalAfter, LAST, linkTo, PICTURES, reachedLessons, recordOf, stored } from "./course.mjs";
import { download, make } from "./panel.mjs";

/** What was reached, where to continue, and the homework as a file. */
export function beginIndex() {
  const [place, reached] = [document.getElementById("progress"), reachedLessons()];
  if (!place) return;
  const lessons = courseGoals;
  const last = courseLessons.find(({ name }) => name === stored(LAST, ""));
  const next = goalAfter(last?.name);
  const name = make("input", { id: "pupil", autocomplete: "name", size: 18 });
  const handIn = make("button", { type: "button", id: "homework", onclick: () => download(homeworkPage(name.value, lessons, reached), "text/html", "answers.html") }, "Download my answers");
  place.append(
    ...(last ? [linkTo("You were in", last)] : []),
    ...(next && next !== last ? [linkTo(reached.size ? "Continue:" : "Begin:", next)] : []),
    make("p", {}, `${lessons.filter((lesson) => reached.has(lesson.name)).length} of ${lessons.length} goals reached`),
    make("div", { class: "homework" }, make("label", {}, "Name ", name), handIn),
  );
  place.hidden = false;
  /** @type {NodeListOf<HTMLElement>} */
  const counts = document.querySelectorAll("[data-chapter]");
  for (const count of counts) {
    const ofChapter = lessons.filter(({ chapter }) => chapter === count.dataset.chapter);
    if (ofChapter.length) count.textContent = `${ofChapter.filter((lesson) => reached.has(lesson.name)).length} of ${ofChapter.length}`;
  }
}

const listOf = (pairs) => make("ul", {}, ...pairs.map(([words, value]) => make("li", {}, `${words}: ${value}`)));

/** One lesson of the homework, where something was done in it. */
function homeworkPart(lesson, isReached) {
  const { tries, tried, answers, prediction, isRecalled } = recordOf(lesson.name);
  const svg = stored(PICTURES, {})[lesson.name];
  const words = svg && new DOMParser().parseFromString(svg, "image/svg+xml").documentElement.getAttribute("aria-label");
  if (!tries && !prediction.length && !isReached && isRecalled === undefined && !svg) return [];
  const state = `${isReached ? "reached" : "not reached yet"}${tries ? `, answered ${tries === 1 ? "once" : `${tries} times`}` : ""}`;
  const given = Object.entries(answers);
  const earlier = tried.slice(0, -1).map((before) => Object.entries(before).map((pair) => pair.join(": ")).join("; "));
  const picture = svg ? [make("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, alt: words || "The picture as it was left" })] : [];
  return [
    make(
      "section", {}, make("h2", {}, lesson.title), make("p", {}, make("em", {}, state)), ...picture,
      ...(given.length ? [listOf(given)] : []),
      ...(earlier.length ? [make("p", {}, "Tried before:"), make("ul", {}, ...earlier.map((words) => make("li", {}, words)))] : []),
      ...(prediction.length ? [make("p", {}, "Prediction:"), listOf(prediction)] : []),
      ...(isRecalled === undefined ? [] : [make("p", {}, `Asked again: ${isRecalled ? "right" : "not right"}`)]),
    ),
  ];
}

/** The pictures, answers, tries and predictions of a reader as a page, under his name and the date. */
function homeworkPage(name, lessons, reached) {
  const count = `${lessons.filter((lesson) => reached.has(lesson.name)).length} of ${lessons.length} goals reached.`;
  const head = [name, new Date().toISOString().slice(0, 10)].filter(Boolean).join(", ");
  const parts = courseLessons.flatMap((lesson) => homeworkPart(lesson, reached.has(lesson.name)));
  const body = make("body", {}, make("h1", {}, "Answers"), make("p", {}, head), make("p", {}, count), ...parts);
  const rules = "body{font:16px/1.5 system-ui,sans-serif;max-width:45em;margin:2em auto;padding:0 1em}section{break-inside:avoid}img{max-width:100%;max-height:24em}";
  return `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Answers</title><style>${rules}</style></head>${body.outerHTML}</html>\n`;
}

