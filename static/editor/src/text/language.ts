import { foldService, LanguageSupport, StreamLanguage, type StringStream } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import type { Node } from "jsonc-parser";
import type { CardDocument } from "../model/document";

/** Where the tokenizer is: the indentation of each line that opened a bracket, and what goes on. */
interface Place {
  opened: number[];
  within: "" | "string" | "key" | "comment";
}

/** JSON with comments; `@lezer/json` takes a comment for an error and colours what it says. */
export const jsonc = StreamLanguage.define<Place>({
  name: "jsonc",
  startState: () => ({ opened: [], within: "" }),
  copyState: (place) => ({ ...place, opened: [...place.opened] }),
  token: (stream, place) => (place.within ? inside(stream, place) : outside(stream, place)),
  indent: ({ opened }, after, context) => {
    const [last, closes] = [opened.at(-1), /^\s*[\]}]/.test(after)];
    return last === undefined ? 0 : last + (closes ? 0 : context.unit);
  },
  languageData: {
    closeBrackets: { brackets: ["[", "{", '"'] },
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    indentOnInput: /^\s*[\]}]$/,
  },
  tokenTable: { key: tags.propertyName, reference: tags.special(tags.string) },
});

function outside(stream: StringStream, place: Place): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match("/*")) {
    place.within = "comment";
    return "comment";
  }
  const next = stream.peek() ?? "";
  if (next === '"') return beginString(stream, place);
  if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return "number";
  if (stream.match(/^(?:true|false|null)\b/)) return "keyword";
  stream.next();
  if ("[{".includes(next)) place.opened.push(stream.indentation());
  if ("]}".includes(next)) place.opened.pop();
  return "[]{}".includes(next) ? "bracket" : ",:".includes(next) ? "punctuation" : "invalid";
}

function beginString(stream: StringStream, place: Place): string {
  place.within = stream.match(/^"(?:[^"\\]|\\.)*"\s*:/, false) ? "key" : "string";
  stream.next();
  return place.within;
}

/** Within a string, what is read from elsewhere (`{loop1.index}`, `$onPlay.playerUUID`) has its own colour. */
function inside(stream: StringStream, place: Place): string {
  const { within } = place;
  if (within === "comment") {
    if (stream.match(/^.*?\*\//)) place.within = "";
    else stream.skipToEnd();
    return "comment";
  }
  if (within === "string" && stream.match(/^(?:\{[^{}"]*(?:\{[^{}"]*\}[^{}"]*)?\}|\$[\w.]+)/)) return "reference";
  if (stream.eat('"')) place.within = "";
  else if (!stream.match(/^(?:[^"\\{$]|\\.)+/)) stream.next();
  if (stream.eol()) place.within = "";
  return within;
}

/** The language of a card, with folds from the document's own tree. */
export function cardLanguage(document: CardDocument): LanguageSupport {
  let folds: { text: string; byStart: Map<number, Fold> } | null = null;
  const service = foldService.of((state, _start, end) => {
    if (folds?.text !== document.text) folds = { text: document.text, byStart: foldsOf(document) };
    const line = state.doc.lineAt(end);
    return folds.byStart.get(line.number) ?? null;
  });
  return new LanguageSupport(jsonc, service);
}

interface Fold {
  readonly from: number;
  readonly to: number;
}

/** The outermost list or object that opens on a line and closes on a later one. */
function foldsOf(document: CardDocument): Map<number, Fold> {
  const { text, tree } = document;
  const ranges = new Map<number, Fold>();
  const starts = lineStarts(text);
  const visit = (node: Node): void => {
    const last = node.offset + node.length - 1;
    const line = lineOf(starts, node.offset);
    const folds = (node.type === "object" || node.type === "array") && lineOf(starts, last) > line;
    if (folds && !ranges.has(line)) ranges.set(line, { from: node.offset + 1, to: last });
    node.children?.forEach(visit);
  };
  if (tree) visit(tree);
  return ranges;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The number, from 1, of the line that holds an offset. */
function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
