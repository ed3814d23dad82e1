// Ctrl K (⌘ K): go to any card, page or action by name. The list comes from the portal; the first line is chosen at once.
import { isComposing } from "./keys.js";

const PAUSE_MS = 80;
const dialog = document.getElementById("go-to");
const isMac = /mac|iphone|ipad/i.test(navigator.userAgentData?.platform ?? navigator.platform);

const option = (row, index) => {
  const item = document.createElement("li");
  item.id = `go-to-${index}`;
  item.setAttribute("role", "option");
  const link = document.createElement("a");
  link.href = row.url;
  link.tabIndex = -1;
  const icon = document.createElement("i");
  icon.className = `i ${row.icon}`;
  icon.setAttribute("aria-hidden", "true");
  const label = document.createElement("span");
  label.textContent = row.label;
  const note = document.createElement("small");
  note.textContent = row.note;
  link.append(icon, label, note);
  item.append(link);
  return item;
};

const start = () => {
  const field = dialog.querySelector("input");
  const list = dialog.querySelector("ul");
  const note = dialog.querySelector(".goto__note");
  let timer = 0;
  let request = null;
  let lastWords = null;

  const choose = (target) => {
    const rows = [...list.children];
    const index = rows.length ? (target + rows.length) % rows.length : -1;
    rows.forEach((row, place) => row.setAttribute("aria-selected", String(place === index)));
    field.setAttribute("aria-activedescendant", rows[index]?.id ?? "");
    rows[index]?.scrollIntoView({ block: "nearest" });
  };
  const selectedIndex = () => [...list.children].findIndex((row) => row.getAttribute("aria-selected") === "true");

  const ask = async () => {
    request?.abort();
    const mine = (request = new AbortController());
    const words = field.value;
    const params = new URLSearchParams({ q: words, pack: dialog.dataset.pack ?? "" });
    try {
      const answer = await fetch(`${dialog.dataset.goTo}?${params}`, { headers: { Accept: "application/json" }, signal: mine.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const { rows } = await answer.json();
      list.replaceChildren(...rows.map(option));
      note.textContent = rows.length ? "" : dialog.dataset.none;
      lastWords = words;
      choose(0);
    } catch (error) {
      if (error.name === "AbortError") return;
      list.replaceChildren();
      note.textContent = dialog.dataset.failed;
    }
  };
  const askSoon = () => { clearTimeout(timer); timer = setTimeout(ask, PAUSE_MS); };

  const go = async (isNewTab) => {
    if (field.value !== lastWords) { clearTimeout(timer); await ask(); }
    const url = list.children[selectedIndex()]?.querySelector("a").href;
    if (!url) return;
    dialog.close();
    if (isNewTab) window.open(url, "_blank", "noopener");
    else location.assign(url);
  };

  field.addEventListener("input", askSoon);
  field.addEventListener("keydown", (event) => {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { event.preventDefault(); choose(selectedIndex() + step); }
    if (event.key === "Escape") { event.preventDefault(); dialog.close(); } // a search field would only empty itself
    if (event.key === "Enter") { event.preventDefault(); void go(event.ctrlKey || event.metaKey); }
  });
  list.addEventListener("pointermove", (event) => {
    const row = event.target.closest("li");
    if (row) choose([...list.children].indexOf(row));
  });

  const open = () => {
    if (document.querySelector("dialog[open]")) return;
    field.value = "";
    lastWords = null;
    list.replaceChildren();
    note.textContent = "";
    dialog.showModal();
    field.focus();
    void ask();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || event.shiftKey || event.altKey || isComposing(event)) return;
    if (isMac ? !event.metaKey || event.ctrlKey : !event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open();
  }, true);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-open-go-to]")) open();
    else if (event.target === dialog) dialog.close();
  });
};

if (dialog) start();
