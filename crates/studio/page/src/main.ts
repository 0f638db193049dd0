/** The page of `fathom studio`. */

import { h } from "./base/dom.ts";
import { Refusal, ask, connection, hasToken, stayAlive, wordsOf } from "./server/api.ts";
import type { Session } from "./server/types.ts";
import { Studio } from "./studio.ts";

function stop(title: string, text: string): void {
  document.body.replaceChildren(h("div", { class: "empty stopped" }, h("h2", { text: title }), h("p", { text })));
}

async function begin(): Promise<void> {
  if (!hasToken()) {
    stop("This page needs its address", "Open the address that fathom studio printed when it was started; it carries a word that only you should know.");
    return;
  }
  try {
    const session = await ask<Session>("session");
    const studio = new Studio(session);
    void stayAlive();
    await studio.open();
  } catch (error) {
    if (connection.value === "no-token") {
      stop("The server does not know this page", "It was started anew. Open the address that fathom studio printed; unsaved text is kept in this browser.");
    } else if (error instanceof Refusal) stop("The server does not answer as it should", wordsOf(error));
    else throw error;
  }
}

void begin();
