// The sheets of the print page: what does not fit its place on a face is set smaller in steps, and what never fits is named above.
const SMALLEST = 4; // steps, each a class in print.css

const isCut = (place) => place.scrollHeight > place.clientHeight + 1 || place.scrollWidth > place.clientWidth + 1;

/** Set the parts of a face smaller until none is cut, down to the smallest step; say whether they fit. */
const fits = (scaled, places, name) => {
  for (let step = 1; step <= SMALLEST && places.some(isCut); step += 1) {
    scaled.classList.remove(`${name}--fit${step - 1}`);
    scaled.classList.add(`${name}--fit${step}`);
  }
  return !places.some(isCut);
};

const isWhole = (card) => {
  const [name, type, foot, text] = ["name", "type", "foot", "text"].map((part) => card.querySelector(`.card__${part}`));
  const all = (place, what) => [...place.querySelectorAll(what)];
  const rest = [
    fits(name, all(name, ":scope > span"), "card__name"),
    fits(type, all(type, ":scope > span:first-child"), "card__type"),
    fits(foot, all(foot, ".push > span"), "card__foot"),
  ];
  if (isCut(text)) text.classList.add("card__text--long");
  return fits(text, [text], "card__text") && rest.every(Boolean);
};

const tell = (cut) => {
  const warning = document.getElementById("print-cut");
  const named = new Map(cut.map((card) => card.querySelector(".card__name > span")).map((name) => [name.textContent, name]));
  const parts = [...named.values()].map((name) => Object.assign(document.createElement("bdi"), { textContent: name.textContent, lang: name.lang }));
  const list = warning.querySelector("[data-names]");
  list.append(...parts.flatMap((part, at) => (at ? [list.dataset.between, part] : [part])));
  warning.hidden = false;
};

document.body.getBoundingClientRect(); // a layout asks for the fonts of the faces; before one, all that was asked for counts as there
await document.fonts.ready;
const cut = [...document.querySelectorAll(".sheet .card:not(.card--unread)")].filter((card) => !isWhole(card));
if (cut.length) tell(cut);
document.documentElement.dataset.printReady = "";
