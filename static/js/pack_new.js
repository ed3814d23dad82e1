// New pack: the slug follows the name until one writes it oneself; a taken one says so while one types.
const PAUSE_MS = 250;
const form = document.getElementById("new-pack");
const slug = form.elements.slug;
const hint = document.getElementById("slug-state");
let follows = slug.value === "";
let asked = 0;
let timer = 0;

const say = (answer) => {
  hint.hidden = !answer.taken;
  hint.textContent = answer.taken ? hint.dataset.taken.replace("{free}", answer.free) : "";
  if (answer.taken) slug.setAttribute("aria-invalid", "true");
  else slug.removeAttribute("aria-invalid");
};

const ask = async () => {
  const mine = ++asked;
  const name = form.elements.name_en.value || form.elements.name_zh.value;
  const response = await fetch(`${form.dataset.slugUrl}?${new URLSearchParams({ name, slug: slug.value })}`).catch(() => null);
  if (!response?.ok || mine !== asked) return;
  const answer = await response.json();
  if (follows) slug.value = name ? answer.slug : "";
  say(follows ? { taken: false } : answer);
};

form.addEventListener("input", (event) => {
  if (event.target === slug) follows = slug.value === "";
  else if (!["name_en", "name_zh"].includes(event.target.name) || !follows) return;
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE_MS);
});
