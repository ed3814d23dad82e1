// The side pane of the help: a link with data-help-pane opens its entry beside the page; Esc closes it and the focus goes back.
// Without this script, and with a key held down, such a link is a link.

const PANE = "help-pane";
const STEPS = "/help/first-card/";
const STEPS_KEY = "first-card"; // the steps that are open in this tab
let opener = null;
const visited = [];
let latest = 0; // an answer that something later has overtaken is not shown

const pane = () => document.getElementById(PANE);

const made = () => {
  const aside = document.createElement("aside");
  aside.id = PANE;
  aside.className = "helppane";
  aside.setAttribute("aria-labelledby", "help-pane-h");
  document.body.append(aside);
  return aside;
};

/** The steps of a first card follow through the pages of a pack until they are closed; folded, what is left is how far they are. */
const fold = (box, folds) => {
  box.classList.toggle("is-folded", folds);
  box.querySelector("[data-help-fold]").setAttribute("aria-expanded", String(!folds));
  label(box);
};

const label = (box) => {
  const title = box.querySelector("[data-help-title]");
  const state = box.classList.contains("is-folded") && box.querySelector("[data-follow] [role=status]");
  title.dataset.helpTitle ||= title.textContent;
  title.textContent = state ? state.textContent : title.dataset.helpTitle;
};

const show = async (url, folds = false) => {
  const turn = ++latest;
  const response = await fetch(url, { headers: { "HX-Request": "true" } });
  const text = await response.text();
  if (turn !== latest) return;
  if (!response.ok) { location.assign(url); return; }
  const aside = pane() ?? made();
  aside.innerHTML = text;
  aside.querySelectorAll("[data-follow] a.btn").forEach(hideHere);
  const steps = aside.querySelector("[data-follow]");
  fold(aside, folds && steps !== null);
  if (steps) sessionStorage.setItem(STEPS_KEY, steps.dataset.follow);
  visited.push(url);
  aside.querySelector("[data-help-back]").hidden = visited.length < 2;
  const heading = document.getElementById("help-pane-h");
  const anchor = new URL(url, location.href).hash.slice(1);
  if (!aside.classList.contains("is-folded")) heading.focus({ preventScroll: anchor !== "" });
  if (anchor) aside.querySelector(`[id="help-${CSS.escape(decodeURIComponent(anchor))}"]`)?.scrollIntoView();
};

/** A step that is done on this very page needs no link to it. */
const hideHere = (link) => { link.parentElement.hidden = link.pathname === location.pathname; };

/** Open an entry of the help beside the page; `from` gets the focus back when the pane is closed. */
export const openHelp = (url, from = document.activeElement, folds = false) => {
  if (!pane()) { opener = from; visited.length = 0; }
  const turn = latest + 1;
  return show(url, folds).catch(() => { if (turn === latest) location.assign(url); });
};

const close = () => {
  if (pane()?.querySelector("[data-follow]")) sessionStorage.removeItem(STEPS_KEY);
  pane()?.remove();
  latest += 1;
  visited.length = 0;
  (opener?.isConnected ? opener : document.getElementById("main"))?.focus();
  opener = null;
};

const back = () => {
  visited.pop();
  return openHelp(visited.pop());
};

const isPlain = (event) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The link that belongs in the pane: one that asks for it, or any that leads on from what the pane shows. */
const linkOf = (target) => {
  const link = target.closest("a[href]");
  if (!link || link.origin !== location.origin || !link.pathname.startsWith("/help/")) return null;
  const inside = link.closest(`#${PANE} article`);
  return link.hasAttribute("data-help-pane") || inside ? link : null;
};

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || !(event.target instanceof Element) || !isPlain(event)) return;
  const button = event.target.closest("[data-help-close], [data-help-back], [data-help-url], [data-help-fold]");
  if (button?.hasAttribute("data-help-close")) close();
  else if (button?.hasAttribute("data-help-fold")) fold(pane(), !pane().classList.contains("is-folded"));
  else if (button?.hasAttribute("data-help-back")) back();
  else if (button) { visited.pop(); openHelp(button.dataset.helpUrl); }
  const link = linkOf(event.target);
  if (link) { event.preventDefault(); openHelp(link.href, link.hidden ? document.activeElement : link); }
});

// An address that ends in #help=/help/… opens that entry beside the page, where there is room for both; the steps of a first card
// open on every page of a pack, folded where they would cover it.
const isWide = matchMedia("(min-width: 1101px)").matches;
const entry = new URLSearchParams(location.hash.slice(1)).get("help");
const address = entry ?? (location.pathname.startsWith("/packs/") ? sessionStorage.getItem(STEPS_KEY) : null);
if (address) {
  const { origin, pathname } = new URL(address, location.href);
  const folds = !isWide || !document.querySelector(".editor--form, #new-card");
  if (origin === location.origin && pathname.startsWith(isWide ? "/help/" : STEPS)) openHelp(pathname, document.activeElement, folds);
}

// Steps that the server checks, such as those of the first card, are asked about again while they are looked at.
const FOLLOW_MS = 3000;
const follow = async () => {
  const list = document.querySelector("[data-follow]");
  if (!list || document.hidden) return;
  const response = await fetch(list.dataset.follow, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!response?.ok) return;
  const now = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-follow]");
  if (!now || now.dataset.done === list.dataset.done) return;
  const steps = now.querySelectorAll("[data-step]");
  list.querySelectorAll("[data-step]").forEach((step, place) => {
    if (step.outerHTML !== steps[place].outerHTML) step.replaceWith(steps[place]);
  });
  if (pane()?.contains(list)) list.querySelectorAll("a.btn").forEach(hideHere);
  list.querySelector("[role=status]").textContent = now.querySelector("[role=status]").textContent;
  list.dataset.done = now.dataset.done;
  if (pane()?.contains(list)) label(pane());
};
setInterval(follow, FOLLOW_MS);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || !pane()) return;
  if (document.querySelector("dialog[open]")) return;
  event.preventDefault();
  close();
});
