import { FieldSet } from './field-set.js';

/** Builds the set for `resetFields` from dotted paths: `status`, `metadata.deletionTimestamp`. */
export function resetFieldSet(paths: readonly string[]): FieldSet {
  return FieldSet.of(...paths.map((path) => path.split('.').map((name) => `f:${name}`)));
}

/** The fields that the server sets or that identify the object: they have no owner. */
export const SYSTEM_FIELDS = resetFieldSet([
  'apiVersion',
  'kind',
  'metadata',
  'metadata.name',
  'metadata.namespace',
  'metadata.creationTimestamp',
  'metadata.selfLink',
  'metadata.uid',
  'metadata.clusterName',
  'metadata.generation',
  'metadata.managedFields',
  'metadata.resourceVersion',
]);
