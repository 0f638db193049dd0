// The tests of the page, with a real browser: `node tests/run.mjs FATHOM [--only PART] [--pictures DIR] [--figures FILE]`.
//
// FATHOM is the program. With --pictures the screenshots of the documentation are taken anew, with --figures what was measured
// is written down. Without a browser or without the packages the end is 77: skipped.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { browserPath } from "./harness.mjs";

const SKIPPED = 77;

function option(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : process.argv[at + 1];
}

function skip(reason) {
  console.error(`SKIPPED: ${reason}, so the page of the studio was not tried in a browser`);
  process.exit(SKIPPED);
}

const here = dirname(fileURLToPath(import.meta.url));
const executablePath = browserPath();
if (!existsSync(join(here, "../node_modules/playwright-core"))) {
  skip("the packages of the page are not installed (npm ci --ignore-scripts in crates/studio/page)");
}
if (!executablePath) skip("there is no Chromium");
const binary = process.argv[2] && resolve(process.argv[2]);
if (!binary || !existsSync(binary)) {
  console.error("usage: node tests/run.mjs FATHOM [--only PART] [--pictures DIR] [--figures FILE]");
  process.exit(2);
}

const { chromium } = await import("playwright-core");
const PARTS = ["newcomer", "writing", "running", "tracing", "simulating", "drawing", "hostile", "tabs", "gone", "keyboard", "figures"];
const profile = mkdtempSync(join(tmpdir(), "fathom-studio-browser-"));
const pictures = option("--pictures") ?? join(profile, "pictures");
mkdirSync(pictures, { recursive: true });
const figures = {};
const only = option("--only");
let failed = 0;
let passed = 0;

for (const part of PARTS) {
  const { tests } = await import(`./${part}.mjs`);
  for (const [name, test] of Object.entries(tests)) {
    if (only && !`${part}: ${name}`.includes(only)) continue;
    const data = join(profile, `${part}-${passed + failed}`);
    const context = await chromium.launchPersistentContext(data, {
      executablePath,
      headless: true,
      viewport: { width: 1280, height: 800 },
      colorScheme: "light",
      reducedMotion: "reduce",
      acceptDownloads: true,
      args: [
        "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync",
      ],
    });
    context.setDefaultTimeout(60_000);
    const studios = [];
    const began = performance.now();
    const ground = {
      binary,
      context,
      studios,
      figures,
      /** Takes a picture for the documentation, in light and in dark where that is asked for. */
      picture: async (page, title, schemes = ["light"], pointer = { x: 640, y: 22 }) => {
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          if (pointer) await page.mouse.move(pointer.x, pointer.y);
          await page.waitForTimeout(250);
          const suffix = colorScheme === "dark" ? "_dark" : "";
          const path = join(pictures, `studio_${title}${suffix}.png`);
          await page.screenshot({ path, caret: "initial", animations: "allow" });
          // Smaller where ImageMagick is: the pictures are kept with the sources.
          if (option("--pictures")) spawnSync("convert", [path, "-strip", "+dither", "-colors", "96", "-define", "png:compression-level=9", `PNG8:${path}`]);
        }
        await page.emulateMedia({ colorScheme: "light" });
      },
    };
    try {
      await test(ground);
      for (const page of context.pages()) {
        const complaints = page.complaints?.() ?? [];
        if (complaints.length > 0) throw new Error(complaints.join("\n"));
      }
      passed++;
      console.log(`ok      ${part}: ${name}  (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${part}: ${name}\n${error.stack ?? error}`);
      const last = context.pages().at(-1);
      await last?.screenshot({ path: join(tmpdir(), `fathom-studio-failed-${part}.png`), caret: "initial" }).catch(() => undefined);
      for (const complaint of last?.complaints?.() ?? []) console.log(complaint);
    } finally {
      await context.close();
      for (const studio of studios) await studio.end();
    }
  }
}

rmSync(profile, { recursive: true, force: true });
const written = option("--figures");
if (written) writeFileSync(written, `${JSON.stringify(figures, null, 2)}\n`);
for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${value}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
