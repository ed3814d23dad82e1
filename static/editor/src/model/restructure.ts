import { findNodeAtLocation, type Node } from "jsonc-parser";
import { applyChanges, type TextChange } from "./document";
import { NotPossible, nodeOf, oneChange, type Outcome, setField, childPointer, treeOf } from "./operations";
import { holdsObjects, type FieldSpec, type ObjectShape, type Place, type Places } from "./places";
import type { Schema } from "./schema";
import { type Json, skeletonOf, variantSkeleton } from "./skeleton";
import { endsInRemark, indentStep, listSource, objectSource, reindented, type Source, sourceOf } from "./source";
import { indentOf, removeChild, valueSource } from "./surgery";

/** A key of a variant into which a value of a union may go. */
export interface Slot {
  readonly name: string;
  readonly list: boolean;
  /** The list of records whose items have that key, like the triggers that an effect adds; absent where the variant has it. */
  readonly via?: { readonly name: string; readonly record: Schema };
}

/** A variant that may hold the value which it is put around. */
export interface Wrapper {
  readonly kind: string;
  readonly variant: Schema;
  readonly slot: Slot;
}

/** The keys of some fields that hold values of a union: lists of them first, since that is where blocks go. */
export function slotsFor(places: Places, fields: readonly FieldSpec[], union: string): readonly Slot[] {
  const slots = fields.flatMap(({ name, place }): Slot[] => {
    const item = place.types.has("array") ? places.item(place, 0) : null;
    if (item?.union && item.name === union) return [{ name, list: true }];
    return place.union && place.name === union ? [{ name, list: false }] : [];
  });
  if (slots.length === 0) return fields.flatMap((field) => slotsWithin(places, field, union));
  return slots.sort((a, b) => Number(b.list) - Number(a.list));
}

/** The slots of the records that a field lists. */
function slotsWithin(places: Places, { name, place }: FieldSpec, union: string): readonly Slot[] {
  const item = place.types.has("array") ? places.item(place, 0) : null;
  const [record] = item?.schemas ?? [];
  if (!item || !record || item.union) return [];
  return places.shape(item, undefined).fields.flatMap((field): Slot[] => {
    const inner = field.place.types.has("array") ? places.item(field.place, 0) : null;
    return inner?.union && inner.name === union ? [{ name: field.name, list: true, via: { name, record } }] : [];
  });
}

/** The variants of a union that can be put around a value of it. */
export function wrappersOf(places: Places, place: Place): readonly Wrapper[] {
  const { union } = place;
  if (!union) return [];
  return [...union.variants].flatMap(([kind, variant]) => {
    const [slot] = slotsFor(places, places.variantFields(variant, union.key), place.name);
    return slot ? [{ kind, variant, slot }] : [];
  });
}

/** Put a variant around a value: the value goes into the variant's slot, all else is the least that is asked for. */
export function wrap(text: string, tree: Node, pointer: string, key: string, places: Places, by: Wrapper): Outcome {
  const node = nodeOf(tree, pointer);
  const own = indentOf(text, node.offset);
  const step = indentStep(text);
  const inside: Source = (indent) => reindented(sourceOf(text, node), own, indent);
  const filled: Source = by.slot.list ? (indent) => listSource([inside], indent, step) : inside;
  const skeleton = variantSkeleton(places.book, key, by.kind, by.variant);
  const [name, value] = by.slot.via ? [by.slot.via.name, recordOf(places, by.slot, filled, step)] : [by.slot.name, filled];
  return { changes: [overwrite(node, objectSource(withEntry(skeleton, name, value), own, step))], pointer };
}

/** A list of one record with the least that it asks for and the slot filled. */
function recordOf(places: Places, { name, via }: Slot, filled: Source, step: string): Source {
  const least = via && skeletonOf(places.book, via.record);
  const entries = withEntry(isRecord(least) ? least : {}, name, filled);
  return (indent) => listSource([(inner) => objectSource(entries, inner, step)], indent, step);
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withEntry(skeleton: { readonly [key: string]: Json }, name: string, filled: Source): [string, Source][] {
  const entries = Object.entries(skeleton).map(([key, value]): [string, Source] => [key, plain(value)]);
  const at = entries.findIndex(([key]) => key === name);
  if (at < 0) return [...entries, [name, filled]];
  return entries.map((entry, n) => (n === at ? [name, filled] : entry));
}

/** Put in a value's place what its slots hold of the same union. */
export function unwrap(text: string, tree: Node, pointer: string, place: Place, places: Places): Outcome {
  const node = nodeOf(tree, pointer);
  const found = contents(text, node, slotsFor(places, places.shape(place, node).fields, place.name));
  const inList = node.parent?.type === "array";
  const count = found.reduce((sum, content) => sum + content.count, 0);
  if (count === 0 || (!inList && count > 1)) throw new NotPossible(pointer);
  const own = indentOf(text, node.offset);
  const parts = found.map((content) => reindented(content.source, content.indent, own));
  const joined = parts.reduce((all, part) => `${all}${endsInRemark(all) ? "" : ","}\n${own}${part}`);
  const closed = endsInRemark(joined) ? `${joined}\n${own}` : joined;
  return { changes: [overwrite(node, closed)], pointer };
}

/** Whether a value could be unwrapped. */
export function canUnwrap(node: Node, place: Place, places: Places): boolean {
  const slots = slotsFor(places, places.shape(place, node).fields, place.name);
  const counts = slots.flatMap((slot) =>
    valuesOf(node, slot).map((value) => (slot.list ? (value.children?.length ?? 0) : 1)),
  );
  const count = counts.reduce((sum, n) => sum + n, 0);
  return count > 0 && (count === 1 || node.parent?.type === "array");
}

/** The values of a slot, in each record where records have it. */
function valuesOf(node: Node, { name, via }: Slot): readonly Node[] {
  const holders = via ? (findNodeAtLocation(node, [via.name])?.children ?? []) : [node];
  return holders.flatMap((holder) => findNodeAtLocation(holder, [name]) ?? []);
}

/** The contents of each slot that has some, with its comments; the last comma is left out. */
function contents(text: string, node: Node, slots: readonly Slot[]) {
  const filled = slots.flatMap((slot) => valuesOf(node, slot).map((value) => ({ value, list: slot.list })));
  return filled.flatMap(({ value, list }) => {
    if (!list) return [{ source: sourceOf(text, value), indent: indentOf(text, value.offset), count: 1 }];
    const [first, last] = [value.children?.[0], value.children?.at(-1)];
    if (!first || !last) return [];
    const head = text.slice(value.offset + 1, first.offset).trimStart();
    const tail = text.slice(last.offset + last.length, value.offset + value.length - 1);
    const behind = tail.replace(/^\s*,/, "").trimEnd();
    const source = head + text.slice(first.offset, last.offset + last.length) + behind;
    return [{ source, indent: indentOf(text, first.offset), count: value.children?.length ?? 0 }];
  });
}

/** What a change of type would do: keys that stay, that are set aside, and that the new type then asks for; a key within another is `params/count`. */
export interface SwitchPlan {
  readonly kept: readonly string[];
  readonly aside: readonly string[];
  readonly asked: readonly string[];
}

export function planSwitch(places: Places, node: Node, before: ObjectShape, after: readonly FieldSpec[]): SwitchPlan {
  const known = new Set(after.map((field) => field.name));
  const own = new Set(before.fields.map((field) => field.name));
  const keys = keysOf(node).filter((key) => key !== before.key);
  const plan = {
    kept: keys.filter((key) => known.has(key)),
    aside: keys.filter((key) => !known.has(key) && own.has(key)),
    asked: after.filter((field) => field.required && !keys.includes(field.name)).map((field) => field.name),
  };
  return plan.kept.reduce((all, name) => {
    const [former, now] = [before.fields, after].map((fields) => recordAt(places, fields, name));
    const inner = findNodeAtLocation(node, [name]);
    if (!former || !now || inner?.type !== "object") return all;
    const within = planSwitch(places, inner, { ...before, fields: former, key: null }, now);
    const deep = (names: readonly string[]): string[] => names.map((key) => `${name}/${key}`);
    const kept = all.kept.flatMap((key) => (key === name && now.length > 0 ? deep(within.kept) : [key]));
    return { kept, aside: [...all.aside, ...deep(within.aside)], asked: [...all.asked, ...deep(within.asked)] };
  }, plan);
}

/** The fields of the record that a key holds, like the `params` of an effect; nothing where it holds something else. */
function recordAt(places: Places, fields: readonly FieldSpec[], name: string): readonly FieldSpec[] | undefined {
  const place = fields.find((field) => field.name === name)?.place;
  return place && !place.union && place.types.has("object") ? places.shape(place, undefined).fields : undefined;
}

/** Every key that a type has, with those within its records; what an earlier change set aside fits one of them. */
export function switchNames(places: Places, fields: readonly FieldSpec[]): readonly string[] {
  return fields.flatMap(({ name }) => [
    name,
    ...(recordAt(places, fields, name) ?? []).map((field) => `${name}/${field.name}`),
  ]);
}

/** What some keys are called, those within a record by their own names. */
export function titlesOf(places: Places, fields: readonly FieldSpec[], paths: readonly string[]): readonly string[] {
  return paths.map((path) => {
    const [name = path, ...rest] = path.split("/");
    const inner = rest.length > 0 ? recordAt(places, fields, name) : undefined;
    if (inner) return titlesOf(places, inner, [rest.join("/")])[0] ?? path;
    return fields.find((field) => field.name === name)?.place.title || name;
  });
}

/** Give a value another type of its union; `restore` brings back what an earlier change set aside. */
export function switchKind(
  text: string,
  tree: Node,
  pointer: string,
  place: Place,
  places: Places,
  to: { kind: string; restore: ReadonlyMap<string, string> },
): Outcome & { readonly aside: ReadonlyMap<string, string> } {
  const [node, union] = [nodeOf(tree, pointer), place.union];
  const variant = union?.variants.get(to.kind);
  if (!union || !variant) throw new NotPossible(to.kind);
  const fields = places.variantFields(variant, union.key);
  const plan = planSwitch(places, node, places.shape(place, node), fields);
  const aside = new Map(plan.aside.map((path) => [path, sourceOf(text, need(node, path))]));
  let result = stepped(text, pointer, (now, object) => setField(now, object, union.key, to.kind, [union.key]));
  for (const path of plan.aside) result = stepped(result, pointer, (now, object) => removeKey(now, object, path));
  const skeleton = variantSkeleton(places.book, union.key, to.kind, variant);
  result = filled(result, pointer, fields, { skeleton, restore: to.restore, first: [union.key] });
  for (const { name } of fields) {
    const [inner, least] = [recordAt(places, fields, name), skeleton[name]];
    if (!inner || findNodeAtLocation(nodeOf(treeOf(result), pointer), [name])?.type !== "object") continue;
    const mine = [...to.restore].filter(([path]) => path.startsWith(`${name}/`));
    const restore = new Map(mine.map(([path, source]) => [path.slice(name.length + 1), source]));
    const bare = isRecord(least) ? least : {};
    result = filled(result, childPointer(pointer, name), inner, { skeleton: bare, restore, first: [] });
  }
  return { changes: oneChange(text, result), pointer, aside };
}

/** Fill the fields of an object that it lacks: with what was set aside, else with the least that is asked for. */
function filled(
  text: string,
  pointer: string,
  fields: readonly FieldSpec[],
  by: { skeleton: { readonly [key: string]: Json }; restore: ReadonlyMap<string, string>; first: readonly string[] },
): string {
  const order = [...by.first, ...fields.map((field) => field.name)];
  return fields.reduce((result, { name, required }) => {
    const kept = by.restore.get(name);
    const value = kept !== undefined ? (): string => kept : required ? plain(by.skeleton[name]) : null;
    if (!value || (kept === undefined && by.skeleton[name] === undefined)) return result;
    return stepped(result, pointer, (now, object) =>
      findNodeAtLocation(object, [name]) ? [] : setField(now, object, name, value, order),
    );
  }, text);
}

function stepped(text: string, pointer: string, change: (text: string, node: Node) => TextChange[]): string {
  return applyChanges(text, change(text, nodeOf(treeOf(text), pointer)));
}

function removeKey(text: string, object: Node, path: string): TextChange[] {
  const property = need(object, path).parent;
  return property ? removeChild(text, property) : [];
}

function need(object: Node, path: string): Node {
  const value = findNodeAtLocation(object, path.split("/"));
  if (!value) throw new NotPossible(path);
  return value;
}

export function keysOf(node: Node): readonly string[] {
  return (node.children ?? []).map((property) => String(property.children?.[0]?.value));
}

function plain(value: Json | undefined): Source {
  return (indent) => valueSource(value ?? null, indent);
}

function overwrite(node: Node, insert: string): TextChange {
  return { from: node.offset, to: node.offset + node.length, insert };
}

/** A list of the document into which a value of a union may be moved. */
export interface Destination {
  readonly list: string;
  readonly count: number;
  /** The pointer of the object that has the list, or would have it. */
  readonly holder: string;
  readonly name: string;
}

/** Every list that takes values of a union, in reading order; none within `without`. */
export function destinations(tree: Node, places: Places, union: string, without: string): readonly Destination[] {
  const found: Destination[] = [];
  const visit = (node: Node, place: Place, pointer: string): void => {
    if (pointer === without) return;
    if (node.type === "array")
      return node.children?.forEach((child, n) => {
        const item = places.item(place, n);
        if (item) visit(child, item, childPointer(pointer, n));
      });
    if (node.type !== "object" || !(holdsObjects(place) || pointer === "")) return;
    for (const field of places.shape(place, node).fields) {
      const value = findNodeAtLocation(node, [field.name]);
      const own = childPointer(pointer, field.name);
      const item = field.place.types.has("array") ? places.item(field.place, 0) : null;
      if (item?.union && item.name === union && own !== without)
        found.push({ list: own, count: value?.children?.length ?? 0, holder: pointer, name: field.name });
      if (value) visit(value, field.place, own);
    }
  };
  visit(tree, places.root, "");
  return found;
}
