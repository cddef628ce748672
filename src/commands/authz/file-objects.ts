import type { AccessObjects, ObjectListener } from '../../authz/index.js';
import type { ApiObject, GroupResource } from '../../apimachinery/index.js';

/** Objects of a file, for authorizers that follow those of a store. */
export class FileObjects implements Pick<AccessObjects, 'follow'> {
  private readonly byResource = new Map<string, ApiObject[]>();

  constructor(objects: readonly unknown[]) {
    for (const object of objects.filter(isObject)) {
      const key = keyOf(resourceOf(object));
      const others = this.byResource.get(key);
      if (others) others.push(object);
      else this.byResource.set(key, [object]);
    }
  }

  follow(resources: readonly GroupResource[], listener: ObjectListener): () => void {
    for (const gr of resources) {
      for (const object of this.byResource.get(keyOf(gr)) ?? []) listener.onPut(gr.resource, object);
      listener.onReady(gr.resource);
    }
    return () => {};
  }
}

function isObject(value: unknown): value is ApiObject {
  const { metadata, kind } = (value ?? {}) as Partial<ApiObject>;
  return typeof kind === 'string' && typeof metadata === 'object';
}

/** Every resource that authorizers follow is its kind in small letters and an s. */
function resourceOf({ apiVersion = '', kind = '' }: ApiObject): GroupResource {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return { group, resource: `${kind.toLowerCase()}s` };
}

function keyOf({ group, resource }: GroupResource): string {
  return `${group}/${resource}`;
}
