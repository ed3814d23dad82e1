import { Component } from "preact";
import { NameOf } from "./name_of";
import { Combobox } from "./combobox";
import type { Node } from "jsonc-parser";
import type { Strings } from "../i18n";
import type { FormContext } from "./context";
import { hasOffers, offersFor } from "./offers";
import { pointerOf } from "./context";
import { isUnfinished, literalOf, takesNumbers } from "../model/literals";
import type { Marks } from "../model/marks";
import { holdsObjects, type Option, type Place } from "../model/places";
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
  /** What is in the field, as long as the document does not say the same. */
  readonly draft: string | null;
  /** Whether the field was left with a text that is no value for it. */
  readonly left: boolean;
}

let made = 0;
/** Words from which on a list is searched in a dialog instead of looked through. */
const LONG_LIST = 12;

function optionOf({ value, word }: Option) {
  return (
    <option key={String(value)} value={String(value)}>
      {word}
    </option>
  );
}

/** A string, number, boolean or choice; also a reference or the start of a computed value. */
export class Leaf extends Component<LeafProps, LeafState> {
  override state: LeafState = { draft: null, left: false };
  readonly #id = `form-field-${++made}`;
  #pointer = "";

  override componentDidUpdate(before: LeafProps): void {
    const { draft } = this.state;
    const { node, place } = this.props;
    if (draft === null || before.node?.value === node?.value) return;
    if (literalOf(place, draft) !== node?.value) this.setState({ draft: null, left: false });
  }

  override render() {
    const { context, place, node, title, bare, removable } = this.props;
    const flag = place.types.has("boolean") && place.types.size === 1;
    const control = flag ? this.#flag() : place.options && !this.#free() ? this.#select() : this.#input();
    return (
      <span class={flag ? "f f--flag" : "f"} data-typed={this.#pending ? "" : undefined}>
        {bare ? null : <label for={this.#id}>{title}</label>}
        {control}
        {place.names === "card" || place.names === "skill" ? (
          <NameOf {...{ context, place }} value={String(node?.value ?? "")} beside />
        ) : null}
        {this.#picks() && (holdsObjects(place) || !this.#offers()) && !context.readOnly ? <PickButton title={title} context={context} /> : null}
        {removable && node && !context.readOnly ? <ClearButton title={title} context={context} /> : null}
        {this.#unread()}
      </span>
    );
  }

  /** Whether something is typed that means nothing here, or not yet: the document does not have it, so it stays in the field. */
  get #pending(): boolean {
    const { draft } = this.state;
    const { place, node } = this.props;
    if (draft === null || literalOf(place, draft) !== undefined) return false;
    return draft.trim() !== "" || node !== undefined;
  }

  /** What is typed and refused; what may become a number is not, before the field is left. */
  get #rejected(): string | null {
    const { draft, left } = this.state;
    return draft !== null && this.#pending && (left || !isUnfinished(draft)) ? draft : null;
  }

  #unread() {
    const draft = this.#rejected;
    if (draft === null) return null;
    const { context, place, node } = this.props;
    const current = node === undefined || node.type === "null" ? "" : String(node.value);
    return (
      <span class="fielderr f__err" id={`${this.#id}-err`} role="status">
        <i class="i i-circle-x" aria-hidden="true" />
        <span>{unreadNumber(draft.trim(), place.types.has("number"), current, context.strings)}</span>
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

  /** Whether the box itself offers the names of what exists; of a trigger also where a computed name may stand. */
  #offers(): boolean {
    const { place } = this.props;
    return hasOffers(place) && (place.names === "trigger" || (!holdsObjects(place) && !takesNumbers(place)));
  }

  #common() {
    const { title, bare, describedBy, marks, context } = this.props;
    const rejected = this.#rejected !== null;
    const invalid = rejected || (marks?.problems ?? []).some(({ problem }) => problem.severity === "error");
    const said = [describedBy, rejected ? `${this.#id}-err` : ""].filter(Boolean).join(" ");
    return {
      id: this.#id,
      ...(bare ? { "aria-label": title } : {}),
      ...(said ? { "aria-describedby": said } : {}),
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
        {...(options.length > LONG_LIST ? { onPointerDown: this.#point, onMouseDown: this.#search, onKeyDown: this.#searchByKey } : {})}
        value={String(node?.value ?? "")}
      >
        {node === undefined ? <option value="">{context.strings.chooseOne}</option> : null}
        {known ? null : <option value={String(node.value)}>{String(node.value)}</option>}
        {[...new Set(options.map(({ section }) => section))].map((section) => {
          const inside = options.filter((option) => option.section === section).map(optionOf);
          return section ? <optgroup key={section} label={section}>{inside}</optgroup> : inside;
        })}
      </select>
    );
  }

  #input() {
    const { place, node, context } = this.props;
    const shown = this.state.draft ?? (node === undefined || node.type === "null" ? "" : String(node.value));
    const numeric = takesNumbers(place);
    const long = place.widget === "markup";
    // Elements have no property for compositionend: Preact takes the name of such an event as it is written.
    const handlers = { onInput: this.#type, onBlur: this.#leave, oncompositionend: this.#type };
    const text = { class: this.#class(shown, numeric), value: shown, autocomplete: "off", spellcheck: false };
    const empty = holdsObjects(place) || (this.#missing() && this.#picks()) ? { placeholder: context.strings.chooseOne } : {};
    if (this.#offers())
      return (
        <Combobox
          id={this.#id}
          held={shown}
          title={this.props.title}
          readOnly={context.readOnly}
          input={{ ...this.#common(), class: text.class, spellcheck: false, ...empty }}
          offers={(typed) => offersFor(context.actions.host, place, typed)}
          write={this.#type}
          leave={this.#leave}
          pick={this.#pick}
        />
      );
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
    this.setState({ draft: value, left: false });
    if (!(event as InputEvent).isComposing) this.#take(event, value);
  };

  /** Take what is in the field now, for not every browser ends a composition before it moves the focus; what means nothing stays. */
  #leave = (event: Event): void => {
    const { value } = event.currentTarget as HTMLInputElement;
    if (this.state.draft === null) return;
    this.#take(event, value);
    const means = literalOf(this.props.place, value) !== undefined || (value.trim() === "" && !this.props.node);
    this.setState({ draft: means ? null : value, left: true });
  };

  #take(event: Event, typed: string): void {
    const literal = literalOf(this.props.place, typed);
    if (literal !== undefined) this.#write(event, literal, true);
  }

  #pick = (box: HTMLInputElement, value: string): void => {
    const { context, node } = this.props;
    this.setState({ draft: null, left: false });
    if (!context.readOnly && node?.value !== value) context.actions.setValue(pointerOf(box), value, false);
  };

  #check = (event: Event): void => this.#write(event, (event.currentTarget as HTMLInputElement).checked, false);

  #choose = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    const option = this.props.place.options?.find((each) => String(each.value) === value);
    if (option) this.#write(event, option.value, false);
  };

  #point = (event: PointerEvent): void => {
    this.#pointer = event.pointerType;
  };

  /** A mouse opens a list that can be searched; a finger opens that of the system, which is made for it. */
  #search = (event: MouseEvent): void => {
    if (this.#pointer === "touch" || event.button !== 0) return;
    this.#openList(event);
  };

  #searchByKey = (event: KeyboardEvent): void => {
    if (event.key === "Enter" || event.key === " " || (event.altKey && event.key === "ArrowDown")) this.#openList(event);
  };

  #openList(event: Event): void {
    if (this.props.context.readOnly) return;
    event.preventDefault();
    event.stopPropagation();
    const select = event.currentTarget as HTMLElement;
    select.focus();
    select.dispatchEvent(new CustomEvent("form:act", { bubbles: true, detail: "choose" }));
  }

  /** The arrow keys step a number. */
  #step = (event: KeyboardEvent): void => {
    const { node, place } = this.props;
    if (event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    if (node?.type !== "number" || typeof node.value !== "number") return;
    event.preventDefault();
    const next = node.value + (event.key === "ArrowUp" ? 1 : -1);
    const within = Math.min(place.maximum ?? next, Math.max(place.minimum ?? next, next));
    this.setState({ draft: null, left: false });
    this.#write(event, within, true);
  };

  #write(event: Event, value: Json, typing: boolean): void {
    const { context, node } = this.props;
    if (!context.readOnly && node?.value !== value)
      context.actions.setValue(pointerOf(event.currentTarget as Element), value, typing);
  }
}

export function PickButton({ title, context, act = "pick" }: { title: string; context: FormContext; act?: string }) {
  return (
    <button
      type="button"
      class="fx"
      data-act={act}
      aria-haspopup="dialog"
      aria-label={context.strings.pickFor({ name: title })}
      title={context.strings.pickFor({ name: title })}
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
      aria-label={context.strings.leaveOut({ name: title })}
      title={context.strings.leaveOut({ name: title })}
    >
      <i class="i i-x" aria-hidden="true" />
    </button>
  );
}

/** Why a typed number was not read, and what the card has instead. */
function unreadNumber(typed: string, fraction: boolean, value: string, strings: Strings): string {
  const rest = value ? strings.numberStays({ value }) : strings.numberUnset;
  if (!typed) return strings.numberMissing({ rest });
  return fraction ? strings.numberTyped({ typed, rest }) : strings.wholeNumberTyped({ typed, rest });
}
