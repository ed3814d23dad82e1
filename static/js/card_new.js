// New card: offer an id for the name, and search the cards to copy while one types.
import { isComposing } from "./keys.js";

const PAUSE_MS = 250;
const form = document.getElementById("new-card");
const query = document.getElementById("copy-query");
const source = document.getElementById("copy-source");
const found = () => document.getElementById("copy-found");

const id = form.elements.card_id;
const state = document.getElementById("id-state");
let follows = id.value === "";
let offerCount = 0;
const offer = async () => {
  const current = ++offerCount;
  const choice = form.querySelector('input[name="template"]:checked')?.value ?? "";
  if (choice === "text" && !id.value) { state.textContent = state.dataset.text; return; }
  const params = new URLSearchParams({ name: form.elements.name.value, template: choice, kind: form.elements.kind?.value ?? "", id: follows ? "" : id.value });
  const response = await fetch(`${form.dataset.idUrl}?${params}`, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!response?.ok || current !== offerCount) return;
  const answer = await response.json();
  if (follows && choice !== "text" && choice !== "copy") id.value = form.elements.name.value.trim() ? answer.id : "";
  state.textContent = answer.taken ? state.dataset.taken : state.dataset.follows;
  if (answer.taken) id.setAttribute("aria-invalid", "true");
  else id.removeAttribute("aria-invalid");
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

let offerTimer = 0;
const offerSoon = () => {
  clearTimeout(offerTimer);
  offerTimer = setTimeout(offer, PAUSE_MS);
};
if (follows && form.elements.name.value.trim()) offer();
form.addEventListener("input", (event) => {
  if (event.target === id) follows = id.value === "";
  if (event.target === id || event.target.name === "name") offerSoon();
});
form.addEventListener("change", (event) => {
  if (["template", "kind"].includes(event.target.name) && follows) offerSoon();
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
