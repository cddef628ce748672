import type { ApiRequest } from '../api/api.js';
import type { ApiObject } from '../api/objects.js';
import { listAt, textAt, valueAt } from '../model/value-at.js';
import { type ActionTarget, kubectl } from './kubectl.js';

/** The pods that are evicted although something is lost. */
export interface DrainChoices {
  /** Pods that no controller creates again. */
  readonly force: boolean;
  /** Pods with volumes that go with them. */
  readonly deletesEmptyDir: boolean;
}

/** The part of a pod in a drain. */
export interface PlannedPod {
  readonly pod: ApiObject;
  /** The reason not to evict it; undefined if it is evicted. */
  readonly skipped: string | undefined;
  /** The reason why the drain cannot begin; undefined if it can. */
  readonly blocked: string | undefined;
}

const MIRROR = 'kubernetes.io/config.mirror';
const FINISHED = ['Succeeded', 'Failed'];

/** Decides about each pod of a node as kubectl drain does: mirror pods and those of DaemonSets stay. */
export function planDrain(pods: readonly ApiObject[], choices: DrainChoices): PlannedPod[] {
  return pods.map((pod) => {
    const skipped = reasonToSkip(pod);
    return { pod, skipped, blocked: skipped === undefined ? reasonToBlock(pod, choices) : undefined };
  });
}

function reasonToSkip(pod: ApiObject): string | undefined {
  if (valueAt(pod, 'metadata', 'annotations', MIRROR) !== undefined) return 'mirror pod of the kubelet';
  if (FINISHED.includes(textAt(pod, 'status', 'phase'))) return undefined;
  return controllerOf(pod)?.kind === 'DaemonSet' ? 'its DaemonSet would create it again on this node' : undefined;
}

function reasonToBlock(pod: ApiObject, { force, deletesEmptyDir }: DrainChoices): string | undefined {
  if (FINISHED.includes(textAt(pod, 'status', 'phase'))) return undefined;
  if (!force && !controllerOf(pod)) return 'no controller creates it again';
  const hasEmptyDir = listAt(pod, 'spec', 'volumes').some((volume) => valueAt(volume, 'emptyDir') !== undefined);
  return hasEmptyDir && !deletesEmptyDir ? 'the data of its emptyDir volumes would be lost' : undefined;
}

function controllerOf({ metadata }: ApiObject) {
  return metadata.ownerReferences?.find(({ controller }) => controller);
}

/** Returns the request that evicts a pod, and no later one of its name. */
export function evictionOf({ metadata: { name, namespace = '', uid } }: ApiObject): ApiRequest {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}/eviction`;
  const deleteOptions = { preconditions: { uid } };
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace }, deleteOptions };
  return { method: 'POST', path, body };
}

/** Returns the command of kubectl for the same. */
export function drainCommand({ object }: ActionTarget, { force, deletesEmptyDir }: DrainChoices): string {
  const flags = [...(force ? ['--force'] : []), ...(deletesEmptyDir ? ['--delete-emptydir-data'] : [])];
  return kubectl('drain', object.metadata.name, '--ignore-daemonsets', ...flags);
}
