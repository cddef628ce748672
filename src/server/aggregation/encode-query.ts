import { wellFormed } from '../../apimachinery/index.js';

/** A query in the form in which the reference sends it on: in the order of names (Go: url.Values.Encode). */
export function encodeQuery(query: URLSearchParams): string {
  if (query.size === 0) return '';
  const pairs = [...query].sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  return pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
}

/** Everything but letters, digits and `-_.~` is percent-encoded, and a blank becomes a plus sign (Go: url.QueryEscape). */
function escaped(text: string): string {
  return encodeURIComponent(wellFormed(text))
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
