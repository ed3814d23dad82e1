import { FormView } from "./form_view";
import { Outline } from "./outline";
import type { Worth } from "../model/marks";
import type { Places } from "../model/places";
import { nodeAt } from "../model/positions";
import { element } from "../page";
import type { Parts } from "../parts";
import { ViewBar } from "../ui/views";

/** Put the form and the outline on the page, once the schema is there. */
export function mountForm(parts: Parts, places: Places): void {
  const host = document.getElementById("card-form");
  if (!host) return;
  const { selection, commands, modes } = parts;
  performance.mark("card-form:start");
  const form = new FormView(host, { ...parts, places }, selection, coverageOnPage(), unguardedOnPage(), worthsOnPage());
  const side = document.getElementById("card-outline");
  const outline = side && new Outline(side, parts, form, selection);
  commands.add("fold-all", { run: () => form.fold(true) });
  commands.add("unfold-all", { run: () => form.fold(false) });
  modes.changed.subscribe(() => {
    form.shown();
    outline?.draw();
  });
  new ViewBar(commands, modes, () => form.shown());
  openNode(parts, form);
  document.documentElement.dataset.formReady = "";
  requestAnimationFrame(() => setTimeout(() => performance.measure("card-form", "card-form:start"), 0));
}

/** `?node=` opens that value; an address that names nothing goes to the nearest that there is. */
function openNode({ document, modes }: Parts, form: FormView): void {
  const pointer = new URLSearchParams(location.search).get("node");
  if (!pointer || !document.tree || modes.mode === "json") return;
  const { exact } = nodeAt(document.tree, pointer);
  if (exact) form.focus(pointer);
}

/** Without a schema there is no form; the text is all there. */
export function withoutSchema({ status, strings, modes }: Parts): void {
  status.remark(strings.noSchema);
  const host = document.getElementById("card-form");
  host?.replaceChildren(element("div", { class: "empty" }, element("p", {}, strings.formNeedsSchema)));
  modes.set("json");
}

/** The blocks that no scenario misses, as the page says it. */
function unguardedOnPage(): readonly string[] {
  const content = document.getElementById("node-unguarded")?.textContent;
  return content ? (JSON.parse(content) as string[]) : [];
}

/** What blocks are worth by the last measurement, as the page says it. */
function worthsOnPage(): ReadonlyMap<string, Worth> {
  const content = document.getElementById("node-worth")?.textContent;
  const worths = content ? (JSON.parse(content) as Record<string, Worth>) : {};
  return new Map(Object.entries(worths));
}

/** In how many of the last preview's matches each value was reached, as the page says it. */
function coverageOnPage(): ReadonlyMap<string, number> {
  const content = document.getElementById("node-coverage")?.textContent;
  const shares = content ? (JSON.parse(content) as Record<string, number>) : {};
  return new Map(Object.entries(shares));
}
