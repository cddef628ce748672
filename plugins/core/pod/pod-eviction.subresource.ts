import { Inject, Injectable } from '@nestjs/common';
import {
  Stores,
  conflict,
  formatTime,
  notFound,
  type ApiObject,
  type DeleteOptions,
  type ResourceStore,
  type StoreContext,
  type SubresourceHandler,
  type SubresourceRequest,
} from '../../../src/plugin-api/index.js';
import type { Eviction } from './eviction.v1.js';
import type { PodCondition } from './pod-status.v1.js';
import type { Pod } from './pod.v1.js';
import { refuseOtherName } from './refuse-other-name.js';

/** Answers `pods/{name}/eviction`: notes on the pod why it goes, and deletes it. */
@Injectable()
export class PodEvictionHandler implements SubresourceHandler {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async handle({ name, body, storeContext }: SubresourceRequest): Promise<ApiObject> {
    refuseOtherName('Eviction', name, body);
    const options = (body as Eviction).deleteOptions ?? {};
    const dryRun = storeContext.dryRun || Boolean(options.dryRun?.length);
    const context = { ...storeContext, dryRun, fieldManager: undefined };
    const pods = this.stores.of<Pod>('', 'pods');
    await pods.delete(context, name, dryRun ? options : await noteEviction(pods, { context, name, options }));
    const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
    return success;
  }
}

interface Order {
  readonly context: StoreContext;
  readonly name: string;
  readonly options: DeleteOptions;
}

/** Sets the condition, and answers the options that fit the pod as it is then. */
async function noteEviction(pods: ResourceStore<Pod>, { context, name, options }: Order): Promise<DeleteOptions> {
  const { preconditions } = options;
  const noted = await pods.update({ ...context, subresource: 'status' }, name, (pod) => {
    if (!pod) throw notFound(PODS, name);
    checkExpected(pod, preconditions);
    return withDisruption(pod);
  });
  if (!preconditions?.resourceVersion) return options;
  return { ...options, preconditions: { ...preconditions, resourceVersion: noted.metadata.resourceVersion } };
}

const PODS = { group: '', resource: 'pods' };

const EXPECTATIONS = [
  ['uid', 'UID', 'The object might have been deleted and then recreated'],
  ['resourceVersion', 'ResourceVersion', 'The object might have been modified'],
] as const;

function checkExpected({ metadata }: Pod, expected: DeleteOptions['preconditions'] = {}): void {
  for (const [member, label, why] of EXPECTATIONS) {
    const [sent, stored] = [expected[member], metadata[member]];
    if (!sent || sent === stored) continue;
    const text = `the ${label} in the precondition (${sent}) does not match the ${label} in record (${stored}). ${why}`;
    throw conflict(PODS, metadata.name ?? '', text);
  }
}

function withDisruption(pod: Pod): Pod {
  const conditions = pod.status?.conditions ?? [];
  const before = conditions.find(({ type }) => type === 'DisruptionTarget');
  const condition: PodCondition = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
    lastTransitionTime: before?.status === 'True' ? before.lastTransitionTime : formatTime(new Date()),
  };
  const next = before ? conditions.map((each) => (each === before ? condition : each)) : [...conditions, condition];
  return { ...pod, status: { ...pod.status, conditions: next } };
}
