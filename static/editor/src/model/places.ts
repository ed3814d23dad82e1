import { findNodeAtLocation, type JSONPath, type Node } from "jsonc-parser";
import { boardOf, type BoardFields } from "./board";
import { asList, asSchema, type Schema, SchemaBook, textOf, type Union } from "./schema";

/** One value of an enumeration with its word in the interface's language and in the other one. */
export interface Option {
  readonly value: string | number | boolean | null;
  readonly word: string;
  readonly other: string;
  /** The heading under which a list shows it; empty where it has none. */
  readonly section: string;
}

/** Rows of cells: `#` is meant, `@` is where it starts. */
export type Picture = readonly string[];

/** What a place of the document may hold, whatever it holds now. */
export interface Place {
  readonly schemas: readonly Schema[];
  readonly title: string;
  readonly other: string;
  readonly about: string;
  /** JSON types that are allowed, with `integer` beside `number`; empty when anything goes. */
  readonly types: ReadonlySet<string>;
  readonly union: Union | null;
  /** The name of the union or record among the definitions. */
  readonly name: string;
  readonly options: readonly Option[] | null;
  readonly widget: string;
  /** The signs that fill the cells of a grid, with their words; the first is an empty cell. */
  readonly signs: readonly Option[];
  /** Where the items of a list lie on a board; null when they lie nowhere. */
  readonly board: BoardFields | null;
  /** Words that an open set already has: other texts may be written too. */
  readonly known: readonly Option[];
  /** How each number is drawn, from the lowest, by the word that the field `drawnBy` beside it holds: rows of cells. */
  readonly pictures: Readonly<Record<string, readonly Picture[]>> | null;
  readonly drawnBy: string;
  /** What a reference written there must mean: `player`, `card`. */
  readonly wants: string;
  /** Of an object whose keys the author chooses: what each holds, the form of a key, and how many there may be. */
  readonly entries: { readonly schema: Schema; readonly key: RegExp; readonly most: number } | null;
  /** That it names a card or token, and of which kinds; empty when it does not, and where any kind will do. */
  readonly names: string;
  /** That it is a card which is written inside this one. */
  readonly isInner: boolean;
  readonly namesKinds: readonly string[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly most: number | null;
  readonly fallback: unknown;
}

/** One key that an object may have. */
export interface FieldSpec {
  readonly name: string;
  readonly place: Place;
  readonly required: boolean;
}

/** What an object is and which keys it may have. */
export interface ObjectShape {
  readonly fields: readonly FieldSpec[];
  /** The key that chooses the variant of a union; null for a record. */
  readonly key: string | null;
  /** What that key says now. */
  readonly kind: string;
  /** The variant that it chooses; null when there is none of that name. */
  readonly variant: Schema | null;
}

/** Reads from the schema what the form must offer; every answer about a schema is worked out once. */
export class Places {
  readonly #places = new WeakMap<Schema, Place>();
  readonly #items = new WeakMap<Place, Place>();
  readonly #variants = new WeakMap<Schema, readonly FieldSpec[]>();
  readonly #names = new Map<Schema, string>();
  readonly #simple = new WeakMap<Place, boolean>();
  readonly #entries = new WeakMap<Place, Map<string, Place>>();

  constructor(readonly book: SchemaBook) {
    for (const [name, schema] of Object.entries(asSchema(book.root.$defs) ?? {})) {
      const known = asSchema(schema);
      if (known) this.#names.set(known, name);
    }
  }

  get root(): Place {
    return this.of([this.book.root]);
  }

  of(schemas: readonly Schema[]): Place {
    const [only] = schemas;
    const known = schemas.length === 1 && only ? this.#places.get(only) : undefined;
    if (known) return known;
    const place = this.#read(schemas);
    if (schemas.length === 1 && only) this.#places.set(only, place);
    return place;
  }

  /** The place of a value in the document, chosen by what the document says on the way. */
  at(path: JSONPath, tree: Node | undefined): Place | null {
    let place: Place | null = this.root;
    path.forEach((step, depth) => {
      const above = tree && findNodeAtLocation(tree, path.slice(0, depth));
      place = place && this.child(place, above, step);
    });
    return place;
  }

  /** The way to a value in words, `Behaviours 1 › Do 2 › Amount`; a key that the schema does not know stands for itself. */
  way(path: JSONPath, tree: Node | undefined): string {
    const steps: string[] = [];
    path.forEach((step, depth) => {
      if (typeof step === "number") steps.push(`${steps.pop() ?? ""} ${step + 1}`.trim());
      else steps.push(this.at(path.slice(0, depth + 1), tree)?.title || step);
    });
    return steps.join(" › ");
  }

  /** The place of an item or of a key's value within a node. */
  child(place: Place, node: Node | undefined, step: string | number): Place | null {
    if (typeof step === "number") return this.item(place, step);
    if (place.entries) return this.#entry(place.entries.schema, step);
    return this.shape(place, node).fields.find((field) => field.name === step)?.place ?? null;
  }

  item(place: Place, index: number): Place | null {
    const shapes = this.book.expand(place.schemas, undefined);
    const fixed = shapes.map((shape) => asSchema(asList(shape.prefixItems)[index])).find((found) => found);
    const items = fixed ?? shapes.map((shape) => asSchema(shape.items)).find((items) => items !== null);
    return items ? this.#named(place, this.of([items])) : null;
  }

  /** The place of an item; in a list of names each item is one. */
  #named(list: Place, item: Place): Place {
    if (item.names || item.known.length > 0 || (!list.names && list.known.length === 0)) return item;
    const copy = this.#items.get(list) ?? { ...item, names: list.names, namesKinds: list.namesKinds, known: list.known };
    this.#items.set(list, copy);
    return copy;
  }

  /** How many items have places of their own, like the arguments of a condition. */
  fixedItems(place: Place): number {
    const shapes = this.book.expand(place.schemas, undefined);
    return Math.max(0, ...shapes.map((shape) => asList(shape.prefixItems).length));
  }

  /** The fewest items that a list must have. */
  least(place: Place): number {
    const shapes = this.book.expand(place.schemas, undefined);
    return Math.max(0, ...shapes.map(({ minItems }) => number(minItems) ?? 0));
  }

  shape(place: Place, node: Node | undefined): ObjectShape {
    const { union } = place;
    if (!union) return { fields: this.#record(place, node), key: null, kind: "", variant: null };
    const kind = node && findNodeAtLocation(node, [union.key]);
    const kindName = typeof kind?.value === "string" ? kind.value : "";
    const variant = union.variants.get(kindName) ?? null;
    return { fields: variant ? this.variantFields(variant, union.key, node) : [], key: union.key, kind: kindName, variant };
  }

  /** The keys of a variant, without the one that chooses it; what the object has decides which keys it needs, where the variant says so. */
  variantFields(variant: Schema, key: string, node?: Node): readonly FieldSpec[] {
    if (node && asList(variant.allOf).some((part) => asSchema(part)?.if !== undefined))
      return this.#fields(this.book.expand([variant], node)).filter((field) => field.name !== key);
    const known = this.#variants.get(variant);
    if (known) return known;
    const fields = this.#fields(this.book.expand([variant], undefined)).filter((field) => field.name !== key);
    this.#variants.set(variant, fields);
    return fields;
  }

  /** Whether a list or a value holds blocks: objects of a union or records that are more than a few plain fields. */
  isBlocks(place: Place): boolean {
    const item = place.types.has("array") ? this.item(place, 0) : place;
    if (!item || !holdsObjects(item)) return false;
    return !this.isPlain(item);
  }

  /** Whether every object that may stand there has at most three keys with plain values. */
  isPlain(place: Place): boolean {
    const known = this.#simple.get(place);
    if (known !== undefined) return known;
    this.#simple.set(place, false);
    const shapes = place.union
      ? [...place.union.variants.values()].map((variant) => this.variantFields(variant, place.union?.key ?? ""))
      : [this.#record(place, undefined)];
    const plain = shapes.every((fields) => fields.length <= 3 && fields.every((field) => isLeaf(field.place)));
    this.#simple.set(place, plain);
    return plain;
  }

  #record(place: Place, node: Node | undefined): readonly FieldSpec[] {
    const { entries } = place;
    if (!entries) return this.#fields(this.book.expand(place.schemas, node));
    return keysOf(node).map((name) => ({ name, place: this.#entry(entries.schema, name), required: false }));
  }

  /** What an object whose keys the author chooses holds under one of them; it is called by that key. */
  #entry(schema: Schema, name: string): Place {
    const place = this.of([schema]);
    const named = this.#entries.get(place) ?? new Map<string, Place>();
    this.#entries.set(place, named);
    const found = named.get(name) ?? { ...place, title: name, other: "" };
    named.set(name, found);
    return found;
  }

  #fields(shapes: readonly Schema[]): readonly FieldSpec[] {
    const required = new Set(shapes.flatMap((shape) => asList(shape.required)).map(String));
    const found = new Map<string, Schema[]>();
    for (const shape of shapes)
      for (const [name, inner] of Object.entries(asSchema(shape.properties) ?? {})) {
        const schema = asSchema(inner);
        if (schema) found.set(name, [...(found.get(name) ?? []), schema]);
      }
    return [...found].map(([name, schemas]) => ({ name, place: this.of(schemas), required: required.has(name) }));
  }

  #read(schemas: readonly Schema[]): Place {
    const shapes = this.book.expand(schemas, undefined);
    const first = (keyword: string): unknown => shapes.find((shape) => shape[keyword] !== undefined)?.[keyword];
    const ui = shapes.map((shape) => asSchema(shape["x-ui"])).find((found) => found?.widget ?? found?.names ?? found?.known) ?? {};
    const [union] = this.book.unions(shapes);
    return {
      schemas,
      title: textOf(first("title")),
      other: textOf(first("x-other")),
      about: textOf(first("description")),
      types: new Set([first("type") ?? []].flat().map(String)),
      union: union ?? null,
      name: this.#nameOf(shapes, union ?? null),
      options: optionsOf(shapes),
      widget: textOf(ui.widget),
      known: wordsOf(ui.known, ui.knownOthers),
      signs: ui.widget === "grid" ? wordsOf(ui.options, ui.others) : [],
      board: boardOf(ui),
      pictures: ui.widget === "picture" ? (ui.pictures as Place["pictures"]) : null,
      drawnBy: textOf(ui.by),
      wants: textOf(ui.type),
      entries: ui.widget === "map" ? entriesOf(shapes) : null,
      names: ui.type === "cardID" ? "card" : textOf(ui.names),
      isInner: shapes.some((shape) => shape.type === "object" && asSchema(shape["x-ui"])?.inner === true),
      namesKinds: asList(ui.kinds).map(String),
      minimum: number(first("minimum")),
      maximum: number(first("maximum")),
      most: number(first("maxItems")),
      fallback: first("default"),
    };
  }

  #nameOf(shapes: readonly Schema[], union: Union | null): string {
    const named = shapes.filter((shape) => this.#names.has(shape));
    const own = union
      ? named.find((shape) => this.book.unions([shape]).length > 0)
      : named.find((shape) => shape.properties !== undefined);
    return own ? (this.#names.get(own) ?? "") : "";
  }
}

/** A field that must be filled. */
export function neededField(name: string, place: Place): FieldSpec {
  return { name, place, required: true };
}

/** Whether a place may hold objects. */
export function holdsObjects(place: Place): boolean {
  return place.union !== null || place.types.has("object");
}

/** Whether a place may hold nothing but strings, numbers and booleans. */
export function isLeaf(place: Place): boolean {
  return place.types.size > 0 && !place.types.has("array") && !holdsObjects(place);
}

function entriesOf(shapes: readonly Schema[]): Place["entries"] {
  const shape = shapes.find((each) => asSchema(each.additionalProperties));
  const schema = asSchema(shape?.additionalProperties);
  if (!shape || !schema) return null;
  const key = new RegExp(textOf(asSchema(shape.propertyNames)?.pattern) || ".", "u");
  return { schema, key, most: number(shape.maxProperties) ?? Infinity };
}

function keysOf(node: Node | undefined): readonly string[] {
  const named = node?.type === "object" ? (node.children ?? []) : [];
  return named.map((property) => String(property.children?.[0]?.value));
}

/** A word of a list as a label writes it: `you` beside `Once` would read as two kinds of word. */
function labelled(word: unknown): string {
  const written = textOf(word);
  return written.charAt(0).toUpperCase() + written.slice(1);
}

function wordsOf(titles: unknown, inOther: unknown): readonly Option[] {
  const others = asSchema(inOther) ?? {};
  return Object.entries(asSchema(titles) ?? {}).map(([value, word]) => ({
    value,
    word: labelled(word) || value,
    other: textOf(others[value]),
    section: "",
  }));
}

function optionsOf(shapes: readonly Schema[]): readonly Option[] | null {
  const listed = shapes.find((shape) => Array.isArray(shape.enum));
  if (!listed) return null;
  const ui = shapes.map((shape) => asSchema(shape["x-ui"])).find((found) => found?.options);
  const [words, others, sections] = [ui?.options, ui?.others, ui?.sections].map((part) => asSchema(part) ?? {}) as [Schema, Schema, Schema];
  return asList(listed.enum).map((value) => ({
    value: value as Option["value"],
    word: labelled(words[String(value)]) || String(value),
    other: textOf(others[String(value)]),
    section: textOf(sections[String(value)]),
  }));
}

function number(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
