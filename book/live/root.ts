// Where the book stands, and the name under which it keeps things on a device.

export const TITLE = "nim-with-a-twist";

export function root(): URL {
  const { content_root = "./" } = document.documentElement.dataset;
  return new URL(content_root, location.href.split("#")[0]);
}

// All books at the addresses of one host share its storage, and earlier versions of this one may
// stand below it: so each is told apart by its place. The service worker makes the same name.
export function name(): string {
  return TITLE + root().pathname.slice(0, -1);
}
