// The one script that stands in a page: before anything is painted it chooses the colours, which the
// theme would do only when its own script has come.
{
  const { dataset } = document.documentElement;
  dataset.mode = localStorage.getItem("mode") || "auto";
  dataset.theme = localStorage.getItem("theme") || "auto";
  if (dataset.theme === "auto") {
    dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
}
