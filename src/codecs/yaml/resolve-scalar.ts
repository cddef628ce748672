import { isBase64 } from '../../apimachinery/index.js';
import { YamlSyntaxError } from './yaml-syntax-error.js';

/** The value of a scalar. */
export type YamlScalar = string | number | bigint | boolean | null;

const WORDS: ReadonlyMap<string, boolean | null | number> = new Map<string, boolean | null | number>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((w) => [w, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((w) => [w, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((w) => [w, null] as const),
  ...['.nan', '.NaN', '.NAN'].map((w) => [w, NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((w) => [w, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((w) => [w, -Infinity] as const),
]);

const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const INTEGER = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const MIN_INT64 = -(2n ** 63n);
const MAX_UINT64 = 2n ** 64n - 1n;

/** Reads a plain scalar by the rules of YAML 1.1 as Go's decoder has them; dates and base-60 numbers stay text. */
export function resolvePlain(text: string): YamlScalar {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (!/^[-+.0-9]/.test(text)) return text;
  const digits = text.replaceAll('_', '');
  return readInteger(digits) ?? readFloat(digits) ?? text;
}

/** Reads a scalar with an explicit tag (`!!str 5`); foreign tags give the text. Throws YamlSyntaxError. */
export function resolveTagged(tag: string, text: string): YamlScalar {
  if (tag === '!!str') return text;
  if (tag === '!!binary') return decodeBinary(text);
  if (!['!!bool', '!!int', '!!float', '!!null'].includes(tag)) return text;
  const value = resolvePlain(text);
  const got = tagOf(value);
  if (got === tag || (tag === '!!float' && got === '!!int')) return value;
  throw YamlSyntaxError.because(`cannot decode ${got} \`${text}\` as a ${tag}`);
}

/** Reports whether a text written plainly would be read back as something else than this text, or as a date. */
export function isAmbiguous(text: string): boolean {
  if (typeof resolvePlain(text) !== 'string' || text === '<<') return true;
  return isDate(text) || /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/.test(text);
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{1,2}-\d{1,2}([Tt ]\s*\d{1,2}:\d{1,2}:\d{1,2}(\.\d+)?\s*(Z|[-+]\d{1,2}:\d{2})?)?$/.test(text))
    return false;
  const [month, day] = text
    .split(/[^0-9]/)
    .slice(1, 3)
    .map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function readInteger(text: string): number | bigint | undefined {
  const match = INTEGER.exec(text);
  if (!match) return undefined;
  const digits = /^0[0-7]/.test(match[2]) ? `0o${match[2].slice(1)}` : match[2].toLowerCase();
  const magnitude = BigInt(digits);
  const value = match[1] === '-' ? -magnitude : magnitude;
  const isSigned = match[1] !== '';
  if (value < MIN_INT64 || value > (isSigned ? 2n ** 63n - 1n : MAX_UINT64)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function readFloat(text: string): number | undefined {
  if (!FLOAT.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function decodeBinary(text: string): string {
  const compact = text.replace(/[\r\n]/g, '');
  if (!isBase64(compact)) {
    throw YamlSyntaxError.because('!!binary value contains invalid base64 data');
  }
  return Buffer.from(compact, 'base64').toString('utf8');
}

function tagOf(value: YamlScalar): string {
  if (value === null) return '!!null';
  if (typeof value === 'boolean') return '!!bool';
  if (typeof value === 'string') return '!!str';
  return typeof value === 'bigint' || Number.isInteger(value) ? '!!int' : '!!float';
}
