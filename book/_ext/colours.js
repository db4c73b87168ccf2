// The only inline script of a page: it sets the colour theme before anything is painted, because the
// theme's own script loads too late. It also preloads the fonts, except on pages opened from a file,
// where browsers do not allow that.
{
  const { dataset } = document.documentElement;
  dataset.mode = localStorage.getItem("mode") || "auto";
  dataset.theme = localStorage.getItem("theme") || "auto";
  if (dataset.theme === "auto") {
    dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  if (location.protocol !== "file:") {
    for (const link of document.querySelectorAll('link[as="font"]')) link.rel = "preload";
  }
}
