/** Longest manager name, in bytes of UTF-8. */
export const MAX_MANAGER_LENGTH = 128;

/** Name of the manager when neither the request nor its User-Agent gives one. */
export const UNKNOWN_MANAGER = 'unknown';

const PRINTABLE = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

/** Nearly all names are of these, and no longer than they may be. */
const PLAIN = /^[\x20-\x7e]{0,128}$/;

/**
 * Returns the manager a request writes as: the `fieldManager` parameter, else what the User-Agent says before its
 * first slash, without characters that cannot be printed and no longer than a manager name may be.
 */
export function managerFrom(fieldManager: string | undefined, userAgent: string | undefined): string {
  if (fieldManager) return fieldManager;
  return prefixOf(userAgent ?? '') || UNKNOWN_MANAGER;
}

function prefixOf(userAgent: string): string {
  const slash = userAgent.indexOf('/');
  const name = slash < 0 ? userAgent : userAgent.slice(0, slash);
  if (PLAIN.test(name)) return name;
  let out = '';
  let length = 0;
  for (const char of name) {
    if (!PRINTABLE.test(char)) continue;
    length += Buffer.byteLength(char);
    if (length > MAX_MANAGER_LENGTH) break;
    out += char;
  }
  return out;
}
