// Which views of a card are shown, as this account chose on this device, on a narrow page the form; set before the first paint, so that nothing jumps.
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem(`editor-mode:${document.currentScript.dataset.account}`);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  const isNarrow = matchMedia("(max-width: 640px)").matches;
  document.documentElement.dataset.editorMode = !isNarrow && ["split", "json"].includes(kept) ? kept : "form";
})();
