/** The parts of a URL that rules look at. */
export interface GoUrl {
  readonly scheme: string;
  /** Name and password as written; undefined where there is no `@`. */
  readonly user: string | undefined;
  readonly host: string;
  readonly query: string;
  readonly fragment: string;
}

/** A text that is no URL; the message is worded as Go's parser words it. */
export class UrlError extends Error {}

/** Takes a URL apart as Go's `net/url` does; throws UrlError. Its cost is linear in the length. */
export function parseGoUrl(text: string): GoUrl {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof UrlError) error.message = `parse ${JSON.stringify(text)}: ${error.message}`;
    throw error;
  }
}

function parse(text: string): GoUrl {
  if (/[\u0000-\u001f\u007f]/.test(text)) throw new UrlError('net/url: invalid control character in URL');
  const [before, fragment] = cut(text, '#');
  checkEscapes(fragment);
  const { scheme, rest } = splitScheme(before);
  const [address, query] = cut(rest, '?');
  if (!address.startsWith('/')) {
    if (scheme === '') checkFirstSegment(address);
    return { scheme, user: undefined, host: '', query, fragment };
  }
  const hasAuthority = address.startsWith('//') && (scheme !== '' || !address.startsWith('///'));
  if (!hasAuthority) {
    checkEscapes(address);
    return { scheme, user: undefined, host: '', query, fragment };
  }
  const [authority, path] = cut(address.slice(2), '/');
  const { user, host } = splitAuthority(authority);
  checkEscapes(path);
  return { scheme, user, host, query, fragment };
}

function cut(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function splitScheme(text: string): { scheme: string; rest: string } {
  const end = text.search(/[^a-zA-Z0-9+.-]/);
  if (end < 0 || text[end] !== ':' || /^[0-9+.-]/.test(text)) return { scheme: '', rest: text };
  if (end === 0) throw new UrlError('missing protocol scheme');
  return { scheme: text.slice(0, end).toLowerCase(), rest: text.slice(end + 1) };
}

function checkFirstSegment(address: string): void {
  const [first] = cut(address, '/');
  if (first.includes(':')) throw new UrlError('first path segment in URL cannot contain colon');
  checkEscapes(address);
}

function splitAuthority(authority: string): Pick<GoUrl, 'user' | 'host'> {
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  checkHost(host);
  if (at < 0) return { user: undefined, host };
  const user = authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) throw new UrlError('net/url: invalid userinfo');
  checkEscapes(user);
  return { user, host };
}

function checkHost(host: string): void {
  if (host.startsWith('[')) {
    const end = host.lastIndexOf(']');
    if (end < 0) throw new UrlError("missing ']' in host");
    checkPort(host.slice(end + 1));
  } else if (host.includes(':')) checkPort(host.slice(host.lastIndexOf(':')));
  // Only the first fault is reported, as in the reference.
  const wrong = /%(?!25)(?:[0-7][0-9a-fA-F]|.{0,2})|[^A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\u0080-\uffff%]/.exec(host)?.[0];
  if (wrong === undefined || /^%[89a-fA-F][0-9a-fA-F]$/.test(wrong)) return;
  if (wrong.startsWith('%')) throw new UrlError(`invalid URL escape ${JSON.stringify(wrong)}`);
  throw new UrlError(`invalid character ${JSON.stringify(wrong)} in host name`);
}

function checkPort(port: string): void {
  if (!/^(:\d*)?$/.test(port)) throw new UrlError(`invalid port ${JSON.stringify(port)} after host`);
}

function checkEscapes(text: string): void {
  const wrong = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(text)?.[0];
  if (wrong !== undefined) throw new UrlError(`invalid URL escape ${JSON.stringify(wrong)}`);
}
