import { EVENT_ID, SCALAR_STYLE, parseEvents, type ScalarEvent } from 'js-yaml';

/** A scalar is broken at its first single space behind this column, as Go's YAML library does. */
const BEST_WIDTH = 80;
const INDENT = 2;
const LONG_LINE = /^(?=.* ).{82}/m;

/**
 * Wraps scalars that exceed the width of a line the way Go's YAML library does (upstream: sigs.k8s.io/yaml), for
 * clients that compare texts. `text` has every scalar but blocks on one line; what it means stays the same.
 */
export function foldLines(text: string): string {
  if (!LONG_LINE.test(text)) return text;
  let folded = '';
  let copied = 0;
  for (const event of parseEvents(text, {})) {
    if (event.type !== EVENT_ID.SCALAR || !endsItsLine(text, event)) continue;
    const { valueStart, valueEnd, style } = event;
    const lineStart = text.lastIndexOf('\n', valueStart) + 1;
    const head = text.slice(lineStart, valueStart);
    folded += text.slice(copied, valueStart);
    folded += foldScalar(text.slice(valueStart, valueEnd), {
      column: lengthOf(head),
      indent: indentBelow(head, style === SCALAR_STYLE.PLAIN ? 0 : 1),
      isDoubleQuoted: style === SCALAR_STYLE.DOUBLE_QUOTED,
    });
    copied = valueEnd;
  }
  return folded + text.slice(copied);
}

/** Keys are never broken, and they are followed by a colon. */
function endsItsLine(text: string, { valueEnd, style }: ScalarEvent): boolean {
  switch (style) {
    case SCALAR_STYLE.PLAIN:
      return text[valueEnd] === '\n';
    case SCALAR_STYLE.SINGLE_QUOTED:
    case SCALAR_STYLE.DOUBLE_QUOTED:
      return text[valueEnd + 1] === '\n';
    default:
      return false;
  }
}

/** A scalar continues one level below its key, or below the dash that introduces it. */
function indentBelow(head: string, quotes: number): number {
  const { length } = /^ *(?:- )*/.exec(head)![0];
  return length === head.length - quotes ? length : length + INDENT;
}

interface Place {
  /** Where the scalar starts in its line. */
  readonly column: number;
  /** Where its further lines start. */
  readonly indent: number;
  readonly isDoubleQuoted: boolean;
}

function foldScalar(source: string, { column, indent, isDoubleQuoted }: Place): string {
  const characters = [...source];
  const lineBreak = `\n${' '.repeat(indent)}`;
  let out = '';
  let at = column;
  characters.forEach((character, i) => {
    const isInside = character === ' ' && i > 0 && i < characters.length - 1 && characters[i - 1] !== ' ';
    const isFollowedBySpace = characters[i + 1] === ' ';
    if (!isInside || at <= BEST_WIDTH || (isFollowedBySpace && !isDoubleQuoted)) {
      out += character;
      at += 1;
      return;
    }
    // A space at the start of a line only counts when it is escaped.
    out += isFollowedBySpace ? `${lineBreak}\\` : lineBreak;
    at = indent + (isFollowedBySpace ? 1 : 0);
  });
  return out;
}

function lengthOf(text: string): number {
  return [...text].length;
}
