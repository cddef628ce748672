import { CredentialError } from '../credential-error.js';
import { CREDENTIAL_RESOURCES } from '../kinds.js';
import type { AccountClaims } from './claims.js';
import type { CredentialObjectName, LiveObject, ServiceAccountLookup } from './service-account-lookup.js';
import type { ObjectIdentity } from './token-issuer.js';

const VOID = 'service account token has been invalidated';

/** An object a token is bound to, and its name in errors. */
interface Binding {
  readonly name: CredentialObjectName;
  readonly claimed: ObjectIdentity;
  readonly missing: string;
  readonly deleted: string;
  readonly differs: (actual: string) => string;
}

/**
 * Checks that everything a token depends on still exists and is the same object; deletions that were asked for after
 * `deletedBefore` are forgiven. Returns what that is. Throws CredentialError.
 */
export async function checkBindings(
  claims: AccountClaims,
  lookup: ServiceAccountLookup,
  deletedBefore: number,
): Promise<CredentialObjectName[]> {
  const bindings = bindingsOf(claims);
  for (const binding of bindings) check(binding, await lookup.find(binding.name), deletedBefore);
  return bindings.map(({ name }) => name);
}

function check(binding: Binding, found: LiveObject | undefined, deletedBefore: number): void {
  if (!found) throw new CredentialError(binding.missing);
  if (found.uid !== binding.claimed.uid) throw new CredentialError(binding.differs(found.uid));
  if (found.deletedAt !== undefined && found.deletedAt < deletedBefore) throw new CredentialError(binding.deleted);
}

function bindingsOf(claims: AccountClaims): Binding[] {
  const { namespace, serviceaccount, secret, pod, node } = claims;
  const bindings: Binding[] = [
    {
      name: { resource: CREDENTIAL_RESOURCES.account, namespace, name: serviceaccount.name },
      claimed: serviceaccount,
      missing: `serviceaccounts ${JSON.stringify(serviceaccount.name)} not found`,
      deleted: 'service account has been deleted',
      differs: (uid) => `service account UID (${uid}) does not match claim (${serviceaccount.uid})`,
    },
  ];
  if (secret) bindings.push(boundTo('secret', namespace, secret));
  if (pod) bindings.push(boundTo('pod', namespace, pod));
  // Of a pod's token the node is only information.
  else if (node) bindings.push(boundTo('node', '', node));
  return bindings;
}

function boundTo(word: 'secret' | 'pod' | 'node', namespace: string, claimed: ObjectIdentity): Binding {
  const name = { resource: CREDENTIAL_RESOURCES[word], namespace, name: claimed.name };
  const differs = (uid: string): string =>
    `${word} UID (${uid}) does not match service account ${word} ref claim (${claimed.uid})`;
  return { name, claimed, missing: VOID, deleted: VOID, differs };
}
