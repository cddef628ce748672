import { expressionLanguage, type ExpressionLanguage } from '../../../../src/plugin-api/built-in.js';

type Value = ReturnType<ExpressionLanguage['valueOfJson']>;

/** Reads a text as rules see it, which depends on its format; throws EvaluationError for texts that do not have it. */
export function readFormatted(text: string, format: string): Value {
  const { TimestampValue, DurationValue, parseTimestamp } = expressionLanguage();
  switch (format) {
    case 'duration':
      return new DurationValue(parseLongDuration(text) ?? notOf(format, text));
    case 'date':
      return new TimestampValue(parseTimestamp(`${text}T00:00:00Z`) ?? notOf(format, text));
    case 'date-time':
      return new TimestampValue(parseTimestamp(text.replace(' ', 'T')) ?? notOf(format, text));
    case 'byte':
      return BASE64.test(text) && text.length % 4 === 0 ? Buffer.from(text, 'base64') : notOf(format, text);
    default:
      return text;
  }
}

const BASE64 = /^[A-Za-z\d+/]*={0,2}$/;

function notOf(format: string, text: string): never {
  throw new (expressionLanguage().EvaluationError)(`Invalid ${format} formatted string ${text}`);
}

const SECOND = 1_000_000_000;
/** Nanoseconds of each unit. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ...unit(1, 'ns nano nanosecond nanoseconds'),
  ...unit(1000, 'us µs micro microsecond microseconds'),
  ...unit(1_000_000, 'ms milli millisecond milliseconds'),
  ...unit(SECOND, 's sec second seconds'),
  ...unit(60 * SECOND, 'm min minute minutes'),
  ...unit(3600 * SECOND, 'h hr hour hours'),
  ...unit(86_400 * SECOND, 'd day days'),
  ...unit(7 * 86_400 * SECOND, 'w week weeks'),
]);

function unit(nanoseconds: number, names: string): [string, number][] {
  return names.split(' ').map((name) => [name, nanoseconds]);
}

/** Reads a length of time as Go writes it, or as one number with a unit up to weeks; undefined for other texts. */
function parseLongDuration(text: string): bigint | undefined {
  const { readDuration, EvaluationError } = expressionLanguage();
  const [, amount, name] = /^(\d+)\s*([a-zµ]+)$/.exec(text.trim().toLowerCase()) ?? [];
  const nanoseconds = UNITS.get(name ?? '');
  if (nanoseconds !== undefined) return BigInt(amount) * BigInt(nanoseconds);
  try {
    return readDuration(text).nanoseconds;
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}
