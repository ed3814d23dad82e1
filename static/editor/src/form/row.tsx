import { Component, type ComponentChildren } from "preact";
import { findNodeAtLocation, type Node } from "jsonc-parser";
import { Combobox, type Offer } from "./combobox";
import { type FormContext, looksSame, pointerOf, type Shown } from "./context";
import { NameOf } from "./name_of";
import { ClearButton, Leaf, PickButton } from "./field";
import { Optionals } from "./optionals";
import { Grid } from "./grid";
import { Pictures } from "./pictures";
import { everyProblem, ProblemLines } from "./problems";
import { hasOffers, offersFor, tokenPlace } from "./offers";
import { canGrow, type DrawnField, drawnFields, layoutOf } from "./layout";
import { takesLiterals } from "../model/literals";
import { fieldTitle, iconOf, familyOf, nodeTitle } from "./words";
import type { Marks } from "../model/marks";
import type { Place } from "../model/places";
import { below } from "../model/selection";

export interface RowProps {
  readonly context: FormContext;
  readonly text: string;
  readonly marks: Marks | undefined;
  readonly selected: string | null;
  readonly describedBy: string;
  readonly drawn: DrawnField;
  /** Fields of the card's head have their label above and are never left out by a small button. */
  readonly bare?: boolean;
  /** Its problems, and those inside its value, stand below it. */
  readonly explained?: boolean;
}

/** One field within a row: an input, a capsule, tokens or a small group. */
export function RowField({ explained, ...props }: RowProps) {
  const { context, describedBy, drawn, marks, selected } = props;
  if (drawn.isLayer) return null;
  const { name, place } = drawn.field;
  const own = marks?.below.get(name);
  const title = fieldTitle(drawn.field);
  const inner = { ...props, title, marks: own, selected: below(selected, name), place, node: drawn.node };
  return (
    <span class={drawn.layout === "capsule" ? "fld fld--cap" : "fld"} data-step={name}>
      <Value {...inner} layout={drawn.layout} required={drawn.field.required} layers={drawn.layers} />
      {explained ? <ProblemLines context={context} id={describedBy} problems={everyProblem(own)} /> : null}
    </span>
  );
}

export interface ValueProps extends Omit<RowProps, "drawn"> {
  readonly title: string;
  readonly place: Place;
  readonly node: Node | undefined;
  readonly layout: DrawnField["layout"];
  readonly required: boolean;
  readonly layers?: readonly DrawnField[] | undefined;
}

/** A value that stands in a row, whatever it is. */
export function Value(props: ValueProps) {
  const { context, node, title, place, layout, bare, required, marks, describedBy, layers } = props;
  const said = marks && (marks.problems.length > 0 || marks.below.size > 0) ? describedBy : "";
  const leaf = {
    context,
    place,
    node,
    title,
    marks,
    describedBy: said,
    required,
    bare: bare ?? false,
    removable: !required,
  };
  if (layout === "leaf" && place.pictures) return <Pictures {...leaf} />;
  if (layout === "leaf") return <Leaf {...leaf} />;
  if (layout === "tags") return <Tokens {...props} describedBy={said} />;
  if (layout === "grid") return <Grid {...{ context, place, node, title, required, layers }} describedBy={said} />;
  if (layout === "group") return <Group {...props} />;
  if (layout === "capsule" && node) return <Labelled {...props}>{capsuleOf(props, node)}</Labelled>;
  if (layout === "single" && !node) return <Labelled {...props}>{<ChooseButton {...props} />}</Labelled>;
  return <Labelled {...props}>{node ? <Raw text={props.text} node={node} /> : null}</Labelled>;
}

function capsuleOf(props: ValueProps, node: Node) {
  const { context, text, place, marks, selected, describedBy, title, required } = props;
  return <Capsule {...{ context, text, node, place, marks, selected, describedBy, title, required }} />;
}

function Labelled({ bare, title, children }: { bare?: boolean; title: string; children: ComponentChildren }) {
  return (
    <span class="f">
      {bare ? null : <span class="f__name">{title}</span>}
      {children}
    </span>
  );
}

/** A value that is there but in no shape that the form knows. */
export function Raw({ text, node }: { text: string; node: Node }) {
  const source = text.slice(node.offset, node.offset + node.length);
  return (
    <code class="rawval clip" title={source}>
      {source.length > 80 ? `${source.slice(0, 80)}…` : source}
    </code>
  );
}

function ChooseButton({ context, title, required }: ValueProps) {
  return (
    <button
      type="button"
      class={required ? "val val--btn val--empty is-missing" : "val val--btn val--empty"}
      data-act="pick"
      aria-haspopup="dialog"
      disabled={context.readOnly}
    >
      <span>{context.strings.chooseA({ name: title })}</span>
    </button>
  );
}

export interface CapsuleProps extends Shown {
  readonly describedBy: string;
  readonly title: string;
  readonly required: boolean;
}

/** A computed value or a condition within a row: its kind, then its fields, in a dashed frame. */
export class Capsule extends Component<CapsuleProps> {
  override shouldComponentUpdate(next: CapsuleProps): boolean {
    return (
      !looksSame(this.props, next) || next.describedBy !== this.props.describedBy || next.title !== this.props.title
    );
  }

  override render() {
    const { context, text, node, place, marks, selected, describedBy, title, required } = this.props;
    const { variant } = context.places.shape(place, node);
    const name = nodeTitle(context, place, node);
    const rows = drawnFields(context.places, place, node);
    const kind = familyOf(place, variant, 9);
    return (
      <span
        class={`val val--${kind}${selected === "" ? " is-selected" : ""}`}
        role="group"
        aria-label={`${title}: ${name}`}
        data-node
      >
        <button
          type="button"
          class="val__kind"
          data-act="kind"
          data-focus
          aria-haspopup="dialog"
          disabled={context.readOnly}
        >
          <i class={`i i--s i-${iconOf(variant, kind)}`} aria-hidden="true" />
          {name}
        </button>
        {rows.map((drawn) => (
          <RowField key={drawn.field.name} {...{ context, text, marks, selected, describedBy, drawn }} />
        ))}
        {context.readOnly || !takesLiterals(place) ? null : <PickButton title={title} context={context} />}
        {required || context.readOnly ? null : <ClearButton title={title} context={context} />}
      </span>
    );
  }
}

/** A record or a list of arguments whose values are all plain: its fields side by side under its name. */
function Group(props: ValueProps) {
  const { context, text, node, place, title, marks, selected, describedBy, bare } = props;
  const inner = { context, text, marks, selected, describedBy };
  if (!node) {
    return (
      <button type="button" class="add" data-act="begin" disabled={context.readOnly}>
        <i class="i i-plus i--s" aria-hidden="true" />
        {title}
      </button>
    );
  }
  const rows = node.type === "array" ? argumentRows(context, place, node) : drawnFields(context.places, place, node);
  const more = node.type === "object" && place.entries !== null && canGrow(context.places, place, node);
  return (
    <span class="params" role="group" aria-label={title}>
      {bare ? null : <span class="params__n">{title}</span>}
      {rows.map((drawn) => (
        <RowField key={drawn.field.name} {...inner} drawn={drawn} />
      ))}
      {more && !context.readOnly ? <AddFieldButton context={context} title={title} /> : null}
      {node.type === "object" ? <Optionals {...{ context, place, node, title }} /> : null}
    </span>
  );
}

export function AddFieldButton({ context, title }: { context: FormContext; title: string }) {
  return (
    <button
      type="button"
      class="add"
      data-act="add-field"
      aria-haspopup="dialog"
      aria-label={context.strings.addFieldTo({ name: title })}
      title={context.strings.addField}
    >
      <i class="i i-plus i--s" aria-hidden="true" />
      {context.strings.addField}
    </button>
  );
}

/** The arguments of a list with fixed places, each under its own name. */
function argumentRows(context: FormContext, place: Place, node: Node): readonly DrawnField[] {
  const count = Math.max(context.places.fixedItems(place), node.children?.length ?? 0);
  return Array.from({ length: count }, (_, n): DrawnField[] => {
    const item = context.places.item(place, n);
    if (!item) return [];
    const value = findNodeAtLocation(node, [n]);
    const field = { name: String(n), place: item, required: true };
    return [{ field, node: value, layout: layoutOf(context.places, item, value) }];
  }).flat();
}

let boxes = 0;

/** The box for the next word of a list, which offers those that are not in it yet. */
class NextToken extends Component<ValueProps> {
  readonly #id = `form-token-${++boxes}`;

  override render() {
    const { context, title, describedBy } = this.props;
    const input = { class: "in in--bare", "data-tokens": true, "aria-label": context.strings.addTo({ name: title }), size: 6 };
    const said = describedBy ? { "aria-describedby": describedBy } : {};
    return (
      <Combobox
        id={this.#id}
        title={title}
        readOnly={false}
        input={{ ...input, ...said }}
        offers={this.#offers}
        pick={this.#pick}
      />
    );
  }

  #offers = async (typed: string): Promise<readonly Offer[]> => {
    const { context, place, node } = this.props;
    const there = new Set((node?.children ?? []).map(({ value }) => String(value)));
    const item = tokenPlace(context.places, place);
    return (await offersFor(context.actions.host, item, typed)).filter(({ value }) => !there.has(value));
  };

  #pick = (box: HTMLInputElement, value: string): void => {
    box.value = "";
    this.props.context.actions.addItem(pointerOf(box), value);
  };
}

/** A list of words or numbers: each with a way to take it out, and a place to write the next. */
function Tokens(props: ValueProps) {
  const { context, node, place, title, bare, describedBy } = props;
  const items = node?.children ?? [];
  const token = tokenPlace(context.places, place);
  const offers = hasOffers(token);
  const isFull = context.readOnly || (place.most !== null && items.length >= place.most);
  return (
    <span class="f">
      {bare ? null : <span class="f__name">{title}</span>}
      <span class="tokens" role="group" aria-label={title}>
        {items.map((item, n) => (
          <span class="chip" key={`${n} ${String(item.value)}`} data-step={String(n)}>
            <NameOf {...{ context }} place={token} value={String(item.value)} />
            {context.readOnly ? null : (
              <button
                type="button"
                class="chipx"
                data-act="remove-item"
                aria-label={context.strings.takeOut({ name: String(item.value) })}
              >
                <i class="i i-x i--s" aria-hidden="true" />
              </button>
            )}
          </span>
        ))}
        {isFull ? null : offers ? (
          <NextToken {...props} />
        ) : (
          <input
            class="in in--bare"
            type="text"
            data-tokens
            aria-label={context.strings.addTo({ name: title })}
            aria-describedby={describedBy || undefined}
            size={6}
          />
        )}
        {!isFull && place.names && !offers ? (
          <PickButton title={title} context={context} act="pick-token" />
        ) : null}
      </span>
    </span>
  );
}
