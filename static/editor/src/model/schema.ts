import { findNodeAtLocation, type JSONPath, type Node } from "jsonc-parser";

/** A JSON Schema (Draft 2020-12) that is not just true or false. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** A set of objects told apart by the value of one key. */
export interface Union {
  readonly key: string;
  readonly variants: ReadonlyMap<string, Schema>;
}

/** What one place of the document may hold, the alternatives side by side. */
export class SchemaBook {
  constructor(readonly root: Schema) {}

  /**
   * The schemas that govern the value at a path, chosen by what the document already says on the way.
   *
   * With `anew` the value itself counts as absent: what could be written there instead?
   */
  at(path: JSONPath, tree: Node | undefined, anew = false): readonly Schema[] {
    let here = this.expand([this.root], anew && path.length === 0 ? undefined : tree);
    path.forEach((step, depth) => {
      const last = depth === path.length - 1;
      const node = tree && !(anew && last) ? findNodeAtLocation(tree, path.slice(0, depth + 1)) : undefined;
      const below = here.flatMap((schema) => this.#child(schema, step));
      here = this.expand(below, node);
    });
    return here;
  }

  /** The unions among schemas; a union within an alternative counts too. */
  unions(schemas: readonly Schema[]): readonly Union[] {
    return schemas.map((schema) => this.#union(schema)).filter((union) => union !== null);
  }

  /** Follow references, conjunctions, alternatives, and those conditions that the node meets. */
  expand(schemas: readonly Schema[], node: Node | undefined): readonly Schema[] {
    const seen = new Set<Schema>();
    const visit = (value: unknown): void => {
      const schema = asSchema(value);
      if (!schema || seen.has(schema)) return;
      seen.add(schema);
      if (typeof schema.$ref === "string") visit(this.resolve(schema.$ref));
      for (const keyword of ["allOf", "anyOf", "oneOf"]) asList(schema[keyword]).forEach(visit);
      if (schema.if === undefined) return;
      if (node === undefined && isKindOnly(schema.if)) [schema.then, schema.else].forEach(visit);
      else visit(this.holds(schema.if, node) ? schema.then : schema.else);
    };
    schemas.forEach(visit);
    return [...seen];
  }

  /** Whether a condition holds for a node; unlike a validator, a key that is absent fails it. */
  holds(condition: unknown, node: Node | undefined): boolean {
    if (typeof condition === "boolean") return condition;
    const schema = asSchema(condition);
    if (!schema || !node) return false;
    const properties = Object.entries(asSchema(schema.properties) ?? {});
    return (
      (schema.type === undefined || isOfType(node, [schema.type].flat())) &&
      (schema.const === undefined || schema.const === node.value) &&
      (!Array.isArray(schema.enum) || schema.enum.includes(node.value)) &&
      (typeof schema.pattern !== "string" || new RegExp(schema.pattern, "u").test(String(node.value))) &&
      (typeof schema.$ref !== "string" || this.holds(this.resolve(schema.$ref), node)) &&
      properties.every(([key, inner]) => this.holds(inner, findNodeAtLocation(node, [key]))) &&
      asList(schema.required).every((key) => findNodeAtLocation(node, [String(key)]) !== undefined) &&
      asList(schema.allOf).every((inner) => this.holds(inner, node)) &&
      (!Array.isArray(schema.anyOf) || schema.anyOf.some((inner) => this.holds(inner, node))) &&
      (schema.not === undefined || !this.holds(schema.not, node))
    );
  }

  /** The schema that a local reference (`#/$defs/…`) names. */
  resolve(reference: string): Schema | null {
    if (!reference.startsWith("#")) return null;
    let here: unknown = this.root;
    for (const part of reference.slice(1).split("/").filter(Boolean)) {
      const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
      here = (asSchema(here) ?? {})[key];
    }
    return asSchema(here);
  }

  #child(schema: Schema, step: string | number): Schema[] {
    if (typeof step === "number") {
      const fixed = asSchema(asList(schema.prefixItems)[step]);
      return [fixed ?? asSchema(schema.items)].filter((s) => s !== null);
    }
    const named = asSchema((asSchema(schema.properties) ?? {})[step]);
    return [named ?? asSchema(schema.additionalProperties)].filter((s) => s !== null);
  }

  #union(schema: Schema): Union | null {
    const variants = new Map<string, Schema>();
    let key = "";
    for (const branch of asList(schema.allOf)) {
      const choice = choiceOf(asSchema(branch));
      if (!choice) continue;
      key ||= choice.key;
      const then = asSchema(asSchema(branch)?.then);
      const target = typeof then?.$ref === "string" ? this.resolve(then.$ref) : then;
      if (target && choice.key === key) for (const value of choice.values) variants.set(value, target);
    }
    return variants.size > 0 ? { key, variants } : null;
  }
}

/** The key and values that the `if` of a branch asks for. */
function choiceOf(branch: Schema | null): { key: string; values: string[] } | null {
  const conditions = asSchema(asSchema(branch?.if)?.properties);
  const [first, ...others] = Object.entries(conditions ?? {});
  if (!first || others.length > 0) return null;
  const [key, test] = [first[0], asSchema(first[1])];
  const values = test?.const !== undefined ? [test.const] : asList(test?.enum);
  const strings = values.filter((value) => typeof value === "string");
  return strings.length > 0 ? { key, values: strings } : null;
}

/** Whether a condition asks for the JSON type alone, which a value still to be written may have. */
function isKindOnly(condition: unknown): boolean {
  return Object.keys(asSchema(condition) ?? {}).join() === "type";
}

function isOfType(node: Node, types: readonly unknown[]): boolean {
  return types.includes(node.type) || (types.includes("integer") && Number.isInteger(node.value));
}

export function asSchema(value: unknown): Schema | null {
  return value && typeof value === "object" && !Array.isArray(value) ? (value as Schema) : null;
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Copy a schema with its titles and descriptions in one language.
 *
 * Shapes: `x-i18n` is `{zh: {title, description}}`; `x-ui.options`, the words of an enumeration, becomes value → word.
 * The title in the other language becomes `x-other`, the words of an enumeration in the other one `x-ui.others`.
 * `x-ui.groups`, the titles of the groups of nodes, becomes group → title; `x-ui.known`, the words that an open set already has, becomes the same with `x-ui.knownOthers`.
 * The headings of an enumeration's words, in `x-ui.about`, become `x-ui.sections`: value → heading.
 */
export function localised(schema: unknown, language: "en" | "zh"): unknown {
  if (Array.isArray(schema)) return schema.map((inner: unknown) => localised(inner, language));
  const object = asSchema(schema);
  if (!object) return schema;
  const copy = Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, localised(inner, language)]));
  const hints = asSchema(object["x-ui"]);
  const [options, known, groups] = [asSchema(hints?.options), asSchema(hints?.known), asSchema(hints?.groups)];
  const about = asSchema(hints?.about);
  const other = language === "zh" ? "en" : "zh";
  const words = {
    ...(options ? { options: wordsIn(options, language), others: wordsIn(options, other) } : {}),
    ...(known ? { known: wordsIn(known, language), knownOthers: wordsIn(known, other) } : {}),
    ...(groups ? { groups: wordsIn(groups, language) } : {}),
    ...(options && about ? { sections: sectionsIn(about, language) } : {}),
  };
  const chosen = options || known || groups ? { ...copy, "x-ui": { ...asSchema(copy["x-ui"]), ...words } } : copy;
  const zh = asSchema(asSchema(object["x-i18n"])?.zh);
  if (!zh) return chosen;
  return language === "zh" ? { ...chosen, ...zh, "x-other": object.title } : { ...chosen, "x-other": zh.title };
}

function wordsIn(options: Schema | null, language: "en" | "zh"): Record<string, unknown> {
  const words = Object.entries(options ?? {}).map(([value, both]) => [value, asSchema(both)?.[language]]);
  return Object.fromEntries(words) as Record<string, unknown>;
}

/** The heading under which a list shows each word of an enumeration that has one. */
function sectionsIn(about: Schema, language: "en" | "zh"): Record<string, unknown> {
  const groups = Object.entries(about).map(([value, hints]) => [value, asSchema(asSchema(hints)?.group)] as const);
  return wordsIn(Object.fromEntries(groups.filter(([, group]) => group)) as Schema, language);
}

/** A text of a schema; empty where it has none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The words of both languages by which something is looked for. */
export function aliasesOf(hints: Schema | null): readonly string[] {
  const aliases = asSchema(hints?.aliases);
  return [...asList(aliases?.en), ...asList(aliases?.zh)].map(String);
}
