/**
 * The user of a request.
 *
 * @public
 * @example
 * const pilot: UserInfo = { name: 'pilot', groups: ['system:authenticated'] };
 */
export interface UserInfo {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Name of a caller that showed no credentials. */
export const ANONYMOUS_USER = 'system:anonymous';
/** Group of callers that showed no credentials. */
export const UNAUTHENTICATED_GROUP = 'system:unauthenticated';
/** Group of every caller whose credentials were accepted. */
export const AUTHENTICATED_GROUP = 'system:authenticated';
/**
 * Group that may do everything.
 *
 * @internal
 * @example
 * const isMaster = user.groups.includes(MASTERS_GROUP);
 */
export const MASTERS_GROUP = 'system:masters';
