import {
  type ApiObject,
  type StatusError,
  type Stores,
  type ObjectMeta,
  conflict,
  formatTime,
  notFound,
  badRequest,
} from '../../../src/plugin-api/index.js';
import { type StoreContext, formatFieldErrors } from '../../../src/plugin-api/built-in.js';
import type { Pod } from '../pod/shape/pod.v1.js';
import type { Binding } from './binding.v1.js';
import { validatePodBinding } from './binding.validation.js';

const PODS = { group: '', resource: 'pods' };
const PRECONDITIONS = [
  ['uid', 'UID'],
  ['resourceVersion', 'ResourceVersion'],
] as const;

/**
 * Binds a pod to a node, as a scheduler requests it. Throws 400 for a binding without a node, 404 when there is no such
 * pod, 409 when the pod cannot be bound (any more).
 */
export async function bindPod(stores: Stores, context: StoreContext, binding: Binding): Promise<ApiObject> {
  const { name = '', uid, resourceVersion } = binding.metadata ?? {};
  if (name === '') throw badRequest('Name parameter required.');
  const errors = validatePodBinding(binding);
  // The reference answers these faults as they are, not as those of an object.
  if (errors.length > 0) throw badRequest(formatFieldErrors(errors));
  const pods = stores.of<Pod>('', 'pods');
  const key = pods.kind.keyInErrors(context.namespace, name, context.dryRun);
  await pods.update({ ...context, subresource: 'binding' }, name, (pod) => {
    if (!pod) throw notFound(PODS, name);
    checkIdentity(pod, { uid, resourceVersion }, key);
    checkUnbound(pod);
    return assign(pod, binding);
  });
  return SUCCESS as unknown as ApiObject;
}

const SUCCESS = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };

/** Compares the preconditions of the binding with the pod; errors have the words of the reference's store. */
function checkIdentity({ metadata }: Pod, expected: Pick<ObjectMeta, 'uid' | 'resourceVersion'>, key: string): void {
  for (const [member, label] of PRECONDITIONS) {
    const [wanted, found] = [expected[member], metadata[member]];
    if (!wanted || wanted === found) continue;
    const fault = `Precondition failed: ${label} in precondition: ${wanted}, ${label} in object meta: ${found}`;
    const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${fault}`;
    throw conflict(PODS, metadata.name ?? '', why);
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
