// What the tests of the page stand on: a studio of their own, a browser of their own, and an eye on what must never happen.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where a browser is, or null. */
export function browserPath() {
  const given = process.env.CHROMIUM;
  return [given, ...BROWSERS].find((path) => path && existsSync(path)) ?? null;
}

/** A studio on a folder with these files: `{"a.fathom": "model A …"}`. */
export class Studio {
  static async start(binary, files = {}) {
    const studio = new Studio();
    studio.binary = binary;
    studio.place = mkdtempSync(join(tmpdir(), "fathom-studio-test-"));
    studio.folder = join(studio.place, "models");
    mkdirSync(studio.folder);
    for (const [name, text] of Object.entries(files)) {
      const path = join(studio.folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    await studio.run();
    return studio;
  }

  /** Starts the program; the address is what it prints. */
  async run() {
    this.process = spawn(this.binary, ["studio", this.folder, "--no-open"], { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    this.address = await new Promise((resolve, reject) => {
      const hear = (chunk) => {
        said += chunk;
        const found = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(said)?.[0];
        if (found) resolve(found);
      };
      this.process.stdout.on("data", hear);
      this.process.stderr.on("data", hear);
      this.process.once("exit", (code) => reject(new Error(`fathom studio ended with ${code}: ${said}`)));
      setTimeout(() => reject(new Error(`fathom studio printed no address: ${said}`)), 20_000).unref();
    });
  }

  async stop() {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGKILL");
    await ended;
  }

  async end() {
    await this.stop();
    rmSync(this.place, { recursive: true, force: true });
  }
}

/** A page of the studio, which notes everything that must not happen. */
export async function open(context, address, expected = []) {
  const page = await context.newPage();
  const complaints = [];
  const origin = new URL(address).origin;
  page.on("pageerror", (error) => complaints.push(`an error was thrown: ${error.message}\n${error.stack ?? ""}`));
  page.on("dialog", (dialog) => {
    if (dialog.type() !== "beforeunload") complaints.push(`a dialog was opened: ${dialog.message()}`);
    void dialog.accept();
  });
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`the console says: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("blob:")) complaints.push(`something was asked of ${url}`);
  });
  page.complaints = () => complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
  await page.goto(address);
  await page.waitForSelector(".cm-content");
  return page;
}

/** Writes a text in place of what stands in the editor, as somebody who pastes it. */
export async function write(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.locator(".cm-content").evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** The text in the editor, as far as it is shown. */
export async function textOf(page) {
  return page.locator(".cm-content").evaluate((element) => {
    const copy = element.cloneNode(true);
    for (const painted of copy.querySelectorAll(".cm-note, .cm-hint")) painted.remove();
    return [...copy.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n");
  });
}

/** Checks, and waits until all is decided. */
export async function check(page, timeout = 60_000) {
  await page.keyboard.press("Control+Enter");
  await page.locator(".check-head button:has-text('Stop')").waitFor({ timeout: 5000 }).catch(() => undefined);
  await page.locator(".check-head button:has-text('Check')").waitFor({ timeout });
}

/** The word in the table of verdicts. */
export async function verdict(page, property) {
  return (await row(page, property).locator(".verdict").first().textContent()).trim();
}

export function row(page, property) {
  return page.locator(`tbody[data-property="${property}"]`);
}

/** Opens the row of a property and walks its path. */
export async function walk(page, property) {
  const toggle = row(page, property).locator("button.name");
  if ((await toggle.getAttribute("aria-expanded")) !== "true") await toggle.click();
  await row(page, property).getByRole("button", { name: /^Walk the/ }).click();
  await page.locator(".steps .step").first().waitFor();
}

export async function tab(page, name) {
  await page.getByRole("tab", { name, exact: false }).filter({ visible: true }).first().click();
}

/** The value below which a share of all values lies. */
export function quantile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export { assert };
