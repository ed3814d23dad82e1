// F6 moves between panes; past the last pane it is left to the browser.
import { isComposing } from "./keys.js";

const panes = () => [...document.querySelectorAll("[data-pane]")].filter((pane) => pane.offsetParent !== null);
const entry = (pane) => pane.querySelector('[role="tab"][aria-selected="true"], .cm-content, textarea, button, a');

document.addEventListener("keydown", (event) => {
  if (event.key !== "F6" || isComposing(event)) return;
  const all = panes();
  const at = all.findIndex((pane) => pane.contains(document.activeElement));
  const to = at + (event.shiftKey ? -1 : 1);
  if (to < 0 || to >= all.length) return;
  event.preventDefault();
  entry(all[to])?.focus();
});
