import { ListValue, MapValue, OpaqueValue } from '../values/index.js';
import { REGEX_FACTOR, sizeOf, TRAVERSAL_FACTOR, traversalCost } from './sizes.js';

/** The cost of one function: a number, or what depends on its arguments or on its result. Failures count as one. */
export interface FunctionCost {
  /** Charged before the call. */
  readonly before?: number | ((args: readonly unknown[]) => number);
  /** Charged after it. */
  readonly after?: (result: unknown) => number;
}

/** Knows what calls cost. */
export interface CallCost {
  /** Returns the cost of a function in one of its forms; the form is '' where several may be meant. */
  of(name: string, id: string): FunctionCost;
}

type Cost = (args: readonly unknown[]) => number;

const ONE: FunctionCost = { before: 1 };
const AUTHORIZATION_CHECK = 350_000;

function traverse(size: number, factor = TRAVERSAL_FACTOR): number {
  return Math.ceil(size * factor);
}

function ofArgument(factor?: number): Cost {
  return ([argument]) => traverse(sizeOf(argument), factor);
}

const overShorter: Cost = ([a, b]) => traverse(Math.min(sizeOf(a), sizeOf(b)));
const overBoth: Cost = ([a, b]) => traverse(sizeOf(a) + sizeOf(b));
const overPattern: Cost = ([text, pattern]) => traverse(1 + sizeOf(text)) * traverse(sizeOf(pattern), REGEX_FACTOR);
const overProduct: Cost = ([a, b]) => traverse(sizeOf(a)) * traverse(sizeOf(b));
const ofSets =
  (factor: number): Cost =>
  ([a, b]) =>
    sizeOf(a) * sizeOf(b) * factor + 1;
const overAll: Cost = ([target]) => traversalCost(target);
/** The compared part is no longer than the prefix of the network; a text has to be parsed first. */
const ofNetwork =
  ({ isText, isNetwork }: { readonly isText: boolean; readonly isNetwork: boolean }): Cost =>
  ([network, other]) => {
    const size = sizeOf(network);
    const masked = isNetwork ? traverse(size) + 1 : 0;
    return traverse(size * 2) + masked + (isText ? traverse(sizeOf(other)) : 0);
  };

function named(names: string, cost: Cost | number): [string, FunctionCost][] {
  return names.split(' ').map((name) => [name, { before: cost }]);
}

/** A selector is read, and each of its requirements, which take two characters at least, needs a list and an object. */
function selectorCost(size: number): number {
  return 10 + traverse(size) + Math.ceil(size * 0.5) * 50;
}

/** By name of the function, for those that cost the same in all their forms. */
const BY_NAME = new Map<string, FunctionCost>([
  ...named('check', AUTHORIZATION_CHECK),
  ...named('isSorted sum max min indexOf lastIndexOf', overAll),
  ...named('url lowerAscii upperAscii substring trim jsonpatch.escapeKey', ofArgument()),
  ...named('cidr isIP isCIDR quantity isQuantity', ofArgument()),
  ...named('replace split ip.isCanonical', ofArgument(2 * TRAVERSAL_FACTOR)),
  ['join', { after: (result) => traverse(sizeOf(result), 2 * TRAVERSAL_FACTOR) }],
  ...named('find findAll', overPattern),
  ...named('validate', ([format, text]) => traverse(1 + sizeOf(text)) * traverse(sizeOf(format), REGEX_FACTOR)),
  ...named('fieldSelector labelSelector', ([, selector]) => selectorCost(sizeOf(selector))),
  ...named('reverse slice', ([list]) => sizeOf(list)),
  ...named('sort distinct', ([list]) => sizeOf(list) ** 2),
  ...named('lists.range', ([count]) => Math.max(Number(count), 1)),
  ['flatten', { after: sizeOf }],
  ...named('semver isSemver', ofArgument()),
  ...named('sets.contains sets.intersects', ofSets(1)),
  ...named('sets.equivalent', ofSets(2)),
]);

/** By name and form of the function. */
const BY_FORM = new Map<string, FunctionCost>([
  ...named('containsIP/cidr_contains_ip_string', ofNetwork({ isText: true, isNetwork: false })),
  ...named('containsIP/cidr_contains_ip_ip containsIP/', ofNetwork({ isText: false, isNetwork: false })),
  ...named('containsCIDR/cidr_contains_cidr_string', ofNetwork({ isText: true, isNetwork: true })),
  ...named('containsCIDR/cidr_contains_cidr containsCIDR/', ofNetwork({ isText: false, isNetwork: true })),
  ...named('ip/cidr_ip', 1),
  ...named('ip/string_to_ip ip/', ofArgument()),
]);

/** By form of a function, for those of the language itself. */
const BY_ID = new Map<string, FunctionCost>([
  ...named('starts_with_string ends_with_string string_to_bytes bytes_to_string', ofArgument()),
  ...named('in_list', ([, list]) => (list instanceof ListValue || list instanceof MapValue ? list.size : 1)),
  ...named('add_string add_bytes', overBoth),
  ...named('matches_string', overPattern),
  ...named('contains_string', overProduct),
  ...named('less_string less_equals_string greater_string greater_equals_string', overShorter),
  ...named('less_bytes less_equals_bytes greater_bytes greater_equals_bytes', overShorter),
  ...named('not_equals', overShorter),
  ...named('equals', ([a, b]) => (a instanceof OpaqueValue ? 1 : overShorter([a, b]))),
  ...named('string_format strings_quote', ofArgument()),
]);

/** The run-time cost of calls as in Kubernetes; one for calls that are independent of the size of values. */
export const runtimeCallCost: CallCost = {
  of: (name, id) => BY_FORM.get(`${name}/${id}`) ?? BY_NAME.get(name) ?? BY_ID.get(id) ?? ONE,
};
