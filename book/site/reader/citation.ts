import { copy } from "../runtime/clipboard";
import { element } from "../runtime/element";

// Returns a collapsed citation with a button that copies it. Browsers offer no clipboard on pages that
// are not served securely; readers then select the text.
export function citation(label: string, text: string): HTMLElement {
  const details = element(
    "details",
    { className: "nt-cite" },
    element("summary", { textContent: label }),
    element("pre", { textContent: text }),
  );
  if (navigator.clipboard) {
    const button = element("button", { type: "button", textContent: "Copy" });
    button.onclick = async () => {
      if (await copy(text)) button.textContent = "Copied";
    };
    details.append(button);
  }
  return details;
}
