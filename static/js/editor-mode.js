// Which views of a card are shown, as this account chose on this device; set before the first paint, so that nothing jumps.
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem(`editor-mode:${document.currentScript.dataset.account}`);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  document.documentElement.dataset.editorMode = ["split", "json"].includes(kept) ? kept : "form";
})();
