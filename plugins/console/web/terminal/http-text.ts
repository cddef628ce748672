/** A response of HTTP/1.1. */
export interface HttpAnswer {
  readonly statusLine: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Returns a request that ends the connection. Throws an Error for a malformed path. */
export function requestText(path: string, host: string): string {
  if (!/^\/[\x21-\x7e]*$/.test(path)) throw new Error('a path begins with / and has no spaces');
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: */*\r\nConnection: close\r\n\r\n`;
}

/** Reads a response; undefined where the bytes are not HTTP. */
export function parseAnswer(bytes: Uint8Array): HttpAnswer | undefined {
  const head = headOf(bytes);
  if (!head) return undefined;
  const { statusLine, headers } = head;
  const body = bytes.subarray(head.bodyAt);
  return { statusLine, headers, body: new TextDecoder().decode(isChunked(head) ? withoutChunks(body) : body) };
}

/** Reports whether a response has come as a whole, by its length or its last chunk. Others end with the connection. */
export function isWhole(bytes: Uint8Array): boolean {
  const head = headOf(bytes);
  if (!head) return false;
  const body = bytes.subarray(head.bodyAt);
  if (isChunked(head)) return latin1(body.subarray(-LAST_CHUNK.length)) === LAST_CHUNK;
  const length = head.headers.find(([name]) => name === 'content-length')?.[1];
  return length !== undefined && body.length >= Number(length);
}

interface Head extends Pick<HttpAnswer, 'statusLine' | 'headers'> {
  readonly bodyAt: number;
}

/** Longer heads are not HTTP that is shown. */
const MOST_HEAD_BYTES = 64_000;
const LAST_CHUNK = '\r\n0\r\n\r\n';
const LINE_FEED = 10;

function headOf(bytes: Uint8Array): Head | undefined {
  const text = latin1(bytes.subarray(0, MOST_HEAD_BYTES));
  const end = text.indexOf('\r\n\r\n');
  if (end < 0 || !text.startsWith('HTTP/1.')) return undefined;
  const [statusLine, ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { statusLine, headers, bodyAt: end + 4 };
}

function isChunked({ headers }: Head): boolean {
  return headers.some(([name, value]) => name === 'transfer-encoding' && value.toLowerCase() === 'chunked');
}

/** Removes the lengths between chunks, up to the last that is whole. */
function withoutChunks(bytes: Uint8Array): Uint8Array {
  const found = new Uint8Array(bytes.length);
  let [at, written] = [0, 0];
  for (;;) {
    const lineEnd = bytes.indexOf(LINE_FEED, at);
    const size = lineEnd < 0 ? 0 : Number.parseInt(latin1(bytes.subarray(at, lineEnd)), 16);
    if (!(size > 0)) return found.subarray(0, written);
    const chunk = bytes.subarray(lineEnd + 1, lineEnd + 1 + size);
    found.set(chunk, written);
    written += chunk.length;
    at = lineEnd + 1 + size + 2;
  }
}

/** Returns one letter for each byte, so that lengths are those of bytes. */
function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
