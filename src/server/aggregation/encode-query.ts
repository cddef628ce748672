/** Returns a query in the form in which the reference sends it on: in the order of names (Go: url.Values.Encode). */
export function encodeQuery(query: URLSearchParams): string {
  if (query.size === 0) return '';
  // Names are compared as bytes: characters beyond U+FFFF have another place among texts.
  const pairs = [...query].map(([name, value]) => ({
    bytes: Buffer.from(name),
    text: `${escaped(name)}=${escaped(value)}`,
  }));
  return pairs
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ text }) => text)
    .join('&');
}

/** Everything but letters, digits and `-_.~` is percent-encoded, and a blank becomes a plus sign (Go: url.QueryEscape). */
function escaped(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
