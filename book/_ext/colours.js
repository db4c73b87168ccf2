// The only inline script of a page: it sets the colour theme and the way to read before anything is
// painted, because other scripts load too late. `storage.ts` makes the key of the way to read. The
// script also preloads the fonts, except on pages opened from a file, where browsers do not allow that.
{
  const { dataset } = document.documentElement;
  dataset.mode = localStorage.getItem("mode") || "auto";
  dataset.theme = localStorage.getItem("theme") || "auto";
  if (dataset.theme === "auto") {
    dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  const { pathname } = new URL(dataset.content_root, location);
  const reading = localStorage.getItem(`nim-with-a-twist${pathname.slice(0, -1)}:reading`);
  if (reading) dataset.reading = "opening";
  if (location.protocol !== "file:") {
    for (const link of document.querySelectorAll('link[as="font"]')) link.rel = "preload";
  }
}
