// The field for a file: what was chosen is named beside the button, and a file that is dropped on the field is chosen.
const nameOf = ({ files }) => [...files].map(({ name }) => name).join(", ");

const show = (input) => {
  const output = input.closest(".filepick")?.querySelector("output");
  if (output) output.textContent = nameOf(input) || output.dataset.empty;
};

const fieldOf = (event) => (event.target instanceof Element ? event.target.closest(".filepick") : null);

document.addEventListener("change", ({ target }) => {
  if (target.matches?.(".filepick__in")) show(target);
});

document.addEventListener("reset", ({ target }) => setTimeout(() => target.querySelectorAll(".filepick__in").forEach(show)));

for (const type of ["dragenter", "dragover", "dragleave", "drop"])
  document.addEventListener(type, (event) => {
    const field = fieldOf(event);
    if (!field || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    field.classList.toggle("is-target", type === "dragenter" || type === "dragover");
    if (type !== "drop" || event.dataTransfer.files.length === 0) return;
    const input = field.querySelector(".filepick__in");
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

document.querySelectorAll(".filepick__in").forEach(show); // a page that comes back still has its file
