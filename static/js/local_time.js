// Times are stored and sent in UTC; a page shows and takes the reader's own.
const language = document.documentElement.lang || "en";
const words = new Intl.DateTimeFormat(language, {
  year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
});

for (const time of document.querySelectorAll("time[data-local]")) {
  const moment = new Date(time.dateTime);
  if (!Number.isNaN(moment.getTime())) time.textContent = words.format(moment);
}

const utcText = (moment) => moment.toISOString().slice(0, 16);
// What an input of type datetime-local takes: the clock of the reader, without a zone.
const clockText = (moment) => utcText(new Date(moment.getTime() - moment.getTimezoneOffset() * 60000));

for (const field of document.querySelectorAll("input[data-local-time]")) {
  const carrier = Object.assign(document.createElement("input"), { type: "hidden", name: field.name });
  const output = document.querySelector(`output[for="${field.id}"]`);
  const label = document.querySelector(`label[for="${field.id}"]`);
  const stored = new Date(`${field.defaultValue}Z`);
  field.removeAttribute("name");
  field.after(carrier);
  label.textContent = label.dataset.localWords;
  field.value = Number.isNaN(stored.getTime()) ? "" : clockText(stored);
  const show = () => {
    const moment = new Date(field.value);
    const readable = !Number.isNaN(moment.getTime());
    carrier.value = readable ? utcText(moment) : "";
    output.textContent = readable ? `${words.format(moment)} · ${carrier.value.replace("T", " ")} UTC` : "";
  };
  field.addEventListener("input", show);
  show();
}
