// Remembers which section of which chapter was read last; the landing page links to it.

import { root } from "../runtime/root";
import { CHANGED, save, savedNames } from "../runtime/storage";

export interface Place {
  // The address of the section, relative to the root of the book.
  page: string;
  // The title of the section, or of the chapter above its first section.
  title: string;
}

// How long to wait after the reader's last action, in milliseconds.
const DELAY = 500;
let timer = 0;

function savePlace(): void {
  const headings = [...document.querySelectorAll(".bd-article :is(h1, h2)")];
  const above = headings.filter(
    (heading) => heading.getBoundingClientRect().top < window.innerHeight / 2,
  );
  const heading = above.at(-1) ?? headings[0];
  const title = (heading?.textContent ?? "").replace(/^[\d.]+ |#$/g, "").trim();
  const page = location.pathname.slice(root().pathname.length);
  const hash = heading?.matches("h2") ? `#${heading.parentElement!.id}` : "";
  save("place", JSON.stringify({ page: page + hash, title } satisfies Place));
}

// Only chapters name the book that they are part of.
if (document.querySelector("meta[name=citation_inbook_title]")) {
  for (const action of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    addEventListener(
      action,
      () => {
        window.clearTimeout(timer);
        timer = window.setTimeout(savePlace, DELAY);
      },
      { passive: true },
    );
  }
  // Don't save the place again if the reader has just deleted everything.
  addEventListener(CHANGED, () => {
    if (!savedNames().length) window.clearTimeout(timer);
  });
}
