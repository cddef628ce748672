import { type MaybePromise, type ResultRule, checkedResult } from '../apimachinery/index.js';
import { type AuthenticationRequest, type AuthenticationResult, Authenticator } from './authenticator.js';

/** A result without groups, or null, would end the search for the user where others know it. */
const RESULT: ResultRule = {
  isRight: (result) => result === undefined || isUser((result as Partial<AuthenticationResult> | null)?.user),
  wanted: 'undefined, or { user: { name, groups } } with a name and a list of groups',
  mayWait: true,
};

/** Asks an authenticator of a plugin. Requests fail for a result that is no user; `where` names the authenticator. */
export class CheckedAuthenticator extends Authenticator {
  private readonly where: string;

  constructor(private readonly inner: Authenticator) {
    super();
    this.where = `authenticator ${inner.constructor.name}: authenticate`;
  }

  authenticate(request: AuthenticationRequest): MaybePromise<AuthenticationResult | undefined> {
    return checkedResult(this.where, this.inner.authenticate(request), RESULT);
  }
}

function isUser(user: unknown): boolean {
  if (typeof user !== 'object' || user === null) return false;
  const { name, groups } = user as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name === '') return false;
  return Array.isArray(groups) && groups.every((group) => typeof group === 'string');
}
