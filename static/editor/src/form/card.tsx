import type { Node } from "jsonc-parser";
import { findNodeAtLocation } from "jsonc-parser";
import { Block } from "./block";
import type { FormContext, Shown } from "./context";
import { absentFields, type DrawnField, drawnFields, emptySlots, unknownKeys } from "./layout";
import { List } from "./list";
import { everyProblem, ownProblems, ProblemLines } from "./problems";
import { AddFieldButton, Raw, RowField } from "./row";
import { familyOf, fieldTitle, iconOf, nodeTitle } from "./words";
import { getNodePath } from "jsonc-parser";
import { childPointer } from "../model/operations";
import { below } from "../model/selection";

export interface CardFormProps extends Shown {
  /** The pointer of the only branch that is shown; empty for the whole card. */
  readonly branch: string;
  readonly tree: Node;
}

/** The whole card: its plain fields at the head, then every slot with blocks. */
export function CardForm(props: CardFormProps) {
  return (
    <>
      <WhereBar {...props} />
      {props.branch === "" ? <WholeCard {...props} /> : <OneBranch {...props} />}
    </>
  );
}

function WholeCard({ context, text, node, place, marks, selected }: CardFormProps) {
  const rows = drawnFields(context.places, place, node);
  const present = rows.filter(({ layout }) => layout === "list" || layout === "single");
  const head = rows.filter((row) => !present.includes(row));
  const hasRules = present.some((slot) => (slot.node?.children?.length ?? 0) > 0);
  const slots = hasRules ? present : [...present, ...emptySlots(context.places, place, node)];
  const unknown = unknownKeys(context.places, place, node);
  const describedBy = "form-head-problems";
  const inner = { context, text, marks, selected };
  const absent = absentFields(context.places, place, node);
  return (
    <div data-base="">
      <div class="formhead" data-node>
        {head.map((drawn) => (
          <div class={`fcell ${widthOf(drawn)}`} key={drawn.field.name}>
            <RowField {...inner} drawn={drawn} describedBy={`${describedBy}-${drawn.field.name}`} />
            <ProblemLines
              context={context}
              id={`${describedBy}-${drawn.field.name}`}
              problems={everyProblem(marks?.below.get(drawn.field.name))}
            />
          </div>
        ))}
        {unknown.map((key) => (
          <UnknownField key={key} context={context} text={text} node={node} name={key} />
        ))}
        {absent.length > 0 && !context.readOnly ? (
          <AddFieldButton context={context} title={context.strings.card} />
        ) : null}
        <div class="w6">
          <ProblemLines
            context={context}
            id={describedBy}
            problems={ownProblems(marks, unknown)}
          />
        </div>
      </div>
      <div class={blocksClass(context)}>
        {slots.map((drawn) => (
          <RootSlot key={drawn.field.name} {...{ context, text, marks, selected, drawn }} />
        ))}
      </div>
    </div>
  );
}

function UnknownField({ context, text, node, name }: { context: FormContext; text: string; node: Node; name: string }) {
  const value = findNodeAtLocation(node, [name]);
  return (
    <div class="fcell w2" data-step={name}>
      <span class="f">
        <span class="f__name unk" title={context.strings.unknownField}>
          {name}
        </span>
        {value ? <Raw text={text} node={value} /> : null}
      </span>
    </div>
  );
}

function RootSlot({ context, text, marks, selected, drawn }: Omit<Shown, "node" | "place"> & { drawn: DrawnField }) {
  const { field, node, layout } = drawn;
  const title = fieldTitle(field);
  const inner = {
    context,
    text,
    marks: marks?.below.get(field.name),
    selected: below(selected, field.name),
    place: field.place,
    depth: 1,
    slot: title,
  };
  return (
    <div class="rootslot" data-step={field.name}>
      <h3 class="rootslot__name">
        {title} <code class="muted">{field.name}</code>
      </h3>
      {layout === "list" ? (
        <List {...inner} node={node} />
      ) : node ? (
        <Block {...inner} node={node} position={0} count={1} />
      ) : null}
      {layout === "single" && !node ? (
        <RowField {...{ context, text, marks, selected, drawn }} describedBy="" bare />
      ) : null}
    </div>
  );
}

/** The class of a place for blocks, which leaves a gutter for the marks that there are. */
function blocksClass({ covered, hasWorth }: FormContext): string {
  return `blocks-root${covered ? "" : " blocks-root--plain"}${hasWorth ? " blocks-root--worth" : ""}`;
}

/** One block by itself, for work far down in a card. */
function OneBranch({ context, text, node, place, marks, selected, branch }: CardFormProps) {
  return (
    <div class={blocksClass(context)} data-base={branch}>
      <Block
        {...{ context, text, node, place, marks, selected }}
        position={0}
        count={1}
        depth={1}
        slot={context.strings.onlyBranch}
      />
    </div>
  );
}

/** How many names the line of ancestors has room for: the card, and the innermost. */
const SHOWN_STEPS = 6;

/** The line of ancestors of the selected block, and the way to see only its branch. */
function WhereBar({ context, tree, branch, selected }: CardFormProps) {
  const pointer = branch + (selected ?? "");
  const all = ancestorsOf(context, tree, pointer);
  const steps = all.length > SHOWN_STEPS ? [...all.slice(0, 1), ...all.slice(1 - SHOWN_STEPS)] : all;
  const { strings } = context;
  return (
    <nav class="where" aria-label={strings.path}>
      <ol>
        {steps.map((step, n) => (
          <li key={step.pointer}>
            {n > 0 ? <i class="i i-chevron-right" aria-hidden="true" /> : null}
            {n === 1 && steps.length < all.length ? <span class="muted">… ›</span> : null}
            <button
              type="button"
              class="where__go"
              data-go={step.pointer}
              aria-current={n === steps.length - 1 ? "true" : undefined}
            >
              <i class={`i i--s i-${step.icon}`} aria-hidden="true" />
              {step.name}
            </button>
          </li>
        ))}
      </ol>
      <button
        type="button"
        class="btn btn--s btn--ghost push nowrap"
        disabled={branch === "" && pointer === ""}
        data-act={branch ? "whole" : "branch"}
        aria-pressed={branch !== ""}
      >
        <i class="i i-git-branch i--s" aria-hidden="true" />
        {branch ? strings.wholeCard : strings.onlyBranch}
      </button>
    </nav>
  );
}

interface Ancestor {
  readonly pointer: string;
  readonly name: string;
  readonly icon: string;
}

/** The blocks around a value, outermost first. */
function ancestorsOf(context: FormContext, tree: Node, pointer: string): readonly Ancestor[] {
  const found: Ancestor[] = [{ pointer: "", name: context.strings.card, icon: "file-json" }];
  let place = context.places.root;
  let here = "";
  let node: Node | undefined = tree;
  for (const part of pointer.split("/").slice(1)) {
    const step: string | number =
      node?.type === "array" ? Number(part) : part.replaceAll("~1", "/").replaceAll("~0", "~");
    const next = context.places.child(place, node, step);
    node = node && findNodeAtLocation(node, [step]);
    if (!next || !node) break;
    place = next;
    here = childPointer(here, step);
    if (node.type !== "object") continue;
    const { variant } = context.places.shape(place, node);
    found.push({
      pointer: here,
      name: nodeTitle(context, place, node),
      icon: iconOf(variant, familyOf(place, variant, getNodePath(node).length)),
    });
  }
  return found;
}

/** As many Latin letters as the narrowest cell of the head shows. */
const NARROW = 10;

function widthOf({ field, layout, node }: DrawnField): string {
  const { widget, options, types } = field.place;
  if (layout === "grid" || widget === "markup" || (layout === "group" && (node?.children?.length ?? 0) > 3)) return "w6";
  if (layout === "group" || layout === "tags" || layout === "raw") return "w2 w-grow";
  if (options?.some(({ word }) => widthOfWord(word) > NARROW)) return "w2";
  if (options || types.has("boolean") || (types.has("integer") && !types.has("string"))) return "w1";
  return types.has("integer") ? "w1" : "w2";
}

/** How wide a word is, in Latin letters; a Chinese character takes two. */
function widthOfWord(word: string): number {
  return word.length + (word.match(/[\u2e80-\uffff]/g) ?? []).length;
}
