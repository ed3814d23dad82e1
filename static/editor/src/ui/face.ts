import { nodeAt } from "../model/positions";
import { element } from "../page";
import type { Parts } from "../parts";

/** Replace the drawn card by what the server drew; it sanitised the markup. */
export function showFace(html: string): void {
  const face = document.getElementById("card-face");
  if (!face || face.innerHTML === html) return;
  face.innerHTML = html;
  face.dispatchEvent(new CustomEvent("card-editor:face", { bubbles: true }));
}

/** Call the page what its card is called now; a text that cannot be read has no name, and the last one stays. */
function showName(face: HTMLElement, { page }: Parts): void {
  const names = [...face.querySelectorAll<HTMLElement>(`[data-view="${page.language}"] .card__name > [lang]`)];
  const heading = document.querySelector("h1[aria-current]");
  if (!heading || names.length === 0) return;
  const titles = names.map(({ lang, textContent }, n) => element("span", n > 0 ? { class: "zh-sub", lang } : { lang }, textContent));
  if (heading.textContent !== names.map(({ textContent }) => textContent).join("")) heading.replaceChildren(...titles);
}

/** A press on a number of the face selects its value in form and text; numbers with a problem are marked and say it. */
export function connectFace(parts: Parts): void {
  const face = document.getElementById("card-face");
  if (!face) return;
  const mark = (): void => markNumbers(face, parts);
  face.addEventListener("card-editor:face", mark);
  face.addEventListener("card-editor:face", () => showName(face, parts));
  parts.problems.changed.subscribe(mark);
  face.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-pointer]") : null;
    if (pressed) showValue(parts, pressed.dataset.pointer ?? "");
  });
  mark();
}

function markNumbers(face: HTMLElement, { problems, page }: Parts): void {
  for (const number of face.querySelectorAll<HTMLElement>("[data-pointer]")) {
    const pointer = number.dataset.pointer ?? "";
    const firstMatch = problems.list.find(({ problem: { path } }) => path === pointer || path.startsWith(`${pointer}/`));
    number.dataset.label ??= number.title;
    number.classList.toggle("is-wrong", firstMatch?.problem.severity === "error");
    number.title = firstMatch ? firstMatch.problem.message[page.language] : number.dataset.label;
  }
}

/** Select a value in the form, or in the text where only that is on the page. */
function showValue({ document: card, modes, page, selection, view }: Parts, pointer: string): void {
  if (!card.tree) return;
  showTabOf(page.root);
  const { offset } = nodeAt(card.tree, pointer).node;
  if (modes.mode === "json" || !card.parses) return view.reveal(offset);
  selection.select(pointer, "face");
}

/** Bring an element's tab to the front, if it lies in one that is hidden. */
export function showTabOf(target: HTMLElement): void {
  const panel = target.closest<HTMLElement>('[role="tabpanel"]');
  if (!panel?.hidden) return;
  document.querySelector<HTMLElement>(`[role="tab"][aria-controls="${CSS.escape(panel.id)}"]`)?.click();
}
