import type { UserInfo } from '../../request/index.js';
import type { TokenClaims } from './claims.js';

const PREFIX = 'authentication.kubernetes.io/';

/** The user that a service account is. */
export function accountUser({ account, jti }: TokenClaims): UserInfo {
  const { namespace, serviceaccount, pod, node } = account;
  const extra: Record<string, readonly string[]> = {};
  if (jti) extra[`${PREFIX}credential-id`] = [`JTI=${jti}`];
  if (pod) Object.assign(extra, { [`${PREFIX}pod-name`]: [pod.name], [`${PREFIX}pod-uid`]: [pod.uid] });
  if (node) Object.assign(extra, { [`${PREFIX}node-name`]: [node.name], [`${PREFIX}node-uid`]: [node.uid] });
  return {
    name: `system:serviceaccount:${namespace}:${serviceaccount.name}`,
    uid: serviceaccount.uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}
