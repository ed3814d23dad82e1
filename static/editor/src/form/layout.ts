import { findNodeAtLocation, type Node } from "jsonc-parser";
import { holdsObjects, isLeaf, type FieldSpec, type Place, type Places } from "../model/places";
import { keysOf } from "../model/restructure";
import { takesLiterals } from "../model/literals";

/** How a field is drawn: plain input, value in a capsule, row of tokens, painted grid, named group, or slot with blocks below. */
export type Layout = "leaf" | "capsule" | "tags" | "grid" | "group" | "list" | "single" | "raw";

/** A capsule holds at most so many values and so many characters of them, else it becomes a block of its own. */
const CAPSULE_VALUES = 5;
const CAPSULE_LENGTH = 72;

export function layoutOf(places: Places, place: Place, node: Node | undefined): Layout {
  if (!node) return layoutOfMissing(places, place);
  if (node.type === "array") return place.types.has("array") || place.types.size === 0 ? arrayLayout(places, place) : "raw";
  if (node.type === "object") return objectLayout(places, place, node);
  return takesLiterals(place) ? "leaf" : "raw";
}

function layoutOfMissing(places: Places, place: Place): Layout {
  if (takesLiterals(place)) return "leaf";
  if (place.types.has("array")) return arrayLayout(places, place);
  return place.union ? "single" : "group";
}

function arrayLayout(places: Places, place: Place): Layout {
  if (place.signs.length > 0) return "grid";
  if (places.fixedItems(place) > 0) return "group";
  const item = places.item(place, 0);
  return item && isLeaf(item) ? "tags" : "list";
}

function objectLayout(places: Places, place: Place, node: Node): Layout {
  if (place.union) return isInline(places, place, node) ? "capsule" : "single";
  if (!place.types.has("object")) return "raw";
  return places.shape(place, node).fields.every((field) => standsInRow(places, field, node)) ? "group" : "single";
}

/** Whether a field of a record needs no lines of its own: it is plain, absent, or has a value that stands within a row. */
function standsInRow(places: Places, { place, name, required }: FieldSpec, record: Node): boolean {
  if (isLeaf(place) || place.types.size === 0) return true;
  const value = findNodeAtLocation(record, [name]);
  if (!value) return !required;
  return ["leaf", "tags", "capsule"].includes(layoutOf(places, place, value));
}

/** Whether a value of a union is short and flat enough to stand within a row. */
export function isInline(places: Places, place: Place, node: Node, depth = 0): boolean {
  const shape = places.shape(place, node);
  if (!shape.variant || depth > 1 || (depth === 0 && !isShort(node))) return false;
  return shape.fields.every((field) => {
    const value = findNodeAtLocation(node, [field.name]);
    const layout = layoutOf(places, field.place, value);
    if (!value) return !field.required || layout === "leaf";
    if (layout === "group") return value.type === "array" || !place.union;
    return layout === "leaf" || layout === "tags" || (layout === "capsule" && isInline(places, field.place, value, depth + 1));
  });
}

/** Whether the values in a node, without its layout, are few and short. */
function isShort(node: Node): boolean {
  const leaves: number[] = [];
  const visit = (here: Node): void => {
    if (here.type === "property") return here.children?.slice(1).forEach(visit);
    if (here.children) here.children.forEach(visit);
    else leaves.push(here.length);
  };
  visit(node);
  return leaves.length <= CAPSULE_VALUES && leaves.reduce((sum, length) => sum + length, 0) <= CAPSULE_LENGTH;
}

/** A field of an object as it is to be drawn. */
export interface DrawnField {
  readonly field: FieldSpec;
  readonly node: Node | undefined;
  readonly layout: Layout;
  /** For a grid: further grids of the same record, which are layers over it. */
  readonly layers?: readonly DrawnField[];
  /** Whether it is drawn as a layer of an earlier grid. */
  readonly isLayer?: boolean;
}

/** The fields of an object that are drawn: those that it has and those that it must have, in the schema's order. */
export function drawnFields(places: Places, place: Place, node: Node): readonly DrawnField[] {
  const fields = fieldsToDraw(places, place, node);
  const [base, ...layers] = fields.filter(({ layout }) => layout === "grid");
  if (!base || layers.length === 0) return fields;
  return fields.map((field) => (field === base ? { ...field, layers } : layers.includes(field) ? { ...field, isLayer: true } : field));
}

function fieldsToDraw(places: Places, place: Place, node: Node): readonly DrawnField[] {
  return places.shape(place, node).fields.flatMap((field): DrawnField[] => {
    const value = findNodeAtLocation(node, [field.name]);
    if (!value && !field.required) return [];
    if (field.place.most === 0 && (value?.children?.length ?? 0) === 0) return [];
    return [{ field, node: value, layout: layoutOf(places, field.place, value) }];
  });
}

/** Lists of rules that a card may have and does not, while it has none: where an author begins to write what it does. */
export function emptySlots(places: Places, place: Place, node: Node): readonly DrawnField[] {
  const slots = absentFields(places, place, node).map((field): DrawnField => ({ field, node: undefined, layout: layoutOf(places, field.place, undefined) }));
  return slots.filter(({ layout, field }) => layout === "list" && holdsRules(places, field.place));
}

/** Whether the items of a list are effects, or records that have some, or cards written here with such a list. */
function holdsRules(places: Places, place: Place, depth = 0): boolean {
  const item = places.item(place, 0);
  if (!item || !holdsObjects(item)) return false;
  if (item.union) return item.name === "effect";
  const below = item.isInner ? depth : depth + 1;
  return depth === 0 && places.shape(item, undefined).fields.some((field) => field.place.types.has("array") && holdsRules(places, field.place, below));
}

/** Keys that the schema does not know; the form shows them and leaves them as they are. */
export function unknownKeys(places: Places, place: Place, node: Node): readonly string[] {
  const { fields, key } = places.shape(place, node);
  return keysOf(node).filter((name) => name !== key && !fields.some((field) => field.name === name));
}

/** Keys that an object may have and does not. */
export function absentFields(places: Places, place: Place, node: Node): readonly FieldSpec[] {
  const present = new Set(keysOf(node));
  return places.shape(place, node).fields.filter((field) => !present.has(field.name) && field.place.most !== 0);
}

/** Whether an object has room for another key: one of its own that is absent, or one that the author names. */
export function canGrow(places: Places, place: Place, node: Node): boolean {
  return place.entries ? keysOf(node).length < place.entries.most : absentFields(places, place, node).length > 0;
}
