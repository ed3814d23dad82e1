import type { Parts } from "./parts";

/** Restore what this device kept and no server has seen: at once if its base is still current, else after asking. */
export async function recover({ backup, document, autosave, api, status, page, strings }: Parts): Promise<void> {
  const kept = backup.read();
  if (!kept || page.readOnly) return;
  if (kept.text === document.text) return backup.release(kept.text);
  const moved = kept.etag !== document.etag;
  if (moved && kept.base !== undefined) document.acknowledge(kept.base, kept); // its save finds out what came between
  document.replace(kept.text, strings.restored);
  status.remark(strings.restored);
  if (!moved || kept.base !== undefined) return;
  const theirs = await api.load().catch(() => null);
  if (theirs) autosave.conflict(theirs, null);
}
