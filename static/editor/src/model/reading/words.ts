export const HAN = /\p{Script=Han}/u;

const NUMBERS: Readonly<Record<string, number>> = {
  ...Object.fromEntries("zero one two three four five six seven eight nine ten eleven twelve".split(" ").map((word, number) => [word, number])),
  ...{ a: 1, an: 1, once: 1, twice: 2, thrice: 3, first: 1, second: 2, third: 3, fourth: 4, fifth: 5 },
};
const HAN_NUMBERS: Readonly<Record<string, number>> = { 零: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10, 双: 2 };

/** Forms of words that no ending tells. */
const IRREGULAR_FORMS =
  "draw: drew drawn; deal: dealt; give: gave given; take: took taken; lose: lost loses losing; buy: bought; pay: paid; freeze: frozen froze; steal: stole stolen; enemy: enemies; ally: allies; die: dying; equip: equipped";
const IRREGULAR = new Map(
  IRREGULAR_FORMS.split("; ").flatMap((group) => {
    const [word = "", forms = ""] = group.split(": ");
    return forms.split(" ").map((form) => [form, word] as const);
  }),
);

/** The form under which forms of an English word are one: "draws", "drawing" and "drew" are `draw`. */
export function endless(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular) return endless(irregular);
  const stem = word.replace(/(?:ing|ed|es|s)$/, "");
  const bare = stem.length >= 3 ? stem : word;
  return bare.replace(/(.)\1$/, "$1").replace(/e$/, "");
}

export function numberOf(text: string): number | null {
  if (/^[+\-−]?\d+$/.test(text)) return Number(text.replace("−", "-"));
  if (text in NUMBERS) return NUMBERS[text] ?? null;
  return hanNumber(text.replace(/^第/, ""));
}

export function hanNumber(text: string): number | null {
  const [tens, units] = text.includes("十") ? text.split("十") : ["", text];
  const of = (sign: string | undefined, absent: number): number | null => (sign ? (HAN_NUMBERS[sign] ?? null) : absent);
  const [high, low] = [text.includes("十") ? of(tens, 1) : 0, of(units, 0)];
  return text === "" || text.length > 3 || high === null || low === null ? null : high * 10 + low;
}
