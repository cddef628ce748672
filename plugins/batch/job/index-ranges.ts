const MAX_INT = 2n ** 63n - 1n;

/** A list of indexes that cannot be read; the message says why. */
export class IndexRangeError extends Error {
  override readonly name = 'IndexRangeError';
}

/** Counts the indexes in a list such as `1,3-5,7`; all have to be below `completions`. Throws IndexRangeError. */
export function countIndexes(text: string, completions: number): number {
  if (text === '') return 0;
  let last: number | undefined;
  let total = 0;
  for (const part of text.split(',')) {
    const [low, high] = parseRange(part, completions);
    if (last !== undefined && last >= low) throw notIncreasing(last, low);
    total += high - low + 1;
    last = high;
  }
  return total;
}

/** Returns the first index that both lists hold; ranges that cannot be read are left out. */
export function firstCommonIndex(a: string, b: string, completions: number): number | undefined {
  // Lists that are not in order are complained about on their own; both are walked once.
  const [ones, others] = [sortedRanges(a, completions), sortedRanges(b, completions)];
  for (let i = 0, j = 0; i < ones.length && j < others.length;) {
    const [[low, high], [from, to]] = [ones[i], others[j]];
    if (low <= to && from <= high) return Math.max(low, from);
    if (high < to) i++;
    else j++;
  }
  return undefined;
}

function sortedRanges(text: string, completions: number): [number, number][] {
  return readableRanges(text, completions).sort(([a], [b]) => a - b);
}

function readableRanges(text: string, completions: number): [number, number][] {
  if (text === '') return [];
  return text.split(',').flatMap((part) => {
    try {
      return [parseRange(part, completions)];
    } catch {
      return [];
    }
  });
}

function parseRange(part: string, completions: number): [number, number] {
  const limits = part.split('-');
  if (limits.length > 2) {
    const rule = "violates the requirement that an index interval can have at most two parts separated by '-'";
    throw new IndexRangeError(`the fragment ${JSON.stringify(part)} ${rule}`);
  }
  const [low, high] = limits.map((limit) => parseIndex(limit, completions));
  if (high === undefined) return [low, low];
  if (low >= high) throw notIncreasing(low, high);
  return [low, high];
}

function parseIndex(text: string, completions: number): number {
  if (!/^[+-]?\d+$/.test(text) || BigInt(text.replace('+', '')) > MAX_INT) {
    throw new IndexRangeError(`cannot convert string to integer for index: ${JSON.stringify(text)}`);
  }
  const index = Number(text);
  if (index >= completions) throw new IndexRangeError(`too large index: ${JSON.stringify(text)}`);
  return index;
}

function notIncreasing(previous: number, current: number): IndexRangeError {
  return new IndexRangeError(`non-increasing order, previous: ${previous}, current: ${current}`);
}
