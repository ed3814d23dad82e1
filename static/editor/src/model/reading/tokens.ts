import { endless, HAN, hanNumber, numberOf } from "../phrase/words";
import { FILLERS, type Form, HAN_FILLERS, type Sense } from "./vocabulary";

/** A word or phrase of a sentence with all that it may say. */
export interface Token {
  readonly text: string;
  readonly senses: readonly Sense[];
  /** The number that it writes; null for any other word. */
  readonly number: number | null;
  /** Whether the number has a sign: "+2". */
  readonly hasSign: boolean;
  /** A number that may mean no number: "a". */
  readonly isWeak: boolean;
  readonly isFiller: boolean;
  /** The sign of punctuation that it is; empty for a word. */
  readonly mark: string;
}

const MAX_LETTERS = 400;
const PIECES = /[+\-−]?\d+|\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}'’-])+|[.,;:!?，。；：、！？…—()（）/+]/gu;
const MARK = /^[.,;:!?，。；：、！？…—()（）/+]$/u;
const NUMBER_WORDS = "twice:2 thrice:3 once:1 double:2".split(" ").map((pair) => pair.split(":"));
const TIMES = new Map(NUMBER_WORDS.map(([word = "", number = "0"]) => [word, Number(number)]));
const ORDINALS = new Map("first second third fourth fifth".split(" ").map((word, n) => [word, n + 1]));
const WEAK = new Set(["a", "an", "one", "一"]);

/** What is written in short, in full: "+1/+2" is attack and health. */
const SHORT_FORMS: readonly (readonly [short: RegExp, full: string])[] = [
  [/([+\-−]\d{1,3})\s?\/\s?([+\-−]\d{1,3})/g, "$1 attack and $2 health"],
  [/\b\d{1,2}\/\d{1,2}\b/g, " "],
  [/(\d)\+(?!\d)/g, "$1 or more"],
  [/\b(they|it|he|she|you)['’](?:re|s|ve|d|ll)\b/g, "$1"],
  [/\b(can)(?:no|['’])t\b/g, "cannot"],
  [/\b(do|does|did|is|are|has|have|was|were)n['’]t\b/g, "not"],
  [/(\d)-point\b/g, "$1"],
  [/\bthrow (.{1,20}) away\b/g, "throw away $1"],
  [/\b(in|from|into|to|of) (the|your|their|his|my|its owner's) discard\b(?! pile)/g, "$1 $2 discard pile"],
  [/\bdraw(?: cards)?(?: back)? (?:until (?:you (?:have|hold)|your hand (?:is|has))|up to(?: a hand of)?|to a hand of)\b/g, "drawupto"],
  [/(?:补|抽)牌?(?:直?到|至|够)(?:你的|你)?(?:手牌|手里|手上)?(?:数量?)?(?:有|为|达到|满|是|达)?(?=[\d一二两三四五六七八九十])/g, "抽牌至"],
  [/\bpick (.{1,24}?) back up\b/g, "return $1 to hand"],
  [/\bas many(?: cards)? as (?:you|it|they|that|were) [a-z]+\b/g, "that many"],
  [/(弃|失去|支付|丢)(?:了)?(?:几|多少)(?:张|点|个)?[，,]?(?:就)?(抽|获得|得|拿|回|造成)(?:几|多少)(张|点|个)?/g, "$2等量的"],
  [/\b(?:every|each) (card|spell|[a-z]+ card|[a-z]+ spell) you (?:play|cast) (earns|gains|gets|draws|deals|pays|gives)(?: you)?\b/g, "whenever you play a $1, $2"],
  [/\bthe next (monster|enemy|unit|character) you (?:drop|kill|defeat|destroy|take down)( this (?:round|turn))? (draws|earns|gets|gains|pays|gives)(?: you)?\b/g, "the next time you kill a $1$2, $3"],
  [/\b(?:a|the|any) kill (?:pays|earns|gives|gets|nets)(?: you)?\b/g, "if it dies, gain"],
  [/(?<!\d)(\d{1,4}) off(?= if\b| when\b| while\b| for\b|[.,;]|$)/g, "$1 cheaper"],
  [/(^|[：:，,。]\s*)每(?:死|阵亡|死掉)(?:一|1)?[个名只]?(敌人|友军|单位|怪物?|敌方单位|友方单位)[，,]?(?!.{0,3}便宜)/g, "$1每当$2死亡，"],
  [/(?:打死|击杀|杀死|击败)(?:它|后)?(?=[回得拿抽获再])/g, "若击杀，"],
  [/\bconvert (.{1,40}?) to your side\b/g, "take control of $1"],
  [/(对手|敌方|其他玩家|你|友军|敌人|此单位|我方|对方|它|装备者)每(抽|弃|打出|出|部署|攻击|击杀|移动)(?:一|1)(?:张牌|张|个单位|次|个)[，,]?(?!.{0,6}(?:便宜|费|少花|贵))/g, "每当$1$2，"],
  [/\bto (?:its|their|his) owners?['’]?s? hands?\b/g, "to hand"],
  [/\bequal to (.+?) or (.+?),? whichever is (?:the )?(?:lower|smaller|less|fewer|lesser)\b/g, "equal to $1 minof $2"],
  [/\bequal to (.+?) or (.+?),? whichever is (?:the )?(?:higher|larger|greater|more|bigger)\b/g, "equal to $1 maxof $2"],
  [/\bequal to the (?:lower|smaller|lesser) of (.+?) (?:and|or) (.+?)(?=[.,;]|$)/g, "equal to $1 minof $2"],
  [/\bequal to the (?:higher|larger|greater) of (.+?) (?:and|or) (.+?)(?=[.,;]|$)/g, "equal to $1 maxof $2"],
  [/[按以]([^，。；,.;]{1,16}?)[和或与]([^，。；,.;]{1,16}?)[里中间]?[较更]?[小少低]的?(?:那个|者|一个|那项)?(?=[给拿获造打对得])([^，。；,.;]{1,24})(?=[，。；,.;]|$)/g, "$3等于$1小取$2"],
  [/[按以]([^，。；,.;]{1,16}?)[和或与]([^，。；,.;]{1,16}?)[里中间]?[较更]?[大多高]的?(?:那个|者|一个|那项)?(?=[给拿获造打对得])([^，。；,.;]{1,24})(?=[，。；,.;]|$)/g, "$3等于$1大取$2"],
  [/\b(take|gain|get|draw|heal|restore)s?(?: for)? as (?:much|many)( [a-z]+)? as (?:it|this|that|was|the damage) (?:dealt|deals|did|does)\b/g, "$1$2 equal to damage dealt"],
  [/造成(?:了)?多少点?伤害[，,]?(?:就|便|则)?(拿|获得|得|回复|恢复|回|治疗|抽)多少点?([^，。；,.;]+)/g, "$1$2等于造成的伤害"],
  [/^(each|every) (kill|attack|discard|draw)s? (gives?|grants?|gains?|deals?|draws?|heals?)/g, "whenever it $2s, $3"],
  [/(^|[：:，,]\s*)每(?:击?杀|打死|消灭|击败)掉?[一1]?[个名只]?(单位|敌人|怪物?|敌方单位)?(?!.{0,3}便宜)/g, "$1每当击杀$2，"],
  [/\b(?:till|until) (the |this )?([a-z ]{3,24}?) is (?:over|done)\b/g, "until the end of $1$2"],
  [/\b(?:when|once|after|as soon as) (the |this )?([a-z ]{3,24}?) is (?:over|done)\b/g, "at the end of $1$2"],
  [/结束(?:就|再)还(?:回来|给他)?/g, "结束"],
  [/结束(?:后)?再(?=[拿得获抽回打对])/g, "结束时，"],
  [/\b(turn|rebuild|remake|reshape|morph) (.{1,40}?) into\b/g, "transform $2 into"],
  [/\bbring (.{1,40}?) back(?! to\b)/g, "revive $1"],
  [/\bhits? for (\d{1,3}) more\b/g, "deal $1 more damage"],
  [/(?:每下|每次)?多打([\d一二两三四五六七八九十]{1,3})点?(?:伤害)?/g, "多造成$1点伤害"],
  [/\b(?:every|each) (second|third|fourth|fifth) (monster|enemy|unit|character) you (?:drop|kill|defeat|destroy)s? (draws|earns|gets|gains|gives|pays)(?: you)?\b/g, "every $1 time you kill a $2, $3"],
  [/ap\s?上限/g, "行动力上限"],
  [/随机点(?=[^数])/g, "随机打"],
  [/(?<![+\-−])([一二两三四五六七八九十\d]{1,3})点(?=[，。；、！,.;]|$)/g, "$1点伤害"],
  [/每(打出|打|出|攻击|使用|切换|抽|弃)([二两三四五\d])(?:次|张牌?)/g, "每第$2次$1"],
];

/** The forms of a vocabulary by their first piece, the longest first. */
export class Forms {
  readonly #english = new Map<string, { readonly stems: readonly string[]; readonly senses: Sense[] }[]>();
  readonly #han = new Map<string, Sense[]>();

  constructor(
    forms: readonly Form[],
    readonly triggers: readonly Form[] = [],
  ) {
    for (const form of forms) this.#add(form);
    for (const rows of this.#english.values()) rows.sort((a, b) => b.stems.length - a.stems.length);
  }

  #add({ text, isHan, kind, value }: Form): void {
    const isSame = (sense: Sense): boolean => sense.kind === kind && sense.value === value;
    if (isHan) {
      const senses = this.#han.get(text) ?? [];
      if (!senses.some(isSame)) this.#han.set(text, [...senses, { kind, value }]);
      return;
    }
    const stems = text.toLowerCase().split(" ").map(stemOf);
    const rows = this.#english.get(stems[0] ?? "") ?? [];
    const same = rows.find((row) => row.stems.join(" ") === stems.join(" "));
    if (same && !same.senses.some(isSame)) same.senses.push({ kind, value });
    else if (!same) rows.push({ stems, senses: [{ kind, value }] });
    this.#english.set(stems[0] ?? "", rows);
  }

  /** The longest phrase that begins at a piece: how many pieces it has, and its senses. */
  english(stems: readonly string[], at: number): { readonly length: number; readonly senses: readonly Sense[] } | null {
    const row = this.#english.get(stems[at] ?? "")?.find(({ stems: own }) => own.every((stem, k) => stems[at + k] === stem));
    return row ? { length: row.stems.length, senses: row.senses } : null;
  }

  han(text: string): readonly Sense[] | undefined {
    return this.#han.get(text);
  }
}

/** Words whose ending makes another word of them: what is damaged is no damage. */
const AS_WRITTEN = new Set("one it this less its his is as was damaged wounded injured defeated played attacked died dead used others yours theirs off".split(" "));

export function stemOf(word: string): string {
  const plain = word.replace(/['’]s?$/, "").replaceAll(/['’]/g, "");
  return AS_WRITTEN.has(plain) ? plain : endless(plain);
}

/** The words of a sentence, the longest phrases that the vocabulary knows. */
export function tokensOf(text: string, forms: Forms): Token[] {
  const plain = SHORT_FORMS.reduce((own, [short, full]) => own.replace(short, full), text.slice(0, MAX_LETTERS).toLowerCase().normalize("NFKC"));
  const pieces = plain.match(PIECES) ?? [];
  const stems = pieces.map((piece) => (/\p{L}/u.test(piece) && !HAN.test(piece) ? stemOf(piece) : ""));
  const tokens: Token[] = [];
  for (let n = 0; n < pieces.length; n++) {
    const piece = pieces[n] as string;
    if (MARK.test(piece)) tokens.push(word(piece, [], { mark: piece }));
    else if (/\d/.test(piece)) tokens.push(word(piece, [], { number: Number(piece.replace("−", "-")), hasSign: /^[+\-−]/.test(piece) }));
    else if (HAN.test(piece)) tokens.push(...hanTokens(piece, forms));
    else {
      const phrase = forms.english(stems, n);
      if (phrase && (phrase.length > 1 || numberOf(piece) === null)) {
        tokens.push(word(pieces.slice(n, n + phrase.length).join(" "), phrase.senses, { isFiller: phrase.length === 1 && FILLERS.has(piece) }));
        n += phrase.length - 1;
      } else tokens.push(englishToken(piece));
    }
  }
  return tokens;
}

function englishToken(piece: string): Token {
  if (TIMES.has(piece)) return word(piece, [{ kind: "count", value: "times" }], { number: TIMES.get(piece) ?? 0 });
  if (ORDINALS.has(piece)) return word(piece, [{ kind: "nth", value: String(ORDINALS.get(piece)) }], {});
  const number = numberOf(piece);
  return word(piece, [], { number, isWeak: WEAK.has(piece), isFiller: number === null && (FILLERS.has(piece) || piece.length === 1) });
}

function word(text: string, senses: readonly Sense[], parts: Partial<Token>): Token {
  return { text, senses, number: null, hasSign: false, isWeak: false, isFiller: false, mark: "", ...parts };
}

/** Part a run of Chinese characters into known forms and numbers: as much of it as can be, in as few as can be. */
function hanTokens(run: string, forms: Forms): Token[] {
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= run.length; end++) {
    let choice = { cost: Infinity, from: end - 1 };
    for (let from = Math.max(0, end - 9); from < end; from++) {
      const part = run.slice(from, end);
      const isKnown = forms.han(part) !== undefined || hanNumber(part.replace(/^第/, "")) !== null;
      if (!isKnown && part.length > 1) continue;
      const cost = (best[from]?.cost ?? 0) + (isKnown ? 1 : HAN_FILLERS.has(part) ? 1.1 : 2.5);
      if (cost < choice.cost) choice = { cost, from };
    }
    best.push(choice);
  }
  const parts: string[] = [];
  for (let end = run.length; end > 0; end = best[end]?.from ?? 0) parts.unshift(run.slice(best[end]?.from ?? 0, end));
  return parts.map((part) => {
    const senses = forms.han(part) ?? [];
    if (/^第/.test(part) && part.length > 1 && senses.length === 0) return word(part, [{ kind: "nth", value: String(hanNumber(part.slice(1))) }], {});
    const number = senses.length === 0 ? hanNumber(part) : null;
    return word(part, senses, { number, isWeak: part === "一", isFiller: number === null && HAN_FILLERS.has(part) });
  });
}

export function says(token: Token | undefined, kind: string, value?: string): boolean {
  return token?.senses.some((sense) => sense.kind === kind && (value === undefined || sense.value === value)) ?? false;
}

/** What a token says of a kind; empty where it says nothing of it. */
export function valueOf(token: Token | undefined, kind: string): string {
  return token?.senses.find((sense) => sense.kind === kind)?.value ?? "";
}

/** Words as they were written. */
export function saidBy(tokens: readonly Token[]): string {
  return tokens.reduce((text, { text: word }) => (text === "" || (HAN.test(text.at(-1) ?? "") && HAN.test(word)) ? text + word : `${text} ${word}`), "");
}
