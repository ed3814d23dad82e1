// Tabs: arrow keys move, one tab stop, the address may name one (#tab-…); without script every panel is open below its heading.
const select = (tab) => {
  for (const other of tab.parentElement.querySelectorAll('[role="tab"]')) {
    const isOn = other === tab;
    other.setAttribute("aria-selected", String(isOn));
    other.tabIndex = isOn ? 0 : -1;
    const panel = document.getElementById(other.getAttribute("aria-controls"));
    if (panel) panel.hidden = !isOn;
  }
};

const step = (event, tabs) => {
  const at = tabs.indexOf(event.target);
  return { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
};

for (const list of document.querySelectorAll('[role="tablist"]')) {
  list.addEventListener("click", (event) => {
    const tab = event.target.closest('[role="tab"]');
    if (tab) select(tab);
  });
  list.addEventListener("keydown", (event) => {
    const tabs = [...list.querySelectorAll('[role="tab"]')];
    const to = step(event, tabs);
    if (to === undefined) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    select(tab);
    tab.focus();
  });
  list.dataset.ready = "";
  const named = [...list.querySelectorAll('[role="tab"]')].find((tab) => `#${tab.id}` === location.hash);
  select(named ?? list.querySelector('[aria-selected="true"]') ?? list.querySelector('[role="tab"]'));
}

// One pressed at a time in a segmented switch that shows one of several views.
for (const group of document.querySelectorAll("[data-views]")) {
  group.addEventListener("click", (event) => {
    const button = event.target.closest("button[value]");
    if (!button) return;
    for (const other of group.querySelectorAll("button[value]")) other.setAttribute("aria-pressed", String(other === button));
    for (const view of document.querySelectorAll(group.dataset.views)) view.hidden = button.value !== "both" && view.dataset.view !== button.value;
  });
}
