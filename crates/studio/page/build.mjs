// Makes the bundle that the server embeds: `npm run build`. With a folder as argument, into that folder.
//
// The same sources and the same packages (package-lock.json) give the same bytes on every machine, so that `check` can
// compare what is committed with what is built.
import { build } from "esbuild";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "dist");
/** What the page may weigh altogether; a figure that is promised to users. */
const LIMIT = 1_500_000;

/** FNV-1a with 64 bits: enough to see that a file was changed. */
function fingerprint(bytes) {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    // Times 2^40 + 0x1b3, modulo 2^64, in two halves.
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}

await mkdir(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { studio: "src/main.ts" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none",
  loader: { ".json": "json" },
});
await build({
  absWorkingDir: here,
  entryPoints: { studio: "src/style/studio.css" },
  outdir: out,
  bundle: true,
  minify: true,
  target: ["chrome123", "firefox120", "safari17.5"],
  legalComments: "none",
});
await writeFile(join(out, "index.html"), await readFile(join(here, "src/index.html")));

// What the bundle was made of, so that a changed source shows without node, too.
const grammar = "../../../editors/vscode/syntaxes/fathom.tmLanguage.json";
const below = await readdir(join(here, "src"), { recursive: true, withFileTypes: true });
const inside = below.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(here.length + 1));
const sources = [...inside, "build.mjs", "package.json", "package-lock.json", grammar].sort();
const sums = [];
for (const source of sources) {
  sums.push(`${fingerprint(await readFile(join(here, source)))}  ${source}\n`);
}
await writeFile(join(out, "SOURCE.sums"), sums.join(""));

let total = 0;
for (const name of ["index.html", "studio.css", "studio.js"]) {
  const { size } = await stat(join(out, name));
  total += size;
  console.log(`${name.padEnd(12)} ${size.toString().padStart(8)} bytes`);
}
console.log(`altogether   ${total.toString().padStart(8)} bytes, of ${LIMIT} allowed`);
if (total > LIMIT) {
  console.error("the bundle is larger than it may be");
  process.exit(1);
}
