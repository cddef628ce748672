/** Writes plain data as JSON, bigint included. Falls back to the slow way only where a bigint occurs. */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return stringifyWithBigint(value, indent);
  }
}

const MARK = '\u0000bigint:';

function stringifyWithBigint(value: unknown, indent?: number): string {
  const marked = JSON.stringify(value, (_key, v: unknown) => (typeof v === 'bigint' ? `${MARK}${v}` : v), indent);
  return marked.replace(/"\\u0000bigint:(-?\d+)"/g, '$1');
}
