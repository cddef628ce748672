import { type Resource, pathOf } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';
import { withoutOwners } from '../model/yaml-text.js';
import { useSession } from '../ui/session.js';
import { type Loaded, useLoaded } from '../ui/use-loaded.js';

/** Reads an object as the server writes it in YAML, again when it has changed. */
export function useYaml(resource: Resource, { metadata }: ApiObject): Loaded<string> {
  const { api } = useSession();
  const { namespace = '', name, resourceVersion } = metadata;
  return useLoaded(
    async (signal) => {
      const path = pathOf(resource, namespace, name);
      return withoutOwners(await api.yaml({ path, signal }));
    },
    [api, resource, namespace, name, resourceVersion],
  );
}
