// Answer the question of a match by keyboard: 1 to 9 press an option or mark it, Enter gives a marked answer, Ctrl+Z takes the last one back.
const form = document.getElementById("ask");

document.addEventListener("keydown", (event) => {
  const button = document.querySelector("[data-back]");
  if (button && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "z" && !event.target.matches("input:not([type=checkbox]), textarea")) {
    event.preventDefault();
    button.click();
    return;
  }
  if (!form || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing || event.repeat) return;
  if (event.target.matches("input:not([type=checkbox]), select, textarea") || document.querySelector("dialog[open], details.menu[open]")) return;
  const options = [...form.querySelectorAll("[data-option]")];
  if (event.key >= "1" && event.key <= "9") {
    const option = options[Number(event.key) - 1];
    if (!option) return;
    event.preventDefault();
    option.click();
    if (option.type === "checkbox") option.focus();
  } else if (event.key === "Enter" && event.target.type === "checkbox") {
    event.preventDefault();
    form.querySelector("button[name=none]").click();
  }
});

form?.querySelector("button[data-option], input[data-option]")?.focus({ preventScroll: true });
