// A target's own number chooses it: whoever types +2 means that target.
for (const row of document.querySelectorAll(".picks label")) {
  const target = row.querySelector("[type=radio]");
  row.querySelector("[name=aim], [name=at]")?.addEventListener("input", () => { target.checked = true; });
}
