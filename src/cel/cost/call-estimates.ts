import type { Type } from '../check/index.js';
import { ceilDivide, exactly, product, type Range, scaled, sum, union, UNKNOWN } from './estimate.js';
import { REGEX_FACTOR, TRAVERSAL_FACTOR } from './sizes.js';

/** The static facts of a part of an expression. */
export interface EstimatedPart {
  readonly type: Type;
  /** Its size; undefined if unknown. */
  readonly size: Range | undefined;
  /** The size of its elements, if it is a list; undefined if unknown. */
  readonly elementSize: Range | undefined;
  /** Its value, where it is written down. */
  readonly literal?: unknown;
}

/** A call that is to be estimated. */
export interface EstimatedCall {
  readonly name: string;
  readonly id: string;
  readonly target: EstimatedPart | undefined;
  readonly args: readonly EstimatedPart[];
}

/** The cost of a call without its arguments, and the size of its result. */
export interface CallEstimate {
  readonly cost: Range;
  readonly size?: Range;
}

type Estimate = (call: EstimatedCall) => CallEstimate | undefined;

const ONE = exactly(1);
const AUTHORIZATION_CHECK = exactly(350_000);
/** The longest pattern that a form of texts is checked by. */
const LARGEST_FORMAT = 128;

function known(part: EstimatedPart): Range {
  return part.size ?? UNKNOWN;
}

const SCALARS: ReadonlySet<string> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint']);

/** Returns the size of a part; a scalar counts as one. */
export function sizeOfPart(part: EstimatedPart): Range {
  return part.size ?? (SCALARS.has(part.type.kind) ? ONE : UNKNOWN);
}

const fixed: Estimate = () => ({ cost: ONE });

function traversing(factor = TRAVERSAL_FACTOR, keepsSize = false): Estimate {
  return ({ target, args }) => {
    const size = known(target ?? args[0]);
    return { cost: scaled(size, factor), ...(keepsSize ? { size } : {}) };
  };
}

const traversingTwice: Estimate = ({ args: [text] }) => ({ cost: scaled(known(text), 2 * TRAVERSAL_FACTOR) });

/** An address is read from a text, or is a part of a network. */
const address: Estimate = ({ target, args }) => {
  return { cost: target ? ONE : scaled(known(args[0]), TRAVERSAL_FACTOR) };
};

/** A selector is read, and each of its requirements, which take two characters at least, needs a list and an object. */
const selecting: Estimate = ({ args: [selector] }) => {
  const size = known(selector);
  const requirements = scaled(scaled(size, 0.5), 50);
  return { cost: sum(exactly(10), scaled(size, TRAVERSAL_FACTOR), requirements) };
};

const overElements: Estimate = ({ target }) => {
  if (!target) return undefined;
  const [element] = target.type.params;
  if (!element) return { cost: scaled(known(target), TRAVERSAL_FACTOR) };
  const isText = element.kind === 'string' || element.kind === 'bytes';
  const ofElement = isText ? sum(ONE, scaled(target.elementSize ?? UNKNOWN, TRAVERSAL_FACTOR)) : ONE;
  return { cost: product(known(target), ofElement) };
};

const replacing: Estimate = ({ target, args }) => {
  if (!target || args.length < 2) return undefined;
  const [size, from, to] = [known(target), known(args[0]), known(args[1])];
  const longest = replaced(size.max, { from: from.min, to: to.max, keeps: to.max <= from.min });
  const shortest = replaced(size.min, { from: from.max, to: to.min, keeps: from.max <= to.min });
  return { cost: scaled(size, 2 * TRAVERSAL_FACTOR), size: { min: shortest, max: longest } };
};

function replaced(size: bigint, { from, to, keeps }: { from: bigint; to: bigint; keeps: boolean }): bigint {
  if (from === 0n) return atMost((size + 1n) * to + size);
  return keeps ? size : atMost(ceilDivide(size, from) * to);
}

function atMost(size: bigint): bigint {
  return size > UNKNOWN.max ? UNKNOWN.max : size;
}

const splitting: Estimate = ({ target, args }) => {
  if (!target) return undefined;
  const size = known(target);
  const limit = args[1]?.literal;
  // A limit below zero is a very large one.
  const max = typeof limit === 'bigint' ? BigInt.asUintN(64, limit) : size.max;
  return { cost: scaled(size, 2 * TRAVERSAL_FACTOR), size: { min: 0n, max } };
};

const joining: Estimate = ({ target, args }) => {
  if (!target) return undefined;
  const count = known(target);
  const ofElements = target.type.params.length > 0 ? product(count, target.elementSize ?? UNKNOWN) : exactly(0);
  const gaps = { min: oneLess(count.min), max: oneLess(count.max) };
  const size = args.length > 0 ? sum(ofElements, product(known(args[0]), gaps)) : ofElements;
  return { cost: scaled(size, TRAVERSAL_FACTOR), size };
};

function oneLess(count: bigint): bigint {
  return count > 0n ? count - 1n : 0n;
}

function patternCost(text: Range, pattern: Range): Range {
  return product(scaled(sum(text, ONE), TRAVERSAL_FACTOR), scaled(pattern, REGEX_FACTOR));
}

const finding: Estimate = ({ target, args }) => {
  if (!target || args.length < 1) return undefined;
  const size = known(target);
  return { cost: patternCost(size, known(args[0])), size: { min: 0n, max: size.max } };
};

const ADDRESS: Range = { min: 4n, max: 16n };

const inNetwork: Estimate = ({ id, target, args }) => {
  if (!target || args.length < 1) return undefined;
  const compared = scaled(sum(ADDRESS, ADDRESS), TRAVERSAL_FACTOR);
  const masked = id.startsWith('cidr_contains_cidr') ? sum(scaled(ADDRESS, TRAVERSAL_FACTOR), ONE) : exactly(0);
  const parsed = id.endsWith('_string') ? scaled(known(args[0]), TRAVERSAL_FACTOR) : exactly(0);
  return { cost: sum(compared, masked, parsed) };
};

const validating: Estimate = ({ target, args }) => {
  if (!target || args.length < 1) return undefined;
  const ofText = scaled(known(args[0]), TRAVERSAL_FACTOR);
  return { cost: scaled(ofText, LARGEST_FORMAT * REGEX_FACTOR) };
};

const asSets =
  (factor: number): Estimate =>
  ({ args: [a, b] }) => ({ cost: sum(scaled(product(known(a), known(b)), factor), ONE) });

/** Reports whether a part is of a type that Kubernetes adds, which is compared at once. */
function isKubernetesType({ type }: EstimatedPart): boolean {
  return type.kind === 'opaque' && /^(?:kubernetes|net)\./.test(type.name);
}

const comparing: Estimate = ({ name, args: [a, b] }) => {
  if (name === '_==_' && isKubernetesType(a) && a.type.name === b.type.name) return { cost: ONE };
  const [sizeA, sizeB] = [sizeOfPart(a).max, sizeOfPart(b).max];
  const max = sizeA < sizeB ? sizeA : sizeB;
  return { cost: scaled({ min: max > 0n ? 1n : 0n, max }, TRAVERSAL_FACTOR) };
};

const concatenating: Estimate = ({ id, args: [a, b] }) => {
  const size = sum(sizeOfPart(a), sizeOfPart(b));
  return { cost: id === 'add_list' ? ONE : scaled(size, TRAVERSAL_FACTOR), size };
};

/** A copy of a list; elements of lists count as often as they can be there. */
const copying: Estimate = ({ name, target }) => {
  if (!target) return undefined;
  const size = name === 'flatten' ? product(known(target), target.elementSize ?? UNKNOWN) : known(target);
  return { cost: size, size };
};

const comparingAll: Estimate = ({ target }) => {
  if (!target) return undefined;
  const size = known(target);
  return { cost: product(size, size), size };
};

function rangeOf(count: unknown): CallEstimate {
  const size = typeof count === 'bigint' && count >= 0n ? { min: count, max: count } : UNKNOWN;
  return { cost: size, size };
}

function all(names: string, estimate: Estimate): [string, Estimate][] {
  return names.split(' ').map((name) => [name, estimate]);
}

/** By name of the function, as Kubernetes estimates its own. */
const BY_NAME = new Map<string, Estimate>([
  ['check', () => ({ cost: AUTHORIZATION_CHECK })],
  ...all('serviceAccount path group resource subresource namespace name allowed reason error errored', fixed),
  ...all('fieldSelector labelSelector', selecting),
  ...all('isSorted sum max min indexOf lastIndexOf', overElements),
  ...all('url jsonpatch.escapeKey', traversing(TRAVERSAL_FACTOR, true)),
  ...all('lowerAscii upperAscii substring trim', traversing(TRAVERSAL_FACTOR, true)),
  ['replace', replacing],
  ['split', splitting],
  ['join', joining],
  ...all('find findAll', finding),
  ...all('cidr isIP isCIDR quantity isQuantity', traversing()),
  ['ip', address],
  ['ip.isCanonical', traversingTwice],
  ...all('masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast', fixed),
  ...all('containsIP containsCIDR', inNetwork),
  ...all('reverse slice flatten', copying),
  ...all('sort distinct', comparingAll),
  ...all('semver isSemver', traversing()),
  ['lists.range', ({ args: [{ literal }] }) => rangeOf(literal)],
  ['validate', validating],
  ...all('sets.contains sets.intersects', asSets(1)),
  ['sets.equivalent', asSets(2)],
]);

const firstArgument: Estimate = ({ args }) => ({ cost: scaled(sizeOfPart(args[0]), TRAVERSAL_FACTOR) });

/** By form of a function, as the language estimates its own. */
const BY_ID = new Map<string, Estimate>([
  ...all('starts_with_string ends_with_string', firstArgument),
  [
    'string_to_bytes',
    ({ args: [part] }) => {
      const { min, max } = sizeOfPart(part);
      return { cost: scaled({ min, max }, TRAVERSAL_FACTOR), size: { min, max: atMost(max * 4n) } };
    },
  ],
  [
    'bytes_to_string',
    ({ args: [part] }) => {
      const { min, max } = sizeOfPart(part);
      return { cost: scaled({ min, max }, TRAVERSAL_FACTOR), size: { min: min / 4n, max } };
    },
  ],
  [
    'strings_quote',
    ({ args: [part] }) => {
      const { min, max } = sizeOfPart(part);
      return {
        cost: scaled({ min, max }, TRAVERSAL_FACTOR),
        size: { min: min + 2n, max: atMost(max * 2n + 2n) },
      };
    },
  ],
  ['string_format', ({ target }) => ({ cost: target ? scaled(sizeOfPart(target), TRAVERSAL_FACTOR) : ONE })],
  ['in_list', ({ args }) => ({ cost: sizeOfPart(args[1]) })],
  [
    'matches_string',
    ({ target, args }) => (target ? { cost: patternCost(sizeOfPart(target), sizeOfPart(args[0])) } : undefined),
  ],
  [
    'contains_string',
    ({ target, args }) => {
      if (!target) return undefined;
      const [text, part] = [sizeOfPart(target), sizeOfPart(args[0])];
      return { cost: product(scaled(text, TRAVERSAL_FACTOR), scaled(part, TRAVERSAL_FACTOR)) };
    },
  ],
  ...all('add_string add_bytes add_list', concatenating),
  ...all('less_string less_equals_string greater_string greater_equals_string', comparing),
  ...all('less_bytes less_equals_bytes greater_bytes greater_equals_bytes', comparing),
  ...all('equals not_equals', comparing),
]);

/** Estimates the cost of a call without its arguments; one for calls that are independent of the size of values. */
export function estimateCall(call: EstimatedCall): CallEstimate {
  return BY_NAME.get(call.name)?.(call) ?? BY_ID.get(call.id)?.(call) ?? { cost: ONE };
}

/** Joins the estimates of several overloads. */
export function joinEstimates(estimates: readonly CallEstimate[]): CallEstimate {
  return estimates.reduce((a, b) => ({
    cost: union(a.cost, b.cost),
    size: a.size && b.size ? union(a.size, b.size) : (a.size ?? b.size),
  }));
}
