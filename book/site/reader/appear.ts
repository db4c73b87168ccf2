// Calls `action` with each element of the document that matches the selector, and with each that is
// added later.
export function onAppearance<T extends Element>(
  selector: string,
  action: (found: T) => void,
): void {
  document.querySelectorAll<T>(selector).forEach(action);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches(selector)) action(node as T);
        node.querySelectorAll<T>(selector).forEach(action);
      }
    }
  }).observe(document, { subtree: true, childList: true });
}
