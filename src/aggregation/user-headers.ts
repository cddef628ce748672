import type { UserInfo } from '../request/index.js';

const EXTRA_PREFIX = 'x-remote-extra-';
/** The bytes of a header name (RFC 9110, 5.6.2), without the percent sign. */
const NAME_BYTE = /[a-z0-9!#$&'*+\-.^_`|~]/;

/**
 * Returns the headers by which a front proxy names the user (upstream: transport.SetAuthProxyHeaders). The uid is
 * named where the gate `RemoteRequestHeaderUID` is on.
 */
export function userHeaders(user: UserInfo, namesUid: boolean): Record<string, string[]> {
  const { name, uid = '', groups, extra = {} } = user;
  const headers: Record<string, string[]> = { 'x-remote-user': [encoded(name)] };
  if (namesUid && uid !== '') headers['x-remote-uid'] = [encoded(uid)];
  if (groups.length > 0) headers['x-remote-group'] = groups.map(encoded);
  for (const [key, values] of Object.entries(extra)) {
    // Keys that differ in case only are one header.
    (headers[`${EXTRA_PREFIX}${escapedKey(key)}`] ??= []).push(...values.map(encoded));
  }
  return headers;
}

const ASCII = /^[\x20-\x7e]*$/;

/** Node takes header values as bytes. */
function encoded(text: string): string {
  if (ASCII.test(text)) return text;
  return Buffer.from(text, 'utf8').toString('latin1');
}

/**
 * Bytes that no header name may have, and the percent sign, are percent-encoded (upstream: headerKeyEscape). Letters
 * outside ASCII keep their case, since they are encoded before the case of the header is lost.
 */
function escapedKey(key: string): string {
  let out = '';
  for (const byte of Buffer.from(key, 'utf8')) {
    const char = String.fromCharCode(byte).toLowerCase();
    out += NAME_BYTE.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`;
  }
  return out;
}
