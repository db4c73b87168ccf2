// The address of the book, and the name under which it stores data in the browser.

export const TITLE = "nim-with-a-twist";

export function root(): URL {
  const { content_root = "./" } = document.documentElement.dataset;
  return new URL(content_root, location.href.split("#")[0]);
}

// All books on one host share its storage, and earlier versions of this book may lie in folders
// below it, so the name includes the path. The service worker derives the same name.
export function storageName(): string {
  return TITLE + root().pathname.slice(0, -1);
}
