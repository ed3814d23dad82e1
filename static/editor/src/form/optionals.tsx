import type { Node } from "jsonc-parser";
import type { FormContext } from "./context";
import { absentFields } from "./layout";
import { fieldTitle } from "./words";
import type { Place } from "../model/places";

interface OptionalsProps {
  readonly context: FormContext;
  readonly place: Place;
  readonly node: Node;
  /** What the fields belong to. */
  readonly title: string;
}

/** The fields that an object may have and does not, each by its name with what holds without it; a press adds it. */
export function Optionals({ context, place, node, title }: OptionalsProps) {
  const fields = context.readOnly || place.entries ? [] : absentFields(context.places, place, node);
  if (fields.length === 0) return null;
  return (
    <span class="caps" role="group" aria-label={context.strings.optionalOf({ name: title })}>
      {fields.map((field) => {
        const words = defaultWords(field.place);
        return (
          <span key={field.name} data-step={field.name}>
            <button type="button" class="cap" data-act="add-optional" title={field.place.about || undefined}>
              {fieldTitle(field)}
              {words ? <span class="cap__v">{words}</span> : null}
            </button>
          </span>
        );
      })}
    </span>
  );
}

/** What holds where a field is absent, as its box would show it; nothing where that is nothing. */
function defaultWords({ fallback, options }: Place): string {
  if (typeof fallback !== "string" && typeof fallback !== "number") return "";
  return options?.find(({ value }) => value === fallback)?.word ?? String(fallback);
}
