// Plays the animations of `nimbook.show.motion`: shows one frame at a time, and lets the parts move
// there from their places in the previous frame. Without this script, all frames are visible.

const DURATION = 800; // of a movement, in milliseconds
const CURRENT = "nt-current";

// The animation that is playing. Only one plays at a time.
let playing: { box: Element; timer: number } | undefined;

const frames = (box: Element): Element[] => [...box.querySelectorAll("li")];
const position = (box: Element): number =>
  frames(box).findIndex((frame) => frame.classList.contains(CURRENT));

// Shows a frame of an animation, and returns it.
function show(box: Element, index: number): Element {
  const all = frames(box);
  const [before, after] = [all[position(box)]!, all[index]!];
  before.classList.remove(CURRENT);
  after.classList.add(CURRENT);
  box.querySelector("input")!.value = String(index);
  const places = [before, after].map((frame) =>
    [...frame.querySelectorAll(".nt-part")].map((part) => {
      const { transform, opacity } = getComputedStyle(part);
      return { transform, opacity };
    }),
  );
  after.querySelectorAll(".nt-part").forEach((part, i) => {
    const path = [places[0]![i]!, places[1]![i]!];
    part.animate(path, { duration: DURATION, easing: "ease-in-out" });
  });
  return after;
}

function label(box: Element): void {
  const active = playing?.box === box;
  box.querySelector("[data-motion=play]")!.textContent = active ? "Pause" : "Play";
  // Screen readers announce the captions only if the reader goes through them step by step.
  box.querySelector("ol")!.setAttribute("aria-live", active ? "off" : "polite");
}

function pause(): void {
  if (!playing) return;
  const { box, timer } = playing;
  clearTimeout(timer);
  playing = undefined;
  label(box);
}

function play(box: Element, index: number): void {
  const last = frames(box).length - 1;
  const frame = show(box, index);
  const reading = DURATION + 800 + 35 * frame.textContent!.trim().length;
  const next = () => (index < last ? play(box, index + 1) : pause());
  playing = { box, timer: window.setTimeout(next, index < last ? reading : 0) };
  label(box);
}

// Makes all animations of the document play, and any that are added later.
export function setUpMotion(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-motion]") : null;
    const box = button?.closest(".nt-motion");
    if (!button || !box) return;
    const resume = button.dataset["motion"] === "play" && playing?.box !== box;
    pause();
    const [now, last] = [position(box), frames(box).length - 1];
    if (resume) play(box, now < last ? now + 1 : 0);
    else if (button.dataset["motion"] === "step") show(box, Math.min(now + 1, last));
    else if (button.dataset["motion"] === "restart") show(box, 0);
  });
  document.addEventListener("input", ({ target }) => {
    const box = target instanceof HTMLInputElement ? target.closest(".nt-motion") : null;
    if (!box) return;
    pause();
    show(box, Number((target as HTMLInputElement).value));
  });
}
