import { type ApiObject, type Stores, badRequest, conflict } from '../../../src/plugin-api/index.js';
import { type StoreContext, type TokenBinding, parseApiVersion } from '../../../src/plugin-api/built-in.js';
import type { BoundObjectReference } from '../../authentication/index.js';
import type { Pod } from '../pod/shape/pod.v1.js';

/** The object a token is bound to. */
export type BoundObject = TokenBinding;

const RESOURCES: Readonly<Record<string, { resource: string; member: keyof TokenBinding }>> = {
  Pod: { resource: 'pods', member: 'pod' },
  Node: { resource: 'nodes', member: 'node' },
  Secret: { resource: 'secrets', member: 'secret' },
};

/** The requester and the account. */
interface Scope {
  readonly account: string;
  readonly storeContext: StoreContext;
}

/**
 * Finds the object a token is to be bound to. Throws 400 for a kind that tokens cannot be bound to or
 * a pod of another account, 404 when the object does not exist, 409 when it is another one of that name.
 */
export async function findBoundObject(
  stores: Stores,
  reference: BoundObjectReference | undefined,
  scope: Scope,
): Promise<BoundObject> {
  if (!reference) return {};
  const { kind = '', name = '' } = reference;
  const { group, version } = parseApiVersion(reference.apiVersion ?? '') ?? { group: '', version: '' };
  const target = group === '' && Object.hasOwn(RESOURCES, kind) ? RESOURCES[kind] : undefined;
  if (!target) throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  if (name === '') throw badRequest('Name parameter required.');
  const namespace = kind === 'Node' ? '' : scope.storeContext.namespace;
  const object = await stores.of('', target.resource).get({ ...scope.storeContext, namespace }, name);
  if (kind === 'Pod') checkAccount(object as Pod, scope.account);
  checkUid(object, reference);
  const bound: BoundObject = { [target.member]: { name, uid: object.metadata.uid } };
  return kind === 'Pod' ? { ...bound, ...(await nodeOf(stores, object as Pod, scope)) } : bound;
}

function checkAccount({ spec }: Pod, account: string): void {
  if (spec?.serviceAccountName === account) return;
  const name = JSON.stringify(account);
  throw badRequest(`cannot bind token for serviceaccount ${name} to pod running with different serviceaccount name.`);
}

function checkUid({ metadata }: ApiObject, { kind = '', uid }: BoundObjectReference): void {
  if (!uid || uid === metadata.uid) return;
  const text = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  throw conflict({ group: '', resource: kind }, metadata.name ?? '', text);
}

/** A token of a pod also contains the pod's node, if it is known. */
async function nodeOf(stores: Stores, { spec }: Pod, { storeContext }: Scope): Promise<Pick<BoundObject, 'node'>> {
  if (!spec?.nodeName) return {};
  const node = await stores.of('', 'nodes').find({ ...storeContext, namespace: '' }, spec.nodeName);
  return { node: { name: spec.nodeName, uid: node?.metadata.uid ?? '' } };
}
