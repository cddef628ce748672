/**
 * A text that is no JSON. Messages are worded as Go's decoder words them: clients show and match them.
 *
 * @internal
 * @example
 * if (error instanceof JsonSyntaxError) throw badRequest(error.message);
 */
export class JsonSyntaxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JsonSyntaxError';
  }
}

/** Returns a character as such messages name it. */
export function showChar(char: string): string {
  if (char === "'") return `'\\''`;
  if (char === '"') return `'"'`;
  const code = char.charCodeAt(0);
  if (code < 0x20 || code === 0x7f) return showControl(code);
  // The surrogate of an invalid byte (`textOfBytes`).
  if (code >= 0xdc80 && code <= 0xdcff) return `'${String.fromCharCode(code - 0xdc00)}'`;
  // Go's decoder sees bytes: of a longer character it names the first.
  return `'${String.fromCharCode(Buffer.from(char, 'utf8')[0])}'`;
}

const CONTROL: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
};

function showControl(code: number): string {
  return `'${CONTROL[code] ?? `\\x${code.toString(16).padStart(2, '0')}`}'`;
}
