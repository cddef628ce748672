/**
 * A whole number or a text, most often a percentage: a plain JSON value.
 *
 * @internal
 * @example
 * const maxUnavailable: IntOrString = '25%';
 */
export type IntOrString = number | string;

/** Reports whether a value is one of the two, with an integer that fits 32 bits. */
export function isIntOrString(value: unknown): value is IntOrString {
  return typeof value === 'string' || (typeof value === 'number' && (value | 0) === value);
}

/**
 * Returns the whole number of a value, as a port or a count; 0 for a text that is not a number.
 *
 * @internal
 * @example
 * const port = intValueOf('8080');
 */
export function intValueOf(value: IntOrString): number {
  if (typeof value === 'number') return value;
  return /^[+-]?\d+$/.test(value) ? Number(value) : 0;
}

/**
 * Returns the percentage in `25%`, or undefined for anything else.
 *
 * @internal
 * @example
 * const percent = percentOf('25%');
 */
export function percentOf(value: IntOrString): number | undefined {
  return typeof value === 'string' && /^[+-]?\d+%$/.test(value) ? Number(value.slice(0, -1)) : undefined;
}

/**
 * Converts a count or a share of `total` into a count. Rounds down by default; throws an Error with the reference's
 * text for a string that is not a percentage.
 */
export function scaledValueOf(value: IntOrString, total: number, rounding: 'up' | 'down' = 'down'): number {
  if (typeof value === 'number') return value;
  const percent = percentOf(value);
  if (percent === undefined) throw new Error(`invalid value for IntOrString: ${percentFault(value)}`);
  const scaled = (percent * total) / 100;
  return rounding === 'up' ? Math.ceil(scaled) : Math.floor(scaled);
}

function percentFault(value: string): string {
  if (!value.endsWith('%')) return 'invalid type: string is not a percentage';
  const number = JSON.stringify(value.slice(0, -1));
  return `invalid value ${JSON.stringify(value)}: strconv.Atoi: parsing ${number}: invalid syntax`;
}
