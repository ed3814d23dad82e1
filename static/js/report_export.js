// Save the charts of a report as files: SVG with the colours that the page gives them, or PNG at twice the size.
const PAINTED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-family", "text-anchor"];
const SCALE = 2;

const painted = (chart) => {
  const copy = chart.cloneNode(true);
  const parts = [chart, ...chart.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((part, place) => {
    const shown = getComputedStyle(parts[place]);
    for (const name of PAINTED) part.setAttribute(name, shown.getPropertyValue(name));
    part.removeAttribute("class");
  });
  const [, , width, height] = chart.getAttribute("viewBox").split(" ").map(Number);
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ width, height, fill: getComputedStyle(chart.closest(".panel")).backgroundColor })) {
    ground.setAttribute(name, value);
  }
  copy.prepend(ground);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
};

const save = (blob, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

const raster = async ({ text, width, height }) => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
};

document.addEventListener("click", async (event) => {
  const kind = event.target.closest("[data-charts]")?.dataset.charts;
  if (!kind) return;
  for (const chart of document.querySelectorAll("#report svg.chart[id]")) {
    const drawn = painted(chart);
    const blob = kind === "png" ? await raster(drawn) : new Blob([drawn.text], { type: "image/svg+xml" });
    save(blob, `${chart.id}.${kind}`);
  }
});
