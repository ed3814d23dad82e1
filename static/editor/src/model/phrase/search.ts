import { type FieldSpec, holdsObjects, type Place } from "../places";
import { aliasesOf, asSchema, type Schema } from "../schema";
import type { Json } from "../skeleton";
import {
  best, blanksOf, type Candidate, countsOf, countWaits, headOf, isIdle, isBlocks, isBranching, isNegative, isNumberAskedFor, isOpen, isTelling, isWidget, middle, namingOf, put, WIDTH,
} from "./candidates";
import { Completion } from "./completion";
import type { Composer } from "./compose";
import { type Match, PhraseWords } from "./lexicon";
import { LABEL, PLAYER } from "./marks";
import { rolesOf } from "./roles";
import { AT_LEAST, AT_MOST, LOWERS, PER_TURN, stemSet, type Word } from "./words";

const POOL = 50;
const MAX_LEVEL = 1;
const MAX_ITEMS = 3;
export const BLOCK_COST = 0.15;
/** What a block more costs, by its family: a number is rather a number than a sum. */
const FAMILY_COST = { value: 0.7, condition: 0.25, chooser: 0.05 };
/** What a block that holds others costs more: it changes the meaning of all that is said. */
const BRANCH_COST = 0.25;
const BLANK_COST = 0.35;
/** What the name of a card or of a counter costs that the phrase does not say. */
const NAME_BLANK_COST = 0.6;
/** What a rule of a card, like its cost, costs more where no pattern names it. */
const RULE_COST = 0.3;
/** What it is worth that numbers are in the order of their fields, for each word between. */
const ORDER = 0.01;
/** What a key costs that an object can do without. */
const KEY_COST = 0.12;
const WORD_COST = 0.9;
const BLOCK_BLANK_COST = 1;
/** What each item costs that a list lacks, like the second option of a choice. */
const LACK_COST = 0.8;
/** An "if" without its condition means nothing. */
const CONDITION_BLANK_COST = 2;
const DEFAULT_COST = 0.08;
/** What it costs that a word with which a block begins stands for one that the phrase does not say, like the keyword that is given. */
const START_WORD_COST = 1.2;
/** How much better a number with a sign fits what can fall as well as rise. */
const SIGNED = 0.2;
/** What it is worth that a word says a block and the word of its field at once: "stun" is to give that status. */
const SHARED_WORD = 0.35;
/** What it costs that a number counts something else than its field: "twice" as an amount. */
const WRONG_COUNT = 0.7;
/** What it costs that a block is namingOf by words that say when it is done, and by those that say under which condition. */
const EVENT_HEAD_COST = 1.2;
const CONDITION_HEAD_COST = 0.5;
/** What it costs that a block is namingOf by words alone that many blocks are namingOf by: "give". */
const SILENT_HEAD_COST = 1;
/** What all of several things cost where the phrase names one of them. */
const PLURAL_COST = 0.3;
const PLURALS: ReadonlySet<string> = new Set(["all", "foreach", "aoe", "adjacent"]);
/** What an event costs where no word opens the part that says when, beside one that may be of an event: "kill". */
const WEAK_EVENT_COST = 0.3;
/** What an event or a condition costs in a phrase that has no word like "when" or "if". */
export const EVENT_COST = 1.2;
const EVENT_WORDS: ReadonlySet<string> = stemSet("nth kill taunt lifesteal combo when whenever everytime nexttime after before start end time next deathrattle battlecry overkill excess 时 while".split(" "));
/** Words that a block takes up or leaves without a loss: "gain 1 gold, at most twice a round". */
const SILENT: ReadonlySet<string> = stemSet(["when", "whenever", "everytime", "nexttime", "after", "before", "start", "end", "time", "next", "时", "while", "or", "into", "thatmuch", AT_LEAST, AT_MOST, LOWERS, "you", "this", "all", "more", "if", "gain", "give", PER_TURN, "within", "target", "card", "permanent", "turn"]);
const CONDITION_WORDS: ReadonlySet<string> = stemSet("if unless only with who more than combo 且 就".split(" "));
/** Words beside a number that make it a loss. */
const LOWERING: ReadonlySet<string> = new Set([LOWERS, "lose"]);
/** Ways to say how long something lasts that name no number. */
const THIS_TURN: ReadonlySet<string> = new Set(["thisturn", "thisround"]);

/** Whether a word of a closed set must be written, like the keyword that is given. */
function isChosenWord({ place, required }: FieldSpec): boolean {
  return required && place.options !== null && place.wants === "";
}

/** Whether a word may go unused without a notice. */
export function isSilent({ stem }: Word): boolean {
  return SILENT.has(stem);
}

/** One search: what each place of the schema may hold for these words, worked out once. */
export class Search {
  readonly phrase: PhraseWords;
  readonly #eventClauses: ReadonlySet<number>;
  readonly #hasCondition: boolean;
  /** The words of the parts that say when, and of those that say under which condition, as bits. */
  readonly #eventMask: number;
  readonly #conditionMask: number;
  /** The words of each part of the sentence, as bits. */
  readonly #clauses: readonly number[];
  readonly #completion = new Completion(this);
  readonly #cached = Array.from({ length: MAX_LEVEL + 1 }, () => new Map<Place | string, Candidate[]>());
  readonly #lists = new Map<string, Candidate[]>();
  readonly #open = Array.from({ length: MAX_LEVEL + 1 }, () => new Set<Place | string>());

  constructor(
    readonly composer: Composer,
    readonly words: readonly Word[],
  ) {
    this.phrase = new PhraseWords(composer.lexicon, words);
    this.#eventClauses = new Set(words.filter(({ stem }) => EVENT_WORDS.has(stem)).map(({ clause }) => clause));
    const masks = new Map<number, number>();
    words.forEach(({ clause }, bit) => masks.set(clause, (masks.get(clause) ?? 0) | (1 << bit)));
    this.#clauses = [...masks.values()];
    const roles = rolesOf(words);
    const maskOf = (role: string): number => words.reduce((mask, { clause }, bit) => (roles.get(clause) === role ? mask | (1 << bit) : mask), 0);
    [this.#eventMask, this.#conditionMask] = [maskOf("event"), maskOf("condition")];
    this.#hasCondition = words.some(({ stem }) => CONDITION_WORDS.has(stem));
  }

  /** Items of a list, up to a few, each by other words, in the order of the phrase. */
  sequences(item: Place, level: number, busy = 0): Candidate[] {
    const pool = this.candidates(item, level).filter(({ mask }) => mask !== 0 && !(mask & busy));
    const key = `${item.name} ${level} ${busy}`;
    const cached = this.#lists.get(key);
    if (cached) return cached;
    const results = this.#sequences(pool, item.name === "value" || item.types.has("integer"));
    if (!isOpen(this.#open[level], item)) this.#lists.set(key, results);
    return results;
  }

  /** The best of some rows, and of those that speak of other parts of the sentence the best one too. */
  #best(rows: readonly Candidate[]): Candidate[] {
    const first = best(rows, WIDTH);
    if (this.#clauses.length === 1 || rows.length <= first.length) return first;
    const parts = new Set(first.map(({ mask }) => this.#clausesOf(mask)));
    const further = [...rows].sort((a, b) => b.score - a.score).filter(({ mask }) => {
      const key = this.#clausesOf(mask);
      return !parts.has(key) && parts.add(key);
    });
    return [...first, ...further.slice(0, WIDTH)];
  }

  /** The best of some rows, those among them that have a plain number or word in a field too. */
  bestOf(rows: readonly Candidate[], { name, place }: FieldSpec): Candidate[] {
    const first = this.#best(rows);
    if (!place.types.has("object")) return first;
    const plain = rows.filter(({ value }) => typeof (value as Record<string, Json>)[name] === "number");
    return [...new Set([...first, ...best(plain, WIDTH / 2)])];
  }

  /** Which parts of the sentence some words are in, as bits. */
  #clausesOf(mask: number): number {
    return this.#clauses.reduce((sum, own, n) => (mask & own ? sum | (1 << n) : sum), 0);
  }

  /** The best that each part of the sentence says alone. */
  #ofClauses(rows: readonly Candidate[]): Candidate[] {
    if (this.#clauses.length === 1) return [];
    return this.#clauses.flatMap((mask) => best(rows.filter((row) => !(row.mask & ~mask)), WIDTH));
  }

  /** The best of all parts of the sentence: those of each part, and those of several. */
  #spread(pool: readonly Candidate[]): readonly Candidate[] {
    const clauses = new Map<number, Candidate[]>();
    for (const candidate of pool) {
      const own = new Set(this.words.filter((_, bit) => candidate.mask & (1 << bit)).map(({ clause }) => clause));
      const key = own.size === 1 ? ([...own][0] as number) : -1;
      const rows = clauses.get(key) ?? [];
      if (rows.length < WIDTH) rows.push(candidate);
      clauses.set(key, rows);
    }
    return clauses.size === 1 ? pool.slice(0, 2 * WIDTH) : [...clauses.values()].flat().sort((a, b) => b.score - a.score);
  }

  #sequences(pool: readonly Candidate[], isValues: boolean): Candidate[] {
    const items = this.#spread(isValues ? pool.map((item) => ({ ...item, score: item.score + FAMILY_COST.value / 2 })) : pool);
    let rows: { items: Candidate[]; mask: number; score: number }[] = items.map((item) => ({ items: [item], mask: item.mask, score: item.score }));
    const all = [...rows];
    for (let size = 2; size <= MAX_ITEMS; size++) {
      const longer = rows.flatMap((row) =>
        items
          .filter((item) => !(item.mask & row.mask) && item.score > (isValues ? -1 : 0.3) && !row.items.some((before) => headOf(before) !== "" && headOf(before) === headOf(item) && !isValues && !this.#isApart(before.mask, item.mask)) && middle(item.mask) > middle(row.items.at(-1)?.mask ?? 0))
          .map((item) => ({ items: [...row.items, item], mask: row.mask | item.mask, score: row.score + item.score - 0.1 })),
      );
      rows = best(longer, WIDTH);
      all.push(...rows);
    }
    return this.#best(
      all.map(({ items, mask, score }) => ({
        value: items.flatMap(({ value }) => value),
        mask,
        score,
        ...namingOf(...items),
        blanks: blanksOf(items),
      })),
    );
  }

  /** The values of a place by words that are not taken yet, the best first. */
  candidates(place: Place, level: number, busy = 0): Candidate[] {
    if (place.entries) return [];
    if (place.types.has("array")) return this.#list(place, level, busy);
    const literals = [...this.#options(place), ...this.#numbers(place), ...this.#references(place)];
    if (place.union) return best([...literals, ...this.#family(place, level)], POOL);
    return place.types.has("object") && !place.entries ? this.#record(place, level) : best(literals, WIDTH);
  }

  /** The blocks of one family that give what a place wants; none is directly within one of its own family. */
  #family(place: Place, level: number): Candidate[] {
    return this.#once(`${place.name} ${place.wants}`, level, (deep) => [...this.#nodes(place, deep), ...this.#completion.of(place, deep)]);
  }

  #record(place: Place, level: number): Candidate[] {
    const rule = place.name !== "" && !place.union && this.composer.patterns(place.name).length > 0 && !this.composer.hasEvent(place) ? RULE_COST : 0;
    const start = { value: {}, mask: 0, score: -BLOCK_COST - rule, blanks: [] };
    return this.#once(place.name || place, level, (deep) => [
      ...this.#filled(this.composer.places.shape(place, undefined).fields, start, deep, place.name),
      ...this.#completion.of(place, deep),
    ]);
  }

  #once(key: string | Place, level: number, make: (level: number) => Candidate[]): Candidate[] {
    const [cached, open] = [this.#cached[level], this.#open[level]];
    if (!cached || !open) return [];
    if (open.has(key)) return this.#once(key, level + 1, make);
    const ready = cached.get(key);
    if (ready) return ready;
    open.add(key);
    const rows = make(level).filter(({ value }) => this.#isOfFewEvents(value));
    const results = [...new Set([...best(rows, POOL), ...this.#ofClauses(rows)])].sort((a, b) => b.score - a.score);
    open.delete(key);
    cached.set(key, results);
    return results;
  }

  /** Whether some blocks wait for no more events than the phrase names, or for one. */
  isOfFewEvents(values: readonly Json[]): boolean {
    return countWaits(values as Json[], (block) => this.composer.waits(block)) <= Math.max(1, this.#eventClauses.size);
  }

  /** Whether a block waits for no more events than the phrase names. */
  #isOfFewEvents(value: Json): boolean {
    const count = countWaits(value, (block) => this.composer.waits(block) && !this.composer.isUnsaid(block));
    return count <= Math.max(1, this.#eventClauses.size);
  }

  #list(place: Place, level: number, busy: number): Candidate[] {
    const { places } = this.composer;
    const count = places.fixedItems(place);
    if (count > 0) {
      const fields = Array.from({ length: count }, (_, n): FieldSpec | null => {
        const item = places.item(place, n);
        return item ? { required: true, name: String(n), place: item } : null;
      }).filter((field) => field !== null);
      return this.#filled(fields, { value: {}, mask: 0, score: 0, blanks: [] }, level, "").map((results): Candidate => ({ ...results, value: Object.values(results.value as object) as Json[] }));
    }
    const item = places.item(place, 0);
    if (!item || !holdsObjects(item)) return [];
    const deep = isOpen(this.#open[level], item) ? level + 1 : level;
    const minimum = places.least(place);
    const rows = deep > MAX_LEVEL ? [] : this.sequences(item, deep, busy);
    return minimum < 2 ? rows : rows.map((row) => ({ ...row, score: row.score - LACK_COST * Math.max(0, minimum - (row.value as readonly Json[]).length) }));
  }

  /** The words of a closed set, and those that an open set already has. */
  #options(place: Place): Candidate[] {
    return this.composer.options(place).flatMap(({ value, saying, cost, isMany }) =>
      this.phrase.matches(saying).map(({ mask, score }) => ({ value, mask, score: score - (cost > 0 ? this.eventCost(mask) : 0) - (isMany && !this.#saysMany(mask) ? PLURAL_COST : 0), blanks: [] })),
    );
  }

  /** Whether some words are of several things: "all", a plural, 所有. */
  #saysMany(mask: number): boolean {
    return this.words.some(({ text, stem }, bit) => mask & (1 << bit) && (PLURALS.has(stem) || /[a-z]s$/.test(text)));
  }

  /** What a reference that is known by a word stands for: "the excess". */
  #references(place: Place): Candidate[] {
    if (place.wants === "" || !place.types.has("string")) return [];
    return this.composer.patterns(`$${place.wants}`).flatMap(({ blocks, saying }) =>
      this.phrase.matches(saying).map(({ mask, score }) => ({ value: blocks[0] as Json, mask, score, blanks: [] })),
    );
  }

  /** What an event costs: little beside a word like "when", more in another part of the sentence, most without any. */
  eventCost(mask: number): number {
    if (this.#eventMask !== 0 && !(mask & this.#eventMask)) return 3 * EVENT_COST;
    if (this.#eventMask !== 0) return 0;
    if (this.#eventClauses.size === 0) return EVENT_COST;
    return this.words.some(({ clause }, bit) => mask & (1 << bit) && this.#eventClauses.has(clause)) ? WEAK_EVENT_COST : 2 * EVENT_COST;
  }

  /** What it costs to name a block that does something by words of a part that says when or if. */
  headCost(mask: number, family: string, isToldByWord = false): number {
    if ((family !== "effect" && family !== "value") || mask === 0) return 0;
    if (this.words.every((word, bit) => !(mask & (1 << bit)) || word.isFiller || isSilent(word))) return isToldByWord ? 0 : SILENT_HEAD_COST;
    if (family === "value") return 0;
    return mask & this.#eventMask ? EVENT_HEAD_COST : mask & this.#conditionMask ? CONDITION_HEAD_COST : 0;
  }

  #numbers(place: Place): Candidate[] {
    if (!place.types.has("integer") && !place.types.has("number")) return [];
    const [low, high] = [place.minimum ?? -Infinity, place.maximum ?? Infinity];
    return this.words.flatMap(({ number, isWeak, text, counts }, bit) => {
      if (number === null) return [];
      const score = (isWeak ? 0.3 : counts === "any" ? 0.9 : 1) + (/^[+\-−]/.test(text) ? (low < 0 ? SIGNED : -SIGNED) : 0);
      const lowering = low < 0 && !/^[+\-−]/.test(text) ? this.#loweringOf(bit) : 0;
      const rows: Candidate[] = [{ value: number, mask: 1 << bit, score: score - (lowering === 0 ? 0 : SIGNED / 2), blanks: [] }];
      if (lowering !== 0) rows.unshift({ value: -Math.abs(number), mask: (1 << bit) | lowering, score: score + SIGNED, blanks: [] }, { value: -Math.abs(number), mask: 1 << bit, score, blanks: [] });
      return rows.filter(({ value }) => (value as number) >= low && (value as number) <= high);
    });
  }

  /** Whether two things are said in different parts of the sentence. */
  #isApart(first: number, second: number): boolean {
    const clauses = (mask: number): Set<number> => new Set(this.words.filter((_, bit) => mask & (1 << bit)).map(({ clause }) => clause));
    const parts = clauses(first);
    return ![...clauses(second)].some((clause) => parts.has(clause));
  }

  /** The word beside a number that says that it lowers something, as a bit; 0 where there is none. */
  #loweringOf(bit: number): number {
    const near = [bit - 1, bit + 1, bit - 2, bit + 2, bit - 3].find((place) => LOWERING.has(this.words[place]?.stem ?? "") && this.words[place]?.clause === this.words[bit]?.clause);
    return near === undefined ? 0 : 1 << near;
  }

  #nodes(place: Place, level: number): Candidate[] {
    return this.composer.variants(place).flatMap(({ kind, key, fields, saying, isMany }) => {
      const heads: Match[] = [...this.phrase.matches(saying)];
      if (place.name === "chooser" && fields.some((field) => isTelling(field.place)) && !fields.some(isNumberAskedFor)) heads.push({ mask: 0, score: -0.25 });
      const cost = ((FAMILY_COST as Readonly<Record<string, number>>)[place.name] ?? BLOCK_COST) + (isBranching(fields) && heads.every(({ score }) => score < 0.6) ? BRANCH_COST : 0) + (place.name === "condition" && !this.#hasCondition ? EVENT_COST / (this.#eventClauses.size > 0 ? 2 : 1) : 0);
      const results = heads.flatMap(({ mask, score }) => this.#filled(fields, { value: { [key]: kind }, mask, score: score - cost - (isMany && !this.#saysMany(mask) ? PLURAL_COST : 0) - (fields.some((field) => field.place.name === "condition") ? 0 : this.headCost(mask, place.name, fields.some(isChosenWord))), blanks: [] }, level, place.name));
      return place.name === "condition" || place.name === "value" ? results.filter(({ value, blanks }) => blanks.length === 0 && !isIdle(value, fields)) : results;
    });
  }

  /** Give an object the values of its fields that the phrase says, and to those that it must have and the phrase leaves out a beginning. */
  #filled(fields: readonly FieldSpec[], start: Candidate, level: number, family: string): Candidate[] {
    let rows: Candidate[] = [start];
    for (const field of fields) rows = this.bestOf(rows.flatMap((row) => this.extended(row, field, level, family, start.mask)), field);
    return rows.filter(({ mask }) => mask !== 0);
  }

  /** An object with what the phrase says of one more field. */
  extended(row: Candidate, field: FieldSpec, level: number, family: string, head = 0): Candidate[] {
    const { place, required } = field;
    if (!required && place.name === "condition" && (family === "value" || family === "chooser" || !this.#hasCondition)) return [row];
    const own = this.phrase.matches(this.composer.fieldSaying(field));
    const isOther = !required && family === "effect" && place.types.has("array") && own.length === 0 && isBlocks(this.composer.places, place);
    const candidates = isOther ? [] : place.types.has("array") ? this.candidates(place, level, row.mask) : this.candidates(place, level);
    if (candidates.length === 0 && !required && own.length === 0) return [row];
    const rows = this.#with(row, field, candidates, own, family === "chooser" ? 0 : head);
    return (family === "effect" || family === "") && required && isBlocks(this.composer.places, place) ? rows.filter(({ blanks }) => !blanks.includes(`/${field.name}`)) : rows;
  }

  #with(row: Candidate, field: FieldSpec, candidates: readonly Candidate[], own: readonly Match[], head: number): Candidate[] {
    const { place, name, required } = field;
    const isNumber = place.types.has("integer") || place.types.has("number");
    const counts = isNumber ? countsOf(this.composer.fieldSaying(field)) : "any";
    const rows: Candidate[] = [this.#without(row, field)];
    const isLess = Object.values(row.value as Record<string, Json>).includes(LOWERS);
    for (const candidate of candidates) {
      if (isLess && isNegative(candidate.value)) continue;
      if (candidate.mask & row.mask) {
        if (required && place.options && !(candidate.mask & ~head)) rows.push(put(row, name, candidate, row.mask, row.score + SHARED_WORD));
        continue;
      }
      const title = own.find(({ mask }) => !(mask & (row.mask | candidate.mask)));
      const countCost = typeof candidate.value === "number" ? this.#countCost(candidate.mask, counts, title !== undefined, required) : 0;
      if (countCost === null) continue;
      if (isNumber && !required && typeof candidate.value !== "number") continue;
      if (isNumber && !required && !title && counts === "any") continue;
      if (place.types.has("object") && candidate.blanks.length > (isNumber ? 0 : 1) && !required) continue;
      if (isNumber && candidate.blanks.length > 0) continue;
      const mask = row.mask | candidate.mask | (title?.mask ?? 0);
      const near = this.distance(candidate.mask, title?.mask ?? row.local ?? row.mask);
      const simpler = (required ? 0 : KEY_COST) - (typeof candidate.value === "number" ? ORDER * this.#numbersIn(row.mask) * this.#lastOf(candidate.mask) : 0);
      rows.push(put(row, name, candidate, mask, row.score + candidate.score + (title?.score ?? 0) * (isNumber ? 1 : 0.5) - near - countCost - simpler));
    }
    const lasting = own.find(({ mask }) => (mask & row.mask) === mask && this.#isLifetime(mask));
    if (lasting && counts === "turns") rows.push(put(row, name, { value: 1, mask: 0, score: 0, blanks: [] }, row.mask, row.score + 0.05));
    const alone = own.find(({ mask }) => !(mask & row.mask));
    if (alone && place.types.has("boolean"))
      rows.push(put(row, name, { value: true, mask: alone.mask, score: alone.score, blanks: [] }, row.mask | alone.mask, row.score + alone.score));
    if (alone && counts === "turns" && this.#isLifetime(alone.mask))
      rows.push(put(row, name, { value: 1, mask: alone.mask, score: 0, blanks: [] }, row.mask | alone.mask, row.score + alone.score));
    return rows;
  }

  /** How many numbers some words hold. */
  #numbersIn(mask: number): number {
    return this.words.filter(({ number }, bit) => mask & (1 << bit) && number !== null).length;
  }

  /** Where the last number of some words stands. */
  #lastOf(mask: number): number {
    return this.words.reduce((last, { number }, bit) => (mask & (1 << bit) && number !== null ? bit : last), 0);
  }

  /** Whether words say that something lasts for a turn. */
  #isLifetime(mask: number): boolean {
    return this.words.every(({ stem }, bit) => !(mask & (1 << bit)) || THIS_TURN.has(stem));
  }

  /** What it costs to write a number into a field that counts something; null where it cannot be meant. */
  #countCost(mask: number, counts: Word["counts"], hasTitle: boolean, mustBe: boolean): number | null {
    const word = this.words.find(({ number }, bit) => mask & (1 << bit) && number !== null);
    if (!word) return 0;
    if (word.counts === counts) return 0;
    if (word.counts === "nth") return null;
    if (counts === "nth") return mustBe ? 0.3 : null;
    if (word.counts === "any") return hasTitle || mustBe ? 0.3 : null;
    return counts === "any" ? WRONG_COUNT : null;
  }

  /** How far apart words stand that belong together: a little for each word between, more in another part of the sentence. */
  distance(mask: number, near: number): number {
    if (mask === 0 || near === 0) return 0;
    let distance = Infinity;
    for (let a = 0; a < this.words.length; a++)
      for (let b = 0; b < this.words.length; b++)
        if (mask & (1 << a) && near & (1 << b)) {
          const gap = Math.abs(a - b) * 0.04 + (this.words[a]?.clause === this.words[b]?.clause ? 0 : 0.12);
          if (gap < distance) distance = gap;
        }
    return Math.min(0.4, distance);
  }

  /** The same object with a beginning for a field that the phrase does not say, when it must have it. */
  #without(row: Candidate, { name, place, required }: FieldSpec): Candidate {
    if (!required) return row;
    const start = this.#beginning(place);
    const blanks = start.isBlank ? [`/${name}`] : [];
    const cost = place.types.has("array") && start.isBlank && this.composer.places.least(place) > 1 ? 2 * BLOCK_BLANK_COST : !start.isBlank ? (isChosenWord({ place, name, required }) ? START_WORD_COST : DEFAULT_COST) : place.name === "condition" ? CONDITION_BLANK_COST : place.options ? (this.composer.options(place)[0]?.cost ?? 0) + WORD_COST : holdsObjects(place) || place.types.has("array") ? BLOCK_BLANK_COST : place.types.has("string") ? NAME_BLANK_COST : BLANK_COST;
    return put(row, name, { value: start.value, mask: 0, score: 0, blanks: [] }, row.mask, row.score - cost, blanks);
  }

  #beginning(place: Place, depth = 0): { value: Json; isBlank: boolean } {
    const { places } = this.composer;
    if (place.fallback !== undefined && place.fallback !== null) return { value: place.fallback as Json, isBlank: false };
    if (place.options) return this.#firstWord(place);
    if (place.types.has("integer") || place.types.has("number")) return { value: Math.max(1, place.minimum ?? 1), isBlank: true };
    if (place.wants === "player" && place.types.has("string")) return { value: PLAYER, isBlank: false };
    if (place.types.has("boolean")) return { value: false, isBlank: true };
    const count = place.types.has("array") ? places.fixedItems(place) : 0;
    if (count > 0 && depth < 3) {
      const items = Array.from({ length: count }, (_, n) => places.item(place, n)).filter((item) => item !== null);
      return { value: items.map((item) => this.#beginning(item, depth + 1).value), isBlank: true };
    }
    if (place.types.has("array")) return { value: [], isBlank: !isWidget(place, "args") && place.title !== "" && isBlocks(places, place) };
    if (place.union && depth < 2) {
      const givenType = (schema: Schema): string => String(asSchema(schema["x-ui"])?.gives ?? "any");
      const variants = [...place.union.variants];
      const variant = variants.find(([, schema]) => givenType(schema) === place.wants) ?? variants.find(([, schema]) => this.composer.isA(givenType(schema), place.wants));
      if (!variant) return { value: "", isBlank: true };
      const fields = places.variantFields(variant[1], place.union.key).filter((field) => field.required);
      return { value: { [place.union.key]: variant[0], ...this.#beginnings(fields, depth) }, isBlank: place.name !== "chooser" || fields.length > 0 };
    }
    if (place.types.has("string") || place.types.size === 0) return { value: isWidget(place, "label") ? LABEL : "", isBlank: !isWidget(place, "label") };
    const fields = places.shape(place, undefined).fields.filter((field) => field.required);
    return { value: depth < 2 ? this.#beginnings(fields, depth) : {}, isBlank: fields.some((field) => isBlocks(places, field.place)) };
  }

  #beginnings(fields: readonly FieldSpec[], depth: number): Record<string, Json> {
    return Object.fromEntries(fields.map((field) => [field.name, this.#beginning(field.place, depth + 1).value]));
  }

  /** The word that means "you" where a player is asked for, else the first that fits. */
  #firstWord(place: Place): { value: Json; isBlank: boolean } {
    const about = this.composer.aboutOf(place);
    const fits = (place.options ?? []).filter(({ value }) => this.composer.isA(String(asSchema(about[String(value)])?.gives ?? "any"), place.wants));
    const you = fits.find(({ value }) => place.wants === "player" && aliasesOf(asSchema(about[String(value)])).includes("you"));
    return { value: ((you ?? fits[0])?.value ?? "") as Json, isBlank: you === undefined };
  }
}
