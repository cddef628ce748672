import { type Event, YAMLException, parseEvents } from 'js-yaml';
import { type JsonValue, MAX_DEPTH, MAX_YAML_MARKS } from '../../apimachinery/index.js';
import { SizeFault } from '../size-fault.js';
import { YamlComposer } from './yaml-composer.js';
import { YamlSyntaxError, describeProblem } from './yaml-syntax-error.js';

/** The result of the parser. */
export interface ParsedYaml {
  readonly value: JsonValue;
  /** Keys that occur more than once, worded `line 6: key "size" already set in map`. The last one wins. */
  readonly duplicates: readonly string[];
}

/**
 * Parses the first document of a YAML text into plain JSON data: YAML 1.1 scalars, exact integers (bigint beyond 2^53),
 * merge keys and aliases resolved, keys turned into strings and sorted. An empty text is null. Throws YamlSyntaxError, and
 * SizeFault where there are more values than are read.
 */
export function parseYaml(text: string): ParsedYaml {
  const document = firstDocument(text);
  checkMarks(document);
  try {
    const { events, source } = parse(document);
    const composer = new YamlComposer(source, events);
    return { value: composer.compose(), duplicates: composer.duplicates };
  } catch (error) {
    // The native stack ends before the depth limit where frames are large.
    if (error instanceof RangeError) throw YamlSyntaxError.because(`exceeded max depth of ${MAX_DEPTH}`);
    throw error;
  }
}

/** Reads the bytes of a YAML body. Throws YamlSyntaxError when they are no UTF-8. */
export function decodeYamlText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw YamlSyntaxError.because('invalid leading UTF-8 octet');
  }
}

interface ParsedEvents {
  readonly events: readonly Event[];
  /** The text the events point into. */
  readonly source: string;
}

/** How many characters are parsed again, at most, because a line had to be moved: some lines of a large text, many of a small one. */
const MAX_PARSED_AGAIN = 4_000_000;

function parse(text: string): ParsedEvents {
  let source = text;
  for (let parsed = 0; ; parsed += source.length) {
    try {
      return { events: parseEvents(source, { maxDepth: MAX_DEPTH }), source };
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      const { position = 0, line = 0 } = error.mark ?? {};
      const isOutdented = error.reason === 'deficient indentation';
      if (!isOutdented || parsed > MAX_PARSED_AGAIN)
        throw describeProblem({ reason: error.reason, text: source, position, line });
      source = indentLine(source, line);
    }
  }
}

/**
 * Inside braces, brackets and quotes Go's parser takes lines that stand further left than what is around them; this one
 * does not. There the indentation carries no meaning, so the line may be moved to the right.
 */
function indentLine(text: string, line: number): string {
  const lines = text.split('\n');
  const deepest = lines.slice(0, line + 1).reduce((most, l) => Math.max(most, l.length - l.trimStart().length), 0);
  lines[line] = `${' '.repeat(deepest + 1)}${lines[line]}`;
  return lines.join('\n');
}

const MARKS: ReadonlySet<number> = new Set([...'\n,[{'].map((mark) => mark.charCodeAt(0)));

/** The parser looks at a whole text before anything can be counted: what values begin behind is counted before. */
function checkMarks(text: string): void {
  if (text.length <= MAX_YAML_MARKS) return;
  let marks = 0;
  for (let i = 0; i < text.length; i++) if (MARKS.has(text.charCodeAt(i))) marks++;
  if (marks > MAX_YAML_MARKS) throw new SizeFault(`limit is ${MAX_YAML_MARKS} lines and elements`);
}

/** Cuts the text after its first document: what follows is not even parsed. */
function firstDocument(text: string): string {
  const head = /^\ufeff?(?:[ \t]*(?:#.*)?\r?\n|%.*\r?\n)*(?:---(?=\s|$).*(?:\r?\n|$))?/.exec(text)?.[0].length ?? 0;
  const end = /^(?:---|\.\.\.)(?=\s|$)/m.exec(text.slice(head));
  return end ? text.slice(0, head + end.index) : text;
}
