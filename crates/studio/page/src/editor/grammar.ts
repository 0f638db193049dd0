/**
 * Colours of the language, from the grammar that other editors use (`editors/vscode/syntaxes`): its patterns are tried
 * where the text stands, in their order. There is no second list of keywords.
 */

import { StreamLanguage, indentService, type StringStream } from "@codemirror/language";
import { tags, type Tag } from "@lezer/highlight";
import grammar from "../../../../../editors/vscode/syntaxes/fathom.tmLanguage.json";

interface Pattern {
  name?: string;
  match?: string;
  begin?: string;
  end?: string;
  include?: string;
  captures?: Record<string, { name: string }>;
}

interface Rule {
  expression: RegExp;
  style: string | null;
  /** Styles of the groups, by number. */
  captures: Map<number, string>;
  /** What ends a comment that may go on over lines. */
  end: RegExp | null;
}

interface Piece {
  end: number;
  style: string | null;
}

interface State {
  inside: Rule | null;
  /** What is left of a match whose groups have styles of their own; only within a line. */
  pieces: Piece[];
}

/** The beginnings of scopes, longest first, and the style each has here. */
const STYLES: [string, string][] = [
  ["comment.line.documentation", "docComment"],
  ["comment", "comment"],
  ["string", "string"],
  ["constant.numeric", "number"],
  ["constant.language", "atom"],
  ["storage.type", "definitionKeyword"],
  ["keyword.other.property", "propertyKeyword"],
  ["keyword.operator.temporal", "temporal"],
  ["keyword.operator.word", "keyword"],
  ["keyword.operator.arrow", "arrow"],
  ["keyword.operator", "operator"],
  ["keyword", "keyword"],
  ["support.type", "typeName"],
  ["support.function", "function"],
  ["entity.name.class", "className"],
  ["entity.name.type", "typeName"],
  ["entity.name.function", "function"],
  ["entity.name.section", "propertyName"],
  ["entity.name.label", "labelName"],
  ["entity.other.attribute-name", "meta"],
  ["variable.language", "atom"],
  ["punctuation", "punctuation"],
  ["variable", "variableName"],
];

function styleOf(scope: string | undefined): string | null {
  return STYLES.find(([start]) => scope?.startsWith(start))?.[1] ?? null;
}

function rulesOf(patterns: Pattern[]): Rule[] {
  const repository = grammar.repository as Record<string, { patterns: Pattern[] }>;
  return patterns.flatMap((pattern) => {
    if (pattern.include) return rulesOf(repository[pattern.include.slice(1)]?.patterns ?? []);
    const source = pattern.match ?? pattern.begin;
    if (source === undefined) return [];
    const captures = new Map<number, string>();
    for (const [group, { name }] of Object.entries(pattern.captures ?? {})) {
      const style = styleOf(name);
      if (style) captures.set(Number(group), style);
    }
    return [
      {
        expression: new RegExp(source, "dy"),
        style: styleOf(pattern.name),
        captures,
        end: pattern.end === undefined ? null : new RegExp(pattern.end, "g"),
      },
    ];
  });
}

const RULES = rulesOf(grammar.patterns as Pattern[]);

/** The pieces of a match: its groups in their order, and what stands between them. */
function pieces(rule: Rule, found: RegExpExecArray): Piece[] {
  const end = found.index + found[0].length;
  if (rule.captures.size === 0) return [{ end, style: rule.style }];
  const result: Piece[] = [];
  let at = found.index;
  for (let group = 1; group < found.length; group++) {
    const place = found.indices?.[group];
    const style = rule.captures.get(group);
    if (!place || !style || place[0] < at) continue;
    if (place[0] > at) result.push({ end: place[0], style: rule.style });
    result.push({ end: place[1], style });
    at = place[1];
  }
  if (at < end) result.push({ end, style: rule.style });
  return result;
}

function token(stream: StringStream, state: State): string | null {
  if (state.inside) return goOn(stream, state, state.inside);
  const piece = state.pieces.shift();
  if (piece) {
    stream.pos = piece.end;
    return piece.style;
  }
  if (stream.eatSpace()) return null;
  for (const rule of RULES) {
    rule.expression.lastIndex = stream.pos;
    const found = rule.expression.exec(stream.string);
    if (!found || found[0].length === 0) continue;
    if (rule.end) {
      stream.pos += found[0].length;
      state.inside = rule;
      return goOn(stream, state, rule);
    }
    state.pieces = pieces(rule, found);
    return token(stream, state);
  }
  stream.next();
  return null;
}

function goOn(stream: StringStream, state: State, rule: Rule): string | null {
  const end = rule.end!;
  end.lastIndex = stream.pos;
  const found = end.exec(stream.string);
  if (found) {
    stream.pos = found.index + found[0].length;
    state.inside = null;
  } else {
    stream.skipToEnd();
  }
  return rule.style;
}

const TABLE: Record<string, Tag> = {
  docComment: tags.docComment,
  comment: tags.comment,
  string: tags.string,
  number: tags.number,
  atom: tags.atom,
  definitionKeyword: tags.definitionKeyword,
  propertyKeyword: tags.controlKeyword,
  temporal: tags.operatorKeyword,
  arrow: tags.controlOperator,
  operator: tags.operator,
  keyword: tags.keyword,
  typeName: tags.typeName,
  function: tags.function(tags.variableName),
  className: tags.className,
  propertyName: tags.heading,
  labelName: tags.labelName,
  meta: tags.meta,
  punctuation: tags.punctuation,
  variableName: tags.variableName,
};

/** The language for CodeMirror. */
export const fathom = StreamLanguage.define<State>({
  name: "fathom",
  startState: () => ({ inside: null, pieces: [] }),
  copyState: (state) => ({ inside: state.inside, pieces: [...state.pieces] }),
  token,
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "[", "{"] },
    indentOnInput: /^\s*[})\]]$/,
  },
  tokenTable: TABLE,
});

/** A line stands where the one before it does, one step further behind an open bracket. */
export const indentation = indentService.of((context, at) => {
  const line = context.lineAt(at, 1);
  if (line.from === 0) return 0;
  const before = context.lineAt(line.from - 1, -1);
  const base = /^\s*/.exec(before.text)![0].length;
  const opens = /[{([]\s*(\/\/.*)?$/.test(before.text);
  const closes = /^\s*[})\]]/.test(line.text);
  return Math.max(0, base + (opens ? context.unit : 0) - (closes ? context.unit : 0));
});
