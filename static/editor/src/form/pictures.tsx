import { pointerOf } from "./context";
import { Leaf, type LeafProps } from "./field";
import type { Picture } from "../model/places";
import { picturesAt } from "../model/grid";

const CELL = 6;
let made = 0;

/** A number whose values are drawn as small grids: the number itself, and a picture of each to choose it by. */
export function Pictures(props: LeafProps) {
  const { context, place, node, title } = props;
  const shown = picturesAt(place, node);
  const least = place.minimum ?? 0;
  const name = `form-pictures-${++made}`;
  const choose = (value: number) => (event: Event) => {
    if (!context.readOnly) context.actions.setValue(pointerOf(event.currentTarget as Element), value, false);
  };
  return (
    <span class="pics">
      <Leaf {...props} />
      <span class="pics__row" role="radiogroup" aria-label={title}>
        {shown.map((picture, step) => (
          <label key={step} class={`pics__one${node?.value === least + step ? " is-on" : ""}`}>
            <input
              type="radio"
              name={name}
              disabled={context.readOnly}
              checked={node?.value === least + step}
              onChange={choose(least + step)}
            />
            <Drawing rows={picture} />
            <span class="num">{least + step}</span>
          </label>
        ))}
      </span>
    </span>
  );
}

function Drawing({ rows }: { rows: Picture }) {
  const width = Math.max(1, ...rows.map((row) => row.length)) * CELL - 1;
  return (
    <svg class="pics__svg" viewBox={`0 0 ${width} ${rows.length * CELL - 1}`} width={width} height={rows.length * CELL - 1} aria-hidden="true">
      {rows.flatMap((row, y) =>
        [...row].map((sign, x) => (
          <rect key={`${x}-${y}`} class={sign === "." ? "off" : sign === "@" ? "from" : "on"} x={x * CELL} y={y * CELL} width={CELL - 1} height={CELL - 1} rx={0.8} />
        )),
      )}
    </svg>
  );
}

