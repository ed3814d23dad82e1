import { Component } from "preact";
import { findNodeAtLocation, type Node } from "jsonc-parser";
import { looksSame, type Shown, shownSource } from "./context";
import { canGrow, type DrawnField, drawnFields, unknownKeys } from "./layout";
import { List } from "./list";
import { everyProblem, ownProblems, ProblemLines } from "./problems";
import { Optionals } from "./optionals";
import { AddFieldButton, Raw, RowField } from "./row";
import { Tools } from "./tools";
import { familyOf, fieldTitle, iconOf, nodeSummary, nodeTitle } from "./words";
import type { Worth } from "../model/marks";
import { below } from "../model/selection";
import { reindented } from "../model/source";
import { indentOf } from "../model/surgery";

export interface BlockProps extends Shown {
  /** Counts from 1; 0 for a value that stands alone in its slot. */
  readonly position: number;
  readonly count: number;
  readonly depth: number;
  readonly slot: string;
}

interface BlockState {
  readonly folded: boolean;
  readonly generation: number;
}

let made = 0;

/** One effect, condition, trigger or other object of the card: a head with its fields, and slots with more blocks. */
export class Block extends Component<BlockProps, BlockState> {
  override state: BlockState = { folded: false, generation: 0 };
  readonly #id = `block-${++made}`;

  static override getDerivedStateFromProps(props: BlockProps, state: BlockState): Partial<BlockState> | null {
    const { generation, folded } = props.context.folding;
    if (generation !== state.generation) return { generation, folded };
    return state.folded && props.selected ? { folded: false } : null;
  }

  override shouldComponentUpdate(next: BlockProps, state: BlockState): boolean {
    const { position, count, depth, slot } = this.props;
    const placed = next.position === position && next.count === count && next.depth === depth && next.slot === slot;
    return !placed || state.folded !== this.state.folded || !looksSame(this.props, next);
  }

  override render() {
    const { context, node, place, marks, selected, depth } = this.props;
    if (context.first && context.first.left-- <= 0) return <fieldset class="blk blk--later" data-node disabled />;
    const { variant, key } = context.places.shape(place, node);
    const family = familyOf(place, variant, depth);
    const broken = node.type !== "object" || (key !== null && !variant);
    const errors = marks?.problems.some(({ problem }) => problem.severity === "error") ?? false;
    const warned = !errors && (marks?.problems.length ?? 0) > 0;
    const classes = ["blk", `blk--${family}`];
    if (selected === "") classes.push("is-selected");
    if (errors) classes.push("has-err");
    if (warned) classes.push("has-warn");
    if (broken) classes.push("is-unknown");
    if (marks?.coverage === 0) classes.push("is-unreached");
    return (
      <fieldset class={classes.join(" ")} data-node>
        <legend class="sr">{this.#name()}</legend>
        {broken ? this.#broken() : this.#whole(family)}
      </fieldset>
    );
  }

  #name(): string {
    const { context, node, place, position, count, slot } = this.props;
    const name = node.type === "object" ? nodeTitle(context, place, node) : place.title;
    return position > 0 ? context.strings.blockOf({ name, at: position, of: count, slot }) : `${slot}: ${name}`;
  }

  #whole(family: string) {
    const { context, node, place, marks } = this.props;
    const rows = drawnFields(context.places, place, node);
    const inRow = rows.filter((drawn) => !isSlot(drawn));
    const slots = rows.filter(isSlot);
    const own = ownProblems(marks, unknownKeys(context.places, place, node));
    const folded = this.state.folded && slots.length > 0;
    const hidden = folded ? slots.flatMap((drawn) => everyProblem(marks?.below.get(drawn.field.name))) : [];
    return (
      <div class="blk__in">
        <Coverage share={marks?.coverage ?? null} />
        <WorthMark worth={marks?.worth ?? null} />
        {marks?.unguarded ? <Unguarded said={context.strings.unguarded} /> : null}
        {this.#head(family, inRow, slots.length > 0, folded, own.length + hidden.length > 0)}
        <ProblemLines context={context} id={`${this.#id}-problems`} problems={[...own, ...hidden]} />
        {folded && !this.#holdsTyped() ? null : (
          <div class="blk__body" hidden={folded}>
            {slots.map((drawn) => this.#slot(drawn))}
          </div>
        )}
      </div>
    );
  }

  /** Whether a field within holds a text that the document does not have: it is hidden with the block, and not lost. */
  #holdsTyped(): boolean {
    const drawn = this.base instanceof Element ? this.base : null;
    return drawn?.querySelector(":scope > .blk__in > .blk__body [data-typed]") != null;
  }

  #head(family: string, inRow: readonly DrawnField[], foldable: boolean, folded: boolean, faulty: boolean) {
    const { context, text, node, place, marks, selected } = this.props;
    const { variant } = context.places.shape(place, node);
    const name = nodeTitle(context, place, node);
    const describedBy = `${this.#id}-problems`;
    return (
      <div class="blk__head">
        {foldable ? this.#fold(folded, name) : <span class="blk__lead" />}
        <i class={`i blk__ico i-${iconOf(variant, family as never)}`} aria-hidden="true" />
        {this.#kind(name, faulty ? describedBy : "")}
        {inRow.map((drawn) => (
          <RowField
            key={drawn.field.name}
            {...{ context, text, marks, selected, drawn }}
            describedBy={`${describedBy}-${drawn.field.name}`}
            explained
          />
        ))}
        {unknownKeys(context.places, place, node).map((key) => this.#unknown(key))}
        {folded ? <span class="blk__sum muted clip">{this.#summary()}</span> : null}
        {this.#adds() ? <AddFieldButton context={context} title={name} /> : null}
        <Optionals {...{ context, place, node }} title={name} />
        {selected === "" && !context.readOnly ? (
          <Tools context={context} place={place} node={node} movable={this.props.position > 0} />
        ) : null}
      </div>
    );
  }

  #adds(): boolean {
    const { context, node, place } = this.props;
    return !context.readOnly && place.entries !== null && canGrow(context.places, place, node);
  }

  #fold(folded: boolean, name: string) {
    const { strings } = this.props.context;
    const toggle = (): void => this.setState({ folded: !folded });
    return (
      <button
        type="button"
        class="blk__tw"
        data-fold
        aria-expanded={!folded}
        aria-label={folded ? strings.unfold({ name }) : strings.fold({ name })}
        tabIndex={-1}
        onClick={toggle}
      >
        <i class="i i-chevron-right" aria-hidden="true" />
      </button>
    );
  }

  /** The name of the block is where the keyboard is when the block has the focus. */
  #kind(name: string, describedBy: string) {
    const { context, place } = this.props;
    const said = describedBy ? { "aria-describedby": describedBy } : {};
    const other = place.union ? context.places.shape(place, this.props.node).kind : "";
    return (
      <button
        type="button"
        class="blk__kind"
        data-act={place.union ? "kind" : "select"}
        data-focus
        title={other}
        {...(place.union ? { "aria-haspopup": "dialog" } : {})}
        {...said}
      >
        {name}
        {place.union && !context.readOnly ? <i class="i i-chevron-down i--s" aria-hidden="true" /> : null}
      </button>
    );
  }

  #unknown(key: string) {
    const { node, text, context } = this.props;
    const value = findNodeAtLocation(node, [key]);
    return (
      <span class="fld" data-step={key} key={key}>
        <span class="f">
          <span class="f__name unk" title={context.strings.unknownField}>
            {key}
          </span>
          {value ? <Raw text={text} node={value} /> : null}
          <button
            type="button"
            class="fx"
            data-act="to-text"
            aria-label={context.strings.toTextOf({ name: key })}
            title={context.strings.toText}
          >
            <i class="i i-braces" aria-hidden="true" />
          </button>
        </span>
      </span>
    );
  }

  #summary(): string {
    const { context, node, text } = this.props;
    const size = shownSource({ text, node }).split('"type"').length - 1;
    return context.strings.foldedBlocks({ n: Math.max(0, size - 1) });
  }

  #slot({ field, node, layout }: DrawnField) {
    const { context, text, marks, selected, depth } = this.props;
    const title = fieldTitle(field);
    const own = marks?.below.get(field.name);
    const inner = {
      context,
      text,
      marks: own,
      selected: below(selected, field.name),
      place: field.place,
      depth: depth + 1,
      slot: title,
    };
    return (
      <div class="slot" data-step={field.name} key={field.name}>
        <div class="slot__name">
          <b>{title}</b> {title.toLowerCase() === field.name.toLowerCase() ? null : <code>{field.name}</code>}
        </div>
        {layout === "list" ? (
          <List {...inner} node={node} />
        ) : node ? (
          <Block {...inner} node={node} position={0} count={1} />
        ) : null}
      </div>
    );
  }

  /** A value that is no object, or an object of a kind that the schema does not know. */
  #broken() {
    const { context, node, text, place, marks, selected, position } = this.props;
    const { kind } = context.places.shape(place, node);
    return (
      <div class="blk__in">
        <div class="blk__head">
          <span class="blk__lead" />
          <i class="i i-circle-help blk__ico" aria-hidden="true" />
          <button type="button" class="blk__kind" data-act="kind" data-focus aria-haspopup="dialog">
            {kind || context.strings.chooseA({ name: place.title })}
            <i class="i i-chevron-down i--s" aria-hidden="true" />
          </button>
          <span class="chip chip--err">{context.strings.unknownKind}</span>
          {selected === "" && !context.readOnly ? (
            <Tools context={context} place={place} node={node} movable={position > 0} />
          ) : null}
        </div>
        <ProblemLines context={context} id={`${this.#id}-problems`} problems={everyProblem(marks)} />
        <div class="rawjson">
          <span class="small muted">{context.strings.keptAsWritten}</span>
          <code>{reindented(shownSource({ text, node }), indentOf(text, node.offset), "")}</code>
        </div>
      </div>
    );
  }
}

function isSlot({ layout, node }: DrawnField): boolean {
  return layout === "list" || (layout === "single" && node !== undefined);
}

/** In how many of the last preview's matches the block was reached. */
export function Coverage({ share }: { share: number | null }) {
  if (share === null) return null;
  const percent = `${Math.round(share * 100)}%`;
  return (
    <span class={share === 0 ? "cov cov--0" : "cov"}>
      {percent}
      <svg class="cov__b" viewBox="0 0 4 18" aria-hidden="true">
        <rect class="cov__t" width="4" height="18" />
        <rect class="cov__v" y={18 - 18 * share} width="4" height={18 * share} />
      </svg>
    </span>
  );
}

/** How much of the win rate the card loses without the block; the title and the words for readers of the screen say what it means. */
function WorthMark({ worth }: { worth: Worth | null }) {
  if (worth === null) return null;
  return (
    <span class={`worth worth--${worth.tone}`} title={worth.words}>
      <span aria-hidden="true">{worth.number}</span>
      <span class="sr">{worth.words}</span>
    </span>
  );
}

/** That no scenario fails without the block. */
function Unguarded({ said }: { said: string }) {
  return (
    <span class="guard" title={said}>
      <i class="i i-shield i--s" aria-hidden="true" />
      <span class="sr">{said}</span>
    </span>
  );
}

/** The name of a block for those who list it elsewhere. */
export function blockLabel(context: Shown["context"], place: Shown["place"], node: Node): string {
  return `${nodeTitle(context, place, node)} ${nodeSummary(context, place, node)}`;
}
