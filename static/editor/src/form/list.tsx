import { Component } from "preact";
import type { Node } from "jsonc-parser";
import { Block } from "./block";
import { Board } from "./board";
import type { FormContext } from "./context";
import { layoutOf } from "./layout";
import { Capsule, Value } from "./row";
import { ItemKeys } from "../model/keys";
import type { Marks } from "../model/marks";
import type { Place } from "../model/places";
import { below } from "../model/selection";

export interface ListProps {
  readonly context: FormContext;
  readonly text: string;
  readonly node: Node | undefined;
  readonly place: Place;
  readonly marks: Marks | undefined;
  readonly selected: string | null;
  readonly depth: number;
  readonly slot: string;
}

/** The items of a slot in order, with a place to insert between any two and one at the end. */
export class List extends Component<ListProps> {
  readonly #keys = new ItemKeys();

  override render() {
    const { context, text, node, place, slot } = this.props;
    const items = node?.children ?? [];
    const keys = this.#keys.keysFor(items.map((item) => text.slice(item.offset, item.offset + item.length)));
    const chips = !context.places.isBlocks(place);
    const full = place.most !== null && items.length >= place.most;
    return (
      <div class={chips ? "items items--chips" : "items"}>
        {place.board ? <Board key="board" {...{ context, place, node }} board={place.board} title={slot} /> : null}
        {items.map((item, n) => (
          <div class="item" data-step={String(n)} key={keys[n]}>
            {chips ? null : <Insert context={context} />}
            {this.#item(item, n, items.length, chips)}
          </div>
        ))}
        {context.readOnly || full ? null : <Add context={context} place={place} />}
      </div>
    );
  }

  #item(item: Node, n: number, count: number, chips: boolean) {
    const { context, text, place, marks, selected, depth, slot } = this.props;
    const here = context.places.item(place, n);
    if (!here) return null;
    const inner = {
      context,
      text,
      node: item,
      place: here,
      marks: marks?.below.get(String(n)),
      selected: below(selected, String(n)),
    };
    const layout = layoutOf(context.places, here, item);
    if (chips && item.type === "object" && layout === "capsule")
      return <Capsule {...inner} describedBy="" title={slot} required={false} />;
    if (item.type !== "object" && layout === "leaf")
      return (
        <Value
          {...inner}
          layout={layout}
          describedBy=""
          title={`${slot} ${n + 1}`}
          required={false}
          bare
        />
      );
    return <Block {...inner} position={n + 1} count={count} depth={depth} slot={slot} />;
  }
}

/** The line between two blocks that inserts there. */
function Insert({ context }: { context: FormContext }) {
  if (context.readOnly) return null;
  return (
    <div class="ins">
      <button type="button" data-act="insert-before" tabIndex={-1}>
        <i class="i i-plus i--s" aria-hidden="true" />
        {context.strings.insertHere}
      </button>
    </div>
  );
}

function Add({ context, place }: { context: FormContext; place: Place }) {
  const item = context.places.item(place, 0);
  return (
    <button type="button" class="add" data-act="append" aria-haspopup="dialog">
      <i class="i i-plus i--s" aria-hidden="true" />
      {item?.title || place.title}
    </button>
  );
}
