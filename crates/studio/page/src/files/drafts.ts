/**
 * Unsaved work, kept in the browser until it is saved or thrown away. Each draft remembers the version of the file it was
 * made from, so that saving it cannot run over what somebody else wrote meanwhile.
 */

export interface Draft {
  text: string;
  /** The version of the file that was changed; null for what is no file yet. */
  version: string | null;
}

let prefix = "fathom-studio:";

/** Drafts of one folder do not mix with those of another. */
export function keepDraftsOf(root: string): void {
  prefix = `fathom-studio:${root}:`;
}

export function readDraft(key: string): Draft | null {
  try {
    const kept = localStorage.getItem(prefix + key);
    return kept === null ? null : (JSON.parse(kept) as Draft);
  } catch {
    return null;
  }
}

/** False if the browser has no room for it. */
export function keepDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  localStorage.removeItem(prefix + key);
}

/** The keys of all drafts. */
export function drafts(): string[] {
  const keys: string[] = [];
  for (let index = 0; index < localStorage.length; index++) {
    const key = localStorage.key(index)!;
    if (key.startsWith(prefix)) keys.push(key.slice(prefix.length));
  }
  return keys.sort();
}

/** Tells when another tab has changed a draft. */
export function watchDrafts(changed: (key: string) => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key?.startsWith(prefix)) changed(event.key.slice(prefix.length));
  });
}
