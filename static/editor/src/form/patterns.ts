import { findNodeAtLocation, type Node } from "jsonc-parser";
import { childPointer, type Spot, splitPointer } from "../model/operations";
import { Unreachable, Refusal } from "../model/api";
import { Composer, type Proposal } from "../model/reading/composer";
import { offersOf, type Slot } from "../model/reading/offers";
import type { Place, Places } from "../model/places";
import { valueSource } from "../model/surgery";
import type { Choice } from "../ui/palette";
import type { FormActions } from "./actions";

/** A list into which the blocks of a sentence may go: the one that was asked for, or one around it. */
interface Context extends Slot {
  readonly spot: Spot;
  /** What one item of the list is called, where it is not the list that was asked for. */
  readonly asNew: string;
  /** The list of a card written here that holds the blocks, where that card is put in as well; empty elsewhere. */
  readonly into: string;
}

const composers = new WeakMap<Places, Composer>();

/** The composer of a schema's sentences, made once. */
function composerOf(places: Places): Composer {
  const composer = composers.get(places) ?? new Composer(places);
  composers.set(places, composer);
  return composer;
}

/** Whether sentences are about the items of a list, such as abilities, or cards written here with such a list. */
export function takesSentences(places: Places, item: Place): boolean {
  return composerOf(places).takesSentences(item) || (item.isInner && listsOf(places, item).length > 0);
}

/** The lists of a card written here that sentences are about. */
function listsOf(places: Places, card: Place): readonly { readonly name: string; readonly item: Place }[] {
  return places.shape(card, undefined).fields.flatMap(({ name, place }) => {
    const item = place.types.has("array") ? places.item(place, 0) : null;
    return item && !item.isInner && takesSentences(places, item) ? [{ name, item }] : [];
  });
}

/** Blocks that a typed sentence means, filled as far as it says, the best first; none for a single word that is no word of the trade. */
export function patternChoices(actions: FormActions, spot: Spot, query: string): readonly Choice[] {
  const composer = composerOf(actions.places);
  if (composer.reader.isWord(query)) return [];
  const { patterns, unknownWords } = offersOf(composer, contextsOf(actions, composer, spot), query, freeLabel(actions.host.document.text));
  const takesTarget = actions.target("/target") !== null;
  const usable = patterns.filter(({ proposal }) => takesTarget || !JSON.stringify(proposal.values).includes('"$target.'));
  if (usable.length === 0) return unknownWords.length > 0 ? [nothingFor(actions, unknownWords)] : [];
  return usable.map(({ slot, proposal }) => choiceOf(actions, slot, proposal));
}

/** The row that says why a sentence becomes no blocks. */
function nothingFor({ host: { strings } }: FormActions, unknownWords: readonly string[]): Choice {
  const why = strings.unreadWords({ words: unknownWords.join(strings.listSeparator) });
  return { label: strings.noPattern, title: strings.noPattern, icon: "circle-help", section: strings.patterns, why, run: () => undefined };
}

function choiceOf(actions: FormActions, { spot, asNew, into }: Context, proposal: Proposal): Choice {
  const { strings } = actions.host;
  const { outline, unmatchedWords } = proposal;
  const card = into && actions.itemPlace(spot.list);
  const values = card ? [{ ...actions.cardWritten(card), [into]: proposal.values }] : proposal.values;
  const blanks = into ? proposal.blanks.map((blank) => `/0/${into}${blank}`) : proposal.blanks;
  const sources = values.map((value) => (indent: string) => valueSource(value, indent));
  const details = [
    unmatchedWords.length > 0 ? strings.unreadWords({ words: unmatchedWords.join(strings.listSeparator) }) : "",
    blanks.length > 0 ? strings.leftOpen({ n: blanks.length }) : "",
  ];
  return {
    label: outline,
    title: outline,
    icon: "sparkles",
    section: strings.patterns,
    note: asNew && strings.asNew({ name: asNew }),
    details: details.filter(Boolean),
    loadDetails: (signal) => consequences(actions, spot, sources, signal),
    run: () => {
      actions.insertSources(spot, sources, strings.inserted({ name: outline }));
      const [blank] = blanks;
      if (blank) actions.host.focus(`${spot.list}${shiftPointer(blank, spot.index)}`);
    },
  };
}

/** A pointer below the inserted values as one below their list. */
function shiftPointer(blank: string, index: number): string {
  const [, n, ...rest] = blank.split("/");
  return ["", Number(n) + index, ...rest].join("/");
}

/** What the card would print more with values in a list, then what would be wrong with them there; nothing where the server cannot be asked. */
export async function consequences(actions: FormActions, spot: Spot, sources: Parameters<FormActions["textWith"]>[1], signal: AbortSignal): Promise<readonly string[]> {
  const { document } = actions.host;
  const text = actions.textWith(spot, sources);
  if (text === null) return [];
  try {
    const before = new Set(await linesOf(actions, document.text, signal));
    return (await linesOf(actions, text, signal)).filter((line) => !before.has(line));
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Refusal || (error instanceof DOMException && error.name === "AbortError")) return [];
    throw error;
  }
}

/** What the server said of the last documents of a card that it was asked about. */
const answers = new WeakMap<FormActions, Map<string, readonly string[]>>();
const ANSWERS_KEPT = 12;
/** What an empty place is called; the focus goes there after Enter. */
const OF_EMPTY_PLACES = ["W-EMPTY", "W-TEXT"];

/** The sentences of a document's rules text and of the problems of its meaning; each document is asked for once. */
async function linesOf(actions: FormActions, text: string, signal: AbortSignal): Promise<readonly string[]> {
  const { check, language } = actions.host;
  const texts = answers.get(actions) ?? new Map<string, readonly string[]>();
  answers.set(actions, texts);
  const before = texts.get(text);
  if (before !== undefined) return before;
  const { said, problems } = await check.validate(text, signal);
  const semantic = problems.filter(({ layer, code }) => layer !== "structure" && !OF_EMPTY_PLACES.includes(code));
  const lines = [...sentencesOf(said?.describe[language] ?? ""), ...semantic.map(({ message }) => message[language])];
  if (texts.size === ANSWERS_KEPT) texts.delete([...texts.keys()][0] ?? "");
  texts.set(text, lines);
  return lines;
}

/** The sentences of a rules text, those of different lines apart; a bracket stays with the sentence that it closes. */
export function sentencesOf(text: string): string[] {
  return text.split(/\n|(?<=。(?![）)”」』])|。[）)”」』])|(?<=[.!?]) /u).map((sentence) => sentence.trim()).filter(Boolean);
}

/** The list that was asked for, and those of the records around it: where a sentence waits for an event, or is a rule of the card. */
function contextsOf(actions: FormActions, composer: Composer, spot: Spot): Context[] {
  const own = actions.itemPlace(spot.list);
  const contexts: Context[] = own ? [{ spot, item: own, event: eventAround(actions, composer, spot.list), asNew: "", into: "" }] : [];
  if (own?.isInner) contexts.push(...listsOf(actions.places, own).map(({ name, item }) => ({ spot, item, event: "", asNew: "", into: name })));
  let [pointer, way] = [spot.list, ""];
  while (pointer !== "") {
    const { parent, step } = splitPointer(pointer);
    [way, pointer] = [step, parent];
    const target = actions.target(parent);
    if (target?.node.type !== "object" || target.place.union) continue;
    for (const { name, place } of actions.places.shape(target.place, target.node).fields) {
      const list = childPointer(parent, name);
      const item = place.types.has("array") ? actions.places.item(place, 0) : null;
      if (!item || list === spot.list || !takesSentences(actions.places, item)) continue;
      const index = name === way ? stepBelow(spot.list, list) + 1 : (findNodeAtLocation(target.node, [name])?.children?.length ?? 0);
      contexts.push({ spot: { list, index }, item, event: eventAround(actions, composer, list), asNew: item.title, into: "" });
    }
  }
  return contexts;
}

/** Which item of a list a place is in. */
function stepBelow(pointer: string, list: string): number {
  return Number(pointer.slice(list.length + 1).split("/")[0]);
}

/** A name that nothing in the card has yet. */
export function freeLabel(text: string): string {
  let number = 1;
  while (text.includes(`"a${number}"`)) number++;
  return `a${number}`;
}

/** The event or moment that the nearest object around a list waits for. */
function eventAround(actions: FormActions, composer: Composer, list: string): string {
  let pointer = list;
  while (pointer !== "") {
    pointer = splitPointer(pointer).parent;
    const event = eventOf(actions.target(pointer)?.node, composer);
    if (event) return event;
  }
  return "";
}

function eventOf(node: Node | undefined, composer: Composer): string {
  if (node?.type !== "object") return "";
  const keys = (node.children ?? []).map((property) => String(property.children?.[0]?.value));
  const values = keys.map((key) => findNodeAtLocation(node, [key])?.value as unknown);
  return String(values.find((value) => typeof value === "string" && composer.playerOf(value)) ?? "");
}
