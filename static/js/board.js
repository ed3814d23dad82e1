// The table of a match: select a card on the grid to see where it can go and strike, look at what an answer would change, pay by hand.
// Everything here is also in the page as text: the list of answers needs no script.
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const each = (selector, act, root = document) => root.querySelectorAll(selector).forEach(act);
const words = (text) => (text ?? "").split(" ").filter(Boolean);
const gridOf = () => document.querySelector(".bgrid");
const cellOf = (name) => gridOf()?.querySelector(`[data-cell="${CSS.escape(name)}"]`);
const ways = (cell) => new Map(words(cell?.dataset.ways).map((way) => [way.split(":")[0], way.split(":")[1].split(".")]));

/** Show the numbers and the text of a unit beside the board; without one, nothing. */
const show = (id) => {
  const pane = document.querySelector("[data-looked]");
  if (!pane) return;
  const unit = id && document.querySelector(`.unit[data-id="${id}"]`);
  pane.hidden = !unit;
  const list = document.createElement("ul");
  if (unit) list.append(unit.cloneNode(true));
  pane.replaceChildren(list);
  each(".says", (text) => { text.open = true; }, pane);
};

/** Mark where a card can go and what it can strike; without a card, nothing. */
const select = (cell) => {
  each(".is-way, .is-reach, .is-selected, .is-step", (marked) => marked.classList.remove("is-way", "is-reach", "is-selected", "is-step"));
  show(cell?.dataset.id);
  if (!cell?.dataset.id) return;
  cell.classList.add("is-selected");
  each(`.unit[data-id="${cell.dataset.id}"]`, (unit) => unit.classList.add("is-selected"));
  for (const goal of ways(cell).keys()) cellOf(goal)?.classList.add("is-way");
  for (const name of words(cell.dataset.reach)) cellOf(name)?.classList.add("is-reach");
};

/** Show the way of the selected card to a cell. */
const lead = (goal) => {
  each(".is-step", (step) => step.classList.remove("is-step"));
  for (const name of ways(document.querySelector(".bcell.is-selected")).get(goal) ?? []) cellOf(name)?.classList.add("is-step");
};

const focusCell = (cell) => {
  each('.bcell[tabindex="0"]', (other) => { other.tabIndex = -1; });
  cell.tabIndex = 0;
  cell.focus();
};

const start = () => {
  const grid = gridOf();
  if (!grid || grid.dataset.ready) return;
  grid.dataset.ready = "1";
  select(grid.querySelector(`[data-id="${grid.dataset.selected}"]`));
};

/** Show on the cards what an answer would make of them; the numbers that stood there come back afterwards. */
const foresee = (option) => {
  each("[data-pd]", (mark) => { mark.textContent = mark.dataset.kept ??= mark.textContent; });
  if (!option) return;
  each("[data-pd]", (mark) => { mark.textContent = ""; });
  for (const change of words(option.dataset.changes)) {
    const [id, before, after] = change.split(":");
    each(`[data-id="${id}"] [data-pd]`, (mark) => { mark.textContent = `${before}→${after}`; });
  }
};

const look = (event) => {
  const option = event.target.closest?.("[data-changes]");
  foresee(event.type === "pointerout" || event.type === "focusout" ? null : option);
  const about = event.target.closest?.("[data-about]")?.dataset.about;
  if (about && event.type !== "pointerout" && event.type !== "focusout") {
    const cell = gridOf()?.querySelector(`[data-id="${about}"]`);
    if (cell) select(cell);
  }
  const goal = event.target.closest?.(".bcell")?.dataset.cell;
  if (goal && event.type !== "pointerout" && event.type !== "focusout") lead(goal);
};
for (const type of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(type, look);

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.(".bcell");
  if (!cell || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const [right, down] = MOVES[event.key] ?? [];
  if (right !== undefined) {
    const row = cell.parentElement.rowIndex + down;
    const next = gridOf().rows[row]?.cells[cell.cellIndex + right];
    if (next?.matches(".bcell")) focusCell(next);
  } else if (event.key === "Enter" || event.key === " ") {
    const go = cell.querySelector(".bcell__go");
    if (go) go.click();
    else select(cell);
  } else if (event.key === "Escape") select(null);
  else return;
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener("click", (event) => {
  const picked = event.target.closest?.("[data-pick]");
  const cell = picked ? cellOf(picked.dataset.pick) : event.target.closest?.(".bcell");
  if (!cell || event.target.closest(".bcell__go")) return;
  select(cell);
  if (!picked) focusCell(cell);
});

/** The answer that takes exactly the chosen things, if there is one. */
const answerOf = (signs) => [...document.querySelectorAll("#ask [data-signs]")].find((option) => option.dataset.signs === signs);
const payment = document.querySelector("[data-payment]");
if (payment) {
  payment.hidden = false;
  const dice = [...payment.querySelectorAll("[data-sign]")];
  const pay = payment.querySelector("[data-pay]");
  const chosen = () => dice.filter((die) => die.getAttribute("aria-pressed") === "true").map((die) => Number(die.dataset.sign)).sort((one, other) => one - other).join(" ");
  const wanted = words(answerOf(document.querySelector("#ask [data-signs]").dataset.signs).dataset.signs).length;
  const update = () => {
    payment.querySelector("[data-paid]").textContent = `${words(chosen()).length}/${wanted}`;
    pay.setAttribute("aria-disabled", String(!answerOf(chosen())));
  };
  for (const die of dice) die.addEventListener("click", () => {
    die.setAttribute("aria-pressed", String(die.getAttribute("aria-pressed") !== "true"));
    update();
  });
  pay.addEventListener("click", () => answerOf(chosen())?.click());
  update();
}

start();
const replay = document.getElementById("replay");
if (replay) new MutationObserver(start).observe(replay, { childList: true });
