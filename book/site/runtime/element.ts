// Creates an element with the given properties and children. Strings become text nodes; they are
// never parsed as HTML.
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...contents: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...contents);
  return created;
}

export function button(
  textContent: string,
  onclick: (() => unknown) | null = null,
): HTMLButtonElement {
  return element("button", { type: "button", className: "live-button", textContent, onclick });
}
