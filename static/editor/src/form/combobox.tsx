import { Component } from "preact";

/** Something that a box may hold, with what it is called and what it is. */
export interface Offer {
  readonly value: string;
  readonly title: string;
  readonly note: string;
}

export interface ComboboxProps {
  readonly id: string;
  /** What the box holds; without it the box keeps what is typed itself. */
  readonly held?: string;
  /** What the list is called. */
  readonly title: string;
  readonly readOnly: boolean;
  /** Attributes of the input beside those of a combobox. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What fits a text that is typed, the best first. */
  readonly offers: (typed: string) => Promise<readonly Offer[]>;
  readonly write?: (event: Event) => void;
  readonly leave?: (event: Event) => void;
  readonly pick: (box: HTMLInputElement, value: string) => void;
}

interface ComboboxState {
  readonly found: readonly Offer[];
  readonly isOpen: boolean;
  /** The offer that Enter takes; -1 for none. */
  readonly active: number;
}

const CLOSED = { isOpen: false, active: -1 } as const;
const SHOWN = 50;
/** What some browsers say of a key that ends a composition, when it is over already. */
const OF_INPUT_METHOD = 229;

/**
 * A box for a name of something that exists: it offers what there is while one types, and takes any other text as well.
 *
 * Down and Up choose, Enter takes, Escape closes; focus stays in the box. Keys that an input method uses are the method's.
 */
export class Combobox extends Component<ComboboxProps, ComboboxState> {
  override state: ComboboxState = { found: [], ...CLOSED };
  #asked = 0;

  override componentWillUnmount(): void {
    this.#asked += 1;
  }

  override render() {
    const { id, held, title, readOnly, input } = this.props;
    const { found, isOpen, active } = this.state;
    const list = `${id}-list`;
    const shows = isOpen && found.length > 0;
    // Elements have no property for compositionend: Preact takes the name of such an event as it is written.
    const handlers = { onInput: this.#type, oncompositionend: this.#type, onBlur: this.#leave, onKeyDown: this.#key, onClick: this.#open };
    return (
      <span class="combo">
        <input
          type="text"
          {...input}
          {...handlers}
          id={id}
          {...(held === undefined ? {} : { value: held })}
          readOnly={readOnly}
          role="combobox"
          autocomplete="off"
          aria-autocomplete="list"
          aria-expanded={shows}
          aria-controls={list}
          {...(shows && active >= 0 ? { "aria-activedescendant": `${list}-${active}` } : {})}
        />
        <ul class="combo__list" role="listbox" id={list} aria-label={title} hidden={!shows}>
          {found.map((offer, n) => (
            <li
              key={offer.value}
              id={`${list}-${n}`}
              class="combo__offer"
              role="option"
              aria-selected={n === active}
              onMouseDown={this.#stay}
              onClick={(event) => this.#take(event, offer)}
            >
              <span class="combo__title">{offer.title}</span>
              <code>{offer.value}</code>
              {offer.note ? <span class="muted small">{offer.note}</span> : null}
            </li>
          ))}
        </ul>
      </span>
    );
  }

  #type = (event: Event): void => {
    this.props.write?.(event);
    if (!(event as InputEvent).isComposing) void this.#ask((event.currentTarget as HTMLInputElement).value);
  };

  #open = (event: Event): void => {
    if (!this.state.isOpen) void this.#ask((event.currentTarget as HTMLInputElement).value, true);
  };

  #leave = (event: Event): void => {
    this.#close();
    this.props.leave?.(event);
  };

  /** Show what fits a text; an answer that comes after another question, or after the box was left, is not shown. */
  async #ask(typed: string, all = false): Promise<void> {
    if (this.props.readOnly) return;
    const asked = ++this.#asked;
    const found = await this.props.offers(all ? "" : typed);
    if (asked !== this.#asked) return;
    this.setState({ found: found.slice(0, SHOWN), isOpen: true, active: -1 });
  }

  #close(): void {
    this.#asked += 1;
    this.setState(CLOSED);
  }

  /** A press on an offer leaves the focus in the box. */
  #stay = (event: MouseEvent): void => event.preventDefault();

  #take(event: Event, offer: Offer): void {
    const box = (event.currentTarget as Element).closest(".combo")?.querySelector("input");
    this.#close();
    if (box) this.props.pick(box, offer.value);
  }

  #key = (event: KeyboardEvent): void => {
    if (event.isComposing || event.keyCode === OF_INPUT_METHOD || this.props.readOnly) return;
    const { found, isOpen, active } = this.state;
    const shows = isOpen && found.length > 0;
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !event.ctrlKey && !event.metaKey) {
      if (event.altKey && event.key === "ArrowUp") return;
      if (!shows) {
        if (event.key === "ArrowUp") return;
        void this.#ask((event.currentTarget as HTMLInputElement).value, true);
      } else this.#move(event.key === "ArrowDown" ? 1 : -1);
    } else if (shows && event.key === "Escape") this.#close();
    else if (shows && event.key === "Enter" && found[active]) this.#take(event, found[active]);
    else {
      if (event.key === "Enter") this.#close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  #move(by: number): void {
    const { found, active } = this.state;
    const next = active < 0 && by < 0 ? found.length - 1 : (active + by + found.length) % found.length;
    this.setState({ active: next }, () => {
      document.getElementById(`${this.props.id}-list-${next}`)?.scrollIntoView({ block: "nearest" });
    });
  }
}
