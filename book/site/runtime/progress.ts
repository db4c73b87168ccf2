// The reader's progress on the landing page: marks on the cards of the chapters, and a link to the
// section read last.

import { element } from "./element";
import type { Place } from "../live/place";
import { root } from "./root";
import { LEVELS } from "./rules";
import { CHANGED, loadObject, savedNames } from "./storage";
import { levelsWon } from "./won";

function showMarks(marks: HTMLElement): void {
  const { chapter = "", exercises } = marks.dataset;
  const levels = levelsWon(chapter);
  const solved = savedNames().filter((name) => name.startsWith(`exercise:${chapter}.`)).length;
  const stars = element("span", {
    role: "img",
    ariaLabel: `${levels} of ${LEVELS.length} levels won`,
    textContent: "★".repeat(levels) + "☆".repeat(LEVELS.length - levels),
  });
  const count = element("span", {
    role: "img",
    ariaLabel: `${solved} of ${exercises} exercises solved`,
    textContent: `${solved} of ${exercises}`,
  });
  marks.replaceChildren(...(levels ? [stars] : []), ...(solved ? [count] : []));
}

function showPlace(line: HTMLElement): void {
  const place = loadObject<Place>("place", ({ page, title }) =>
    [page, title].every((text) => typeof text === "string"),
  );
  const [, number] = /^notebooks\/(\d+)_\w+\.html(#[\w-]+)?$/.exec(place?.page ?? "") ?? [];
  line.hidden = !number;
  if (!place || !number) return;
  const link = element("a", {
    href: new URL(place.page, root()).href,
    textContent: `chapter ${Number(number)}, ${place.title}`,
  });
  line.replaceChildren("Continue: ", link);
}

export function showProgress(): void {
  const update = () => {
    document.querySelectorAll<HTMLElement>(".door-marks").forEach(showMarks);
    document.querySelectorAll<HTMLElement>(".door-continue").forEach(showPlace);
  };
  // The page may also be restored after a visit to a chapter.
  for (const event of [CHANGED, "storage", "pageshow"]) addEventListener(event, update);
  update();
}
