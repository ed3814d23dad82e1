import { type FieldSpec, neededField, type Place } from "../places";
import type { Json } from "../skeleton";
import { best, type Candidate, isBranching, isNegative, join, put, single, WIDTH } from "./candidates";
import { GIVES } from "./marks";
import { BLOCK_COST, type Search } from "./search";
import { LOWERS } from "./words";

/** What a pattern costs: less than nothing, as its words are meant for it. */
const PATTERN_COST = -0.2;
/** How much of the cost of an event a pattern has, whose words are those of one. */
const PATTERN_EVENT = 0.7;
/** What a pattern costs that is offered without a word for it. */
const UNSAID_COST = 0.15;

/** Fills patterns: blocks of which some keys are fixed, the others as the phrase says. */
export class Completion {
  constructor(readonly search: Search) {}

  /** The patterns of a record or family that the phrase names, their open keys filled. */
  of(place: Place, level: number): Candidate[] {
    return this.search.composer.patterns(place.name).flatMap(({ blocks, saying }) => {
      const matches = saying.ways.length === 0 ? [{ mask: 0, score: -UNSAID_COST }] : this.search.phrase.matches(saying);
      const waits = blocks.some((block) => this.search.composer.waits(block));
      const headCost = (mask: number): number => (waits ? 0 : this.search.headCost(mask, place.name));
      return matches.flatMap(({ mask, score }) => {
        let rows: Candidate[] = [{ value: [], mask, score: score - PATTERN_COST - (waits && mask !== 0 ? this.search.eventCost(mask) * PATTERN_EVENT : 0) - headCost(mask), blanks: [] }];
        blocks.forEach((block, n) => {
          rows = best(rows.flatMap((row) => this.#completed(place, block, row, level).map((own) => join(row, own, n))), WIDTH);
        });
        const own = saying.ways.length > 0 ? rows.map((row) => ({ ...row, hasPattern: true })) : rows;
        return own.filter((row) => row.mask !== 0).map((row) => (blocks.length > 1 ? row : single(row)));
      });
    });
  }

  /** An object of which some keys are fixed: the others as the phrase says. */
  #completed(place: Place, pattern: Json, row: Candidate, level: number): Candidate[] {
    if (Array.isArray(pattern)) return this.#completedItems(place, pattern, row, level);
    if (pattern === null || typeof pattern !== "object") return this.#completedWord(place, pattern, row);
    const preset = pattern as Record<string, Json>;
    const { union } = place;
    if (union && preset[union.key] === undefined) return this.#completedByAny(place, preset, row, level);
    const variant = union?.variants.get(String(preset[union.key]));
    const fields = union ? (variant ? this.search.composer.places.variantFields(variant, union.key) : []) : this.search.composer.places.shape(place, undefined).fields;
    const start: Candidate = { ...row, value: union ? { [union.key]: preset[union.key] as Json } : {}, blanks: [] };
    const own = variant && union ? this.search.composer.variants(place).find(({ kind }) => kind === preset[union.key]) : undefined;
    const matches = own ? this.search.phrase.matches(own.saying).filter(({ mask }) => !(mask & row.mask)) : [];
    const starts = [start, ...matches.map(({ mask, score }) => ({ ...start, mask: row.mask | mask, score: row.score + score, local: mask }))];
    return starts.flatMap((row) => this.#completedFields(place, fields, preset, row, level));
  }

  /** A given word, which may be said in the phrase or not. */
  #completedWord(place: Place, pattern: Json, row: Candidate): Candidate[] {
    const start: Candidate = { ...row, value: pattern, blanks: [] };
    const own = this.search.composer.options(place).find(({ value }) => value === pattern);
    const matches = own ? this.search.phrase.matches(own.saying).filter(({ mask }) => !(mask & row.mask)) : [];
    return [start, ...matches.map(({ mask, score }) => ({ ...start, mask: row.mask | mask, score: row.score + score - this.search.distance(mask, row.mask) }))];
  }

  /** Any block that the phrase names and that has the given keys. */
  #completedByAny(place: Place, preset: Record<string, Json>, row: Candidate, level: number): Candidate[] {
    const { [GIVES]: gives, ...fixed } = preset;
    const fits = (field: FieldSpec, name: string): boolean => field.name === name && (typeof fixed[name] !== "string" || this.search.composer.isA(String(gives ?? "any"), field.place.wants));
    const fitting = this.search.composer.variants(place).filter(({ fields }) => Object.keys(fixed).every((name) => fields.some((field) => fits(field, name))));
    return fitting.flatMap(({ kind, key, fields, saying }) => {
      return this.search.phrase
        .matches(saying)
        .filter(({ mask }) => !(mask & row.mask) && !isBranching(fields))
        .flatMap(({ mask, score }) =>
          this.#completedFields(place, fields, fixed, { value: { [key]: kind }, mask: row.mask | mask, score: row.score + score - BLOCK_COST - this.search.headCost(mask, place.name) - this.search.distance(mask, row.mask), blanks: [] }, level),
        );
    });
  }

  #completedFields(place: Place, fields: readonly FieldSpec[], preset: Record<string, Json>, start: Candidate, level: number): Candidate[] {
    let rows: Candidate[] = [start];
    for (const field of fields) {
      const own = preset[field.name];
      rows = this.search.bestOf(
        rows.flatMap((before) => {
          if (own === null) return this.search.extended(before, neededField(field.name, field.place), level, place.name).filter(({ blanks }) => blanks.length === before.blanks.length);
          if (own === undefined) return this.search.extended(before, field, level, place.name);
          return this.#completed(field.place, own, before, level).map((inner) => put(before, field.name, inner, inner.mask, inner.score));
        }),
        field,
      );
    }
    return preset.op === LOWERS ? rows.filter(({ value }) => !isNegative(value)) : rows;
  }

  #completedItem(place: Place, pattern: Json, row: Candidate, level: number, n: number): Candidate[] {
    if (pattern !== null) return this.#completed(place, pattern, row, level).map((inner) => join(row, inner, n));
    return this.search.extended({ ...row, value: {} }, neededField("item", place), level, "").filter(({ blanks }) => blanks.length === row.blanks.length).map((inner) => {
      const own = { ...inner, value: (inner.value as Record<string, Json>).item as Json, blanks: inner.blanks.slice(row.blanks.length).map((blank) => blank.replace(/^\/item/, "")) };
      return join(row, own, n);
    });
  }

  #completedItems(place: Place, pattern: readonly Json[], row: Candidate, level: number): Candidate[] {
    let rows: Candidate[] = [{ ...row, value: [], blanks: [] }];
    pattern.forEach((item, n) => {
      const own = this.search.composer.places.item(place, n);
      rows = own ? best(rows.flatMap((before) => this.#completedItem(own, item, before, level, n)), WIDTH) : [];
    });
    return rows;
  }
}
