import { compareKeys } from './compare-keys.js';
import { foldLines } from './fold-lines.js';
import { dumpYaml } from './stringify-yaml.js';

/** Amount that is written in one time slice: characters and members, counted roughly. It takes some milliseconds. */
const PIECE = 8 * 1024;
const STEP = 2;
/** Longer keys are written in another form, which begins a new line. */
const LONGEST_KEY = 128;
const MARK = '...\n';

type Members = Readonly<Record<string, unknown>>;

/** Returns the text of `stringifyYaml` piece by piece. */
export function yamlPieces(value: unknown): Iterable<string> {
  return closed(piecesAt(value, 0));
}

/**
 * Returns a document piece by piece, with the elements of one of its lists, at least one, taken from elsewhere as
 * they are reached.
 */
export function yamlListPieces(document: Members, member: string, elements: Iterable<unknown>): Iterable<string> {
  return closed(listPieces(document, member, elements));
}

function* listPieces(document: Members, member: string, elements: Iterable<unknown>): Generator<string> {
  const others = Object.entries(document).filter(([key]) => key !== member);
  const before = others.filter(([key]) => compareKeys(key, member) < 0);
  const after = others.filter(([key]) => compareKeys(key, member) > 0);
  yield* membersAt(before, 0);
  yield `${member}:\n`;
  yield* elementsAt(elements, 0);
  yield* membersAt(after, 0);
}

/** A text that ends in empty lines is followed by a mark, so that they are taken for its own. */
function* closed(pieces: Iterable<string>): Generator<string> {
  let last = '';
  for (const piece of pieces) yield (last = piece);
  if (last.endsWith('\n\n')) yield MARK;
}

function piecesAt(value: unknown, indent: number): Iterable<string> {
  if (weigh(value, PIECE) > 0 || !isDivisible(value)) return [textAt(value, indent)];
  return Array.isArray(value) ? elementsAt(value, indent) : membersAt(Object.entries(value), indent);
}

function membersAt(members: [key: string, value: unknown][], indent: number): Generator<string> {
  const sorted = members.filter(([, value]) => value !== undefined).sort(([a], [b]) => compareKeys(a, b));
  return inBatches(sorted, {
    weigh: ([key, value], room) => weigh(value, room - key.length),
    write: (batch) => textAt(Object.fromEntries(batch), indent),
    divide: ([key, value]) =>
      key.length <= LONGEST_KEY && isDivisible(value) ? dividedAt(key, value, indent) : undefined,
  });
}

function* dividedAt(key: string, value: object, indent: number): Generator<string> {
  const head = dumpYaml({ [key]: null });
  yield `${' '.repeat(indent)}${head.slice(0, head.lastIndexOf(':'))}:\n`;
  // Lists stand as far to the left as their key.
  yield* piecesAt(value, Array.isArray(value) ? indent : indent + STEP);
}

function elementsAt(elements: Iterable<unknown>, indent: number): Generator<string> {
  return inBatches(elements, {
    weigh,
    write: (batch) => textAt(batch, indent),
    divide: (element) => (isDivisible(element) ? withDash(piecesAt(element, indent + STEP), indent) : undefined),
  });
}

/** The first line of an element begins with a dash, in place of a space. */
function* withDash(pieces: Iterable<string>, indent: number): Generator<string> {
  let isFirst = true;
  for (const piece of pieces) {
    yield isFirst ? `${' '.repeat(indent)}- ${piece.slice(indent + STEP)}` : piece;
    isFirst = false;
  }
}

/** How members or elements are written. */
interface Layout<T> {
  /** Returns the room left after adding a part; undefined if it does not fit. */
  weigh(part: T, room: number): number;
  /** Writes some in one go. */
  write(batch: readonly T[]): string;
  /** Writes a large one piece by piece, unless that cannot be. */
  divide(part: T): Iterable<string> | undefined;
}

/** Writes small parts together and large ones by themselves. */
function* inBatches<T>(parts: Iterable<T>, layout: Layout<T>): Generator<string> {
  let batch: T[] = [];
  let room = PIECE;
  for (const part of parts) {
    let left = layout.weigh(part, room);
    if (left <= 0 && batch.length > 0) {
      yield layout.write(batch);
      batch = [];
      left = layout.weigh(part, PIECE);
    }
    const pieces = left <= 0 ? layout.divide(part) : undefined;
    if (pieces) yield* pieces;
    else batch.push(part);
    room = pieces ? PIECE : left;
  }
  if (batch.length > 0) yield layout.write(batch);
}

function weigh(value: unknown, room: number): number {
  if (room <= 0) return 0;
  if (typeof value === 'string') return room - 8 - value.length;
  if (typeof value !== 'object' || value === null) return room - 16;
  let left = room - 8;
  for (const key in value) {
    if (left <= 0) return 0;
    left = weigh((value as Members)[key], left - (Array.isArray(value) ? 0 : key.length));
  }
  return left;
}

function isDivisible(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function textAt(value: unknown, indent: number): string {
  const dumped = dumpYaml(value);
  const text = dumped.endsWith(`\n\n${MARK}`) ? dumped.slice(0, -MARK.length) : dumped;
  return foldLines(indent === 0 ? text : text.replace(/^(?=.)/gm, ' '.repeat(indent)));
}
