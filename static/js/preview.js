// Watch a preview run: ask 400 ms after opening, then as often as the server says, never in a hidden tab.
const FIRST_MS = 400;
const SLOWEST_MS = 5000;

const report = document.getElementById("report");
const status = document.getElementById("report-status");
let etag = "";
let timer = 0;
let wait = Number(report.dataset.poll) || 1000;

const show = (answer) => {
  const open = [...report.querySelectorAll("details[open]")].length > 0;
  const focus = report.contains(document.activeElement) && document.activeElement.matches("button");
  report.innerHTML = answer.html;
  if (open) report.querySelector("details")?.setAttribute("open", "");
  if (focus) report.querySelector("button")?.focus();
  status.textContent = answer.status;
  report.dataset.final = String(answer.final);
  for (const chip of document.querySelectorAll("[data-when-state]")) chip.hidden = chip.dataset.whenState !== answer.state;
  wait = answer.poll_after_ms;
};

const ask = async () => {
  const response = await fetch(report.dataset.progress, { headers: etag ? { "If-None-Match": etag } : {} });
  if (response.ok) {
    etag = response.headers.get("ETag") ?? "";
    show(await response.json());
  } else if (response.status !== 304) {
    wait = Math.min(wait * 2, SLOWEST_MS);
  }
};

const next = (delay) => {
  clearTimeout(timer);
  if (report.dataset.final === "true" || document.hidden) return;
  timer = setTimeout(() => ask().catch(() => { wait = SLOWEST_MS; }).finally(() => next(wait)), delay);
};

document.addEventListener("visibilitychange", () => next(0));
next(FIRST_MS);
