// Answer the question of a match by keyboard: 1 to 9 press an option or mark it, Enter gives a marked answer, Ctrl+Z takes the last one back.
const form = document.getElementById("ask");

document.addEventListener("keydown", (event) => {
  const button = document.querySelector("[data-back]");
  if (button && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "z" && !event.target.matches("input:not([type=checkbox]), textarea")) {
    event.preventDefault();
    button.click();
    return;
  }
  if (!form || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing || event.repeat) return;
  if (event.target.matches("input:not([type=checkbox]), select, textarea") || document.querySelector("dialog[open], details.menu[open]")) return;
  const options = [...form.querySelectorAll("[data-option]")];
  if (event.key >= "1" && event.key <= "9") {
    const option = options[Number(event.key) - 1];
    if (!option) return;
    event.preventDefault();
    option.click();
    if (option.type === "checkbox") option.focus();
  } else if (event.key === "Enter" && event.target.type === "checkbox") {
    event.preventDefault();
    form.querySelector("button[name=none]").click();
  }
});

form?.querySelector("button[data-option], input[data-option]")?.focus({ preventScroll: true });

// A table that waits for another person asks every two seconds whether the match went on, one that waits for a worker more often; never in a hidden tab.
const WAIT_MS = 2000;
const SLOWEST_MS = 20000;
const table = document.querySelector("[data-wait]");
if (table) {
  let pause = Number(table.dataset.pace) || WAIT_MS;
  let timer = 0;
  const look = async () => {
    const response = await fetch(table.dataset.wait, { headers: { "If-None-Match": `"${table.dataset.mark}"` } });
    if (response.status === 200 || response.status === 404) location.reload();
    else if (response.status !== 304) pause = Math.min(pause * 2, SLOWEST_MS);
  };
  const next = (delay) => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(() => look().catch(() => { pause = SLOWEST_MS; }).finally(() => next(pause)), delay);
  };
  document.addEventListener("visibilitychange", () => next(0));
  next(pause);
}

// What a worker still computes, the chance to win and what a bot weighed, is fetched by itself, and the page stays as it is.
const FRAGMENT_MS = 1500;
const follow = (id, pause) => {
  const part = document.querySelector(`[data-fragment="${id}"]`);
  if (!part) return;
  setTimeout(async () => {
    if (document.hidden) { follow(id, pause); return; }
    const response = await fetch(part.dataset.fragmentUrl, { headers: { "X-Fragment": id } }).catch(() => null);
    const update = response?.ok ? new DOMParser().parseFromString(await response.text(), "text/html").getElementById(id) : null;
    if (update) part.replaceWith(update);
    follow(id, update ? pause : Math.min(pause * 2, SLOWEST_MS));
  }, pause);
};
document.querySelectorAll("[data-fragment]").forEach((part) => follow(part.dataset.fragment, FRAGMENT_MS));
