import type { ApiObject } from '../../../src/plugin-api/index.js';
import type { GroupResource } from '../../../src/plugin-api/built-in.js';
import type { PodSpec } from '../pod/shape/pod.v1.js';
import type { CheckedPod } from './checks/pod-check.js';

interface Template {
  metadata?: { annotations?: Record<string, string> };
  spec?: PodSpec;
}

interface Owner {
  spec?: { template?: Template; jobTemplate?: { spec?: { template?: Template } } };
  template?: Template;
}

const ofSpec = (object: Owner): Template | undefined => object.spec?.template;

const TEMPLATES: ReadonlyMap<string, (object: Owner) => Template | undefined> = new Map([
  ['/pods', (object: Owner) => object as Template],
  ['/podtemplates', ({ template }: Owner) => template],
  ['/replicationcontrollers', ofSpec],
  ['apps/replicasets', ofSpec],
  ['apps/deployments', ofSpec],
  ['apps/statefulsets', ofSpec],
  ['apps/daemonsets', ofSpec],
  ['batch/jobs', ofSpec],
  ['batch/cronjobs', ({ spec }: Owner) => spec?.jobTemplate?.spec?.template],
]);

/** Reports whether objects of a resource are pods or make some. */
export function hasPod({ group, resource }: GroupResource): boolean {
  return TEMPLATES.has(`${group}/${resource}`);
}

/** Returns the pod that an object is or makes; undefined where it has none. */
export function podOfObject({ group, resource }: GroupResource, object: ApiObject): CheckedPod | undefined {
  const template = TEMPLATES.get(`${group}/${resource}`)?.(object as Owner);
  return template?.spec && { annotations: template.metadata?.annotations ?? {}, spec: template.spec };
}
