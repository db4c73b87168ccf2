// Removes from HTML whatever can do more than be looked at: frames, redirects, scripts. The bundle
// uses this in place of `sanitize-html`, too, which Jupyter's widgets import.

import DOMPurify from "dompurify";

// Outputs may begin with a stylesheet, and link to tables as `data:`.
const OPTIONS = { FORCE_BODY: true, ADD_DATA_URI_TAGS: ["a"] };

export default function sanitize(html: unknown): string {
  return DOMPurify.sanitize(String(html), OPTIONS);
}
