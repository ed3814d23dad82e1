// Scenarios beside the editor run again after the card was saved, a moment after the last change, never within the save itself.
import { say } from "./shell.js";

const WAIT_MS = 1500;
let timer = 0;

const run = async () => {
  const list = document.getElementById("scenarios");
  if (!list || !("canRun" in list.dataset) || !list.querySelector("li") || list.contains(document.activeElement)) return;
  const token = document.querySelector("meta[name=csrf-token]").content;
  const headers = { "X-Fragment": "scenarios", "X-CSRFToken": token, "Content-Type": "application/x-www-form-urlencoded" };
  const response = await fetch(list.dataset.runUrl, { method: "POST", body: "do=run", headers });
  if (!response.ok) throw new Error(String(response.status));
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("scenarios");
  if (fresh) document.getElementById("scenarios").replaceWith(fresh);
};

const later = () => {
  clearTimeout(timer);
  timer = setTimeout(() => run().catch(() => say(document.getElementById("scenarios").dataset.failed)), WAIT_MS);
};

document.getElementById("card-face")?.addEventListener("card-editor:face", later);
document.getElementById("tab-scenarios")?.addEventListener("click", later);
