import { parseTree } from "jsonc-parser";
import { expect, test } from "vitest";
import { printedNumbers } from "../src/model/printed_numbers";

const rules = (text: string, card: unknown): string[] =>
  printedNumbers(text, parseTree(JSON.stringify(card))!).map(({ from, to, pointer }) => `${text.slice(from, to)} ${pointer}`);

test.each([
  ["Deal 5 damage. Draw 2.", { cost: 3, do: [{ amount: 5 }, { count: 2 }] }, ["5 /do/0/amount", "2 /do/1/count"]],
  ["造成5点伤害", { do: [{ amount: 5 }] }, ["5 /do/0/amount"]],
  ["Deal 2 damage, then 2 damage.", { do: [{ amount: 2 }, { count: 2 }] }, []],
  ["Deal 2 damage.", { do: [{ amount: 2 }, { count: 2 }] }, []],
  ["Costs 3.", { cost: 3 }, []],
  ["Half of 1.5, 15 and -4", { do: [{ a: 5, b: 1, c: -4 }] }, []],
  ["Deal 12 damage.", { do: [{ a: 1, b: 2, c: [12] }] }, ["12 /do/0/c/0"]],
])("%s", (text, card, numbers) => expect(rules(text, card)).toEqual(numbers));
