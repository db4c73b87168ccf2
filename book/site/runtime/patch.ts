// Changes of a page that reuse what is already there.

// Updates the attributes and contents of an element to match another one. Existing nodes are reused,
// because they may have the focus or be animated.
export function patch(target: Element, wanted: Element): void {
  for (const name of target.getAttributeNames()) {
    if (!wanted.hasAttribute(name)) target.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (target.getAttribute(name) !== value) target.setAttribute(name, value);
  }
  const [oldNodes, newNodes] = [[...target.childNodes], [...wanted.childNodes]];
  for (const [i, node] of newNodes.entries()) {
    const old = oldNodes[i];
    if (!old) target.append(node);
    else if (old.isEqualNode(node)) continue;
    else if (old instanceof Element && node instanceof Element && old.tagName === node.tagName) {
      patch(old, node);
    } else old.replaceWith(node);
  }
  for (const node of oldNodes.slice(newNodes.length)) node.remove();
}

// Draws a board, and then moves the focus if the focused button has disappeared or is disabled: to
// the last button beside it if it was on the board, the last one on the board, or the first button
// below the board. If a move has begun on the board, the focus goes to the button with the given
// selector instead.
export function keepFocus(root: HTMLElement, next: string | undefined, draw: () => void): void {
  const focused = document.activeElement;
  const had = focused instanceof HTMLButtonElement && root.contains(focused);
  draw();
  if (!had) return;
  if (next) {
    if (!focused.dataset["tool"]) root.querySelector<HTMLElement>(next)?.focus();
    return;
  }
  if (canFocus(focused)) return;
  const usable = (place: Element | null) =>
    [...(place?.querySelectorAll<HTMLElement>("button") ?? [])].filter(canFocus);
  const board = root.querySelector(".nt-game, .door-board");
  const beside = board?.contains(focused) ? usable(focused.parentElement).at(-1) : undefined;
  (beside ?? usable(board).at(-1) ?? usable(root)[0])?.focus({ preventScroll: true });
}

function canFocus(button: HTMLElement): boolean {
  const shown =
    button.getClientRects().length > 0 && getComputedStyle(button).visibility === "visible";
  return button.isConnected && !button.matches(":disabled") && shown;
}
