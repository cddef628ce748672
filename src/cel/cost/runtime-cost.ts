import { ListValue, OpaqueValue, type Value } from '../values/index.js';
import { REGEX_FACTOR, sizeOf, TRAVERSAL_FACTOR, traversalCost } from './sizes.js';

/** A call that is to be carried out. */
export interface CostedCall {
  readonly name: string;
  readonly id: string;
  readonly args: readonly Value[];
}

/** Tells what calls cost. */
export interface CallCost {
  /** What a call costs; undefined where that depends on what it answers. */
  before(call: CostedCall): number | undefined;
  /** What a call costs that depends on what it answered. */
  after(result: Value): number;
}

type Cost = (call: CostedCall) => number | undefined;

const AUTHORIZATION_CHECK = 350_000;

function traverse(size: number, factor = TRAVERSAL_FACTOR): number {
  return Math.ceil(size * factor);
}

function ofArgument(factor?: number): Cost {
  return ({ args }) => traverse(sizeOf(args[0]), factor);
}

const overShorter: Cost = ({ args: [a, b] }) => {
  if (a instanceof OpaqueValue) return 1;
  return traverse(Math.min(sizeOf(a), sizeOf(b)));
};
const overBoth: Cost = ({ args: [a, b] }) => traverse(sizeOf(a) + sizeOf(b));
const overPattern: Cost = ({ args: [text, pattern] }) => {
  return traverse(1 + sizeOf(text)) * traverse(sizeOf(pattern), REGEX_FACTOR);
};
const overProduct: Cost = ({ args: [a, b] }) => traverse(sizeOf(a)) * traverse(sizeOf(b));
const ofSets =
  (factor: number): Cost =>
  ({ args: [a, b] }) =>
    sizeOf(a) * sizeOf(b) * factor + 1;
const overAll: Cost = ({ args: [target] }) => traversalCost(target);
const inNetwork: Cost = ({ id, args: [network, other] }) => {
  const ofText = typeof other === 'string' ? traverse(sizeOf(other)) : 0;
  const ofNetwork = id.startsWith('cidr_contains_cidr') ? traverse(sizeOf(network)) + 1 : 0;
  return traverse(sizeOf(network) * 2) + ofNetwork + ofText;
};

/** By name of the function, for those that cost the same in all their forms. */
const BY_NAME = new Map<string, Cost>([
  ['check', () => AUTHORIZATION_CHECK],
  ...['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'].map((name): [string, Cost] => [name, overAll]),
  ...['url', 'lowerAscii', 'upperAscii', 'substring', 'trim', 'jsonpatch.escapeKey'].map((name): [string, Cost] => {
    return [name, ofArgument()];
  }),
  ...['cidr', 'isIP', 'isCIDR', 'quantity', 'isQuantity'].map((name): [string, Cost] => [name, ofArgument()]),
  ['replace', ofArgument(2 * TRAVERSAL_FACTOR)],
  ['split', ofArgument(2 * TRAVERSAL_FACTOR)],
  ['ip.isCanonical', ofArgument(2 * TRAVERSAL_FACTOR)],
  ['join', () => undefined],
  ['find', overPattern],
  ['findAll', overPattern],
  ['containsIP', inNetwork],
  ['containsCIDR', inNetwork],
  ['validate', ({ args: [format, text] }) => traverse(sizeOf(text)) * traverse(sizeOf(format), REGEX_FACTOR)],
  ['sets.contains', ofSets(1)],
  ['sets.intersects', ofSets(1)],
  ['sets.equivalent', ofSets(2)],
  ['_==_', overShorter],
  ['_!=_', overShorter],
]);

/** By form of a function. */
const BY_ID = new Map<string, Cost>([
  ['string_to_ip', ofArgument()],
  ['starts_with_string', ofArgument()],
  ['ends_with_string', ofArgument()],
  ['string_to_bytes', ofArgument()],
  ['bytes_to_string', ofArgument()],
  ['in_list', ({ args: [, list] }) => (list instanceof ListValue ? list.size : 1)],
  ['add_string', overBoth],
  ['add_bytes', overBoth],
  ['matches_string', overPattern],
  ['matches', overPattern],
  ['contains_string', overProduct],
  ...['less', 'less_equals', 'greater', 'greater_equals'].flatMap((name): [string, Cost][] => {
    return [
      [`${name}_string`, overShorter],
      [`${name}_bytes`, overShorter],
    ];
  }),
]);

/** What calls cost by the measure of Kubernetes; one for all that does not depend on how large values are. */
export const runtimeCallCost: CallCost = {
  before(call) {
    const cost = BY_NAME.get(call.name) ?? BY_ID.get(call.id);
    return cost ? cost(call) : 1;
  },
  after: (result) => traverse(sizeOf(result), 2 * TRAVERSAL_FACTOR),
};
