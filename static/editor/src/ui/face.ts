/** Replace the drawn card by what the server drew; it sanitised the markup. */
export function showFace(html: string): void {
  const face = document.getElementById("card-face");
  if (!face || face.innerHTML === html) return;
  face.innerHTML = html;
  face.dispatchEvent(new CustomEvent("card-editor:face", { bubbles: true }));
}

/** Bring an element's tab to the front, if it lies in one that is hidden. */
export function showTabOf(target: HTMLElement): void {
  const panel = target.closest<HTMLElement>('[role="tabpanel"]');
  if (!panel?.hidden) return;
  document.querySelector<HTMLElement>(`[role="tab"][aria-controls="${CSS.escape(panel.id)}"]`)?.click();
}
