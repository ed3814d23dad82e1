import type { State } from "../model/api";
import { element } from "../page";
import type { Parts } from "../parts";
import { codeMirrorZh } from "../texts";
import { DiffView } from "../text/diff";
import { button, openDialog, refusalWords } from "./dialogs";

/** Compare the text with its saved draft, a version or a revision, side by side. */
export async function openDiff(parts: Parts): Promise<void> {
  if (window.document.querySelector("dialog[open]")) return;
  const { api, strings, status } = parts;
  const states = await api.states().catch((problem: unknown) => {
    status.remark(refusalWords(problem, strings));
    return null;
  });
  if (states) new DiffDialog(parts, states);
}

class DiffDialog {
  readonly #host = element("div", { class: "diffview" });
  readonly #choice = element("select", { class: "in w-auto", id: "diff-with" });
  #view: DiffView | null = null;

  constructor(
    private readonly parts: Parts,
    states: readonly State[],
  ) {
    const { strings } = parts;
    this.#choice.append(new Option(strings.diffSaved, ""));
    for (const { key, label } of states) this.#choice.append(new Option(label, key));
    const label = element("label", { class: "label", for: "diff-with" }, strings.diffTitle);
    const close = button(strings.diffClose, "", () => dialog.close());
    const dialog = openDialog({
      title: strings.diffTitle,
      hint: "",
      body: [element("div", { class: "row" }, label, this.#choice), this.#host],
      buttons: [close],
      wide: true,
    });
    dialog.addEventListener("close", () => this.#view?.destroy());
    this.#choice.addEventListener("change", () => void this.#show());
    this.#choice.focus();
    const newest = states.find(({ key }) => key.startsWith("v"));
    if (newest && parts.document.savedText === parts.document.text) this.#choice.value = newest.key;
    void this.#show();
  }

  async #show(): Promise<void> {
    const { document, api, page, strings, status } = this.parts;
    const key = this.#choice.value;
    const before = key === "" ? document.savedText : await api.stateText(key).catch(() => null);
    if (key !== this.#choice.value) return; // another one was chosen meanwhile
    if (before === null) return status.remark(strings.unreachable);
    this.#view?.destroy();
    const labels = [this.#choice.selectedOptions[0]?.text ?? "", strings.mine] as const;
    const phrases = page.language === "zh" ? codeMirrorZh : {};
    this.#view = new DiffView(this.#host, { before, after: document.text, labels, nonce: page.nonce, phrases });
  }
}
