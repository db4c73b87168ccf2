// Strips frames, redirects, scripts and other active content from HTML. In the bundle, this module
// also replaces the package `sanitize-html`, which Jupyter's widgets import.

import DOMPurify from "dompurify";

// Outputs may start with a stylesheet and may contain `data:` links to tables.
const OPTIONS = { FORCE_BODY: true, ADD_DATA_URI_TAGS: ["a"] };

export default function sanitize(html: unknown): string {
  return DOMPurify.sanitize(String(html), OPTIONS);
}
