import * as l10n from "@vscode/l10n";
import { type Language, stringsFor } from "./i18n";
import { codeMirrorZh, jsonServiceZh } from "./texts";
import { DraftApi } from "./model/api";
import { Autosave } from "./model/autosave";
import { LineEnds, plainText } from "./model/line_ends";
import { LocalBackup } from "./model/backup";
import { Commands } from "./model/commands";
import { CompositionGuard } from "./model/composition";
import { CardDocument } from "./model/document";
import { type PlacedProblem, ProblemStore } from "./model/problems";
import { References } from "./model/references";
import { localised, type Schema, SchemaBook } from "./model/schema";
import { browserTimers } from "./model/signal";
import { type BrowserCheck, Validation } from "./model/validation";
import { addCommands, applyFix } from "./editor_commands";
import { mountForm, withoutSchema } from "./form/mount";
import { Places } from "./model/places";
import { parsePointer, pathIn } from "./model/positions";
import { Selection } from "./model/selection";
import { Modes } from "./ui/modes";
import { deviceStorage, element, type PageConfig } from "./page";
import type { Parts } from "./parts";
import type { Knowledge } from "./text/completion";
import { JsonService } from "./text/service";
import { TextView } from "./text/view";
import { StatusLine } from "./ui/status";
import { connect } from "./wiring";

/** Turn the page's text area into the editor. */
export function mountEditor(page: PageConfig): Parts {
  const strings = stringsFor(page.language);
  if (page.language === "zh") l10n.config({ contents: jsonServiceZh });
  const document = new CardDocument(plainText(page.rawText), page.revision, page.etag);
  const guard = new CompositionGuard(browserTimers);
  const commands = new Commands();
  let knowledge: Knowledge | null = null;
  let service = new JsonService(null);
  const view = textView(page, document, () => knowledge);
  const model = modelParts(page, document, guard, (text) => service.check(text));
  const host = window.document.getElementById("editor-status") ?? element("div");
  const status = new StatusLine(host, strings, page.readOnly, () => commands.run("conflict"));
  const modes = new Modes(deviceStorage(), page.account);
  const references = referencesOf(page, document);
  const selection = new Selection();
  const fix = (placed: PlacedProblem): void => applyFix(parts, placed);
  let places: Places | null = null;
  const wayTo = (pointer: string): string => {
    const tree = document.lastGood?.node;
    return places?.way(pathIn(tree, parsePointer(pointer)), tree) || pointer;
  };
  const parts: Parts = { page, strings, document, guard, commands, view, status, modes, selection, references, fix, wayTo, ...model };
  addCommands(parts);
  connect(parts);
  void loadSchema(page.schemaUrl, page.language).then((schema) => {
    if (!schema) return withoutSchema(parts);
    service = new JsonService(schema);
    knowledge = { book: new SchemaBook(schema), service, references, language: page.language };
    status.showSchema(schemaName(schema, page.schemaUrl));
    places = new Places(knowledge.book);
    mountForm(parts, places);
  });
  return parts;
}

/** Asks about the last text that parses, where a view brings none of its own. */
function referencesOf(page: PageConfig, document: CardDocument): References {
  const addresses = { scope: page.scopeUrl, names: page.namesUrl };
  const tag = page.language === "zh" ? "zh-Hans" : "en";
  const last = () => document.lastGood?.text ?? document.savedText;
  return new References(addresses, page.csrf, tag, (url, init) => window.fetch(url, init), last);
}

function textView(page: PageConfig, document: CardDocument, knowledge: () => Knowledge | null): TextView {
  const host = element("div", { class: "card-editor__text" });
  page.source.after(host);
  page.source.hidden = true;
  const { editorLabel: label, typing } = stringsFor(page.language);
  const phrases = page.language === "zh" ? codeMirrorZh : {};
  return new TextView(host, { document, knowledge, nonce: page.nonce, readOnly: page.readOnly, label, phrases, typing });
}

function modelParts(page: PageConfig, document: CardDocument, guard: CompositionGuard, check: BrowserCheck) {
  const { draftUrl: draft, versionsUrl: versions, validateUrl: validate, statesUrl: states, snippetsUrl: snippets, liftOutUrl: liftOut } = page;
  const addresses = { draft, versions, validate, states, snippets, liftOut };
  const tag = page.language === "zh" ? "zh-Hans" : "en";
  const api = new DraftApi(addresses, page.csrf, tag, (url, init) => window.fetch(url, init), new LineEnds(page.rawText));
  const backup = new LocalBackup(deviceStorage(), page.account, page.pack, page.card);
  const autosave = new Autosave(
    document,
    api,
    backup,
    guard,
    { timers: browserTimers, now: () => new Date() },
    page.savedAt,
  );
  const problems = new ProblemStore();
  const validation = new Validation(document, problems, api, check, guard, browserTimers);
  return { api, backup, autosave, validation, problems };
}

async function loadSchema(url: string, language: Language): Promise<Schema | null> {
  if (!url) return null;
  const response = await window
    .fetch(url, { headers: { Accept: "application/schema+json, application/json" } })
    .catch(() => null);
  if (!response?.ok) return null;
  return localised(await response.json(), language) as Schema;
}

/** `/schemas/wizards/card/1.0.json` is shown as `wizards-card/1.0`. */
function schemaName(schema: Schema, url: string): string {
  const id = typeof schema.$id === "string" ? schema.$id : url;
  const parts = /^([\w-]+)\/([\w-]+)\/([\w.]+)(?:\+\w+)?\.json$/.exec(id.split("/").slice(-3).join("/"));
  return parts ? `${parts[1]}-${parts[2]}/${parts[3]}` : id;
}
