import { foldable, getIndentation, syntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { describe, expect, it } from "vitest";
import { CardDocument } from "../src/model/document";
import { cardLanguage } from "../src/text/language";

const names = tagHighlighter([
  { tag: tags.propertyName, class: "key" },
  { tag: tags.special(tags.string), class: "reference" },
  { tag: tags.string, class: "string" },
  { tag: tags.comment, class: "comment" },
  { tag: tags.number, class: "number" },
]);

function state(text: string): EditorState {
  return EditorState.create({ doc: text, extensions: [cardLanguage(new CardDocument(text, 1, ""))] });
}

function coloured(text: string): string[] {
  const found: string[] = [];
  highlightTree(syntaxTree(state(text)), names, (from, to, name) => found.push(`${name} ${text.slice(from, to)}`));
  return found;
}

describe("the language of a card", () => {
  it("tells keys, strings, numbers and what is read from elsewhere", () => {
    expect(coloured('{"a": "x{loop1.index}", "b": -2}')).toEqual([
      'key "a"',
      'string "x',
      "reference {loop1.index}",
      'string "',
      'key "b"',
      "number -2",
    ]);
  });

  it("takes a comment for a comment, whatever it says", () => {
    expect(coloured('[1, // "a": [2\n/* 3\n4 */ 5]')).toEqual([
      "number 1",
      'comment // "a": [2',
      "comment /* 3",
      "comment 4 */",
      "number 5",
    ]);
  });

  it("indents once for two brackets opened on one line", () => {
    const text = '  { "do": [\n\n';

    expect(getIndentation(state(text), text.indexOf("\n") + 1)).toBe(4);
  });

  it("puts a closing bracket under the line that opened it", () => {
    const text = '  "do": [\n]';

    expect(getIndentation(state(text), text.length - 1)).toBe(2);
  });

  it("folds what opens on a line and closes on a later one", () => {
    const text = '{\n  "a": [\n    1\n  ]\n}';
    const open = text.indexOf("[");
    const line = state(text).doc.lineAt(open);

    expect(foldable(state(text), line.from, line.to)).toEqual({ from: open + 1, to: text.indexOf("]") });
  });
});
