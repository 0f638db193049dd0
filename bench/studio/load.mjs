// Fifty pages that check at the same time, while somebody else types: `node bench/studio/load.mjs FATHOM [PAGES]`.
//
// Each page holds its line to the server, begins a check and reads its events, as a browser does. Said are the times of the first and the last page, how
// long whoever types waits meanwhile, and the memory: of the server, and of all processes that check, both as Linux tells.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [binary, pages = "50"] = process.argv.slice(2);
const MODEL = `model Load

var x, y, z: 0..79 := 0

event a when x < 79 do x := x + 1
event b when y < 79 do y := y + 1
event c when z < 79 do z := z + 1

invariant some: x + y + z < 230
invariant all: x + y + z <= 237
`;

const folder = mkdtempSync(join(tmpdir(), "fathom-studio-load-"));
const server = spawn(binary, ["studio", folder, "--no-open", "--port", "0"], { stdio: ["ignore", "pipe", "ignore"] });
const address = await new Promise((resolve) => server.stdout.once("data", (chunk) => resolve(new URL(String(chunk).trim()))));
const token = address.hash.slice("#token=".length);
const agent = new Agent({ maxSockets: Infinity });

/** Asks, and takes each line of the answer; `close` ends a line that would stay open. */
function ask(question, body, each = () => {}) {
  let [close, isClosed] = [() => {}, false];
  const done = new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/json", "X-Fathom-Token": token };
    const sent = request({ host: "127.0.0.1", port: address.port, path: `/api/${question}`, method: "POST", headers, agent }, (response) => {
      let rest = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        rest += chunk;
        for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
          each(JSON.parse(rest.slice(0, end)));
          rest = rest.slice(end + 1);
        }
      });
      response.on("end", () => resolve(rest ? JSON.parse(rest) : null));
      response.on("error", () => resolve(null));
      if (response.statusCode >= 400) response.on("end", () => reject(new Error(`${question}: ${response.statusCode} ${rest}`)));
    });
    sent.on("error", (error) => (isClosed ? resolve(null) : reject(error)));
    sent.end(JSON.stringify(body));
    close = () => {
      isClosed = true;
      sent.destroy();
    };
  });
  done.catch(() => undefined);
  return { done, close: () => close() };
}

/** A number of kibibytes from the state of a process. */
function memoryOf(id, key) {
  try {
    return Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function workers() {
  const isOwn = (id) => {
    try {
      return readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1].split(" ")[1] === String(server.pid);
    } catch {
      return false;
    }
  };
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOwn(name));
}

const began = performance.now();
let most = { memory: 0, count: 0 };
const watching = setInterval(() => {
  const all = workers();
  most.memory = Math.max(most.memory, all.reduce((sum, id) => sum + memoryOf(id, "VmRSS"), 0));
  most.count = Math.max(most.count, all.length);
}, 100);

async function page(number) {
  const client = `page-${number}`;
  let isThere = () => {};
  const there = new Promise((resolve) => (isThere = resolve));
  const alive = ask("alive", { client }, isThere);
  await there;
  const options = { engine: "explicit", seconds: 300, threads: 1, symmetry: "off", partial_order: "off" };
  const { run } = await ask("runs", { client, model: { name: "load.fathom", text: MODEL }, options }).done;
  const verdicts = {};
  let first = 0;
  await ask("runs/events", { run, from: 0 }, (event) => {
    first ||= performance.now() - began;
    if (event.event === "verdict") verdicts[event.property.name] = event.property.verdict;
  }).done;
  alive.close();
  if (verdicts.some !== "violated" || verdicts.all !== "holds") throw new Error(`${client}: ${JSON.stringify(verdicts)}`);
  return { first, last: performance.now() - began };
}

let isOver = false;
const waited = [];
async function type() {
  for (let key = 0; !isOver; key++) {
    const before = performance.now();
    await ask("analyse", { text: `${MODEL}// ${key}\n` }).done;
    waited.push(performance.now() - before);
    await new Promise((done) => setTimeout(done, 150));
  }
}

const typing = type();
const times = await Promise.all(Array.from({ length: Number(pages) }, (_, number) => page(number)));
isOver = true;
await typing;
clearInterval(watching);
const seconds = (milliseconds) => (milliseconds / 1000).toFixed(2);
const at = (values, share) => [...values].sort((left, right) => left - right)[Math.floor((values.length - 1) * share)];
const ends = times.map(({ last }) => last);
console.log(`pages: ${pages}, every one with its verdicts; at most ${most.count} processes at a time`);
console.log(`first words of a check: the first after ${seconds(at(times.map(({ first }) => first), 0))} s, the last after ${seconds(at(times.map(({ first }) => first), 1))} s`);
console.log(`ends: the first after ${seconds(at(ends, 0))} s, the middle one after ${seconds(at(ends, 0.5))} s, the last after ${seconds(at(ends, 1))} s`);
console.log(`who types meanwhile waits: ${at(waited, 0.5).toFixed(1)} ms in the middle, ${at(waited, 0.95).toFixed(1)} ms of 19 in 20, ${at(waited, 1).toFixed(1)} ms at most (${waited.length} keys)`);
console.log(`memory: server ${Math.round(memoryOf(server.pid, "VmHWM") / 1024)} MiB at most, all that check ${Math.round(most.memory / 1024)} MiB at most`);
server.kill("SIGTERM");
agent.destroy();
rmSync(folder, { recursive: true, force: true });
