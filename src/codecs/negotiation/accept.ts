/** One entry of an Accept header. */
export interface MediaRange {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly quality: number;
}

const CACHE = new Map<string, readonly MediaRange[]>();
const CACHE_LIMIT = 256;
/** Longer headers are not cached: ordinary clients do not send them. */
const LONGEST_CACHED = 1024;
/** Entries that are read of a header; what follows them is not considered. */
const MOST_ENTRIES = 64;

/** Returns the entries of an Accept header as they stand, a bounded number of them. */
export function splitAccept(header: string): string[] {
  return header.split(',', MOST_ENTRIES);
}

/** Reads an Accept header (RFC 9110, 12.5.1), the preferred entries first. Malformed entries are left out. */
export function parseAccept(header: string): readonly MediaRange[] {
  let ranges = CACHE.get(header);
  if (!ranges) {
    ranges = splitAccept(header)
      .flatMap(parseRange)
      .sort((a, b) => b.quality - a.quality || specificity(b) - specificity(a));
    // Clients send a handful of different headers; the bound is for those that send random ones.
    if (CACHE.size >= CACHE_LIMIT) CACHE.clear();
    if (header.length <= LONGEST_CACHED) CACHE.set(header, ranges);
  }
  return ranges;
}

function specificity(range: MediaRange): number {
  if (range.type === '*') return 0;
  return range.subtype === '*' ? 1 : 2;
}

function parseRange(text: string): MediaRange[] {
  const [media, ...rest] = text.split(';').map((part) => part.trim());
  const [type, subtype, ...more] = media.split('/').map((part) => part.trim());
  if (more.length > 0) return [];
  if (type !== '*' && !subtype) return [];
  const parameters: Record<string, string> = {};
  let quality = 1;
  for (const part of rest) {
    // Parameters other than name=value are ignored.
    const [name, value, ...others] = part.split('=').map((side) => side.trim());
    if (!value || others.length > 0) continue;
    // Not a number: the entry stays, as the last choice.
    if (name === 'q') quality = Number.isFinite(Number(value)) ? Number(value) : 0;
    else parameters[name] = value;
  }
  return [{ type, subtype: subtype || '*', parameters, quality }];
}
