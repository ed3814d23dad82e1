import { describe, expect, it } from "vitest";
import { applyChanges, CardDocument, difference } from "../src/model/document";
import { formatChanges } from "../src/text/view";

describe("CardDocument", () => {
  it("is dirty from the first change until the server has that text", () => {
    const document = new CardDocument("{}", 1, '"r1"');
    document.accept('{"a":1}');
    expect(document.dirty).toBe(true);

    document.acknowledge('{"a":1}', { revision: 2, etag: '"r2"' });

    expect(document.dirty).toBe(false);
    expect(document.etag).toBe('"r2"');
  });

  it("keeps the last text that parsed while the present one does not", () => {
    const document = new CardDocument('{"a":1}', 1, "");
    expect(document.parses).toBe(true);
    document.accept('{"a":');

    expect(document.parses).toBe(false);
    expect(document.lastGood?.text).toBe('{"a":1}');
  });

  it("sends edits through whoever holds the history", () => {
    const document = new CardDocument("ab", 1, "");
    const labels: string[] = [];
    document.attach({
      apply: (edit) => {
        labels.push(edit.label);
        document.accept(applyChanges(document.text, edit.changes));
      },
    });
    document.replace("axb", "insert");

    expect(document.text).toBe("axb");
    expect(labels).toEqual(["insert"]);
  });
});

describe("difference", () => {
  it("touches only what differs", () => {
    expect(difference("abcd", "abXd")).toEqual([{ from: 2, to: 3, insert: "X" }]);
    expect(difference("aa", "aaa")).toEqual([{ from: 2, to: 2, insert: "a" }]);
    expect(difference("same", "same")).toEqual([]);
  });
});

describe("formatting", () => {
  it("lays out the text and keeps its comments", () => {
    const text = '{"a":1, // one\n"b":[1,2,],}';

    const formatted = applyChanges(text, formatChanges(text));

    expect(formatted).toContain("// one");
    expect(formatted).toContain('\n  "b": [');
  });
});
