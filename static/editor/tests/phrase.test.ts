import { describe, expect, it } from "vitest";
import { Composer, type Proposal } from "../src/model/phrase/compose";
import { MAX_WORDS } from "../src/model/phrase/words";
import type { Place } from "../src/model/places";
import { asSchema, type Schema } from "../src/model/schema";
import type { Json } from "../src/model/skeleton";
import { dice, games } from "./games";

type Row = readonly [slot: string, sentence: string, expected: string];

/** Sentences of our own as designers say them, with the blocks that one of the first three patterns must be (and perhaps more). */
const SENTENCES: Readonly<Record<string, readonly Row[]>> = {
  wizards: [
    ["effect", "steal 2 mana from another player", '[{"type":"steal","what":"mana","amount":2,"from":{"type":"playerChooser","which":"others"}}]'],
    ["effect", "hit every monster for 3", '[{"type":"damage","amount":3,"target":{"type":"allMonsters"}}]'],
    ["effect", "banish a random card of the next player until end of the round", '[{"type":"exile","until":"roundEnd"}]'],
    ["effect", "swap gold with another player", '[{"type":"swap","what":"gold","first":{"type":"playerChooser","which":"others"}}]'],
    ["effect", "scry 3", '[{"type":"scry","amount":3}]'],
    ["effect", "draw three, then throw away a random card", '[{"amount":3},{"type":"discardCard"}]'],
    ["effect", "whenever you draw a card, gain 1 gold, three times a round at most", '[{"type":"when","event":"onDrawCard","do":[{"type":"gainGold","amount":1}]}]'],
    ["effect", "每当你抽牌，获得2点法力，每轮最多一次", '[{"type":"when","event":"onDrawCard","perRound":1,"do":[{"type":"mana","amount":2,"target":"$onDrawCard.playerUUID"}]}]'],
    ["effect", "抛硬币，正面抽三张，反面失去2金币", '[{"type":"flip","heads":[{"type":"drawCard","amount":3}],"tails":[{"type":"gold","amount":-2}]}]'],
    ["effect", "从其他玩家偷取2法力", '[{"type":"steal","what":"mana","amount":2,"from":{"type":"playerChooser","which":"others"}}]'],
    ["effect", "对所有怪物造成3点伤害", '[{"type":"damage","amount":3,"target":{"type":"allMonsters"}}]'],
  ],
  halo: [
    ["effect", "silence an enemy", '[{"type":"SILENCE","target":"CHOSEN_ENEMY"}]'],
    ["effect", "draw two cards, discard one", '[{"type":"DRAW","target":"OWNER","params":{"count":2}},{"type":"DISCARD","target":"OWNER","params":{"count":1}}]'],
    ["effect", "gain 3 supply", '[{"type":"GAIN_SUPPLY","target":"OWNER","params":{"amount":3}}]'],
    ["effect", "3 damage to the enemy base", '[{"type":"DEAL_DAMAGE","target":"ENEMY_BASE","params":{"amount":3}}]'],
    ["effect", "bounce an ally", '[{"type":"TO_HAND","target":"CHOSEN_ALLY"}]'],
    ["effect", "give an ally +2 attack", '[{"type":"MODIFY_ATK","target":"CHOSEN_ALLY","params":{"delta":2}}]'],
    ["ability", "battlecry: deal 3 damage to an enemy", '[{"trigger":"UNIT_DEPLOYED","effects":[{"type":"DEAL_DAMAGE","target":"CHOSEN_ENEMY","params":{"amount":3}}]}]'],
    ["ability", "at the end of your turn heal an ally for 2", '[{"trigger":"TURN_ENDED","effects":[{"type":"HEAL","target":"CHOSEN_ALLY","params":{"amount":2}}]}]'],
    ["ability", "whenever an enemy dies, draw a card, once per turn", '[{"trigger":"KILL_OCCURRED","limitPerTurn":1,"effects":[{"type":"DRAW","target":"OWNER","params":{"count":1}}]}]'],
    ["effect", "沉默一个敌人", '[{"type":"SILENCE","target":"CHOSEN_ENEMY"}]'],
    ["effect", "抽两张牌，然后弃一张", '[{"type":"DRAW","params":{"count":2}},{"type":"DISCARD","params":{"count":1}}]'],
    ["effect", "对敌方基地造成3点伤害", '[{"type":"DEAL_DAMAGE","target":"ENEMY_BASE","params":{"amount":3}}]'],
    ["ability", "战吼：对一个敌人造成3点伤害", '[{"trigger":"UNIT_DEPLOYED","effects":[{"type":"DEAL_DAMAGE","target":"CHOSEN_ENEMY","params":{"amount":3}}]}]'],
  ],
  genius: [
    ["effect", "freeze the opposing active character", '[{"type":"freeze","target":{"type":"opponentActive"}}]'],
    ["effect", "heal 2 to your active character", '[{"type":"heal","target":{"type":"myActive"},"amount":2}]'],
    ["effect", "gain 2 omni dice", '[{"type":"gainDice","kind":"omni","count":2}]'],
    ["effect", "deal 3 pyro damage to the opposing active character", '[{"type":"damage","target":{"type":"opponentActive"},"amount":3,"element":"pyro"}]'],
    ["skill", "after you switch, draw a card, once per round", '[{"triggerOn":"AFTER_CHANGE_CHARACTER","usagePerRound":1,"action":[{"type":"drawCards","count":1}]}]'],
    ["effect", "draw two cards, discard one at random", '[{"type":"drawCards","count":2},{"type":"discard","count":1}]'],
    ["effect", "冻结对方出战角色", '[{"type":"freeze","target":{"type":"opponentActive"}}]'],
    ["effect", "对敌方出战角色造成3点火伤害", '[{"type":"damage","target":{"type":"opponentActive"},"amount":3,"element":"pyro"}]'],
    ["effect", "抓两张牌，随机舍弃一张", '[{"type":"drawCards","count":2},{"type":"discard","count":1}]'],
  ],
  encounter: [
    ["effect", "stun an enemy for 2 turns", '[{"type":"giveStatus","target":{"type":"chooseUnit","side":"enemy"},"status":"dizzy","turns":2}]'],
    ["effect", "pull an enemy three steps", '[{"type":"pull","target":{"type":"chooseUnit","side":"enemy"},"steps":3}]'],
    ["effect", "an ally gains +2 attack for 3 turns", '[{"type":"changeStat","target":{"type":"chooseUnit","side":"ally"},"stat":"atk","amount":2,"turns":3}]'],
    ["effect", "draw two cards and discard a random one", '[{"type":"drawCards","count":2},{"type":"discard","count":1,"pick":"random"}]'],
    ["effect", "silence an enemy", '[{"type":"silence","target":{"type":"chooseUnit","side":"enemy"}}]'],
    ["effect", "沉默一个敌方单位", '[{"type":"silence","target":{"type":"chooseUnit","side":"enemy"}}]'],
    ["effect", "眩晕一个敌人2回合", '[{"type":"giveStatus","target":{"type":"chooseUnit","side":"enemy"},"status":"dizzy","turns":2}]'],
    ["effect", "抽两张牌，随机弃一张", '[{"type":"drawCards","count":2},{"type":"discard","count":1}]'],
  ],
};
const PATTERNS_SHOWN = 3;

/** Whether a value has at least what another has: keys of objects, items of lists in their order. */
function holds(value: Json | undefined, expected: Json): boolean {
  if (Array.isArray(expected)) return Array.isArray(value) && value.length === expected.length && expected.every((inner: Json, n) => holds(value[n], inner));
  if (expected === null || typeof expected !== "object") return value === expected;
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  return Object.entries(expected as Record<string, Json>).every(([key, inner]) => holds((value as Record<string, Json>)[key], inner));
}

function itemOf(game: (typeof games)[number], slot: string): Place {
  const schema = asSchema((game.places.book.root.$defs as Schema)[slot]);
  return game.places.of([schema as Schema]);
}

function isAmongFirst(proposals: readonly Proposal[], expected: string): boolean {
  return proposals.slice(0, PATTERNS_SHOWN).some(({ values }) => holds(values, JSON.parse(expected) as Json));
}

function shuffle(sentence: string, roll: () => number): string {
  const words = sentence.replace(/[.,:]/g, "").split(" ");
  for (let n = words.length - 1; n > 0; n--) {
    const swap = Math.floor(roll() * (n + 1));
    [words[n], words[swap]] = [words[swap] as string, words[n] as string];
  }
  return words.join(" ");
}

const GAMES = games.filter(({ name }) => name in SENTENCES);

describe.each(GAMES.map((game) => [game.name, game] as const))("sentences of %s", (name, game) => {
  const composer = new Composer(game.places);
  const rows = SENTENCES[name] ?? [];

  it("become the blocks that they mean", () => {
    const wrong = rows.filter(([slot, sentence, expected]) => !isAmongFirst(composer.compose(itemOf(game, slot), sentence, "onPlay"), expected));
    expect(wrong.map(([, sentence]) => sentence)).toEqual([]);
  });

  it("keep their shape when their numbers change", () => {
    const digits = rows.filter(([, sentence]) => /\d/.test(sentence));
    const wrong = digits.filter(([slot, sentence, expected]) => {
      const [number] = /\d/.exec(sentence) as RegExpExecArray;
      const changed = (text: string): string => text.replaceAll(number, String(Number(number) + 1));
      return !isAmongFirst(composer.compose(itemOf(game, slot), changed(sentence), "onPlay"), changed(expected));
    });
    expect(digits.length).toBeGreaterThan(2);
    expect(wrong.map(([, sentence]) => sentence)).toEqual([]);
  });

  it("of one effect mean the same with their words in any order", () => {
    const roll = dice(7);
    const single = rows.filter(([slot, sentence, expected]) => slot === "effect" && !/\p{Script=Han}|,| and /u.test(sentence) && (JSON.parse(expected) as unknown[]).length === 1);
    const wrong = single.filter(([slot, sentence, expected]) => !isAmongFirst(composer.compose(itemOf(game, slot), shuffle(sentence, roll), "onPlay"), expected));
    expect(single.length).toBeGreaterThan(1);
    expect(wrong.map(([, sentence]) => sentence)).toEqual([]);
  });

  it("name the words that no block takes up", () => {
    const [slot, sentence] = rows[0] as Row;
    const [best] = composer.compose(itemOf(game, slot), `${sentence} xylophone`, "onPlay");
    expect(best?.unmatchedWords).toEqual(["xylophone"]);
  });

  it("are read up to a number of words, however long they are", () => {
    expect(composer.words("draw ".repeat(10_000)).length).toBe(MAX_WORDS);
    expect(composer.words("抽".repeat(65_536)).length).toBe(MAX_WORDS);
    expect(composer.compose(itemOf(game, "effect"), "抽".repeat(65_536)).length).toBeLessThan(9);
  });

  it("with nothing to know in them become nothing", () => {
    expect(composer.compose(itemOf(game, "effect"), "xylophone zephyr qqq")).toEqual([]);
    expect(composer.compose(itemOf(game, "effect"), "")).toEqual([]);
  });
});
