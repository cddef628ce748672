import { Inject, Injectable } from '@nestjs/common';
import {
  conflict,
  FieldPath,
  notSupported,
  required,
  Stores,
  type ApiObject,
  type FieldError,
  type StoreContext,
  type SubresourceHandler,
  type SubresourceRequest,
} from '../../../src/plugin-api/index.js';
import type { Binding } from '../binding/binding.v1.js';
import type { Pod } from './pod.v1.js';

const PODS = { group: '', resource: 'pods' };
const BINDINGS = { group: '', resource: 'pods/binding' };

/** Checks a binding: it has to name a node. */
export function validateBinding({ target }: Binding): FieldError[] {
  const path = FieldPath.of('target');
  const errors: FieldError[] = [];
  if (target?.kind && target.kind !== 'Node') {
    errors.push(notSupported(path.child('kind'), target.kind, ['Node', '<empty>']));
  }
  if (!target?.name) errors.push(required(path.child('name')));
  return errors;
}

/** Assigns a pod to the node that a binding names; throws Conflict when the pod cannot take it. */
export async function bindPod(stores: Stores, context: StoreContext, binding: Binding): Promise<ApiObject> {
  const name = binding.metadata.name ?? '';
  const scope = { ...context, subresource: 'binding', skipAdmission: true, fieldManager: undefined };
  await stores.of<Pod>('', 'pods').update(scope, name, (pod) => assigned(pod!, binding));
  const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return success;
}

function assigned(pod: Pod, binding: Binding): Pod {
  const { name = '', uid, namespace, annotations } = binding.metadata;
  if (uid && uid !== pod.metadata.uid) throw conflict(PODS, name, uidMismatch(`${namespace}/${name}`, uid, pod));
  const refusal = refusalOf(pod);
  if (refusal) throw conflict(BINDINGS, name, refusal);
  pod.spec!.nodeName = binding.target.name;
  if (annotations) pod.metadata.annotations = { ...pod.metadata.annotations, ...annotations };
  return pod;
}

function refusalOf({ metadata, spec }: Pod): string | undefined {
  if (metadata.deletionTimestamp) return `pod ${metadata.name} is being deleted, cannot be assigned to a host`;
  if (spec?.nodeName) return `pod ${metadata.name} is already assigned to node "${spec.nodeName}"`;
  return spec?.schedulingGates?.length ? `pod ${metadata.name} has non-empty .spec.schedulingGates` : undefined;
}

function uidMismatch(key: string, wanted: string, { metadata }: Pod): string {
  const detail = `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${metadata.uid}`;
  return `StorageError: invalid object, Code: 4, Key: /registry/pods/${key}, ResourceVersion: 0, AdditionalErrorMsg: ${detail}`;
}

/** Answers `pods/{name}/binding`: the scheduler's way to assign a pod. */
@Injectable()
export class PodBindingHandler implements SubresourceHandler {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async handle({ body, storeContext }: SubresourceRequest): Promise<ApiObject> {
    return bindPod(this.stores, storeContext, body as Binding);
  }
}
