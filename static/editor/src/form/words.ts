import { findNodeAtLocation, type Node } from "jsonc-parser";
import type { FormContext } from "./context";
import { asSchema, type Schema } from "../model/schema";
import type { FieldSpec, Place } from "../model/places";

export type Family = "behavior" | "trigger" | "control" | "cond" | "effect" | "value";

/** Which of the six families a block belongs to: the colour of its spine, its icon and its word. */
export function familyOf(place: Place, variant: Schema | null, depth: number): Family {
  if (place.name === "condition") return "cond";
  if (place.name === "value" || place.name === "chooser") return "value";
  if (!place.union) return depth > 1 ? "trigger" : "behavior";
  return groupOf(variant) === "control" ? "control" : "effect";
}

export function groupOf(variant: Schema | null): string {
  const group = asSchema(variant?.["x-ui"])?.group;
  return typeof group === "string" ? group : "";
}

const BY_GROUP: Record<string, string> = {
  control: "git-branch",
  compare: "split",
  logic: "git-fork",
  numbers: "sigma",
  cards: "layers",
  fight: "swords",
  targets: "target",
  conditions: "split",
  keywords: "tag",
};
const BY_FAMILY: Record<Family, string> = {
  behavior: "play",
  trigger: "bell",
  control: "git-branch",
  cond: "split",
  effect: "zap",
  value: "variable",
};

export function iconOf(variant: Schema | null, family: Family): string {
  const own = asSchema(variant?.["x-ui"])?.icon;
  return typeof own === "string" ? own : (BY_GROUP[groupOf(variant)] ?? BY_FAMILY[family]);
}

export function titleOf(schema: Schema | null, otherwise: string): string {
  return typeof schema?.title === "string" && schema.title ? schema.title : otherwise;
}

/** The schema's word for a field; its key where the schema has none. */
export function fieldTitle(field: FieldSpec): string {
  return field.place.title || field.name;
}

/** What a block is called: its kind, or for a record what its choice of event or name says. */
export function nodeTitle(context: FormContext, place: Place, node: Node): string {
  const shape = context.places.shape(place, node);
  if (shape.key !== null) return shape.variant ? titleOf(shape.variant, shape.kind) : shape.kind || place.title;
  return place.title || context.strings.record;
}

/** A few words behind a block's name in the outline: what it says in its first plain fields, of an id of a card its end. */
export function nodeSummary(context: FormContext, place: Place, node: Node): string {
  return plainWords(context, place, node).slice(0, 3).join(" · ");
}

/** The plain values of a node and of the records in it, as a form shows them. */
function plainWords(context: FormContext, place: Place, node: Node): readonly string[] {
  return context.places.shape(place, node).fields.flatMap((field) => {
    const value = findNodeAtLocation(node, [field.name]);
    if (value?.type === "object" && !field.place.union) return plainWords(context, field.place, value);
    if (!value || value.type === "object" || value.type === "array") return [];
    const option = field.place.options?.find((item) => item.value === value.value);
    const word = option?.word ?? String(value.value);
    return [field.place.names === "card" ? word.slice(word.lastIndexOf(".") + 1) : word];
  });
}
