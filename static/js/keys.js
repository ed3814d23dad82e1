// Who owns the keyboard: an input method, a text field, or the page.

let composedAt = -Infinity;
document.addEventListener("compositionend", () => { composedAt = performance.now(); });

/** True while text is being composed, and 30 ms after: Enter then confirms a candidate and nothing else. */
export const isComposing = (event) => event.isComposing || event.keyCode === 229 || performance.now() - composedAt < 30;

const isTyping = (target) => target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

/** True when a single key, pressed alone, may act as a shortcut. */
export const isShortcut = (event) => document.body.dataset.keys === "on" && !isComposing(event)
  && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
