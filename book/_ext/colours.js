// The only inline script of a page: it sets the colour theme before anything is painted, because the
// theme's own script loads too late.
{
  const { dataset } = document.documentElement;
  dataset.mode = localStorage.getItem("mode") || "auto";
  dataset.theme = localStorage.getItem("theme") || "auto";
  if (dataset.theme === "auto") {
    dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
}
