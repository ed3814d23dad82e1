import { Component } from "preact";
import type { Node } from "jsonc-parser";
import type { FormContext } from "./context";
import { pointerOf } from "./context";
import { takesLiterals } from "./layout";
import type { Marks } from "../model/marks";
import { holdsObjects, type Place } from "../model/places";
import type { Json } from "../model/skeleton";

export interface LeafProps {
  readonly context: FormContext;
  readonly place: Place;
  readonly node: Node | undefined;
  readonly title: string;
  readonly marks: Marks | undefined;
  readonly describedBy: string;
  readonly required: boolean;
  /** The label stands elsewhere: the input carries its name itself. */
  readonly bare?: boolean;
  readonly removable?: boolean;
}

interface LeafState {
  /** What is being typed, as long as the document does not say the same. */
  draft: string | null;
}

let made = 0;

/** A string, number, boolean or choice; also a reference or the start of a computed value. */
export class Leaf extends Component<LeafProps, LeafState> {
  override state: LeafState = { draft: null };
  readonly #id = `form-field-${++made}`;

  override componentDidUpdate(before: LeafProps): void {
    const { draft } = this.state;
    if (draft === null || before.node?.value === this.props.node?.value) return;
    if (String(this.props.node?.value ?? "") !== draft) this.setState({ draft: null });
  }

  override render() {
    const { context, place, node, title, bare, removable } = this.props;
    const flag = place.types.has("boolean") && place.types.size === 1;
    const control = flag ? this.#flag() : place.options && !this.#free() ? this.#select() : this.#input();
    return (
      <span class={flag ? "f f--flag" : "f"}>
        {bare ? null : <label for={this.#id}>{title}</label>}
        {control}
        {this.#picks() && !context.readOnly ? <PickButton title={title} context={context} /> : null}
        {removable && node && !context.readOnly ? <ClearButton title={title} context={context} /> : null}
      </span>
    );
  }

  /** Whether the place takes free text beside its choices. */
  #free(): boolean {
    const { place, node } = this.props;
    return typeof node?.value === "string" && /^[$]/.test(node.value) && holdsObjects(place);
  }

  #picks(): boolean {
    const { place } = this.props;
    if (place.names || place.known.length > 0) return true;
    return holdsObjects(place) || ["reference", "value", "targets", "card", "name"].includes(place.widget);
  }

  #common() {
    const { title, bare, describedBy, marks, context } = this.props;
    const invalid = (marks?.problems ?? []).some(({ problem }) => problem.severity === "error");
    return {
      id: this.#id,
      ...(bare ? { "aria-label": title } : {}),
      ...(describedBy ? { "aria-describedby": describedBy } : {}),
      ...(invalid || this.#missing() ? { "aria-invalid": true } : {}),
      ...(context.readOnly ? { readOnly: true } : {}),
    };
  }

  #missing(): boolean {
    return this.props.required && this.props.node === undefined;
  }

  #flag() {
    const { node, context } = this.props;
    return (
      <input
        type="checkbox"
        {...this.#common()}
        disabled={context.readOnly}
        checked={node?.value === true}
        onChange={this.#check}
      />
    );
  }

  #select() {
    const { place, node, context } = this.props;
    const options = place.options ?? [];
    const known = node === undefined || options.some((option) => option.value === node.value);
    return (
      <select
        class="in"
        {...this.#common()}
        disabled={context.readOnly}
        onChange={this.#choose}
        value={String(node?.value ?? "")}
      >
        {node === undefined ? <option value="">{context.strings.chooseOne}</option> : null}
        {known ? null : <option value={String(node.value)}>{String(node.value)}</option>}
        {options.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.word}
          </option>
        ))}
      </select>
    );
  }

  #input() {
    const { place, node, context } = this.props;
    const shown = this.state.draft ?? (node === undefined || node.type === "null" ? "" : String(node.value));
    const numeric = place.types.has("integer") || place.types.has("number");
    const long = place.widget === "markup";
    const handlers = { onInput: this.#type, onBlur: this.#leave, onCompositionEnd: this.#type };
    const text = { class: this.#class(shown, numeric), value: shown, autocomplete: "off", spellcheck: false };
    const empty = holdsObjects(place) || (this.#missing() && this.#picks()) ? { placeholder: context.strings.chooseOne } : {};
    if (long) return <textarea rows={2} {...this.#common()} {...handlers} {...text} spellcheck={true} />;
    return (
      <input
        type="text"
        {...this.#common()}
        {...handlers}
        {...text}
        {...empty}
        onKeyDown={this.#step}
        {...(numeric && !holdsObjects(place) ? { inputMode: "numeric" } : {})}
      />
    );
  }

  #class(shown: string, numeric: boolean): string {
    const { place } = this.props;
    if (/[${]/.test(shown)) return "in in--ref";
    if (place.widget === "label" || place.wants === "id") return "in in--id";
    if (numeric && (shown === "" || /^-?\d/.test(shown))) return "in in--num";
    return "in in--text";
  }

  #type = (event: Event): void => {
    const { value } = event.currentTarget as HTMLInputElement;
    if ((event as InputEvent).isComposing) return this.setState({ draft: value });
    this.setState({ draft: value });
    const literal = literalOf(this.props.place, value);
    if (literal !== undefined) this.#write(event, literal, true);
  };

  #leave = (): void => this.setState({ draft: null });

  #check = (event: Event): void => this.#write(event, (event.currentTarget as HTMLInputElement).checked, false);

  #choose = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    const option = this.props.place.options?.find((each) => String(each.value) === value);
    if (option) this.#write(event, option.value, false);
  };

  /** The arrow keys step a number. */
  #step = (event: KeyboardEvent): void => {
    const { node, place } = this.props;
    if (event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    if (node?.type !== "number" || typeof node.value !== "number") return;
    event.preventDefault();
    const next = node.value + (event.key === "ArrowUp" ? 1 : -1);
    const within = Math.min(place.maximum ?? next, Math.max(place.minimum ?? next, next));
    this.setState({ draft: null });
    this.#write(event, within, true);
  };

  #write(event: Event, value: Json, typing: boolean): void {
    const { context, node } = this.props;
    if (!context.readOnly && node?.value !== value)
      context.actions.setValue(pointerOf(event.currentTarget as Element), value, typing);
  }
}

/** What a typed text means at a place; undefined when it means nothing there yet. */
export function literalOf(place: Place, typed: string): Json | undefined {
  const numeric = place.types.has("integer") || place.types.has("number");
  const isNumber = place.types.has("number") ? /^-?\d+(?:\.\d+)?$/ : /^-?\d+$/;
  if (numeric && isNumber.test(typed.trim())) return Number(typed);
  if (place.types.has("boolean") && (typed === "true" || typed === "false")) return typed === "true";
  return place.types.has("string") || !takesLiterals(place) ? typed : undefined;
}

export function PickButton({ title, context, act = "pick" }: { title: string; context: FormContext; act?: string }) {
  return (
    <button
      type="button"
      class="fx"
      data-act={act}
      aria-haspopup="dialog"
      aria-label={context.strings.pickFor(title)}
      title={context.strings.pickFor(title)}
    >
      <i class="i i-variable" aria-hidden="true" />
    </button>
  );
}

export function ClearButton({ title, context }: { title: string; context: FormContext }) {
  return (
    <button
      type="button"
      class="fx fx--clear"
      data-act="clear"
      tabIndex={-1}
      aria-label={context.strings.leaveOut(title)}
      title={context.strings.leaveOut(title)}
    >
      <i class="i i-x" aria-hidden="true" />
    </button>
  );
}
