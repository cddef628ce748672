import { MAX_SHOWN_VALUE } from './limits.js';
import { givenList, givenMap, givenQuantity } from './given-values.js';
import type { IntOrString } from './int-or-string.js';
import { Quantity } from './quantity.js';
import { type QuantityText, readQuantityText } from './quantity-syntax.js';

/**
 * A value as Go's `%#v` prints it. Validation errors show structs, lists and maps this way, and clients compare the
 * texts; pass one as the value of a FieldError.
 *
 * @internal
 * @example
 * const error = invalid(path, new GoValue('core.Berth{}'), 'must be named');
 */
export class GoValue {
  /**
   * `shown` is the value that later releases show in JSON, or a function that returns it; they show the same text where it is not
   * given.
   */
  constructor(
    readonly text: string,
    private readonly shown?: unknown,
  ) {}

  /** The value in JSON; undefined where later releases show the text. */
  get json(): unknown {
    return typeof this.shown === 'function' ? (this.shown as () => unknown)() : this.shown;
  }

  toString(): string {
    return this.text;
  }
}

type GoMember = GoValue | string | number | boolean;

/**
 * Returns a struct; members in the order Go declares them. Strings are quoted. `json` is what later releases show; where it
 * is not given these show the members by their names in Go, as they do for types that have no others.
 *
 * @internal
 * @example
 * const error = invalid(path, goStruct('core.Berth', { Name: 'north' }), 'must be closed');
 */
export function goStruct(type: string, members: Readonly<Record<string, GoMember>>, json?: unknown): GoValue {
  const texts = Object.entries(members).map(([name, value]) => `${name}:${goText(value)}`);
  return new GoValue(`${type}{${texts.join(', ')}}`, json ?? membersInJson(members));
}

/** Undefined where a member is not known in JSON. */
function membersInJson(members: Readonly<Record<string, GoMember>>): Record<string, unknown> | undefined {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    const json = value instanceof GoValue ? value.json : value;
    if (json === undefined) return undefined;
    shown[name] = json;
  }
  return shown;
}

/**
 * Returns a nil slice, map or interface, or with a leading `*` a nil pointer.
 *
 * @internal
 * @example
 * const error = invalid(path, goNil('*core.Berth'), 'must be set');
 */
export function goNil(type: string): GoValue {
  return new GoValue(type.startsWith('*') ? `(${type})(nil)` : `${type}(nil)`, null);
}

/**
 * Returns a slice of structs or scalars; nil when absent.
 *
 * @internal
 * @example
 * const error = invalid(path, goSlice('[]string', ['a', 'b']), 'must have one element');
 */
export function goSlice(type: string, values: readonly GoMember[] | undefined | null): GoValue {
  if (values === undefined || values === null) return goNil(`[]${type}`);
  const json = values.map((value) => (value instanceof GoValue ? value.json : value));
  const isKnown = json.every((value) => value !== undefined);
  return new GoValue(`[]${type}{${values.map(goText).join(', ')}}`, isKnown ? json : undefined);
}

/**
 * Returns a map from strings to strings, keys sorted; nil when absent.
 *
 * @internal
 * @example
 * const error = invalid(path, goStringMap({ app: 'web' }), 'must be empty');
 */
export function goStringMap(values: Readonly<Record<string, string>> | undefined | null): GoValue {
  if (values === undefined || values === null) return goNil('map[string]string');
  const keys = Object.keys(values).sort();
  const texts = keys.map((key) => `${goQuote(key)}:${goQuote(values[key])}`);
  return new GoValue(
    `map[string]string{${texts.join(', ')}}`,
    Object.fromEntries(keys.map((key) => [key, values[key]])),
  );
}

/**
 * Returns an IntOrString.
 *
 * @internal
 * @example
 * const error = invalid(path, goIntOrString('50%'), 'must be a number');
 */
export function goIntOrString(value: IntOrString): GoValue {
  const isText = typeof value === 'string';
  const members = { Type: isText ? 1 : 0, IntVal: isText ? 0 : value, StrVal: isText ? value : '' };
  return goStruct('intstr.IntOrString', members, value);
}

/** Scale to which the amounts of resource lists are rounded. */
const RESOURCE_SCALE = -3;
/** Scale of the finest amount a quantity can have. */
const FINEST_SCALE = -9;

/** Circumstances of a quantity that Go shows. */
export interface QuantityDump {
  /** The text that Go keeps beside the number once it has been asked for it. */
  readonly asked?: string;
  /** Set for a quantity outside of resource lists: it was not rounded to thousandths. */
  readonly isExact?: boolean;
}

/**
 * Returns a quantity of a resource list, which has no fractions finer than a thousandth, or an exact one: digits and
 * scale as it was written.
 *
 * @internal
 * @example
 * const error = invalid(path, goQuantity('500m'), 'must be whole');
 */
export function goQuantity(given: string | number | null, { asked = '', isExact = false }: QuantityDump = {}): GoValue {
  const text = String(given ?? 0).trim();
  const parts = readQuantityText(text);
  const { isNegative, digits, decimals, base, exponent, format } = parts;
  const [whole, written] = base === 2 ? [BigInt(digits) << BigInt(exponent), 0] : [BigInt(digits), exponent];
  const finest = isExact ? FINEST_SCALE : RESOURCE_SCALE;
  const scale = Math.max(written - decimals, finest);
  const divisor = 10n ** BigInt(scale - (written - decimals));
  const amount = (whole + divisor - 1n) / divisor;
  const members = {
    i: goStruct('resource.int64Amount', { value: new GoValue(String(isNegative ? -amount : amount)), scale }),
    d: goStruct('resource.infDecAmount', { Dec: goNil('*inf.Dec') }),
    s: given !== null && (text === '0' || keepsText(parts, finest)) ? text : asked,
    Format: given === null ? '' : format,
  };
  return goStruct('resource.Quantity', members, quantityInJson(given, isExact));
}

/** Amounts of resource lists are rounded up to thousandths. */
function quantityInJson(given: string | number | null, isExact: boolean): string {
  const quantity = Quantity.fromJson(given);
  const rounded = Quantity.parse(`${quantity.milliValue()}m`);
  return (isExact || rounded.equals(quantity) ? quantity : rounded).toString();
}

/** Digits of a decimal number that Go reads at once. */
const QUICK_DIGITS = 18;
/** The same of a binary one without its suffix, less a digit. */
const QUICK_BINARY_DIGITS = 14;

/**
 * Reports whether Go keeps the text a quantity was read from: it takes it for canonical by a quick check of digits and
 * scale (upstream: resource.ParseQuantity), which misses some canonical texts and accepts leading zeros. A quantity
 * that is finer than it may be is rounded and loses the text.
 */
function keepsText({ digits, decimals, base, exponent }: QuantityText, finest: number): boolean {
  const number = digits.slice(0, digits.length - decimals).replace(/^0+/, '') + digits.slice(digits.length - decimals);
  if (number === '') return false;
  if (base === 2) {
    const isQuick = decimals === 0 && QUICK_BINARY_DIGITS - number.length >= Math.trunc((exponent * 3) / 10);
    return isQuick && Number(number) % 8 !== 0;
  }
  const scale = exponent - decimals;
  if (number.length > QUICK_DIGITS || scale < finest || scale % 3 !== 0) return false;
  return !number.endsWith('000') && !number.startsWith('0');
}

/**
 * Returns a list of resources: its type as Go names it, nil when absent.
 *
 * @internal
 * @example
 * const error = invalid(path, goResourceList({ cpu: '1' }), 'must have memory');
 */
export function goResourceList(
  amounts: Readonly<Record<string, string | number>> | undefined | null,
  type = 'core.ResourceList',
): GoValue {
  if (amounts === undefined || amounts === null) return goNil(type);
  const names = Object.keys(amounts).sort();
  const texts = names.map((name) => `${goQuote(name)}:${goQuantity(givenQuantity(amounts, name)).text}`);
  return new GoValue(`${type}{${texts.join(', ')}}`, Object.fromEntries(names.map((name) => [name, amounts[name]])));
}

/** A label selector that errors show. */
interface ShownSelector {
  matchLabels?: Readonly<Record<string, string>>;
  matchExpressions?: readonly { key: string; operator: string; values?: readonly string[] }[];
}

/**
 * Returns a label selector; a nil pointer prints as `"null"`.
 *
 * @internal
 * @example
 * const error = invalid(path, goLabelSelector({ matchLabels: { app: 'web' } }), 'must select something');
 */
export function goLabelSelector(selector: ShownSelector | undefined | null): GoValue | null {
  if (selector === undefined || selector === null) return null;
  const requirement = 'v1.LabelSelectorRequirement';
  const members = {
    MatchLabels: goStringMap(givenMap(selector, 'matchLabels')),
    MatchExpressions: goSlice(
      requirement,
      givenList(selector, 'matchExpressions')?.map((e) =>
        goStruct(requirement, { Key: e.key, Operator: e.operator, Values: goSlice('string', givenList(e, 'values')) }),
      ),
    ),
  };
  return goStruct('v1.LabelSelector', members, selectorInJson(selector));
}

/** Empty members are left out, of a requirement its values only. */
function selectorInJson({ matchLabels = {}, matchExpressions = [] }: ShownSelector): object {
  return {
    ...(Object.keys(matchLabels).length > 0 && { matchLabels }),
    ...(matchExpressions.length > 0 && {
      matchExpressions: matchExpressions.map(({ key, operator, values = [] }) => {
        return { key, operator, ...(values.length > 0 && { values }) };
      }),
    }),
  };
}

/**
 * Returns a value decoded from JSON without a type, as Go's `%#v` prints it: `map[string]interface
 * {}{"a":1}`.
 *
 * @internal
 * @example
 * const error = invalid(path, goUnstructured({ depth: 3 }), 'must be deeper');
 */
export function goUnstructured(value: unknown): GoValue {
  return new GoValue(unstructuredText(value, 0), () => sortedMembers(value, 0));
}

/** Go sorts the members of a map; what is nested deeper is never shown. */
function sortedMembers(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST_SHOWN) return value;
  if (Array.isArray(value)) return value.map((element) => sortedMembers(element, depth + 1));
  const members = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(members).sort();
  return Object.fromEntries(names.map((name) => [name, sortedMembers(members[name], depth + 1)]));
}

const LIST_START = '[]interface {}{';
/** Errors show the start of a value: what is nested deeper stands behind so many starts of lists that it is never shown. */
const DEEPEST_SHOWN = Math.ceil(MAX_SHOWN_VALUE / LIST_START.length);

function unstructuredText(value: unknown, depth: number): string {
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : goFloat(value);
  if (typeof value !== 'object') return String(value as boolean | bigint);
  if (depth > DEEPEST_SHOWN) return '';
  if (Array.isArray(value)) {
    return `${LIST_START}${value.map((element) => unstructuredText(element, depth + 1)).join(', ')}}`;
  }
  const members = value as Readonly<Record<string, unknown>>;
  const texts = Object.keys(members)
    .sort()
    .map((name) => `${goQuote(name)}:${unstructuredText(members[name], depth + 1)}`);
  return `map[string]interface {}{${texts.join(', ')}}`;
}

/** Go writes floats with an exponent below the first of these, and from the second on. */
const LEAST_EXPONENT = -4;
const LARGE_EXPONENT = 6;

/**
 * Returns a float as Go's `%v` prints it: the fewest digits that give it back, and the exponent with at least
 * two.
 *
 * @internal
 * @example
 * const text = goFloat(0.5);
 */
export function goFloat(value: number): string {
  const [digits, exponent] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= LEAST_EXPONENT && power < LARGE_EXPONENT) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function goText(value: GoMember): string {
  return typeof value === 'string' ? goQuote(value) : String(value);
}

/**
 * Returns a text in quotes, escaped as Go's `%q` does. Bytes that are no text (`textOfBytes`) are shown as
 * such.
 *
 * @internal
 * @example
 * const text = `unknown berth ${goQuote('north')}`;
 */
export function goQuote(text: string): string {
  const quoted = JSON.stringify(text);
  if (PLAIN.test(quoted)) return quoted;
  return quoted.replace(/\\\\|\\u[0-9a-f]{4}/g, escapeControl).replace(/[\p{C}\p{Zl}\p{Zp}\p{Zs}]/gu, escapeHidden);
}

/** The texts that JSON and Go quote alike. */
const PLAIN = /^"[ !#-[\]-~]*"$/;

/** JSON has no short forms for bell and vertical tab, and writes other control characters with four digits. */
function escapeControl(escape: string): string {
  if (escape === '\\\\') return escape;
  const code = escape.slice(4);
  if (escape.startsWith('\\ud')) return `\\x${code}`;
  return code === '07' ? '\\a' : code === '0b' ? '\\v' : `\\x${code}`;
}

function escapeHidden(char: string): string {
  const code = char.codePointAt(0)!;
  if (code === 0x20) return char;
  if (code === 0x7f) return '\\x7f';
  const digits = code.toString(16);
  return code > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`;
}

/**
 * Returns bytes as Go's `%#v` prints a slice of them. Many are printed in part: messages show no more of a
 * value.
 *
 * @internal
 * @example
 * const error = invalid(path, goBytes('[]byte', Buffer.from('abc')), 'must be PEM');
 */
export function goBytes(type: '[]byte' | '[]uint8', bytes: Uint8Array): GoValue {
  const shown = bytes.length > MAX_SHOWN_VALUE ? bytes.subarray(0, MAX_SHOWN_VALUE) : bytes;
  return new GoValue(
    `${type}{${Array.from(shown, (byte) => `0x${byte.toString(16)}`).join(', ')}}`,
    Buffer.from(shown).toString('base64'),
  );
}
