import { element } from "../page";

const TOAST_MS = 6000;

/** Say one sentence for six seconds, with a button to take the step back; it waits while hovered or focused. */
export function toast(text: string, action?: { readonly words: string; run(): void }): void {
  const host = document.getElementById("toasts");
  if (!host) return;
  const made = element("div", { class: "toast" }, element("span", {}, text));
  if (action) {
    const button = element("button", { type: "button", class: "btn btn--s" }, action.words);
    button.addEventListener("click", () => {
      made.remove();
      action.run();
    });
    made.append(button);
  }
  for (const old of host.querySelectorAll(":scope > .toast")) old.remove();
  host.append(made);
  retire(made);
}

function retire(made: HTMLElement): void {
  window.setTimeout(() => {
    if (made.matches(":hover, :focus-within")) retire(made);
    else made.remove();
  }, TOAST_MS);
}
