/**
 * After the build: put beside it what pages use as it is, and the licences of all that the bundle holds.
 *
 * Everything comes from the installed, locked packages, in a fixed order, so that two builds are the same bytes.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const dist = join(root, "../dist");

copyFileSync(join(root, "node_modules/htmx.org/dist/htmx.min.js"), join(dist, "htmx.min.js"));

/** The fonts that tokens.css declares: an upright variable file of each, by script; a browser fetches what a page needs. */
mkdirSync(join(dist, "fonts"), { recursive: true });
for (const family of ["inter", "noto-serif"])
  for (const script of ["latin", "latin-ext"]) {
    const name = `${family}-${script}-wght-normal.woff2`;
    copyFileSync(join(root, "node_modules/@fontsource-variable", family, "files", name), join(dist, "fonts", name));
  }

const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const bundled = Object.keys(lock.packages)
  .filter((path) => path.startsWith("node_modules/") && !lock.packages[path].dev && !lock.packages[path].optional)
  .sort();

const notices = bundled.map((path) => {
  const { version, license } = lock.packages[path];
  const folder = join(root, path);
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8").trim() : "";
  return `${path.replace("node_modules/", "")} ${version} (${license})\n\n${text}\n`;
});

writeFileSync(join(dist, "THIRD-PARTY.txt"), notices.join(`\n${"-".repeat(78)}\n\n`));
