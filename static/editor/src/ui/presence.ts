import { pointerOf } from "../form/context";
import { pointerAt } from "../model/positions";
import { type Beat, type Person, Presence } from "../model/presence";
import { browserTimers } from "../model/signal";
import { element } from "../page";
import type { Strings } from "../i18n";
import type { Parts } from "../parts";

/** Show in the top bar who else is on the card, and tell them where this editor is. */
export function watchPresence({ page, document, view, strings, wayTo }: Parts): void {
  const host = window.document.getElementById("presence");
  if (!host?.dataset.url) return;
  const presence = new Presence(beatTo(host.dataset.url, page.csrf), browserTimers);
  const seen = (): void => presence.show(window.document.visibilityState === "visible");
  presence.others.subscribe((people) => host.replaceChildren(...people.map((item) => avatar(item, strings, wayTo))));
  const moved = (): void => presence.move(fieldInFocus() ?? pointerAt(document.tree, view.cursor, document.text));
  view.moved.subscribe(moved);
  window.document.getElementById("card-form")?.addEventListener("focusin", moved);
  window.document.addEventListener("visibilitychange", seen);
  window.addEventListener("pagehide", () => presence.show(false));
  window.addEventListener("pageshow", seen);
  seen();
}

/** The pointer of the form's field that is being edited; in the text, the cursor is at the block around it. */
function fieldInFocus(): string | null {
  const focused = window.document.activeElement;
  return focused?.closest("#card-form [data-base]") ? pointerOf(focused) : null;
}

/** The last step of a way, for which the bar has room. */
function placeName(way: string): string {
  return way.split(" › ").at(-1) ?? way;
}

function avatar({ name, initials, tint, pointer }: Person, strings: Strings, wayTo: (pointer: string) => string): HTMLElement {
  const words = pointer ? strings.hereAt({ name, place: pointer }) : name;
  return element(
    "span",
    { class: "presence__person", title: words },
    element("span", { class: `avatar avatar--${tint}`, "aria-hidden": "true" }, initials),
    element("span", { class: "presence__name" }, name),
    element("span", { class: "presence__place" }, placeName(pointer && wayTo(pointer))),
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
