// The only inline script of a page: it prepares the page before anything is painted, because other
// scripts load too late. It sets the colour theme and the way to read; `storage.ts` makes the key of the
// latter. It also preloads the fonts, except on pages opened from a file, where browsers do not allow
// that. In a frame of another site, a page shows nothing unless its address asks for a single lab, as in
// `?embed#lab-blocking`; see `embed.ts`.
//
// Readers may forbid sites to save anything, and browsers may deny storage to a page in a frame. The
// theme's scripts would stop at the first access, so the page then gets storage in its own memory.
{
  const memory = {
    __proto__: null,
    getItem(key) {
      return this[key] ?? null;
    },
    setItem(key, text) {
      this[key] = String(text);
    },
    removeItem(key) {
      delete this[key];
    },
  };
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      self[name].getItem("");
    } catch {
      Object.defineProperty(self, name, { value: Object.create(memory) });
      document.documentElement.dataset.forgets = "";
    }
  }
  try {
    void self.caches;
  } catch {
    Object.defineProperty(self, "caches", { value: undefined });
  }
}
{
  const { dataset } = document.documentElement;
  const embed = new URLSearchParams(location.search).get("embed");
  dataset.mode = dataset.theme = "auto";
  if (embed !== null) {
    dataset.embed = "";
    if (embed === "light" || embed === "dark") dataset.mode = dataset.theme = embed;
  } else {
    if (self !== top) dataset.framed = "";
    dataset.mode = localStorage.getItem("mode") || "auto";
    dataset.theme = localStorage.getItem("theme") || "auto";
    const { pathname } = new URL(dataset.content_root, location);
    const reading = localStorage.getItem(`nim-with-a-twist${pathname.slice(0, -1)}:reading`);
    if (reading) dataset.reading = "opening";
  }
  if (dataset.theme === "auto") {
    dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  if (location.protocol !== "file:") {
    for (const link of document.querySelectorAll('link[as="font"]')) link.rel = "preload";
  }
}
