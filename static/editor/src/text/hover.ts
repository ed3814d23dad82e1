import { hoverTooltip, type Tooltip } from "@codemirror/view";
import { getNodePath, type Node } from "jsonc-parser";
import type { CardDocument } from "../model/document";
import { innermost } from "../model/positions";
import type { SchemaBook } from "../model/schema";
import { enumWords, words } from "./discriminator";

export interface Explanation {
  readonly name: string;
  readonly title: string;
  readonly info: string;
}

/** What the schema says of the key or value at an offset; null where it says nothing. */
export function explain(
  book: SchemaBook,
  tree: Node | undefined,
  offset: number,
): (Explanation & { node: Node }) | null {
  const node = tree && innermost(tree, offset);
  if (!node || (node.type !== "string" && node.type !== "number" && node.type !== "boolean")) return null;
  const isKey = node.parent?.type === "property" && node.parent.children?.[0] === node;
  const explanation = isKey ? ofKey(book, tree, node) : (ofVariant(book, tree, node) ?? ofValue(book, tree, node));
  return explanation && (explanation.title || explanation.info) ? { ...explanation, node } : null;
}

function ofKey(book: SchemaBook, tree: Node, key: Node): Explanation {
  const value = key.parent?.children?.[1];
  const path = value ? getNodePath(value) : [...getNodePath(key).slice(0, -1), String(key.value)];
  return described(book, tree, path, String(key.value));
}

/** The value of a discriminator is explained by the variant that it chooses. */
function ofVariant(book: SchemaBook, tree: Node, node: Node): Explanation | null {
  const path = getNodePath(node);
  const unions = book.unions(book.at(path.slice(0, -1), tree)).filter((union) => union.key === path.at(-1));
  const variant = unions.map((union) => union.variants.get(String(node.value))).find((schema) => schema);
  if (!variant) return null;
  const { title, info } = words("", variant);
  return { name: String(node.value), title, info };
}

function ofValue(book: SchemaBook, tree: Node, node: Node): Explanation {
  const path = getNodePath(node);
  const explained = enumWords(book.at(path, tree), node.value);
  return explained
    ? { name: String(node.value), title: explained, info: "" }
    : described(book, tree, path, String(path.at(-1)));
}

function described(book: SchemaBook, tree: Node, path: (string | number)[], name: string): Explanation {
  const schemas = book.at(path, tree);
  const { title, info } = words("", schemas.find((schema) => schema.title ?? schema.description) ?? {});
  return { name, title, info };
}

/** Show the explanation of what the pointer rests on. */
export function explainOnHover(document: CardDocument, book: () => SchemaBook | null) {
  return hoverTooltip((view, offset): Tooltip | null => {
    const known = book();
    if (!known || view.state.doc.length !== document.text.length) return null;
    const explanation = explain(known, document.tree, offset);
    if (!explanation) return null;
    const end = explanation.node.offset + explanation.node.length;
    return { pos: explanation.node.offset, end, above: true, create: () => ({ dom: explanationBox(explanation) }) };
  });
}

function explanationBox(explanation: Explanation): HTMLElement {
  const box = document.createElement("div");
  box.className = "cm-explain";
  const head = box.appendChild(document.createElement("div"));
  head.appendChild(document.createElement("code")).textContent = explanation.name;
  if (explanation.title) head.appendChild(document.createElement("strong")).textContent = explanation.title;
  if (explanation.info) box.appendChild(document.createElement("p")).textContent = explanation.info;
  return box;
}
