const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));
/** Each digit has five bits of a number and one that says whether more follow. */
const BITS = 5;
const MORE = 1 << BITS;

/**
 * Returns one source map of those of parts that follow each other. Node reads no maps of several sections.
 * @param {string} file
 * @param {{line: number, map: {sources: string[], names: string[], mappings: string}}[]} parts each with its first line
 */
export function joinMaps(file, parts) {
  const joined = { version: 3, file, sources: [], names: [], mappings: '' };
  const lines = [];
  // The numbers of a segment are differences to those of the one before.
  let last = { source: 0, line: 0, column: 0, name: 0 };
  for (const { line, map } of parts) {
    while (lines.length < line) lines.push('');
    const start = { source: joined.sources.length, line: 0, column: 0, name: joined.names.length };
    const { text, end } = moveFirst(map.mappings, differenceOf(start, last));
    lines.push(...text.split(';'));
    last = sumOf(last, end);
    joined.sources.push(...map.sources);
    joined.names.push(...map.names);
  }
  return { ...joined, mappings: lines.join(';') };
}

const KINDS = ['source', 'line', 'column', 'name'];
const combine = (operation) => (one, other) =>
  Object.fromEntries(KINDS.map((kind) => [kind, operation(one[kind], other[kind])]));
const sumOf = combine((one, other) => one + other);
const differenceOf = combine((one, other) => one - other);

/** Adds to the first numbers of each kind; answers with the new text the sums of all. */
function moveFirst(mappings, { source, line, column, name }) {
  const end = { source: 0, line: 0, column: 0, name: 0 };
  let isFirst = true;
  let isFirstName = true;
  const text = mappings.replaceAll(/[^,;]+/g, (segment) => {
    const numbers = decode(segment);
    if (numbers.length < 4) return segment;
    if (isFirst) [numbers[1], numbers[2], numbers[3]] = [numbers[1] + source, numbers[2] + line, numbers[3] + column];
    if (isFirstName && numbers.length > 4) numbers[4] += name;
    end.source += numbers[1];
    end.line += numbers[2];
    end.column += numbers[3];
    end.name += numbers[4] ?? 0;
    const isMoved = isFirst || (isFirstName && numbers.length > 4);
    isFirst = false;
    if (numbers.length > 4) isFirstName = false;
    return isMoved ? numbers.map(encode).join('') : segment;
  });
  return { text, end };
}

function decode(segment) {
  const numbers = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = VALUES.get(digit);
    value |= (bits & (MORE - 1)) << shift;
    shift += BITS;
    if (bits & MORE) continue;
    // The lowest bit is the sign.
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

function encode(number) {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const bits = rest & (MORE - 1);
    rest >>>= BITS;
    text += DIGITS[rest > 0 ? bits | MORE : bits];
  } while (rest > 0);
  return text;
}
