// Menus made of <details data-menu>: one open at a time; Escape and a click elsewhere close them, arrows move inside.
const items = (menu) => [...menu.querySelectorAll(".menu__list :is(a, button)")];
const open = () => document.querySelector("[data-menu][open]");

const close = (menu) => {
  menu.open = false;
  menu.querySelector("summary").focus();
};

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("[data-menu][open]")) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  const menu = open();
  if (!menu || !menu.contains(event.target)) return;
  if (event.key === "Escape") return close(menu);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = items(menu);
  all.at((all.indexOf(document.activeElement) + step + (all.includes(document.activeElement) || step > 0 ? 0 : 1)) % all.length).focus();
});

// The list lies over everything else, also over a table that scrolls: below its button, or above where there is no room.
const place = (menu) => {
  const list = menu.querySelector(".menu__list");
  const button = menu.querySelector("summary").getBoundingClientRect();
  const { height, width } = list.getBoundingClientRect();
  const above = button.bottom + height > innerHeight && button.top > height;
  list.style.position = "fixed";
  list.style.inset = "auto";
  list.style.top = `${above ? button.top - height : button.bottom}px`;
  list.style.left = `${Math.max(4, button.right - width)}px`;
};

document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("[data-menu]") && event.target.open) place(event.target);
}, true);
document.addEventListener("scroll", () => {
  const menu = open();
  if (menu) place(menu);
}, true);
