import type { Place, Places } from "../places";
import { asSchema, type Schema, textOf } from "../schema";
import type { Json } from "../skeleton";
import { EVENT, LABEL, OWNER, THIS_CARD } from "./marks";
import { type Read, Reader } from "./reader";

/** Blocks that a sentence means, for one list of a card. */
export interface Proposal {
  /** What would be inserted, one after the other. */
  readonly values: readonly Json[];
  /** The words that they leave out. */
  readonly unmatchedWords: readonly string[];
  /** The titles of the blocks with their numbers, in reading order. */
  readonly outline: string;
  /** Pointers of what the sentence did not say, below the inserted list: `/0/target`. */
  readonly blanks: readonly string[];
}

/** A reference to an event where there is none. */
const NO_EVENT = '"$.';

/** The parts of a block as its title and what is chosen in it: `Mana: add 1`, but `Gain mana 1`. */
function withTitle([title = "", ...rest]: readonly string[]): string {
  const first = title.charAt(0).toUpperCase() + title.slice(1);
  return rest.some((part) => /^[a-z]/.test(part)) ? `${first}: ${rest.join(" ")}` : [first, ...rest].join(" ");
}

/** Turns what sentences say into blocks of one list, whose event is known. */
export class Composer {
  readonly reader: Reader;
  /** The reference to the player whose card it is, where all moments have the same; else empty. */
  readonly #owner: string;
  readonly #players = new Map<string, string>();
  readonly #titles = new Map<string, string>();

  constructor(readonly places: Places) {
    this.reader = new Reader(places);
    this.#owner = textOf(asSchema(places.book.root["x-ui"])?.owner);
    collectWords(places.book.root, this.#players, this.#titles);
  }

  /** What a sentence says, as blocks of a list with an event around it; null where they refer to an event that is not around them. */
  proposal({ values: blocks, blanks, unknown }: Read, event: string, label: string): Proposal | null {
    const values = blocks.map((block) => this.#resolved(block, event, label));
    const empty = (own: readonly Json[]): number => JSON.stringify(own).split('""').length;
    if (JSON.stringify(values).includes(NO_EVENT) || empty(values) > empty(blocks)) return null;
    return { values, unmatchedWords: unknown, outline: values.map((block) => this.#outline(block)).join(" · "), blanks };
  }

  /** Whether sentences may be about the items of a list: what the grammar writes, or what waits for an event. */
  takesSentences(item: Place): boolean {
    const aboutOf = (place: Place): Schema[] => this.places.book.expand(place.schemas, undefined).map((shape) => asSchema(asSchema(shape["x-ui"])?.about)).filter((about) => about !== null);
    const waits = (place: Place): boolean => aboutOf(place).some((about) => Object.values(about).some((word) => asSchema(word)?.player !== undefined));
    return this.reader.lists.has(item.name) || this.places.shape(item, undefined).fields.some(({ place }) => waits(place));
  }

  /** The field of an event that names its player; empty when it has none. */
  playerOf(event: string): string {
    return this.#players.get(event) ?? "";
  }

  /** The titles of what a value is made of, with the numbers in it: `When, do A player draws a card 2 › Gain gold 1`. */
  #outline(value: Json): string {
    if (typeof value === "number") return String(value);
    if (typeof value === "string") return this.#titles.get(value) ?? "";
    if (value === null || typeof value !== "object") return "";
    const parts = (Array.isArray(value) ? value : Object.values(value)).map((inner: Json) => this.#outline(inner)).filter(Boolean);
    const isBlocks = Array.isArray(value) && value.some((inner: Json) => typeof inner === "object");
    return isBlocks ? `› ${parts.join(" · ")}` : withTitle(parts);
  }

  /** Put the owner of the card, a free name and the event around it in the place of each mark. */
  #resolved(value: Json, event: string, label: string, moment = event): Json {
    if (value === THIS_CARD) return moment ? `$${moment}.cardUUID` : this.reader.ownCard;
    if (value === OWNER) return this.#owner || (event && this.playerOf(event) ? `$${event}.${this.playerOf(event)}` : "");
    if (typeof value === "string") return value.replaceAll(LABEL, label).replaceAll(EVENT, event);
    if (Array.isArray(value)) return value.map((item: Json) => this.#resolved(item, event, label, moment));
    if (value === null || typeof value !== "object") return value;
    const fields = Object.entries(value as Record<string, Json>);
    const own = fields.map(([, inner]) => inner).find((inner) => typeof inner === "string" && this.#players.has(inner));
    const isOwn = !fields.some(([, inner]) => inner === "others" || inner === "this");
    const within = typeof own === "string" && (isOwn || event === "") ? own : event;
    const at = (value as Record<string, Json>).at;
    const ownMoment = typeof at === "string" && this.#players.has(at) ? at : moment;
    return Object.fromEntries(fields.map(([name, inner]) => [name, this.#resolved(inner, within, label, ownMoment)]));
  }
}

/** The field that names the player of each event and moment of a schema, by its name, and the title of each word. */
function collectWords(value: unknown, players: Map<string, string>, titles: Map<string, string>): void {
  if (Array.isArray(value)) return value.forEach((item) => collectWords(item, players, titles));
  const schema = asSchema(value);
  if (!schema) return;
  const ui = asSchema(schema["x-ui"]);
  for (const [word, title] of Object.entries(asSchema(ui?.options) ?? {})) if (typeof title === "string") titles.set(word, title);
  for (const [word, about] of Object.entries(asSchema(ui?.about) ?? {})) {
    const player = asSchema(about)?.player;
    if (typeof player === "string") players.set(word, player);
  }
  for (const [key, inner] of Object.entries(schema)) if (key !== "x-ui" && key !== "x-i18n") collectWords(inner, players, titles);
}
