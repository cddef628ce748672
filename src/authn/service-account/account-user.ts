import type { UserInfo } from '../../request/index.js';
import type { AccountClaims, TokenClaims } from './claims.js';

const PREFIX = 'authentication.kubernetes.io/';

/** Returns the user name of a token's account. */
export function accountUserName({ namespace, serviceaccount }: AccountClaims): string {
  return `system:serviceaccount:${namespace}:${serviceaccount.name}`;
}

/** Returns the user that a service account is. */
export function accountUser({ account, jti }: Pick<TokenClaims, 'account' | 'jti'>): UserInfo {
  const { namespace, serviceaccount, pod, node } = account;
  const extra: Record<string, readonly string[]> = {};
  if (jti) extra[`${PREFIX}credential-id`] = [`JTI=${jti}`];
  if (pod) Object.assign(extra, { [`${PREFIX}pod-name`]: [pod.name], [`${PREFIX}pod-uid`]: [pod.uid] });
  if (node) Object.assign(extra, { [`${PREFIX}node-name`]: [node.name], [`${PREFIX}node-uid`]: [node.uid] });
  return {
    name: accountUserName(account),
    uid: serviceaccount.uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}
