// Cards that are selected for a change of many: the bar counts them; without this script each box still belongs to the form.
const bar = document.getElementById("selection");
const boxes = () => [...document.querySelectorAll('input[name="cards"][form="selection"]')];

const show = () => {
  const chosen = boxes().filter((box) => box.checked);
  const words = bar.querySelector("[data-selected]");
  words.textContent = `${chosen.length} ${chosen.length === 1 ? words.dataset.one : words.dataset.some}`;
  bar.hidden = chosen.length === 0;
  for (const box of boxes()) box.closest("tr, .tile, .tr").classList.toggle("is-picked", box.checked);
};

if (bar) {
  document.addEventListener("change", (event) => { if (event.target.matches('input[name="cards"]')) show(); });
  bar.addEventListener("reset", () => setTimeout(show));
  const all = bar.querySelector("[data-select-all]");
  if (all) {
    all.hidden = false;
    all.addEventListener("click", () => { for (const box of boxes()) box.checked = true; show(); });
  }
  show();
}
