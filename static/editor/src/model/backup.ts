/** A text that no server has acknowledged yet, kept on the device. */
export interface Backup {
  readonly text: string;
  readonly etag: string;
  readonly revision: number;
  /** The text that the etag names, which a merge starts from; backups of older editors have none. */
  readonly base?: string;
  readonly tab: string;
  readonly at: number;
}

/** The acknowledged state that a text was typed on; a document is one. */
export interface Base {
  readonly etag: string;
  readonly revision: number;
  readonly savedText: string;
}

/** The prefix of every key of the editor; signing out removes them all. */
export const BACKUP_PREFIX = "cardloom:draft:";

/** Keeps one unacknowledged text per account and card; says so when the device will not keep it. */
export class LocalBackup {
  readonly #key: string;
  readonly #tab = Math.random().toString(36).slice(2);

  constructor(
    private readonly storage: Storage | null,
    account: string,
    pack: string,
    card: string,
  ) {
    this.#key = BACKUP_PREFIX + [account, pack, card].map(encodeURIComponent).join(":");
  }

  read(): Backup | null {
    try {
      const stored: unknown = JSON.parse(this.storage?.getItem(this.#key) ?? "null");
      return isBackup(stored) ? stored : null;
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  /** Keep the text; false when the device has no room or no storage. */
  keep(text: string, base: Base, at: number): boolean {
    if (!this.storage) return false;
    const backup: Backup = { text, etag: base.etag, revision: base.revision, base: base.savedText, tab: this.#tab, at };
    try {
      this.storage.setItem(this.#key, JSON.stringify(backup));
      return true;
    } catch (error) {
      if (error instanceof DOMException) return false;
      throw error;
    }
  }

  /** Forget the text once it is safe elsewhere; what another tab keeps stays. */
  release(text: string): void {
    const stored = this.read();
    if (stored && (stored.tab === this.#tab || stored.text === text)) this.storage?.removeItem(this.#key);
  }
}

/** Remove every kept text of this device, as signing out does. */
export function forgetBackups(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, n) => storage.key(n));
  for (const key of keys) if (key?.startsWith(BACKUP_PREFIX)) storage.removeItem(key);
}

function isBackup(value: unknown): value is Backup {
  const backup = value as Backup | null;
  return typeof backup?.text === "string" && typeof backup.etag === "string" && typeof backup.revision === "number";
}
