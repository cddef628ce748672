import { textOfBytes, textOfHeader } from '../apimachinery/index.js';

/** The target of a request: its path, percent-decoded, and its query without the question mark. */
export interface RequestTarget {
  readonly path: string;
  readonly query: string;
}

const SLASH = 47;
/** The absolute form that clients send to proxies, and that servers have to take as well (RFC 9112, 3.2.2). */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i;

/** Reads the target of a request line; undefined when it is malformed. */
export function readTarget(sent: string): RequestTarget | undefined {
  const target = sent.charCodeAt(0) === SLASH ? sent : withoutOrigin(sent);
  const mark = target.indexOf('?');
  const path = decodePath(mark < 0 ? target : target.slice(0, mark));
  if (path === undefined) return undefined;
  return { path, query: mark < 0 ? '' : target.slice(mark + 1) };
}

function withoutOrigin(target: string): string {
  const origin = ORIGIN.exec(target);
  if (!origin) return target;
  const rest = target.slice(origin[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function decodePath(raw: string): string | undefined {
  if (!raw.includes('%')) return textOfHeader(raw);
  if (BROKEN_ESCAPE.test(raw)) return undefined;
  return textOfBytes(Buffer.from(raw.replace(ESCAPE, decodeEscape), 'latin1'));
}

const ESCAPE = /%([0-9a-f]{2})/gi;
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i;

function decodeEscape(_escape: string, digits: string): string {
  return String.fromCharCode(parseInt(digits, 16));
}

/** Reads a query; what is no parameter is left out of it (upstream: `url.ParseQuery`, whose errors are ignored). */
export function readQuery(query: string): URLSearchParams {
  if (!query.includes(';') && !BROKEN_ESCAPE.test(query)) return new URLSearchParams(query);
  const isParameter = (part: string): boolean => !part.includes(';') && !BROKEN_ESCAPE.test(part);
  return new URLSearchParams(query.split('&').filter(isParameter).join('&'));
}
