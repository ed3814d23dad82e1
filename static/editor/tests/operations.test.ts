import { history, undo } from "@codemirror/commands";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { isolateHistory } from "@codemirror/commands";
import { findNodeAtLocation, getNodePath, getNodeValue, type Node, parseTree, type ParseError } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { Aside } from "../src/model/aside";
import { applyChanges, type TextChange } from "../src/model/document";
import { duplicate, insert, moveTo, nodeOf, remove, replaceValue, setField, swap, treeOf } from "../src/model/operations";
import type { Place, Places } from "../src/model/places";
import { formatPointer } from "../src/model/positions";
import { canUnwrap, destinations, switchKind, titlesOf, unwrap, wrap, wrappersOf } from "../src/model/restructure";
import { skeletonOf, variantSkeleton } from "../src/model/skeleton";
import { commentsIn } from "../src/model/source";
import { valueSource } from "../src/model/surgery";
import { dice, games, pick, remarked } from "./games";

const wizards = games[0]!.places;

const card = `{
  "id": "a.b", // which
  "name": "Ember",
  "behaviors": [
    {
      "at": "onPlay",
      "do": [
        // first of all
        { "type": "damage", "amount": 03, "target": "$x" }, // hurts
        { "type": "loop", "times": 2, "do": [
          { "type": "stop" } /* in the loop */
        ] }
      ]
    }
  ]
}
`.replace("03", "3");

function after(text: string, changes: readonly TextChange[]): string {
  return applyChanges(text, changes);
}

function valueIn(text: string): unknown {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  expect(errors, text).toEqual([]);
  return tree && getNodeValue(tree);
}

describe("setting a field", () => {
  it("replaces only the literal", () => {
    const tree = treeOf(card);
    const made = after(card, replaceValue(card, nodeOf(tree, "/behaviors/0/do/0/amount"), 4));

    expect(made).toBe(card.replace('"amount": 3', '"amount": 4'));
  });

  it("puts a new key where the schema's order has it", () => {
    const object = nodeOf(treeOf(card), "/behaviors/0/do/0");
    const made = after(card, setField(card, object, "id", "hit", ["type", "id", "amount", "target"]));

    expect(made).toContain('{ "type": "damage", "id": "hit", "amount": 3, "target": "$x" }, // hurts');
  });
});

describe("lists of blocks", () => {
  it("inserts the least that a variant asks for and leaves out what only the author knows", () => {
    const effect = wizards.book.resolve("#/$defs/effect.if")!;
    const value = variantSkeleton(wizards.book, "type", "if", effect);
    const spot = { list: "/behaviors/0/do", index: 1 };
    const { changes } = insert(card, treeOf(card), spot, (indent) => valueSource(value, indent));

    expect(after(card, changes)).toContain('// hurts\n        { "type": "if", "do": [] },\n        { "type": "loop"');
  });

  it("writes a list that is not there yet", () => {
    const made = insert(card, treeOf(card), { list: "/behaviors/0/do/1/elsedo", index: 0 }, () => "1");

    expect(valueIn(after(card, made.changes))).toMatchObject({ behaviors: [{ do: [{}, { elsedo: [1] }] }] });
  });

  it("swaps neighbours together with their comments", () => {
    const made = after(card, swap(card, treeOf(card), "/behaviors/0/do/0", 1).changes);

    expect(made).toContain('"do": [\n        { "type": "loop"');
    expect(made).toContain('] },\n        // first of all\n        { "type": "damage", "amount": 3, "target": "$x" } // hurts');
  });

  it("duplicates an item behind itself and goes on after a removal at its neighbour", () => {
    const tree = treeOf(card);
    const twice = after(card, duplicate(card, tree, "/behaviors/0/do/0").changes);
    const gone = remove(card, tree, "/behaviors/0/do/1");

    expect(twice.match(/"damage"/g)).toHaveLength(2);
    expect(gone.pointer).toBe("/behaviors/0/do/0");
    expect(after(card, gone.changes)).toContain("// hurts");
  });

  it("moves an item into a list below its own, and indents it as that list does", () => {
    const made = moveTo(card, treeOf(card), "/behaviors/0/do/0", { list: "/behaviors/0/do/1/do", index: 0 });

    expect(made.pointer).toBe("/behaviors/0/do/0/do/0");
    expect(valueIn(after(card, made.changes))).toMatchObject({
      behaviors: [{ do: [{ type: "loop", do: [{ type: "damage" }, { type: "stop" }] }] }],
    });
  });
});

describe("wrapping and unwrapping", () => {
  it("wraps a block in a variant that takes it, and takes it out again unchanged", () => {
    const pointer = "/behaviors/0/do/0";
    const place = placeOf(wizards, card, pointer);
    const by = wrappersOf(wizards, place).find((wrapper) => wrapper.kind === "if")!;
    const wrapped = after(card, wrap(card, treeOf(card), pointer, "type", wizards, by).changes);
    const back = after(wrapped, unwrap(wrapped, treeOf(wrapped), pointer, place, wizards).changes);

    expect(valueIn(wrapped)).toMatchObject({ behaviors: [{ do: [{ type: "if", do: [{ amount: 3 }] }, {}] }] });
    expect(back).toBe(card);
  });

  it("keeps the comments of what it unwraps", () => {
    const place = placeOf(wizards, card, "/behaviors/0/do/1");
    const made = after(card, unwrap(card, treeOf(card), "/behaviors/0/do/1", place, wizards).changes);

    expect(made).toContain('{ "type": "stop" } /* in the loop */');
    expect(valueIn(made)).toMatchObject({ behaviors: [{ do: [{ type: "damage" }, { type: "stop" }] }] });
  });
});

describe("switching the type", () => {
  it("keeps shared keys, sets the others aside and brings them back", () => {
    const pointer = "/behaviors/0/do/0";
    const place = placeOf(wizards, card, pointer);
    const aside = new Aside();
    const stop = switchKind(card, treeOf(card), pointer, place, wizards, { kind: "stop", restore: new Map() });
    aside.keep(pointer, stop.aside);
    const stopped = after(card, stop.changes);
    const restore = aside.take(pointer, ["amount", "target"]);
    const back = switchKind(stopped, treeOf(stopped), pointer, place, wizards, { kind: "damage", restore });

    expect(valueIn(stopped)).toMatchObject({ behaviors: [{ do: [{ type: "stop" }, {}] }] });
    expect([...stop.aside.keys()]).toEqual(["amount", "target"]);
    expect(valueIn(after(stopped, back.changes))).toEqual(valueIn(card));
    expect(aside.take(pointer, ["amount"]).size).toBe(0);
  });

  it("does the same with the keys of a record that both types have", () => {
    const halo = games[1]!.places;
    const effect = { type: "DRAW", target: "OWNER", params: { count: 2 } };
    const ability = { id: "a_one", trigger: "KILL_OCCURRED", effects: [effect] };
    const text = JSON.stringify({ id: "A-1", cardType: "ARMORY", abilities: [ability] }, null, 2);
    const pointer = "/abilities/0/effects/0";
    const place = placeOf(halo, text, pointer);
    const hit = switchKind(text, treeOf(text), pointer, place, halo, { kind: "DEAL_DAMAGE", restore: new Map() });
    const made = after(text, hit.changes);
    const back = switchKind(made, treeOf(made), pointer, place, halo, { kind: "DRAW", restore: hit.aside });

    expect([...hit.aside.keys()]).toEqual(["params/count"]);
    expect(titlesOf(halo, halo.shape(place, nodeOf(treeOf(text), pointer)).fields, ["target", "params/count"])).toEqual(["Target", "Number"]);
    expect(valueIn(made)).toMatchObject({ abilities: [{ effects: [{ type: "DEAL_DAMAGE", params: { amount: 1 } }] }] });
    expect(JSON.stringify(valueIn(made))).not.toContain("count");
    expect(JSON.stringify(valueIn(after(made, back.changes)))).toContain('"count":2');
  });
});

function placeOf(places: Places, text: string, pointer: string): Place {
  const tree = treeOf(text);
  return places.at(getNodePath(nodeOf(tree, pointer)), tree)!;
}

// ---- Properties over random sequences --------------------------------------------------------------------

type Step = { text: string; expected: unknown; commentsMayGo: boolean };

/** Every object and list below a node with its pointer. */
function everyNode(tree: Node): Node[] {
  const below = tree.type === "property" ? (tree.children ?? []).slice(1) : (tree.children ?? []);
  return [tree, ...below.flatMap(everyNode)].filter((node) => node.type !== "property");
}

/** A copy of the value with the list of an item edited. */
function edited(text: string, list: Node, edit: (items: unknown[]) => void): unknown {
  const value = structuredClone(valueIn(text));
  let here: any = value;
  for (const step of getNodePath(list)) here = here[step];
  edit(here);
  return value;
}

function randomStep(text: string, places: Places, roll: () => number): Step | null {
  const tree = treeOf(text);
  const lists = everyNode(tree).filter((node) => node.type === "array" && (node.children?.length ?? 0) > 0);
  const list = pick(lists, roll);
  if (!list) return null;
  const index = Math.floor(roll() * (list.children?.length ?? 0));
  const pointer = formatPointer([...getNodePath(list), index]);
  const moves = [stepDuplicate, stepRemove, stepSwap, stepSet, stepWrap, stepMove, stepInsert];
  return pick(moves, roll)?.({ text, tree, places, list, index, pointer, roll }) ?? null;
}

interface At {
  text: string;
  tree: Node;
  places: Places;
  list: Node;
  index: number;
  pointer: string;
  roll: () => number;
}

function stepDuplicate({ text, tree, list, index, pointer }: At): Step {
  const { changes } = duplicate(text, tree, pointer);
  const expected = edited(text, list, (items) => items.splice(index, 0, items[index]));
  return { text: after(text, changes), expected, commentsMayGo: false };
}

function stepInsert({ text, tree, list, index }: At): Step {
  const spot = { list: formatPointer(getNodePath(list)), index };
  const { changes } = insert(text, tree, spot, (indent) => valueSource({ type: "new", do: [] }, indent));
  const expected = edited(text, list, (items) => items.splice(index, 0, { type: "new", do: [] }));
  return { text: after(text, changes), expected, commentsMayGo: false };
}

function stepRemove({ text, tree, list, index, pointer }: At): Step | null {
  if ((list.children?.length ?? 0) < 2) return null;
  const { changes } = remove(text, tree, pointer);
  const expected = edited(text, list, (items) => items.splice(index, 1));
  return { text: after(text, changes), expected, commentsMayGo: true };
}

function stepSwap({ text, tree, list, index, pointer }: At): Step | null {
  if (index + 1 >= (list.children?.length ?? 0)) return null;
  const { changes } = swap(text, tree, pointer, 1);
  const expected = edited(text, list, (items) => items.splice(index, 2, items[index + 1], items[index]));
  return { text: after(text, changes), expected, commentsMayGo: false };
}

function stepSet({ text, tree, roll }: At): Step | null {
  const leaf = pick(everyNode(tree).filter((node) => node.type === "string" || node.type === "number"), roll);
  if (!leaf) return null;
  const value = Math.floor(roll() * 1000);
  const copy = structuredClone(valueIn(text)) as any;
  const path = getNodePath(leaf);
  let here = copy;
  for (const step of path.slice(0, -1)) here = here[step];
  here[path.at(-1)!] = value;
  return { text: after(text, replaceValue(text, leaf, value)), expected: copy, commentsMayGo: false };
}

function stepWrap({ text, tree, places, list, index, pointer, roll }: At): Step | null {
  const place = places.at(getNodePath(nodeOf(tree, pointer)), tree);
  const by = place && pick(wrappersOf(places, place), roll);
  if (!place?.union || !by) return null;
  const key = place.union.key;
  const { changes } = wrap(text, tree, pointer, key, places, by);
  const skeleton = variantSkeleton(places.book, key, by.kind, by.variant);
  const expected = edited(text, list, (items) => {
    const inside = { [by.slot.name]: by.slot.list ? [items[index]] : items[index] };
    const { via } = by.slot;
    const record = via && (skeletonOf(places.book, via.record) as object);
    items[index] = via ? { ...skeleton, [via.name]: [{ ...record, ...inside }] } : { ...skeleton, ...inside };
  });
  const made = after(text, changes);
  const back = canUnwrap(nodeOf(treeOf(made), pointer), place, places);
  expect(back).toBe(true);
  expect(valueIn(after(made, unwrap(made, treeOf(made), pointer, place, places).changes))).toEqual(valueIn(text));
  return { text: made, expected, commentsMayGo: false };
}

function stepMove({ text, tree, places, pointer, roll }: At): Step | null {
  const node = nodeOf(tree, pointer);
  const place = places.at(getNodePath(node), tree);
  if (!place?.union) return null;
  const to = pick(destinations(tree, places, place.name, pointer), roll);
  if (!to) return null;
  const made = moveTo(text, tree, pointer, { list: to.list, index: Math.floor(roll() * (to.count + 1)) });
  const moved = after(text, made.changes);
  const there = findNodeAtLocation(treeOf(moved), getNodePath(nodeOf(treeOf(moved), made.pointer)));
  expect(there && getNodeValue(there)).toEqual(getNodeValue(node));
  return { text: moved, expected: valueIn(moved), commentsMayGo: false };
}

function hasEffects(card: unknown): boolean {
  return /"(?:do|effects)":\[\{/.test(JSON.stringify(card));
}

describe.each(games)("random sequences on the cards of $name", ({ places, cards }) => {
  it.each([1, 2, 3, 4])("mean what they say, keep comments and are undone to the byte (seed %i)", (seed) => {
    const roll = dice(seed * 7919);
    const start = remarked(pick(cards.filter(hasEffects), roll));
    let state = EditorState.create({ doc: start, extensions: [history()] });
    let done = 0;
    for (let n = 0; n < 90; n++) {
      const text = state.doc.toString();
      const step = randomStep(text, places, roll);
      if (!step) continue;
      expect(valueIn(step.text)).toEqual(step.expected);
      const remarks = commentsIn(step.text, 0, step.text.length);
      if (!step.commentsMayGo)
        expect(remarks).toEqual(expect.arrayContaining([...commentsIn(text, 0, text.length)]));
      const change = { from: 0, to: text.length, insert: step.text };
      state = state.update({ changes: change, annotations: isolateHistory.of("full") }).state;
      done++;
    }
    expect(done).toBeGreaterThan(15);
    const target = { get state() { return state; }, dispatch: (spec: TransactionSpec) => (state = (spec as any).state) };
    while (undo(target as never));
    expect(state.doc.toString()).toBe(start);
  });
});
