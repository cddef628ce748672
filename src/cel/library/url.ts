import { BOOL, type FunctionDeclaration, listOf, mapOf, opaqueOf, STRING, type Type } from '../check/index.js';
import { ArrayList, EntryMap, EvaluationError, noSuchOverload, OpaqueValue, type Value } from '../values/index.js';
import { declare, member, overload } from './declare.js';

const TYPE = opaqueOf('kubernetes.URL');
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const USER = /^[\w.~!$&'()*+,;=:%@-]*$/;
const HOST = /^(?:\[[^[\]]*\]|[^\s"<>[\]\\^`{|}:/?#%]*(?:%[\da-f]{2}[^\s"<>[\]\\^`{|}:/?#%]*)*)(?::\d*)?$/i;
const BAD_ESCAPE = /%(?![\da-f]{2})/i;

/** A URL with the parts that expressions ask for. */
export class UrlValue extends OpaqueValue {
  readonly typeName = 'kubernetes.URL';

  constructor(
    readonly text: string,
    readonly parts: UrlParts,
  ) {
    super();
  }

  equals(other: Value): boolean {
    if (!(other instanceof UrlValue)) throw noSuchOverload();
    return other.text === this.text;
  }
}

/** The parts of a URL, as they are written. */
export interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

/** Reads an absolute URL or an absolute path, or answers why it is neither. */
export function readUrl(text: string): UrlParts | string {
  const fault = (reason: string): string => `parse "${text}": ${reason}`;
  if ([...text].some((character) => character < ' ' || character === '\x7f')) {
    return fault('net/url: invalid control character in URL');
  }
  if (text === '') return fault('empty url');
  const scheme = SCHEME.exec(text)?.[1] ?? '';
  if (scheme === '' && !text.startsWith('/')) return fault(faultWithoutScheme(text));
  const rest = scheme === '' ? text : text.slice(scheme.length + 1);
  const mark = rest.indexOf('?');
  const [front, query] = mark < 0 ? [rest, ''] : [rest.slice(0, mark), rest.slice(mark + 1)];
  if (!front.startsWith('/')) {
    return scheme === ''
      ? fault('invalid URI for request')
      : { scheme: scheme.toLowerCase(), host: '', path: '', query };
  }
  const hasAuthority = front.startsWith('//') && (scheme !== '' || !front.startsWith('///'));
  const slash = hasAuthority ? front.indexOf('/', 2) : 0;
  const authority = hasAuthority ? front.slice(2, slash < 0 ? undefined : slash) : '';
  const path = slash < 0 ? '' : front.slice(slash);
  const reason = authorityFault(authority) ?? pathFault(path);
  if (reason !== undefined) return fault(reason);
  return { scheme: scheme.toLowerCase(), host: authority.slice(authority.lastIndexOf('@') + 1), path, query };
}

function faultWithoutScheme(text: string): string {
  if (text.startsWith(':')) return 'missing protocol scheme';
  return 'invalid URI for request';
}

function authorityFault(authority: string): string | undefined {
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  if (at >= 0 && !USER.test(authority.slice(0, at))) return 'net/url: invalid userinfo';
  if (HOST.test(host)) return undefined;
  if (host.startsWith('[') && !host.includes(']')) return "missing ']' in host";
  const port = /:[^:\]]*$/.exec(host)?.[0] ?? '';
  if (port !== '' && !/^:\d*$/.test(port)) return `invalid port "${port}" after host`;
  const bad = /[\s"<>[\]\\^`{|}]/.exec(host)?.[0] ?? '';
  return `invalid character "${bad}" in host name`;
}

function pathFault(path: string): string | undefined {
  const at = path.search(BAD_ESCAPE);
  return at < 0 ? undefined : `invalid URL escape "${path.slice(at, at + 3)}"`;
}

function toUrl(text: string): Value {
  const parts = readUrl(text);
  // The validated URL has no fragment; the parsed one has.
  const mark = text.indexOf('#');
  const kept = mark < 0 ? parts : readUrl(text.slice(0, mark));
  if (typeof parts !== 'string' && typeof kept !== 'string') {
    return new UrlValue(canonicalUrl(text, kept), kept);
  }
  throw new EvaluationError(`URL parse error during conversion from string: ${parts}`);
}

/** A URL as it is written again: the scheme in small letters, the path escaped, nothing for an empty host. */
function canonicalUrl(text: string, { scheme, host, path }: UrlParts): string {
  if (scheme === '' || (path === '' && host === '' && !/^[^:]*:\/\//.test(text))) return text;
  const end = text.search(/[?#]/);
  const [front, rest] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)];
  const authority = /^[^:]*:(\/\/[^/]*)?/.exec(front)?.[1] ?? '';
  return `${scheme}:${authority === '//' && path === '' ? '' : authority}${escapedPath(path)}${rest}`;
}

function hostnameOf(host: string): string {
  if (host.startsWith('[')) return host.slice(1, host.indexOf(']'));
  const colon = host.indexOf(':');
  return colon < 0 ? host : host.slice(0, colon);
}

function portOf(host: string): string {
  return /:(\d*)$/.exec(host.slice(host.lastIndexOf(']') + 1))?.[1] ?? '';
}

const SAFE_PATH = /[\w$&+,/:;=@.~!'()*%-]/;

function escapedPath(path: string): string {
  return Array.from(path, (c) => (SAFE_PATH.test(c) ? c : encodeURIComponent(c))).join('');
}

/** The parameters of a query; what cannot be read of it is left out. */
function queryOf(query: string): Value {
  const lists = new Map<string, string[]>();
  for (const part of query.split('&')) {
    if (part === '' || part.includes(';')) continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = decode(equals < 0 ? '' : part.slice(equals + 1));
    if (name === undefined || value === undefined) continue;
    const list = lists.get(name);
    if (list) list.push(value);
    else lists.set(name, [value]);
  }
  const map = new EntryMap();
  for (const [name, values] of lists) map.add(name, new ArrayList(values));
  return map;
}

function decode(text: string): string | undefined {
  if (BAD_ESCAPE.test(text)) return undefined;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const GETTERS: readonly (readonly [string, string, Type, (parts: UrlParts) => Value])[] = [
  ['getScheme', 'url_get_scheme', STRING, ({ scheme }) => scheme],
  ['getHost', 'url_get_host', STRING, ({ host }) => host],
  ['getHostname', 'url_get_hostname', STRING, ({ host }) => hostnameOf(host)],
  ['getPort', 'url_get_port', STRING, ({ host }) => portOf(host)],
  ['getEscapedPath', 'url_get_escaped_path', STRING, ({ path }) => escapedPath(path)],
  ['getQuery', 'url_get_query', mapOf(STRING, listOf(STRING)), ({ query }) => queryOf(query)],
];

/** URLs, which Kubernetes adds. */
export const URLS: readonly FunctionDeclaration[] = [
  declare('url', overload('string_to_url', { args: [STRING], result: TYPE, call: toUrl })),
  declare(
    'isURL',
    overload('is_url_string', {
      args: [STRING],
      result: BOOL,
      call: (text: string) => typeof readUrl(text) !== 'string',
    }),
  ),
  ...GETTERS.map(([name, id, result, get]) => {
    return declare(name, member(id, { args: [TYPE], result, call: ({ parts }: UrlValue) => get(parts) }));
  }),
];

/** The name that stands for the type of URLs. */
export const URL_TYPE: readonly [string, Type] = [TYPE.name, TYPE];
