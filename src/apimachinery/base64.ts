const FOREIGN = /[^A-Za-z0-9+/]/;
const GROUP = 4;
const PADDING = ['=', '=='];

/**
 * Reports whether a text is base64 with padding and without line breaks (RFC 4648), as Go's encoding/base64 reads it:
 * unused bits of the last group may be set.
 */
export function isBase64(text: string): boolean {
  // One class of characters, since a pattern with groups keeps a step to go back to for each group of a long text.
  if (text.length % GROUP !== 0) return false;
  const foreign = text.search(FOREIGN);
  return foreign < 0 || (foreign >= text.length - 2 && PADDING.includes(text.slice(foreign)));
}

/**
 * Returns where a text stops being base64: the index at which Go's encoding/base64 reports illegal data, which is
 * that of the first foreign character, or of the last group when padding is wrong. Undefined for base64.
 *
 * @internal
 * @example
 * const isPatch = (text: string) => base64FaultAt(text) === undefined;
 */
export function base64FaultAt(text: string): number | undefined {
  if (isBase64(text)) return undefined;
  const foreign = text.search(FOREIGN);
  if (foreign < 0) return Math.floor(text.length / GROUP) * GROUP;
  if (text[foreign] !== '=') return foreign;
  const inGroup = foreign % GROUP;
  if (inGroup < 2) return foreign;
  if (inGroup === 3) return foreign + 1;
  if (foreign + 1 === text.length) return text.length;
  return text[foreign + 1] === '=' ? foreign + 2 : foreign;
}
