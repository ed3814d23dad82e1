// Steps through a match without loading the whole page: links with data-step, the range, and the arrow keys.
// One request at a time: keys that come meanwhile move the goal, and only the last goal is fetched.
const root = document.getElementById("replay");
let goal = null; // what is to be fetched next
let wanted = location.href; // the last goal, also while it is being fetched
let busy = false;

const stepOf = (url) => Number(new URL(url, location.href).searchParams.get("step") ?? 0);

const draw = (fresh, url) => {
  const focused = document.activeElement?.getAttribute("rel") ?? (document.activeElement?.id === "step" ? "range" : "");
  const open = [...root.querySelectorAll("details.zone")].map((each) => each.open);
  const note = document.getElementById("note-text")?.value ?? "";
  root.replaceChildren(...fresh.childNodes);
  const zones = [...root.querySelectorAll("details.zone")];
  if (zones.length === open.length) zones.forEach((each, n) => { each.open = open[n]; });
  const field = document.getElementById("note-text");
  if (field) field.value = note;
  history.replaceState(null, "", url);
  if (focused) root.querySelector(focused === "range" ? "#step" : `[rel=${focused}]`)?.focus();
  const current = root.querySelector(".is-current");
  const list = current?.parentElement;
  if (list) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 3;
};

const fetchGoal = async () => {
  busy = true;
  while (goal !== null) {
    const url = goal;
    goal = null;
    const response = await fetch(url, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("replay");
    if (!response.ok || !fresh) { location.assign(url); return; }
    draw(fresh, url);
  }
  busy = false;
};

const go = (url) => {
  goal = wanted = new URL(url, location.href).href;
  if (!busy) fetchGoal().catch(() => location.assign(goal ?? url));
};

root?.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.href);
});

root?.addEventListener("input", (event) => {
  if (event.target.id === "step") go(`?${new URLSearchParams(new FormData(event.target.form))}`);
});

/** Where an arrow leads from the last goal: steps that are still being fetched count. */
const beside = (by) => {
  const url = new URL(wanted);
  const last = Number(root.querySelector("#step").max);
  url.searchParams.set("step", String(Math.min(last, Math.max(0, stepOf(url.href) + by))));
  return url.href;
};

document.addEventListener("keydown", (event) => {
  if (!root || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
  if (event.target.matches("input, select, textarea") || document.querySelector("dialog[open], details.menu[open]")) return;
  const target = {
    ArrowLeft: () => beside(-1),
    ArrowRight: () => beside(1),
    Home: () => root.querySelector("[rel=first]").href,
    End: () => root.querySelector("[rel=last]").href,
  }[event.key];
  if (!target) return;
  event.preventDefault();
  go(target());
});
