// Who owns the keyboard: an input method, a text field, or the page.

let composedAt = -Infinity;
let composing = false;
document.addEventListener("compositionstart", () => { composing = true; }, true);
document.addEventListener("compositionend", () => { composing = false; composedAt = performance.now(); }, true);

/** Resolves when no text is being composed: what is drawn again meanwhile would end the composition and lose its text. */
export const settled = () => (composing ? new Promise((done) => document.addEventListener("compositionend", () => setTimeout(done), { once: true })).then(settled) : Promise.resolve());

/** True while text is being composed, and 30 ms after: Enter then confirms a candidate and nothing else. */
export const isComposing = (event) => event.isComposing || event.keyCode === 229 || performance.now() - composedAt < 30;

const isTyping = (target) => target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

/** True while a person is in a field for text that does not wait for an answer: the answer must leave the focus there. `requestValue` returns what was sent from a field that waits. */
export const isTypingOn = (requestValue) => isTyping(document.activeElement) && document.activeElement.value !== requestValue(document.activeElement);

/** True when a single key, pressed alone, may act as a shortcut. */
export const isShortcut = (event) => document.body.dataset.keys === "on" && !isComposing(event)
  && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
