import { pointerAt } from "../model/positions";
import { type Beat, type Person, Presence } from "../model/presence";
import { browserTimers } from "../model/signal";
import { element } from "../page";
import type { Parts } from "../parts";

/** Show in the top bar who else is on the card, and tell them where this editor is. */
export function watchPresence({ page, document, view, strings }: Parts): void {
  const host = window.document.getElementById("presence");
  if (!host?.dataset.url) return;
  const presence = new Presence(beatTo(host.dataset.url, page.csrf), browserTimers);
  const seen = (): void => presence.show(window.document.visibilityState === "visible");
  presence.others.subscribe((people) => host.replaceChildren(...people.map((each) => avatar(each, strings.hereAt))));
  view.moved.subscribe((offset) => presence.move(pointerAt(document.tree, offset, document.text)));
  window.document.addEventListener("visibilitychange", seen);
  window.addEventListener("pagehide", () => presence.show(false));
  window.addEventListener("pageshow", seen);
  seen();
}

function avatar({ name, initials, tint, pointer }: Person, at: (name: string, place: string) => string): HTMLElement {
  const words = pointer ? at(name, pointer) : name;
  return element(
    "span",
    { class: "presence__person", title: words },
    element("span", { class: `avatar avatar--${tint}`, "aria-hidden": "true" }, initials),
    element("span", { class: "presence__name" }, name),
    element("code", { class: "presence__place", lang: "" }, pointer),
  );
}

function beatTo(url: string, csrf: string): Beat {
  return async (body) => {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": csrf, Accept: "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body), keepalive: body.leaving === true };
    const response = await fetch(url, init).catch(() => null);
    if (!response?.ok) return null;
    const answer = (await response.json().catch(() => null)) as { people?: readonly Person[] } | null;
    return answer?.people ?? null;
  };
}
