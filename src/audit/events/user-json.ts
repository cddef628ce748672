import { stringifyJson } from '../../codecs/index.js';
import type { UserInfo } from '../../request/index.js';

/** Most users come again with the same object, from the caches of authenticators. */
const WRITTEN = new WeakMap<UserInfo, string>();

/** Returns a user as JSON, with what is empty left out (upstream: authentication.k8s.io/v1 UserInfo). */
export function userJson(user: UserInfo | undefined): string {
  if (!user) return '{}';
  const known = WRITTEN.get(user);
  if (known !== undefined) return known;
  const written = writeUser(user);
  WRITTEN.set(user, written);
  return written;
}

function writeUser({ name, uid, groups, extra }: UserInfo): string {
  const keys = Object.keys(extra ?? {}).sort();
  return stringifyJson({
    ...(name !== '' && { username: name }),
    ...(uid && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(keys.length > 0 && { extra: Object.fromEntries(keys.map((key) => [key, extra![key]])) }),
  });
}
