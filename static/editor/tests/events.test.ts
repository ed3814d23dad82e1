import { describe, expect, it } from "vitest";

const sources: Record<string, string> = import.meta.glob("../src/**/*.tsx", { query: "?raw", import: "default", eager: true });
/** What the compiler of this platform knows of the DOM. */
const libraries: Record<string, string> = import.meta.glob("../node_modules/@typescript/typescript-*/lib/lib.dom.d.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
const [dom = ""] = Object.values(libraries);

function members(name: string): string[] {
  const found = new RegExp(`^interface ${name}(?: extends [^{]+)? \\{\\n([^]*?)^\\}`, "m").exec(dom);
  return [...(found?.[1] ?? "").matchAll(/^ {4}"?(\w+)"?[?:(]/gm)].map(([, member]) => member ?? "");
}

const EVENTS = new Set(["GlobalEventHandlersEventMap", "ElementEventMap", "HTMLElementEventMap"].flatMap(members));
const PROPERTIES = new Set(["GlobalEventHandlers", "Element", "HTMLElement"].flatMap(members).filter((name) => name.startsWith("on")));

/** The event that bare Preact listens for: lower case where the element has a property of that name, else as it is written. */
function eventOf(attribute: string): string {
  const name = attribute.replace(/(?:PointerCapture)$|Capture$/, (end) => (end === "Capture" ? "" : end));
  const lower = name.toLowerCase();
  return (PROPERTIES.has(lower) || lower === "onfocusin" || lower === "onfocusout" ? lower : name).slice(2);
}

/** Every attribute of an event in a component, of a tag or of an object that is spread in one. */
function attributesOf(source: string): string[] {
  return [...source.matchAll(/(?<![\w.#])(on[A-Za-z]+)(?==\{|: (?:this\.|\())/g)].map(([, attribute]) => attribute ?? "");
}

const unheard = (source: string): string[] => attributesOf(source).filter((attribute) => !EVENTS.has(eventOf(attribute)));

describe("an attribute of an event", () => {
  it.each(Object.keys(sources))("in %s names one that fires", (file) => {
    expect(unheard(sources[file] ?? "")).toEqual([]);
  });

  it("is found in tags and in objects", () => {
    expect(Object.values(sources).flatMap(attributesOf).length).toBeGreaterThan(15);
  });

  it.each(["<input onCompositionEnd={this.#type} />", "{ onInput: this.#type, onCompositionEnd: this.#type }", "<b onDoubleClick={run} />"])(
    "is refused where bare Preact never hears it: %s",
    (source) => expect(unheard(source)).toHaveLength(1),
  );

  it.each(["<input oncompositionend={this.#type} />", "<b onKeyDown={run} />", "<b onPointerCancel={run} onClickCapture={run} />"])(
    "is let through where it fires: %s",
    (source) => expect(unheard(source)).toEqual([]),
  );
});
