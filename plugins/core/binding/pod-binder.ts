import {
  type ApiObject,
  type StatusError,
  type StoreContext,
  type Stores,
  conflict,
  formatTime,
  invalidObject,
  notFound,
  badRequest,
} from '../../../src/plugin-api/index.js';
import type { Pod } from '../pod/pod.v1.js';
import type { Binding } from './binding.v1.js';
import { validatePodBinding } from './binding.validation.js';

const PODS = { group: '', resource: 'pods' };

/**
 * Gives a pod to a node, as a scheduler asks for it. Throws 422 for a binding without a node, 404 when there is no such
 * pod, 409 when the pod cannot be bound (any more).
 */
export async function bindPod(stores: Stores, context: StoreContext, binding: Binding): Promise<ApiObject> {
  const { name = '', uid, resourceVersion } = binding.metadata ?? {};
  if (name === '') throw badRequest('Name parameter required.');
  const errors = validatePodBinding(binding);
  if (errors.length > 0) throw invalidObject({ group: '', kind: 'Binding' }, name, errors);
  await stores.of<Pod>('', 'pods').update({ ...context, subresource: 'binding' }, name, (pod) => {
    if (!pod) throw notFound(PODS, name);
    checkIdentity(pod, uid, resourceVersion);
    checkUnbound(pod);
    return assign(pod, binding);
  });
  return SUCCESS as unknown as ApiObject;
}

const SUCCESS = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };

function checkIdentity({ metadata }: Pod, uid: string | undefined, version: string | undefined): void {
  const name = metadata.name ?? '';
  if (uid && uid !== metadata.uid) {
    throw conflict(PODS, name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`);
  }
  if (version && version !== metadata.resourceVersion) {
    const text = `Precondition failed: ResourceVersion in precondition: ${version}, ResourceVersion in object meta: ${metadata.resourceVersion}`;
    throw conflict(PODS, name, text);
  }
}

function checkUnbound({ metadata, spec }: Pod): void {
  const { name = '' } = metadata;
  if (metadata.deletionTimestamp) throw refusal(name, `pod ${name} is being deleted, cannot be assigned to a host`);
  if (spec?.nodeName) throw refusal(name, `pod ${name} is already assigned to node ${JSON.stringify(spec.nodeName)}`);
  if (spec?.schedulingGates?.length) throw refusal(name, `pod ${name} has non-empty .spec.schedulingGates`);
}

function refusal(name: string, why: string): StatusError {
  return conflict({ group: '', resource: 'pods/binding' }, name, why);
}

function assign(pod: Pod, { metadata, target }: Binding): Pod {
  pod.spec = { ...pod.spec!, nodeName: target.name };
  if (metadata?.annotations) pod.metadata.annotations = { ...pod.metadata.annotations, ...metadata.annotations };
  const conditions = pod.status?.conditions ?? [];
  const before = conditions.find(({ type }) => type === 'PodScheduled');
  const isSame = before?.status === 'True' && before.lastTransitionTime !== undefined;
  const scheduled = {
    type: 'PodScheduled',
    status: 'True',
    lastTransitionTime: isSame ? before.lastTransitionTime : formatTime(new Date()),
  };
  pod.status = { ...pod.status, conditions: [...conditions.filter((c) => c !== before), scheduled] };
  return pod;
}
