import { findNodeAtLocation, getNodeValue } from "jsonc-parser";
import type { Parts } from "../parts";

/** The id in the text while it parses, when it is another than the card's; else nothing. */
export function otherId({ document, page }: Pick<Parts, "document" | "page">): string | null {
  const idNode = document.tree && document.parses ? findNodeAtLocation(document.tree, ["id"]) : undefined;
  const id: unknown = idNode ? getNodeValue(idNode) : null;
  return typeof id === "string" && id !== "" && id !== page.card ? id : null;
}

/** Where the page asks for the new id. */
export function renameAddress(page: Parts["page"], id: string): string {
  return `${page.root.dataset.renameUrl ?? ""}?${new URLSearchParams({ to: id })}`;
}

/** Offer to rename the card while its text says another id; what is typed is saved before the page is left. */
export function watchId(parts: Parts): void {
  const notice = window.document.getElementById("id-differs");
  const link = notice?.querySelector<HTMLAnchorElement>("[data-rename]");
  const words = notice?.querySelector("[data-text-id]");
  if (!notice || !link || !words) return;
  const show = (): void => {
    const id = otherId(parts);
    if (!parts.document.parses) return; // an id half typed decides nothing
    notice.hidden = id === null;
    if (id === null) return;
    words.textContent = id;
    link.href = renameAddress(parts.page, id);
  };
  parts.document.changed.subscribe(show);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    void parts.autosave.flush().then((saved) => saved && window.location.assign(link.href));
  });
  show();
}
