import { findNodeAtLocation, type Node } from "jsonc-parser";
import { type Spot, splitPointer } from "../model/operations";
import { Unreachable, Refusal } from "../model/api";
import { Composer, type Proposal } from "../model/phrase/compose";
import type { Place, Places } from "../model/places";
import { valueSource } from "../model/surgery";
import type { Choice } from "../ui/palette";
import type { FormActions } from "./actions";

/** The most patterns that are offered, and the least of a sentence that one must take up. */
const MAX_PATTERNS = 3;
const MIN_SCORE = 0.3;
/** How much weaker than the best a pattern may be. */
const MIN_SHARE = 0.6;

/** A list into which the blocks of a sentence may go: the one that was asked for, or one around it. */
interface Context {
  readonly spot: Spot;
  readonly item: Place;
  /** The event or moment around the list, whose player is "you"; empty where there is none. */
  readonly event: string;
  /** What one item of the list is called, where it is not the list that was asked for. */
  readonly asNew: string;
}

const composers = new WeakMap<Places, Composer>();

/** Blocks that a typed sentence means, filled as far as it says, the best first; none for a single word. */
export function patternChoices(actions: FormActions, spot: Spot, query: string): readonly Choice[] {
  const { places } = actions;
  const composer = composers.get(places) ?? new Composer(places);
  composers.set(places, composer);
  if (composer.words(query).length < 2) return [];
  const offers = contextsOf(actions, composer, spot).flatMap((context) =>
    composer.compose(context.item, query, context.event, freeLabel(actions.host.document.text)).map((proposal) => ({ context, proposal })),
  );
  offers.sort((a, b) => b.proposal.score - a.proposal.score);
  const threshold = Math.max(MIN_SCORE, (offers[0]?.proposal.score ?? 0) * MIN_SHARE);
  const outlines = new Set<string>();
  return offers
    .filter(({ proposal: { score, outline } }) => score >= threshold && !outlines.has(outline) && outlines.add(outline))
    .slice(0, MAX_PATTERNS)
    .map(({ context, proposal }) => choiceOf(actions, context, proposal));
}

function choiceOf(actions: FormActions, { spot, asNew }: Context, proposal: Proposal): Choice {
  const { strings } = actions.host;
  const { values, outline, unmatchedWords, blanks } = proposal;
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
    loadDetails: (signal) => rulesText(actions, spot, sources, signal),
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

/** The rules text that the card would have more of; nothing where the server cannot be asked. */
async function rulesText(actions: FormActions, spot: Spot, sources: Parameters<FormActions["textWith"]>[1], signal: AbortSignal): Promise<readonly string[]> {
  const { check, document, language } = actions.host;
  const text = actions.textWith(spot, sources);
  if (text === null) return [];
  try {
    const [before, after] = [await check.validate(document.text, signal), await check.validate(text, signal)];
    const previous = new Set(sentencesOf(before.said?.describe[language] ?? ""));
    return sentencesOf(after.said?.describe[language] ?? "").filter((sentence) => !previous.has(sentence));
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Refusal || (error instanceof DOMException && error.name === "AbortError")) return [];
    throw error;
  }
}

/** The sentences of a rules text, those of different lines apart. */
function sentencesOf(text: string): string[] {
  return text.split(/\n|(?<=[。])|(?<=[.!?]) /u).map((sentence) => sentence.trim()).filter(Boolean);
}

/** The list that was asked for, and those around it whose items wait for an event. */
function contextsOf(actions: FormActions, composer: Composer, spot: Spot): Context[] {
  const own = actions.itemPlace(spot.list);
  const contexts: Context[] = own ? [{ spot, item: own, event: eventAround(actions, composer, spot.list), asNew: "" }] : [];
  let pointer = spot.list;
  while (pointer !== "") {
    const { parent, step } = splitPointer(pointer);
    const item = /^\d+$/.test(step) ? actions.itemPlace(parent) : null;
    if (item && !item.union && composer.hasEvent(item)) {
      const around = { list: parent, index: Number(step) + 1 };
      contexts.push({ spot: around, item, event: eventAround(actions, composer, parent), asNew: item.title });
    }
    pointer = parent;
  }
  return contexts;
}

/** A name that nothing in the card has yet. */
function freeLabel(text: string): string {
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
