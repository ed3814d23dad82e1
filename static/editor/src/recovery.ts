import type { Parts } from "./parts";

/** Restore what this device kept and no server has seen: at once if its base is still current, else after asking. */
export async function recover({ backup, document, autosave, api, status, page, strings }: Parts): Promise<void> {
  const copy = backup.read();
  if (!copy || page.readOnly) return;
  if (copy.text === document.text) return backup.release(copy.text);
  const moved = copy.etag !== document.etag;
  if (moved && copy.base !== undefined) document.acknowledge(copy.base, copy); // its save finds out what came between
  document.replace(copy.text, strings.restored);
  status.remark(strings.restored);
  if (!moved || copy.base !== undefined) return;
  const theirs = await api.load().catch(() => null);
  if (theirs) autosave.conflict(theirs, null);
}
