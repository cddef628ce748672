import type { GroupResource } from '../../apimachinery/index.js';
import type { EtcdOverride } from '../etcd-settings.js';

/**
 * Finds the servers that are to have a resource in place of the main ones. An override of the resource counts more than one of
 * its group, and the last of several of the same name counts (upstream: DefaultStorageFactory.NewConfig, SetEtcdLocation).
 */
export function overrideOf(overrides: readonly EtcdOverride[], wanted: GroupResource): EtcdOverride | undefined {
  const find = (resource: string): EtcdOverride | undefined =>
    overrides.findLast((each) => each.group === wanted.group && each.resource === resource);
  return find(wanted.resource) ?? find('*');
}
