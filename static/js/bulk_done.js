// A bulk edit is written: the cells that the grid keeps on this device are of no more use.
const written = document.querySelector("[data-written]");
if (written) sessionStorage.removeItem(`bulk-grid:${written.dataset.written}`);
