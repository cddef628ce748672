import { type UserInfo } from '../../../src/plugin-api/index.js';
import { cutText } from '../../../src/plugin-api/built-in.js';

/** Characters of a user in a message: one with thousands of groups is cut. */
const MAX_USER_TEXT = 4096;

/** Returns a user as Go's `%v` prints the reference's user.DefaultInfo: `&{bob u-bob [system:authenticated] map[]}`. */
export function showUser({ name, uid = '', groups, extra = {} }: UserInfo): string {
  const keys = Object.keys(extra).sort();
  const texts = keys.map((key) => `${key}:[${extra[key].join(' ')}]`);
  return cutText(`&{${name} ${uid} [${groups.join(' ')}] map[${texts.join(' ')}]}`, MAX_USER_TEXT);
}
