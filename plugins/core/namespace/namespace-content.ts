import { isNotFound, type ResourceStore, type Stores, controllerContext } from '../../../src/plugin-api/index.js';

/** The remaining content of a namespace. */
export interface RemainingContent {
  /** Objects by resource, as `<resource>.<group>`. */
  readonly resources: ReadonlyMap<string, number>;
  /** Objects by finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
  /** The errors that prevented objects from being deleted. */
  readonly failures: readonly string[];
  /** The group versions of other servers whose resources are not known. */
  readonly undiscovered: readonly string[];
}

/** Deletes everything that this server keeps in a namespace and returns the remaining content. */
export async function deleteContent(stores: Stores, namespace: string): Promise<RemainingContent> {
  const namespaced = stores.all().filter((store) => store.kind.isNamespaced);
  const failures = (await Promise.all(namespaced.map((store) => deleteAll(store, namespace)))).flat();
  const resources = new Map<string, number>();
  const finalizers = new Map<string, number>();
  for (const store of namespaced) {
    let count = 0;
    const readable = await store.list(controllerContext(namespace), ({ unreadable }) => {
      count++;
      return unreadable === undefined;
    });
    const { group, definition } = store.kind;
    if (count > 0) resources.set(`${definition.plural}.${group}`, count);
    for (const finalizer of readable.flatMap(({ metadata }) => metadata.finalizers ?? [])) {
      finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
    }
  }
  return { resources, finalizers, failures, undiscovered: [] };
}

/** Returns the reasons why objects could not be deleted. */
async function deleteAll(store: ResourceStore, namespace: string): Promise<string[]> {
  try {
    await store.deleteAll(controllerContext(namespace), { propagationPolicy: 'Background' });
    return [];
  } catch (error) {
    return isNotFound(error) ? [] : [(error as Error).message];
  }
}
