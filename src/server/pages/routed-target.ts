/**
 * Characters that paths of controllers must not contain: some parsers treat them as separators, or decode them a second
 * time.
 */
const AMBIGUOUS = /[\p{Cc}\p{Cs}\\%]/u;
const DELIMITERS = /[?#]/g;

/**
 * Returns the request target under which Nest's router finds exactly the path that was authorized: the decoded path,
 * encoded again in the only way the router decodes to it. Undefined for ambiguous paths: with empty or dot segments,
 * backslashes, control characters, invalid UTF-8, and percent signs that remain after decoding.
 */
export function routedTarget(path: string): string | undefined {
  if (AMBIGUOUS.test(path)) return undefined;
  const segments = path.slice(1).split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return undefined;
  return encodeURI(path).replace(DELIMITERS, encodeURIComponent);
}
