import type { Node } from "jsonc-parser";
import { type FieldSpec, holdsObjects, type Place, type Places } from "./places";
import type { Wrapper } from "./restructure";

/**
 * How a variant takes the present value of a place as its first operand, so that nothing is lost; null where it has none of that type.
 *
 * An operand may be a field, or the first item of a list.
 */
export function operandOf(places: Places, place: Place, kind: string, node: Node): Wrapper | null {
  const { union } = place;
  const variant = union?.variants.get(kind);
  if (!union || !variant) return null;
  for (const field of places.variantFields(variant, union.key)) {
    const list = field.place.types.has("array");
    const inner = list ? places.item(field.place, 0) : field.place;
    if (inner && takes(inner, place, node)) return { kind, variant, slot: { name: field.name, list } };
  }
  return null;
}

/** Whether an operand may hold the value of another place: an object of the same union that means the same, a number within its bounds. */
function takes(operand: Place, place: Place, node: Node): boolean {
  if (operand.name !== place.name || !holdsObjects(operand)) return false;
  if (operand.wants !== place.wants && operand.wants !== "any") return false;
  if (node.type !== "number") return node.type === "object" || operand.types.has(node.type);
  const { value } = node as { value?: number };
  const isWithin = Number(value) >= (operand.minimum ?? -Infinity) && Number(value) <= (operand.maximum ?? Infinity);
  return isWithin && (operand.types.has("number") || operand.types.has("integer"));
}

/** The field that an operand goes into, as the schema has it. */
export function operandField(places: Places, place: Place, { kind, slot }: Wrapper): FieldSpec | undefined {
  const variant = place.union?.variants.get(kind);
  return variant && places.variantFields(variant, place.union?.key ?? "").find(({ name }) => name === slot.name);
}
