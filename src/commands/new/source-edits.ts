const LONGEST_LINE = 110;

/** Adds an import after the last one of a module; one that is there is left. Undefined if there is none to go after. */
export function addImport(text: string, statement: string): string | undefined {
  if (text.includes(statement)) return text;
  const imports = [...text.matchAll(/^import [^;]*;$/gm)];
  const last = imports.at(-1);
  if (!last) return undefined;
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}\n${statement}${text.slice(end)}`;
}

/** The property whose value is a list, and the one that it follows where it is not there yet. */
export interface ListPlace {
  readonly property: string;
  readonly after?: string;
}

/**
 * Adds an item to the list of a property: `kinds: [a]`. A property that is not there comes after the list of another one.
 * Undefined where either is not found exactly once, as where the list is computed.
 */
export function addToList(text: string, item: string, { property, after }: ListPlace): string | undefined {
  const found = findList(text, property);
  if (found) return withItem(text, found, item);
  const before = after !== undefined && !mentions(text, property) ? findList(text, after) : undefined;
  if (!before) return undefined;
  const line = `\n${before.indent}${property}: [${item}],`;
  const end = before.end + (text[before.end] === ',' ? 1 : 0);
  return `${text.slice(0, before.end)},${line}${text.slice(end)}`;
}

/** The list of a property: from behind `[` to behind `]`. */
interface FoundList {
  readonly start: number;
  readonly end: number;
  readonly indent: string;
}

function mentions(text: string, property: string): boolean {
  return new RegExp(`\\b${property}\\b\\s*[:,]`).test(text);
}

function findList(text: string, property: string): FoundList | undefined {
  const matches = [...text.matchAll(new RegExp(`^([ \\t]+)${property}: \\[`, 'gm'))];
  if (matches.length !== 1) return undefined;
  const [{ 0: head, 1: indent, index }] = matches;
  const start = index + head.length;
  const end = endOfList(text, start);
  return end === undefined ? undefined : { start, end, indent };
}

function withItem(text: string, { start, end, indent }: FoundList, item: string): string | undefined {
  const items = splitItems(text.slice(start, end - 1));
  if (items.includes(item)) return text;
  if (items.some(endsInComment)) return undefined;
  const all = [...items, item];
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const oneLine = `${all.join(', ')}]`;
  const fits = !text.slice(start, end).includes('\n') && start - lineStart + oneLine.length <= LONGEST_LINE;
  const list = fits ? oneLine : `\n${all.map((each) => `${indent}  ${each},\n`).join('')}${indent}]`;
  return text.slice(0, start) + list + text.slice(end);
}

/** A comma behind such an item would belong to the comment. */
function endsInComment(item: string): boolean {
  return item.slice(item.lastIndexOf('\n') + 1).includes('//');
}

/** The items of a list, without the commas between them. */
function splitItems(text: string): string[] {
  const items: string[] = [];
  let from = 0;
  for (const { index, depth } of scan(text, 0)) {
    if (depth !== 0 || text[index] !== ',') continue;
    items.push(text.slice(from, index).trim());
    from = index + 1;
  }
  return [...items, text.slice(from).trim()].filter((item) => item !== '');
}

/** The position behind the bracket that closes a list; undefined where nothing does. */
function endOfList(text: string, start: number): number | undefined {
  for (const { index, depth } of scan(text, start)) if (depth < 0) return text[index] === ']' ? index + 1 : undefined;
  return undefined;
}

/** The brackets and commas of a text outside of strings and comments, with the depth behind them. */
function* scan(text: string, start: number): Generator<{ index: number; depth: number }> {
  const tokens = /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`|[[\](){},]/g;
  tokens.lastIndex = start;
  let depth = 0;
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const [token] = match;
    if (token.length > 1) continue;
    if ('[({'.includes(token)) depth++;
    if ('])}'.includes(token)) depth--;
    yield { index: match.index, depth };
  }
}
