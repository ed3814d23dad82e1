import {
  type CompletionItem,
  type Diagnostic,
  ErrorCode,
  getLanguageService,
  type JSONDocument,
  type LanguageService,
  TextDocument,
} from "vscode-json-languageservice";
import { parseTree } from "jsonc-parser";
import type { Problem } from "../model/problems";
import { placeOf, pointerAt } from "../model/positions";
import { asList, asSchema, type Schema } from "../model/schema";

const FILE = "card://draft/card.json";
const SCHEMA = "card://schema/card.json";
const SETTINGS = { comments: "ignore", trailingCommas: "ignore", schemaValidation: "error" } as const;

/** The JSON language service with one schema: completion and the browser's own check. */
export class JsonService {
  readonly #service: LanguageService = getLanguageService({});
  #opened: { text: string; file: TextDocument; json: JSONDocument } | null = null;

  /** Without a schema it still knows what is JSON and what is not. */
  constructor(schema: Schema | null) {
    this.#service.configure({
      allowComments: true,
      validate: true,
      schemas: schema ? [{ uri: SCHEMA, fileMatch: [FILE], schema: prepared(schema) as Schema }] : [],
    });
  }

  async complete(text: string, offset: number): Promise<{ items: CompletionItem[]; offsetAt(at: Position): number }> {
    const { file, json } = this.#open(text);
    const list = await this.#service.doComplete(file, file.positionAt(offset), json);
    return { items: list?.items ?? [], offsetAt: (at) => file.offsetAt(at) };
  }

  /** The problems of the shape of a text, in the form in which the server reports them. */
  async check(text: string): Promise<Problem[]> {
    const { file, json } = this.#open(text);
    const diagnostics = await this.#service.doValidation(file, json, SETTINGS);
    const tree = parseTree(text, [], { allowTrailingComma: true });
    const own = diagnostics.filter(ofAuthor);
    const broken = own.filter(isSyntax);
    return (broken.length > 0 ? broken : own).map((diagnostic) => {
      const offset = file.offsetAt(diagnostic.range.start);
      return { ...problemOf(diagnostic), path: pointerAt(tree, offset), ...placeOf(text, offset) };
    });
  }

  #open(text: string): { file: TextDocument; json: JSONDocument } {
    if (this.#opened?.text !== text) {
      const file = TextDocument.create(FILE, "json", 1, text);
      this.#opened = { text, file, json: this.#service.parseJSONDocument(file) };
    }
    return this.#opened;
  }
}

interface Position {
  line: number;
  character: number;
}

/** A schema that cannot be read is no fault of the card. */
function ofAuthor(diagnostic: Diagnostic): boolean {
  return diagnostic.code !== ErrorCode.SchemaResolveError && diagnostic.code !== ErrorCode.SchemaUnsupportedFeature;
}

/** While a text does not parse, what its shape lacks is only a consequence. */
function isSyntax({ code }: Diagnostic): boolean {
  return Number(code) >= ErrorCode.UnexpectedEndOfComment && Number(code) <= ErrorCode.PropertyKeysMustBeDoublequoted;
}

function problemOf(diagnostic: Diagnostic): Omit<Problem, "path" | "line" | "column"> {
  const said = typeof diagnostic.message === "string" ? diagnostic.message : diagnostic.message.value;
  return {
    code: isSyntax(diagnostic) ? "E-JSON" : diagnostic.code === ErrorCode.EnumValueMismatch ? "E-ENUM" : "E-SCHEMA",
    severity: "error",
    layer: "structure",
    message: { en: said, zh: said },
  };
}

/**
 * Fit the exported schema to the language service.
 *
 * Its `if` on the discriminator holds for a validator also when the key is absent; here it must not, or an empty
 * object would be offered the keys of all variants. The identity is dropped: references stay within the document.
 */
export function prepared(schema: unknown, root = true): unknown {
  if (Array.isArray(schema)) return schema.map((inner: unknown) => prepared(inner, false));
  const object = asSchema(schema);
  if (!object) return schema;
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(object))
    copy[key] = MAPS.has(key) ? preparedMap(inner) : prepared(inner, false);
  if (root) delete copy.$id;
  const condition = asSchema(copy.if);
  const keys = Object.keys(asSchema(condition?.properties) ?? {});
  if (condition && keys.length > 0) {
    copy.if = { ...condition, required: [...new Set([...asList(condition.required), ...keys])] };
  }
  if (condition?.pattern === REFERENCE_START) {
    copy.anyOf = [copy.else, copy.then];
    for (const key of ["if", "then", "else"]) delete copy[key];
  }
  return copy;
}

/** How a schema distinguishes references from words; the service completes the branches of a choice, but not those of a condition. */
const REFERENCE_START = "^[$]";

/** Keywords whose keys are names of the author's or ours, not keywords: an effect may well be called `if`. */
const MAPS = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);

function preparedMap(map: unknown): unknown {
  const entries = Object.entries(asSchema(map) ?? {});
  return Object.fromEntries(entries.map(([name, inner]) => [name, prepared(inner, false)]));
}
