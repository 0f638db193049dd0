/** The little Markdown that hovers and pages of errors use, as elements. Nothing in it can become other markup. */

import { h, type Child } from "./dom.ts";

export function markdown(text: string): HTMLElement {
  const root = h("div", { class: "markdown" });
  const lines = text.replace(/\r/g, "").split("\n");
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    const fence = /^(`{3,})/.exec(line);
    if (fence) {
      const end = lines.indexOf(fence[1]!, at + 1);
      const stop = end < 0 ? lines.length : end;
      root.append(h("pre", {}, h("code", { text: lines.slice(at + 1, stop).join("\n") })));
      at = stop + 1;
      continue;
    }
    const heading = /^(#{1,4}) (.*)/.exec(line);
    if (heading) {
      root.append(h(heading[1]!.length === 1 ? "h2" : "h3", {}, inline(heading[2]!)));
      at++;
      continue;
    }
    if (/^(-{3,}|\*{3,})$/.test(line.trim())) {
      root.append(h("hr"));
      at++;
      continue;
    }
    if (/^[-*] /.test(line)) {
      const list = h("ul");
      while (at < lines.length && /^([-*] | {2,}\S)/.test(lines[at]!)) {
        const item = lines[at]!;
        if (/^[-*] /.test(item)) list.append(h("li", {}, inline(item.slice(2))));
        else list.lastElementChild?.append(" ", ...flat(inline(item.trim())));
        at++;
      }
      root.append(list);
      continue;
    }
    if (line.trim() === "") {
      at++;
      continue;
    }
    const paragraph: string[] = [];
    while (at < lines.length && lines[at]!.trim() !== "" && !/^(`{3}|#{1,4} |[-*] )/.test(lines[at]!)) {
      paragraph.push(lines[at++]!.trim());
    }
    root.append(h("p", {}, inline(paragraph.join(" "))));
  }
  return root;
}

function flat(children: Child[]): (string | Node)[] {
  return children.filter((child): child is string | Node => typeof child === "string" || child instanceof Node);
}

/** Code, emphasis, and links reduced to their words. */
export function inline(text: string): Child[] {
  const result: Child[] = [];
  const pattern = /(`+)(.+?)\1|\*\*(.+?)\*\*|\*(\S.*?)\*|\[([^\]]+)\]\([^)]*\)/g;
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > at) result.push(text.slice(at, found.index));
    if (found[2] !== undefined) result.push(h("code", { text: found[2] }));
    else if (found[3] !== undefined) result.push(h("strong", { text: found[3] }));
    else if (found[4] !== undefined) result.push(h("em", { text: found[4] }));
    else result.push(...inline(found[5]!));
    at = found.index + found[0].length;
  }
  if (at < text.length) result.push(text.slice(at));
  return result;
}
