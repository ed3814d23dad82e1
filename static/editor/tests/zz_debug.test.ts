import { readFileSync } from "node:fs";
import { it } from "vitest";
import { Composer } from "../src/model/phrase/compose";
import { games } from "./games";
import { readingOf } from "../src/model/reading/sentence";
import { tokensOf } from "../src/model/reading/tokens";
import { clausesOf } from "../src/model/reading/clauses";
const plain = (v: any): any => v instanceof Set ? [...v].join(" ") : Array.isArray(v) ? v.map(plain) : v && typeof v === "object" ? (v.atoms ? "<" + [...v.atoms].join(" ") + (Object.keys(v.values ?? {}).length ? " " + JSON.stringify(v.values) : "") + (v.isOne ? " one" : "") + ">" : Object.fromEntries(Object.entries(v).map(([k, x]) => [k, plain(x)]))) : v;
const OF: any = { W: "wizards", H: "halo", G: "genius", E: "encounter" };
it("debugs", () => {
  const composers: any = {};
  for (const line of readFileSync("/tmp/s-debug.txt", "utf8").split("\n").filter(Boolean)) {
    const [g, text] = [line[0] as string, line.slice(1).trim()];
    const game = games.find((x) => x.name === OF[g])!;
    const composer = (composers[g] ??= new Composer(game.places));
    const reader: any = composer.reader;
    const forms = reader.forms, nouns = reader.nouns;
    const tokens = tokensOf(text, forms);
    const out = ["## " + line, "  tok " + tokens.map((t) => t.mark || `${t.text}{${t.number ?? ""}${t.senses.map((s) => s.kind + ":" + s.value).join(" ")}${t.isFiller ? " ~" : ""}}`).join(" ")];
    out.push("  cla " + clausesOf(tokens).map((c) => `${c.role}/${c.opener}[${c.tokens.map((t) => t.text).join(" ")}]`).join(" "));
    out.push("  rea " + JSON.stringify(plain(((r: any) => { if (r) for (const k of ["triggers","perThing","choice","pick","pending","conditions"]) if (!r[k] || r[k].length === 0 || k === "triggers") delete r[k]; return r; })(readingOf(text, forms, nouns)))));
    const o = reader.read(text, "a1");
    out.push("  out " + (o.reads.length ? o.reads.map((r: any) => `[${r.of}] ${JSON.stringify(r.values)} ${r.blanks}`).slice(0, 3).join("\n      ") : "MISSING " + o.missing.join(" | ")));
    console.log(out.join("\n"));
  }
});
