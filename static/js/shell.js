// What every page does: theme, toasts, dialogs, tabs, search and keyboard map. Each works without this script too, or is absent.
import { isComposing, isShortcut } from "./keys.js";
import "./help.js";
import "./local_time.js";
import "./tabs.js";
import "./menu.js";
import "./go_to.js";
import "./file_field.js";

const root = document.documentElement;
const TOAST_MS = 6000;

const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);

const switchTheme = (button) => {
  const theme = isDark() ? "light" : "dark";
  root.dataset.theme = theme;
  const body = new FormData(button.form);
  body.set("theme", theme);
  fetch(button.form.action, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null); // shown all the same
};

const togglePassword = (button) => {
  const field = document.getElementById(button.getAttribute("aria-controls"));
  const shown = field.type === "password";
  field.type = shown ? "text" : "password";
  button.setAttribute("aria-pressed", String(shown));
};

const actions = {
  theme: switchTheme,
  dismiss: (button) => button.closest(".toast").remove(),
  password: togglePassword,
  print: () => window.print(),
  dialog: (button) => document.getElementById(button.getAttribute("aria-controls")).showModal(),
  "dialog-close": (button) => button.closest("dialog").close(),
  copy: (button) => navigator.clipboard.writeText(button.value).then(() => say(button.dataset.done)),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (!button || button.getAttribute("aria-disabled") === "true" || !(button.dataset.do in actions)) return;
  event.preventDefault();
  actions[button.dataset.do](button);
});

// A button that is aria-disabled says why in its title and stays focusable; pressing it does nothing.
document.addEventListener("click", (event) => {
  if (event.target.closest('[aria-disabled="true"]')) { event.preventDefault(); event.stopImmediatePropagation(); }
}, true);

/** Show one sentence for six seconds; it stays while it is hovered or focused. */
export const say = (text) => {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = text;
  document.getElementById("toasts").append(toast);
  retire(toast);
};

const retire = (toast) => setTimeout(() => {
  if (toast.matches(":hover, :focus-within")) retire(toast);
  else toast.remove();
}, TOAST_MS);
document.querySelectorAll("#toasts > .toast").forEach(retire);

// Enter that confirms a candidate of an input method must not submit the form.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && isComposing(event) && event.target.matches("input")) event.preventDefault();
}, true);

// A page without a search of its own leads to that of its pack.
const TO_SEARCH = "#search";
const search = () => {
  const field = document.querySelector("[data-search]");
  const home = document.querySelector("[data-search-home]")?.dataset.searchHome;
  if (field) field.focus();
  else if (home) location.assign(home + TO_SEARCH);
};
if (location.hash === TO_SEARCH) search();

document.addEventListener("keydown", (event) => {
  if (!isShortcut(event)) return;
  if (event.key === "/") { event.preventDefault(); search(); }
  if (event.key === "?") { event.preventDefault(); document.getElementById("keys").showModal(); }
});

// A filter in a form with data-submit applies as soon as it is chosen.
document.addEventListener("change", (event) => {
  if (event.target.matches("select") && event.target.form?.hasAttribute("data-submit")) event.target.form.requestSubmit();
});

// The summary of a form's errors takes the focus, once.
document.querySelector("[data-error-summary]")?.focus();
