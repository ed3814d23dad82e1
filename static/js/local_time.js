// Times are stored and typed in UTC; beside each of those that matter the page shows the reader's own.
const words = new Intl.DateTimeFormat(document.documentElement.lang || "en", {
  year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
});

const local = (moment) => (Number.isNaN(moment.getTime()) ? "" : words.format(moment));

for (const time of document.querySelectorAll("time[data-local]")) time.textContent = local(new Date(time.dateTime));

for (const output of document.querySelectorAll("output[data-local-of]")) {
  const field = document.getElementById(output.dataset.localOf);
  const show = () => { output.textContent = field.value ? `${output.dataset.words} ${local(new Date(`${field.value}Z`))}` : ""; };
  field.addEventListener("input", show);
  show();
}
