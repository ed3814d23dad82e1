import { findNodeAtLocation, getNodePath, type Node } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { literalOf } from "../src/model/literals";
import { absentFields, canGrow, drawnFields, emptySlots, layoutOf, unknownKeys } from "../src/form/layout";
import { ItemKeys } from "../src/model/keys";
import { marksOf } from "../src/model/marks";
import { replaceValue, treeOf } from "../src/model/operations";
import type { Place, Places } from "../src/model/places";
import { destinations, wrappersOf } from "../src/model/restructure";
import { fieldTitle } from "../src/form/words";
import { asSchema, textOf } from "../src/model/schema";
import { skeletonOf, variantSkeleton } from "../src/model/skeleton";
import { games } from "./games";
import { problem } from "./support";

const [wizards, halo] = [games[0]!.places, games[1]!.places];

/** Every value of a card that the form draws, with its place: the same walk as that of the components. */
function drawn(places: Places, place: Place, node: Node): { node: Node; place: Place }[] {
  if (node.type === "array")
    return (node.children ?? []).flatMap((item, n) => {
      const own = places.item(place, n);
      return own ? drawn(places, own, item) : [];
    });
  if (node.type !== "object") return [{ node, place }];
  return drawnFields(places, place, node).flatMap(({ field, node: value }) => (value ? drawn(places, field.place, value) : []));
}

function leaves(node: Node): Node[] {
  if (node.type === "property") return leaves(node.children![1]!);
  return node.children ? node.children.flatMap(leaves) : [node];
}

/** The lists of a card's top whose items have a list of effects in them, or are effects. */
function rulesOf(places: Places, card: object): string[] {
  const tree = treeOf(JSON.stringify(card));
  const slots = drawnFields(places, places.root, tree).filter(({ layout, node }) => layout === "list" && (node?.children?.length ?? 0) > 0);
  const hasEffects = (place: Place, node: Node): boolean => {
    if (place.name === "effect") return true;
    if (node.type === "array") return (node.children ?? []).some((item, n) => hasEffects(places.item(place, n)!, item));
    return node.type === "object" && drawnFields(places, place, node).some(({ field, node: value }) => value !== undefined && hasEffects(field.place, value));
  };
  return slots.filter(({ field, node }) => hasEffects(field.place, node!)).map(({ field }) => field.name);
}

describe.each(games)("every shipped card of $name", ({ places, cards }) => {
  it("offers the place of its rules while it has none", () => {
    const missing = cards.flatMap((card) => {
      const rules = rulesOf(places, card as object);
      const bare = Object.fromEntries(Object.entries(card as object).filter(([name]) => !rules.includes(name)));
      const tree = treeOf(JSON.stringify(bare));
      const names = [...drawnFields(places, places.root, tree), ...emptySlots(places, places.root, tree)].map(({ field }) => field.name);
      return rules.filter((name) => !names.includes(name)).map((name) => `${(card as { id: string }).id} ${name}`);
    });
    expect(missing).toEqual([]);
    expect(cards.filter((card) => rulesOf(places, card as object).length > 0).length).toBeGreaterThan(cards.length / 5);
  });

  it("offers a place for each list of cards that may be written in it", () => {
    const missing = cards.flatMap((card) => {
      const tree = treeOf(JSON.stringify(card));
      const lists = absentFields(places, places.root, tree).filter(({ place }) => places.item(place, 0)?.isInner);
      const names = emptySlots(places, places.root, tree).map(({ field }) => field.name);
      return lists.filter(({ name }) => !names.includes(name)).map(({ name }) => `${(card as { id: string }).id} ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it("is drawn whole: no value of it is missing from the form, and no key is unknown", () => {
    for (const card of cards) {
      const tree = treeOf(JSON.stringify(card, null, 2));
      const shown = drawn(places, places.root, tree).map(({ node }) => node.offset);
      const kinds = leaves(tree).filter((leaf) => !isDiscriminator(places, tree, leaf));
      expect(kinds.filter((leaf) => !shown.includes(leaf.offset)).map((leaf) => getNodePath(leaf))).toEqual([]);
      expect(unknownKeys(places, places.root, tree)).toEqual([]);
    }
  });

  it("stays the same bytes when every field is written as it stands", () => {
    for (const card of cards) {
      const text = JSON.stringify(card, null, 2);
      const tree = treeOf(text);
      for (const { node, place } of drawn(places, places.root, tree)) {
        const value = typeof node.value === "boolean" ? node.value : literalOf(place, String(node.value));
        expect(replaceValue(text, node, value as never), String(getNodePath(node))).toEqual([]);
      }
    }
  });
});

describe.each(games)("groups of $name", ({ places }) => {
  it("have a title for every block that the palette offers", () => {
    const { $defs, "x-ui": hints } = places.book.root;
    const titles = asSchema(asSchema(hints)?.groups) ?? {};
    const groups = Object.values(asSchema($defs) ?? {}).map((node) => asSchema(asSchema(node)?.["x-ui"])?.group);
    const names = new Set(groups.filter((group) => typeof group === "string"));
    expect(names.size).toBeGreaterThan(1);
    expect([...names].filter((group) => !textOf(titles[group as string]))).toEqual([]);
  });
});

function isDiscriminator(places: Places, tree: Node, leaf: Node): boolean {
  const path = getNodePath(leaf);
  return places.at(path.slice(0, -1), tree)?.union?.key === path.at(-1);
}

describe("places", () => {
  it("know a union by the name of its definition, with its variants and words", () => {
    const list = wizards.at(["behaviors", 0, "do"], treeOf('{"behaviors": [{"at": "onPlay", "do": []}]}'))!;
    const effect = wizards.item(list, 0)!;

    expect(effect.name).toBe("effect");
    expect(effect.union?.variants.has("damage")).toBe(true);
    expect(wrappersOf(wizards, effect).map((by) => by.kind)).toEqual(["if", "loop", "addTriggers", "foreach", "choose", "either", "springUndercurrent", "randomly", "flip", "when"]);
  });

  it("begin every word of a list with a capital letter, as the other labels of the form", () => {
    const tree = treeOf('{"behaviors": [{"at": "onPlay", "do": [{"type": "when", "event": "onDefeat", "who": "you", "mode": "round", "do": []}]}]}');
    const words = wizards.at(["behaviors", 0, "do", 0, "who"], tree)!.options!.map((option) => option.word);

    expect(words).toEqual(["You", "Another player", "This card"]);
  });

  it("offer every list that takes a block, and none within the block itself", () => {
    const tree = treeOf('{"behaviors": [{"at": "onPlay", "do": [{"type": "if", "do": []}, {"type": "stop"}]}]}');
    const all = destinations(tree, wizards, "effect", "/behaviors/0/do/1").map((each) => each.list);

    expect(all).toEqual(["/behaviors/0/do", "/behaviors/0/do/0/do", "/behaviors/0/do/0/elsedo"]);
    expect(destinations(tree, wizards, "effect", "/behaviors/0/do/0").map((each) => each.list)).toEqual(["/behaviors/0/do"]);
  });
});

describe("a list of events", () => {
  it("has a heading for each event, and the short words first", () => {
    const tree = treeOf('{"cardType": "UNIT", "abilities": [{"trigger": "TURN_STARTED"}]}');
    const options = halo.at(["abilities", 0, "trigger"], tree)!.options!;

    expect(options.length).toBeGreaterThan(12);
    expect(options.filter(({ section }) => section === "")).toEqual([]);
    expect(options[0]!.section).toBe("Common");
  });
});

describe("the layout of a value", () => {
  const condition = wizards.of([wizards.book.resolve("#/$defs/condition")!]);
  const layout = (text: string): string => layoutOf(wizards, condition, treeOf(text));

  it("is a capsule while it is short and flat, and a block when it is not", () => {
    expect(layout('{"type": "Equals", "value1": "$a.b", "value2": 3}')).toBe("capsule");
    expect(layout('{"type": "And", "conditions": [{"type": "AlwaysTrue"}]}')).toBe("single");
  });

  it("of a record is its parent's row while each of its values fits there", () => {
    const layoutIn = (params: string) => {
      const tree = treeOf(`{"cardType": "UNIT", "abilities": [{"effects": [{"type": "DRAW", "params": ${params}}]}]}`);
      const path = ["abilities", 0, "effects", 0];
      const [effect, place] = [findNodeAtLocation(tree, path)!, halo.at(path, tree)!];
      return drawnFields(halo, place, effect).find(({ field }) => field.name === "params")?.layout;
    };

    expect(layoutIn('{"count": 2}')).toBe("group");
    expect(layoutIn('{"count": {"type": "if", "if": [], "then": 1}}')).toBe("single");
  });

  it("is the value as written where the schema knows no such thing", () => {
    expect(layout("3")).toBe("raw");
    expect(layout('{"type": "Unheard"}')).toBe("single");
  });
});

describe("skeletons", () => {
  it("hold what is required and evident, and leave out what only the author knows", () => {
    const variant = (name: string) => wizards.book.resolve(`#/$defs/effect.${name}`)!;

    expect(variantSkeleton(wizards.book, "type", "loop", variant("loop"))).toEqual({ type: "loop", times: 1, do: [] });
    expect(variantSkeleton(wizards.book, "type", "damage", variant("damage"))).toEqual({ type: "damage", amount: 1 });
    expect(skeletonOf(wizards.book, wizards.book.resolve("#/$defs/behavior.treasure")!)).toEqual({ at: "onPlay", do: [] });
  });

  it("leave a target to the author, also where it is one of a few words", () => {
    const draw = halo.book.resolve("#/$defs/effect.DRAW")!;
    expect(variantSkeleton(halo.book, "type", "DRAW", draw)).toEqual({ type: "DRAW", params: { count: 1 } });
  });
});

describe("names of list items", () => {
  it("stay with their items over an insertion, an edit and a move", () => {
    const keys = new ItemKeys();
    const [a, b, c] = keys.keysFor(["A", "B", "C"]);

    expect(keys.keysFor(["A", "new", "B", "C"])).toEqual([a, 3, b, c]);
    expect(keys.keysFor(["A", "newer", "B", "C"])).toEqual([a, 3, b, c]);
    expect(keys.keysFor(["newer", "A", "C", "B"])).toEqual([3, a, c, b]);
  });

  it("are different for equal items", () => {
    expect(new Set(new ItemKeys().keysFor(["A", "A", "A"])).size).toBe(3);
  });
});

describe("marks", () => {
  it("carry the worst problem below them, and one signature for the same problems", () => {
    const placed = { problem: problem({ path: "/do/0/amount", severity: "warning" }), range: { from: 0, to: 1 }, line: 1 };
    const marks = marksOf([placed], new Map([["/do/1", 0.5]]));

    expect(marks.worst).toBe("warning");
    expect(marks.below.get("do")?.below.get("1")?.coverage).toBe(0.5);
    expect(marksOf([placed], new Map([["/do/1", 0.5]])).signature).toBe(marks.signature);
    expect(marksOf([], new Map()).signature).not.toBe(marks.signature);
    const guarded = marksOf([], new Map([["/do/1", 0.5]]));
    const unguarded = marksOf([], new Map([["/do/1", 0.5]]), ["/do/1"]);
    expect(unguarded.below.get("do")?.below.get("1")).toMatchObject({ coverage: 0.5, unguarded: true });
    expect(unguarded.signature).not.toBe(guarded.signature);
    const worth = { number: "+3.1", tone: "up", words: "Adds: +3.1" };
    const hasWorth = marksOf([], new Map([["/do/1", 0.5]]), [], new Map([["/do/1", worth]]));
    expect(hasWorth.below.get("do")?.below.get("1")).toMatchObject({ coverage: 0.5, worth });
    expect(hasWorth.signature).not.toBe(guarded.signature);
  });

  it("grow with their depth, not with its power", () => {
    const path = "/do/0".repeat(20);
    const marks = marksOf([{ problem: problem({ path }), range: { from: 0, to: 1 }, line: 1 }], new Map());

    expect(marks.signature.length).toBeLessThan(500);
  });
});

describe("an object whose keys the author chooses", () => {
  const { places, cards } = games.find((game) => game.name === "genius")!;
  const card = cards.find((each) => "varConfigs" in (each as object)) as { varConfigs: Record<string, unknown> };
  const tree = treeOf(JSON.stringify(card));
  const place = places.at(["varConfigs"], tree)!;
  const node = findNodeAtLocation(tree, ["varConfigs"])!;

  it("calls what each key holds by that key", () => {
    const keys = Object.keys(card.varConfigs);

    expect(drawnFields(places, place, node).map(({ field }) => fieldTitle(field))).toEqual(keys);
    expect(places.way(["varConfigs", keys[0]!, "initialValue"], tree)).toBe(`Variables › ${keys[0]} › Initial value`);
  });

  it("shows every key that it has, and takes another of the right form", () => {
    expect(drawnFields(places, place, node).map(({ field }) => field.name)).toEqual(Object.keys(card.varConfigs));
    expect(canGrow(places, place, node)).toBe(true);
    expect([place.entries?.key.test("usage"), place.entries?.key.test("1 2")]).toEqual([true, false]);
    expect(places.child(place, node, "another")?.name).toBe(places.child(place, node, Object.keys(card.varConfigs)[0]!)?.name);
  });
});
