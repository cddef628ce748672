import { textOfHeader } from '../apimachinery/index.js';

/** Names and values of headers in turn, as they were sent: Node joins repeated headers that it does not know. */
export type RawHeaders = readonly string[];

/** Returns all values of a header that may be repeated; its name in lower case. */
export function headerValues(raw: RawHeaders, name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i < raw.length; i += 2) if (raw[i].toLowerCase() === name) values.push(textOfHeader(raw[i + 1]));
  return values;
}

/**
 * Returns the values of headers whose names begin with one of the prefixes, which are in lower case: by the rest of the
 * name, percent-decoded. Undefined when there are none.
 */
export function extraOfHeaders(raw: RawHeaders, prefixes: readonly string[]): Record<string, string[]> | undefined {
  const extra = new Map<string, string[]>();
  for (const prefix of prefixes) {
    for (let i = 0; i < raw.length; i += 2) {
      const name = raw[i].toLowerCase();
      if (!name.startsWith(prefix)) continue;
      const key = decodeKey(name.slice(prefix.length));
      const values = extra.get(key);
      if (values) values.push(textOfHeader(raw[i + 1]));
      else extra.set(key, [textOfHeader(raw[i + 1])]);
    }
  }
  return extra.size > 0 ? Object.fromEntries(extra) : undefined;
}

/** Header names have no case; what a client encodes in one keeps its own. */
function decodeKey(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
