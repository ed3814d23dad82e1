import { findNodeAtLocation, getNodePath, getNodeValue, type Node } from "jsonc-parser";
import type { Language, Strings } from "../i18n";
import type { DraftApi } from "../model/api";
import { Aside } from "../model/aside";
import type { CardDocument, TextChange } from "../model/document";
import { applyChanges } from "../model/document";
import { resized, rowsOf } from "../model/grid";
import { numberOf } from "../model/literals";
import * as operations from "../model/operations";
import { blanksOf } from "../model/blanks";
import { operandOf } from "../model/operands";
import type { Option, Place, Places } from "../model/places";
import type { PlacedProblem } from "../model/problems";
import type { References } from "../model/references";
import * as restructure from "../model/restructure";
import { skeletonOf, variantSkeleton, type Json } from "../model/skeleton";
import { reindented, type Source, sourceOf } from "../model/source";
import { indentOf, valueSource } from "../model/surgery";
import { freeLabel } from "./patterns";
import { nodeTitle, titleOf } from "./words";
import type { FormContext } from "./context";

/** Where blocks are kept for use again. */
export type SnippetStore = Pick<DraftApi, "snippets" | "saveSnippet">;

/** What the form asks of the page around it. */
export interface FormHost {
  readonly document: CardDocument;
  readonly strings: Strings;
  readonly language: Language;
  readonly references: References | null;
  readonly snippets: SnippetStore | null;
  /** What the server says of a text that is not the draft: its problems and what it prints. */
  readonly check: Pick<DraftApi, "validate">;
  /** Makes a card of its own of what is written inside this one; null where the page does not offer it. */
  readonly lifting: Pick<DraftApi, "liftOut"> | null;
  places(): Places;
  context(): FormContext;
  announce(words: string): void;
  toastUndo(words: string): void;
  say(words: string): void;
  /** Say what was made, with a way to its page. */
  sayMade(words: string, page: string): void;
  /** Put the focus on what shows a pointer. */
  focus(pointer: string): void;
  select(pointer: string): void;
  toText(pointer: string): void;
  branch(pointer: string): void;
  fix(placed: PlacedProblem): void;
}

/** A value that an operation is about, and its surroundings. */
export interface Target {
  readonly tree: Node;
  readonly node: Node;
  readonly place: Place;
  readonly name: string;
  readonly pointer: string;
}

/** Every change of the document that the form can make; each is one step of the history. */
export class FormActions {
  readonly aside = new Aside();

  constructor(readonly host: FormHost) {}

  get places(): Places {
    return this.host.places();
  }

  fix(placed: PlacedProblem): void {
    this.host.fix(placed);
  }

  /** The value at a pointer; null when the text is broken or has no such place. */
  target(pointer: string): Target | null {
    const { document } = this.host;
    const { tree } = document;
    if (!tree || !document.parses) return null;
    const node = findAt(tree, pointer);
    const place = node && this.places.at(getNodePath(node), tree);
    return node && place ? { tree, node, place, pointer, name: nodeTitle(this.host.context(), place, node) } : null;
  }

  /** The place at a pointer where nothing stands yet. */
  emptyPlace(pointer: string): { tree: Node; holder: Node; place: Place; step: string; order: string[] } | null {
    const { parent, step } = operations.splitPointer(pointer);
    const above = this.target(parent);
    if (!above) return null;
    const index = above.node.type === "array" ? Number(step) : step;
    const place = this.places.child(above.place, above.node, index);
    return place && { tree: above.tree, holder: above.node, place, step, order: this.#order(above) };
  }

  #order({ place, node }: Target): string[] {
    const shape = this.places.shape(place, node);
    return [...(shape.key ? [shape.key] : []), ...shape.fields.map((field) => field.name)];
  }

  /** Write a literal at a pointer, whether or not something stands there. */
  setValue(pointer: string, value: Json, typing: boolean): void {
    const { document } = this.host;
    const there = this.target(pointer);
    const step = this.#changed(pointer, there?.node ?? null, value);
    if (there) return this.#apply(operations.replaceValue(document.text, there.node, value), step, typing);
    const empty = this.emptyPlace(pointer);
    if (empty) this.#apply(this.#put(empty, value), step, typing);
  }

  /** Write one more word behind those of a list, which may not be there yet. */
  /** Why a word cannot be added to a list of words: it is there already, or is none of the words that there are; empty when it can. */
  refusalOf(list: string, source: string): string {
    const item = this.itemPlace(list);
    if (!item || item.names || item.types.has("number") || item.types.has("integer")) return "";
    const { strings } = this.host;
    if (item.options && !wordIn(item.options, source)) {
      const choices = item.options.map(({ word }) => word).join(strings.listSeparator);
      return strings.noSuchWord({ typed: source, choices });
    }
    const value = wordIn(item.options ?? [], source) ?? source;
    const words = this.target(list)?.node.children ?? [];
    return words.some((word) => word.value === value) ? strings.wordThere({ typed: source }) : "";
  }

  addItem(list: string, typed: string): void {
    const there = this.target(list);
    const item = this.itemPlace(list);
    const value = (item && numberOf(item, typed)) ?? wordIn(item?.options ?? [], typed) ?? typed;
    const to = there ? operations.childPointer(list, there.node.children?.length ?? 0) : list;
    this.setValue(to, there ? value : [value], false);
  }

  /** Give several fields of an object that has them other values, as one step. */
  setFields(pointer: string, values: Readonly<Record<string, Json>>, message: string): void {
    const there = this.target(pointer);
    if (!there) return;
    const changes = Object.entries(values).flatMap(([name, value]) => {
      const field = findNodeAtLocation(there.node, [name]);
      return field ? operations.replaceValue(this.host.document.text, field, value) : [];
    });
    this.#apply(changes, message, false);
    this.host.announce(message);
  }

  /** Give a grid another size, and with it every other grid of its object, for they lie on each other: one step. */
  resizeGrid(pointer: string, width: number, height: number): void {
    const { parent, step } = operations.splitPointer(pointer);
    const above = this.target(parent);
    if (!above) return;
    const sized = (node: Node | undefined, place: Place): Json => [
      ...resized(rowsOf(node), width, height, String(place.signs[0]?.value ?? "")),
    ];
    const grids = this.places.shape(above.place, above.node).fields.filter(({ place }) => place.widget === "grid");
    const there = grids.flatMap(({ name, place }) => {
      const node = findNodeAtLocation(above.node, [name]);
      return node ? [[name, sized(node, place)] as const] : [];
    });
    const own = grids.find(({ name }) => name === step);
    if (there.some(([name]) => name === step))
      this.setFields(parent, Object.fromEntries(there), this.host.strings.gridSized({ width, height }));
    else if (own) this.setValue(pointer, sized(undefined, own.place), false);
  }

  /** Take an item out of its list; the focus stays where it is. */
  takeOut(pointer: string): void {
    const target = this.target(pointer);
    if (!target) return;
    const message = this.host.strings.deleted({ name: target.name });
    this.#apply(operations.remove(this.host.document.text, target.tree, pointer).changes, message, false);
    this.host.toastUndo(message);
  }

  /** The name of a step that gives a field a value: "Times 2 → 3", or the field alone where a value is no number or word. */
  #changed(pointer: string, before: Node | null, value: Json): string {
    const place = this.target(pointer)?.place ?? this.emptyPlace(pointer)?.place;
    const field = place?.title || operations.splitPointer(pointer).step;
    const old = before && isShort(before.value as Json) ? `${before.value} → ` : "";
    return isShort(value) ? `${field} ${old}${value}` : this.host.strings.changedField({ field });
  }

  /** Write a value with a skeleton of its own: a chosen variant, a record; the focus goes to the first of it that must be filled. */
  setNode(pointer: string, value: Json): void {
    this.setValue(pointer, value, false);
    this.host.focus(pointer);
    this.#toBlank(pointer);
  }

  #put({ holder, step, order }: { holder: Node; step: string; order: string[] }, value: Json): TextChange[] {
    const { text } = this.host.document;
    if (holder.type === "object") return operations.setField(text, holder, step, value, order);
    const spot = { list: pointerOfNode(holder), index: holder.children?.length ?? 0 };
    return [...operations.insert(text, this.#tree(), spot, (indent) => valueSource(value, indent)).changes];
  }

  /** Begin a list, record or plain field with the least that it asks for. */
  begin(pointer: string): void {
    const empty = this.emptyPlace(pointer);
    if (!empty) return;
    this.setNode(pointer, this.least(empty.place) ?? this.#blank(empty.place));
  }

  /** The least that a place asks for; nothing where only the author can say it. */
  least(place: Place): Json | undefined {
    if (place.isInner) return this.cardWritten(place);
    const [schema] = place.schemas;
    return schema && skeletonOf(this.places.book, schema);
  }

  /** A card that is written inside this one as it begins: an id that nothing here has yet, and what it is for its name. */
  cardWritten(place: Place): Record<string, Json> {
    return { id: freeLabel(this.host.document.text), name: place.title };
  }

  #blank(place: Place): Json {
    if (place.types.has("array")) return [];
    if (place.types.has("integer") || place.types.has("number")) return place.minimum ?? 0;
    return place.types.has("string") ? "" : place.types.has("object") ? {} : false;
  }

  /** Take a field or an item out. */
  clear(pointer: string): void {
    const target = this.target(pointer);
    if (!target) return;
    const { parent, step } = operations.splitPointer(pointer);
    const { document, strings } = this.host;
    this.#apply(operations.remove(document.text, target.tree, pointer).changes, strings.deleted({ name: step }), false);
    this.host.focus(parent);
  }

  remove(pointer: string): void {
    const target = this.target(pointer);
    if (!target || pointer === "") return;
    const { changes, pointer: next } = operations.remove(this.host.document.text, target.tree, pointer);
    this.aside.forget(pointer);
    const message = this.host.strings.deleted({ name: target.name });
    this.#apply(changes, message, false);
    this.host.focus(next);
    this.host.toastUndo(message);
  }

  /** Make a card of its own of one that is written inside this one, which then names it; one step of the history. */
  async liftOut(pointer: string): Promise<void> {
    const { document, strings, lifting } = this.host;
    const target = this.target(pointer);
    if (!target || !lifting) return;
    const before = document.text;
    const { id, page, text } = await lifting.liftOut(before, pointer);
    const name = String(findNodeAtLocation(target.node, ["name"])?.value ?? target.name);
    const words = strings.liftedOut({ name, id });
    if (document.text !== before) return this.host.sayMade(strings.liftedBeside({ id }), page);
    this.#apply(operations.oneChange(before, text), words, false);
    this.host.focus(operations.splitPointer(pointer).parent);
    this.host.announce(words);
    this.host.sayMade(words, page);
  }

  duplicate(pointer: string): void {
    this.#operate(pointer, ({ tree, name }) => {
      const outcome = operations.duplicate(this.host.document.text, tree, pointer);
      return { ...outcome, message: this.host.strings.duplicated({ name }) };
    });
  }

  move(pointer: string, by: 1 | -1): void {
    this.#operate(pointer, ({ tree, name, node }) => {
      const outcome = operations.swap(this.host.document.text, tree, pointer, by);
      const position = Number(operations.splitPointer(outcome.pointer).step) + 1;
      return { ...outcome, message: this.host.strings.movedTo({ name, at: position, of: node.parent?.children?.length ?? 0 }) };
    });
  }

  moveTo(pointer: string, spot: operations.Spot): void {
    this.#operate(pointer, ({ tree, name }) => {
      const holder = this.target(operations.splitPointer(spot.list).parent);
      const order = holder ? this.#order(holder) : [];
      const outcome = operations.moveTo(this.host.document.text, tree, pointer, spot, order);
      return { ...outcome, message: this.host.strings.moved({ name }) };
    });
  }

  insertVariant(spot: operations.Spot, kind: string): void {
    const item = this.itemPlace(spot.list);
    const variant = item?.union?.variants.get(kind);
    if (!item?.union || !variant) return;
    this.insertValue(spot, variantSkeleton(this.places.book, item.union.key, kind, variant), titleOf(variant, kind));
  }

  /** What a kind of a union starts as. */
  variantSources({ union }: Place, kind: string): readonly Source[] {
    const variant = union?.variants.get(kind);
    return union && variant ? [(indent) => valueSource(variantSkeleton(this.places.book, union.key, kind, variant), indent)] : [];
  }

  /** Put a value into a list, and the focus on the first of it that must be filled, else on the whole. */
  insertValue(spot: operations.Spot, value: Json, name: string): void {
    this.insertSources(spot, [(indent) => valueSource(value, indent)], this.host.strings.inserted({ name }));
    this.#toBlank(operations.childPointer(spot.list, spot.index));
  }

  /** The text of the card as it would be with values put into a list; null where the list has no place. */
  textWith(spot: operations.Spot, sources: readonly Source[]): string | null {
    const holder = this.target(operations.splitPointer(spot.list).parent);
    if (!holder) return null;
    let { text } = this.host.document;
    sources.forEach((source, n) => {
      const at = { list: spot.list, index: spot.index + n };
      const outcome = operations.insert(text, operations.treeOf(text), at, source, this.#order(holder));
      text = applyChanges(text, outcome.changes);
    });
    return text;
  }

  insertSources(spot: operations.Spot, sources: readonly Source[], message: string): void {
    const { document } = this.host;
    const text = this.textWith(spot, sources);
    if (text === null) return;
    const pointer = operations.childPointer(spot.list, spot.index);
    this.#apply(operations.oneChange(document.text, text), message, false);
    this.host.focus(pointer);
    this.host.announce(message);
  }

  /** What the items of a list are, also of a list that is not there yet. */
  itemPlace(list: string): Place | null {
    const place = this.target(list)?.place ?? this.emptyPlace(list)?.place;
    return place ? this.places.item(place, 0) : null;
  }

  /** Put a computed value, a condition or a chooser at a place; the present value becomes its first operand, if it would be lost. */
  become(pointer: string, kind: string): void {
    const target = this.target(pointer);
    const place = target?.place ?? this.emptyPlace(pointer)?.place;
    const variant = place?.union?.variants.get(kind);
    if (!place?.union || !variant) return;
    const by = target && this.wrapperFor(target, kind);
    if (by) return this.wrap(pointer, by);
    if (target?.node.type === "object") return this.switchKind(pointer, kind);
    this.setNode(pointer, variantSkeleton(this.places.book, place.union.key, kind, variant));
  }

  /** How another kind takes the present value of a place inside; null where it has no place for it, or where nothing would be lost. */
  wrapperFor({ node, place }: Target, kind: string): restructure.Wrapper | null {
    const variant = place.union?.variants.get(kind);
    if (!place.union || !variant || place.name === "effect") return null;
    const shape = this.places.shape(place, node);
    if (node.type === "object" && (shape.kind === kind || !shape.variant)) return null;
    const plan = restructure.planSwitch(this.places, node, shape, this.places.variantFields(variant, place.union.key));
    const isKept = node.type === "object" && plan.aside.length === 0;
    return isKept ? null : operandOf(this.places, place, kind, node);
  }

  wrap(pointer: string, by: restructure.Wrapper): void {
    this.#operate(pointer, ({ tree, place, name }) => {
      const { text } = this.host.document;
      const outcome = restructure.wrap(text, tree, pointer, place.union?.key ?? "", this.places, by);
      return { ...outcome, message: this.host.strings.wrapped({ name, by: titleOf(by.variant, by.kind) }) };
    });
    this.#toBlank(pointer);
  }

  /** Put the focus on the first place below a value that must be filled, if there is one. */
  #toBlank(pointer: string): void {
    const target = this.target(pointer);
    const [blank] = target ? blanksOf(this.places, target.place, getNodeValue(target.node) as Json) : [];
    if (blank) this.host.focus(`${pointer}${blank}`);
  }

  unwrap(pointer: string): void {
    this.#operate(pointer, ({ tree, place, name }) => {
      const outcome = restructure.unwrap(this.host.document.text, tree, pointer, place, this.places);
      return { ...outcome, message: this.host.strings.unwrapped({ name }) };
    });
  }

  /** Give a block another type; what the new one does not know is set aside and said. */
  switchKind(pointer: string, kind: string): void {
    const { strings, document } = this.host;
    const target = this.target(pointer);
    const union = target?.place.union;
    const variant = union?.variants.get(kind);
    if (!target || !union || !variant) return;
    if (target.node.type !== "object")
      return this.setNode(pointer, variantSkeleton(this.places.book, union.key, kind, variant));
    const names = restructure.switchNames(this.places, this.places.variantFields(variant, union.key));
    const restore = this.aside.take(pointer, names);
    const to = { kind, restore };
    const outcome = restructure.switchKind(document.text, target.tree, pointer, target.place, this.places, to);
    this.aside.keep(pointer, outcome.aside);
    this.#apply(outcome.changes, strings.switchedTo({ name: target.name, kind: titleOf(variant, kind) }), false);
    this.host.focus(pointer);
    if (outcome.aside.size === 0) return;
    const before = this.places.shape(target.place, target.node).fields;
    this.host.say(strings.switched({ names: restructure.titlesOf(this.places, before, [...outcome.aside.keys()]).join(strings.listSeparator) }));
  }

  /** The text of a value, indented as if it stood alone. */
  sourceAt(pointer: string): string {
    const target = this.target(pointer);
    if (!target) return "";
    const { text } = this.host.document;
    return reindented(sourceOf(text, target.node), indentOf(text, target.node.offset), "");
  }

  /** Put pasted blocks into a list; says why when they do not fit. */
  paste(source: string, spot: operations.Spot): string | null {
    const { strings } = this.host;
    const item = this.itemPlace(spot.list);
    const pasted = operations.pastedNode(source);
    if (!item) return strings.notPossible;
    if (!pasted) return strings.pasteBroken;
    const nodes = pasted.type === "array" ? (pasted.children ?? []) : [pasted];
    const slot = operations.splitPointer(spot.list).step;
    if (nodes.length === 0 || !nodes.every((node) => fits(this.places, item, node))) return strings.pasteMisfit({ slot });
    const sources = nodes.map((node): Source => {
      const own = indentOf(source, node.offset);
      return (indent) => reindented(sourceOf(source, node), own, indent);
    });
    this.insertSources(spot, sources, strings.pasted({ n: nodes.length }));
    return null;
  }

  #tree(): Node {
    const { tree } = this.host.document;
    if (!tree) throw new operations.NotPossible("no tree");
    return tree;
  }

  /** Do one operation on a value and follow it; a text that moved on in between makes it a sentence, not a failure. */
  #operate(pointer: string, work: (target: Target) => operations.Outcome & { message: string }): void {
    const target = this.target(pointer);
    if (!target) return;
    try {
      const { changes, pointer: next, message } = work(target);
      this.#apply(changes, message, false);
      this.host.focus(next);
      this.host.announce(message);
    } catch (error) {
      if (!(error instanceof operations.NotPossible)) throw error;
      this.host.announce(this.host.strings.notPossible);
    }
  }

  #apply(changes: readonly TextChange[], label: string, typing: boolean): void {
    const { document } = this.host;
    if (document.parses) document.apply({ changes, label, typing });
  }
}

/** Whether a pasted value has a kind that the list knows; a record needs the keys that it must have. */
/** The value of a word that is typed as it stands or as it is called; undefined where it is none of them. */
function wordIn(options: readonly Option[], source: string): Json | undefined {
  const query = source.toLowerCase();
  return options.find(({ value, word, other }) => [String(value), word, other].some((name) => name.toLowerCase() === query))?.value;
}

function fits(places: Places, item: Place, node: Node): boolean {
  if (!item.union && !item.types.has("object")) return item.types.size === 0 || item.types.has(node.type);
  if (node.type !== "object") return item.types.has(node.type);
  const shape = places.shape(item, node);
  if (item.union) return shape.variant !== null;
  return shape.fields.every((field) => !field.required || findNodeAtLocation(node, [field.name]));
}

/** Whether a value can be named within a line: a number, a switch, or a word. */
function isShort(value: Json): boolean {
  return typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && /^.{1,24}$/u.test(value));
}

function findAt(tree: Node, pointer: string): Node | null {
  try {
    return operations.nodeOf(tree, pointer);
  } catch (error) {
    if (error instanceof operations.NotPossible) return null;
    throw error;
  }
}

function pointerOfNode(node: Node): string {
  return getNodePath(node).reduce<string>((pointer, step) => operations.childPointer(pointer, step), "");
}

