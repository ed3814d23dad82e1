/**
 * Words of sentences on cards, by what they say: a kind and a value, then English forms, then Chinese ones behind a bar.
 *
 * The schema has them: those that every game shares, and what a game calls its own things.
 */
export interface Sense {
  readonly kind: string;
  readonly value: string;
}

/** One way to write a sense. */
export interface Form extends Sense {
  readonly text: string;
  readonly isHan: boolean;
}

/** Words that carry no meaning of their own. */
export const FILLERS: ReadonlySet<string> = new Set(
  "the a an of to is are was be been being and that these with by as do does did has had will would own also just so its it's up out there any for goes s from on onto one at in off back away down now worth whatever which who whom that's there's you'd very too please".split(" "),
);
export const HAN_FILLERS: ReadonlySet<string> = new Set([..."的了着地就都也往人将把对向由个名张点位只枚条些那有是则也会能一使让令各次等某任何在从并其还便才层"]);

/** Every way to write a text with choices: `until (the/) end of turn`. */
function waysOf(text: string): string[] {
  const choice = /\(([^()]*)\)/.exec(text);
  if (!choice) return [text.replace(/ {2,}/g, " ").trim()];
  return (choice[1] ?? "").split("/").flatMap((way) => waysOf(text.slice(0, choice.index) + way + text.slice(choice.index + choice[0].length)));
}

/** The forms of lines like `verb draw: draw, cantrip | 抽, 摸`. */
export function formsOf(lines: readonly string[]): Form[] {
  return lines.flatMap((line) => {
    const [head = "", forms = ""] = line.split(/:(.*)/s);
    const [kind = "", value = ""] = head.split(" ");
    const [english = "", chinese = ""] = forms.split("|");
    const rows = (texts: string, isHan: boolean): Form[] => texts.split(",").flatMap(waysOf).filter(Boolean).map((text) => ({ kind, value, text, isHan }));
    return [...rows(english, false), ...rows(chinese, true)];
  });
}
