// Determines the book's root URL and the name under which the book stores data in the browser.

export const TITLE = "nim-with-a-twist";

export function root(): URL {
  const { content_root = "./" } = document.documentElement.dataset;
  return new URL(content_root, location.href.split("#")[0]);
}

// Returns the name under which the book stores its data. All books on one host share the browser's
// storage, and earlier versions of this book may be in subfolders, so the name includes the path.
// The service worker computes the same name.
export function storageName(): string {
  return TITLE + root().pathname.slice(0, -1);
}
