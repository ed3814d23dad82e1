import type { Place } from "./places";

/** What an input method writes for the signs of a number, beside the digits. */
const WIDE: Readonly<Record<string, string>> = { "－": "-", "−": "-", "．": "." };
const ZERO = "０".charCodeAt(0);

/** A text with the full-width signs of numbers as the usual ones. */
function narrowed(typed: string): string {
  return typed.replace(/[０-９－−．]/g, (sign) => WIDE[sign] ?? String(sign.charCodeAt(0) - ZERO));
}

/** Whether a place may hold a text, a number or a boolean, beside whatever else. */
export function takesLiterals(place: Place): boolean {
  return ["string", "integer", "number", "boolean"].some((type) => place.types.has(type));
}

export function takesNumbers(place: Place): boolean {
  return place.types.has("integer") || place.types.has("number");
}

/** The number that a text writes, full-width digits among them; undefined for what a place does not take or what would change on the way. */
export function numberOf(place: Place, typed: string): number | undefined {
  if (!takesNumbers(place)) return undefined;
  const text = narrowed(typed.trim());
  const [, sign, digits, rest] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (digits === undefined || (rest !== undefined && !place.types.has("number"))) return undefined;
  const whole = digits.replace(/^0+(?=\d)/, "");
  const exact = `${sign}${whole}${rest === undefined ? "" : `.${rest}`.replace(/\.?(?<!0)0+$/, "")}`;
  const number = Number(text);
  return exact === "-0" || String(number) === exact ? number + 0 : undefined;
}

/** What a typed text means at a place; undefined when it means nothing there. */
export function literalOf(place: Place, typed: string): string | number | boolean | undefined {
  const number = numberOf(place, typed);
  if (number !== undefined) return number;
  if (place.types.has("boolean") && (typed === "true" || typed === "false")) return typed === "true";
  return place.types.has("string") || !takesLiterals(place) ? typed : undefined;
}

/** Whether a text may still become a number: nothing yet, a sign, or a point at its end. */
export function isUnfinished(typed: string): boolean {
  return /^-?(?:\d+\.)?$/.test(narrowed(typed.trim()));
}
