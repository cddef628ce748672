import type { UserInfo as RequestUser } from '../../../src/plugin-api/index.js';
import type { UserInfo } from './self-subject-review.v1.js';

/** Returns an identity as reviews show it. */
export function shownUser({ name, uid, groups, extra }: RequestUser): UserInfo {
  const user: UserInfo = { username: name };
  if (uid) user.uid = uid;
  if (groups.length > 0) user.groups = [...groups];
  if (extra && Object.keys(extra).length > 0) {
    user.extra = Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]]));
  }
  return user;
}
