// A sweep's values follow the number that is chosen, until one writes them oneself.
const number = document.getElementById("pointer");
const values = document.getElementById("values");

number?.addEventListener("change", () => {
  const suggested = [...number.options].map((option) => option.dataset.values);
  if (suggested.includes(values.value)) values.value = number.selectedOptions[0].dataset.values;
});
