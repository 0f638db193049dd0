/** Requests to the server that the page came from, and whether it is there. */

import { Signal } from "../base/signal.ts";
import type { Finding } from "./types.ts";

/** What the server says of itself now and then. */
export type Connection = "there" | "gone" | "no-token";

export const connection = new Signal<Connection>("there");

/** A refusal with a message for people. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly findings: Finding[] = [],
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

const TOKEN = "fathom-studio-token";
const CLIENT = "fathom-studio-client";

/**
 * The token of the printed address. It is kept for this tab alone, and taken out of the address bar, so that nobody copies
 * it by accident.
 */
function readToken(): string | null {
  const given = /(?:^#|&)token=([^&]+)/.exec(location.hash)?.[1];
  if (given) {
    sessionStorage.setItem(TOKEN, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(TOKEN);
}

let token = readToken();

window.addEventListener("hashchange", () => {
  const before = token;
  token = readToken();
  if (token !== before) location.reload();
});

/** This tab's name for the server: runs belong to it. A copied tab copies the storage, so a live page keeps its own. */
export const client = ((): string => {
  const fresh = crypto.getRandomValues(new Uint32Array(3)).join("-");
  sessionStorage.setItem(CLIENT, fresh);
  return fresh;
})();

export function hasToken(): boolean {
  return token !== null;
}

async function send(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Fathom-Token": token ?? "" },
      body: JSON.stringify(body),
      signal: signal ?? null,
      cache: "no-store",
      credentials: "omit",
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    if (connection.value !== "gone") connection.set("gone");
    throw new Refusal("gone", "the server does not answer: is `fathom studio` still running?");
  }
  if (connection.value === "gone" && response.status !== 401) connection.set("there");
  if (response.ok) return response;
  const text = await response.text();
  let parsed: { error?: { code?: string; message?: string }; findings?: Finding[] } = {};
  try {
    parsed = JSON.parse(text);
  } catch {
    // Not the server's own words: the status has to do.
  }
  if (response.status === 401) connection.set("no-token");
  throw new Refusal(
    parsed.error?.code ?? String(response.status),
    parsed.error?.message ?? `the server answered with status ${response.status}`,
    parsed.findings ?? [],
    parsed as Record<string, unknown>,
  );
}

/** Asks, and waits for the answer. */
export async function ask<T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> {
  const response = await send(path, body, signal);
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (signal?.aborted) throw error;
    connection.set("gone");
    throw new Refusal("gone", "the server's answer broke off");
  }
}

/** Reads an answer of many lines, each a document of its own, as they come. */
export async function listen<T>(path: string, body: unknown, each: (line: T) => void, signal?: AbortSignal): Promise<void> {
  const response = await send(path, body, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    rest += value;
    let end: number;
    while ((end = rest.indexOf("\n")) >= 0) {
      const line = rest.slice(0, end).trim();
      rest = rest.slice(end + 1);
      if (line) each(JSON.parse(line) as T);
    }
  }
  if (rest.trim()) each(JSON.parse(rest) as T);
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Holds the line by which the server knows that this page is open, and notices when the server is gone or has come back.
 */
export async function stayAlive(): Promise<void> {
  for (;;) {
    try {
      await listen("alive", { client }, () => {
        if (connection.value === "gone") connection.set("there");
      });
    } catch (error) {
      if (!(error instanceof Refusal)) connection.set("gone");
    }
    if (connection.value === "no-token") return;
    await pause(1500);
    try {
      await ask("session");
    } catch {
      // `connection` says it.
    }
  }
}

/** What a failed request is called in front of people. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
