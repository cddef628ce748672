import type { UserInfo } from './user-info.js';

const USER = Symbol('user');

/** Attaches the authenticated user to the request of Node, for code that sees nothing else of it. */
export function attachUser(request: object, user: UserInfo): void {
  Object.defineProperty(request, USER, { value: user, configurable: true });
}

/** Returns the user that was attached to a request; undefined where none was. */
export function attachedUser(request: object): UserInfo | undefined {
  return (request as { [USER]?: UserInfo })[USER];
}
