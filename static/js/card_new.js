// New card: show only the part that belongs to the choice, and search the cards to copy while one types.
import { isComposing } from "./keys.js";

const PAUSE_MS = 250;
const form = document.getElementById("new-card");
const query = document.getElementById("copy-query");
const source = document.getElementById("copy-source");
const found = () => document.getElementById("copy-found");

const show = () => {
  const chosen = form.querySelector('input[name="template"]:checked')?.value;
  for (const part of form.querySelectorAll("[data-start]")) part.hidden = part.dataset.start !== chosen;
};

let asked = 0;
const search = async () => {
  const mine = ++asked;
  const address = new URL(location.pathname, location.origin);
  address.searchParams.set("q", query.value);
  address.searchParams.set("copy_of", form.querySelector('input[name="copy_of"]:checked')?.value ?? "");
  if (source) address.searchParams.set("source", source.value);
  const response = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!response?.ok || mine !== asked) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("copy-found");
  if (fresh) found().replaceWith(fresh);
};

let timer = 0;
const soon = () => {
  clearTimeout(timer);
  timer = setTimeout(search, PAUSE_MS);
};

form.addEventListener("change", (event) => {
  if (event.target.name === "template") show();
  if (event.target === source) search();
  if (event.target.name === "file" && event.target.files.length > 0) form.elements.text.value = "";
});
query.addEventListener("input", (event) => { if (!event.isComposing) soon(); });
query.addEventListener("compositionend", soon);
query.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || isComposing(event)) return;
  event.preventDefault();
  search();
});
show();
