import { type ApiObject, holdsGivenEmpty } from '../../../apimachinery/index.js';
import { isDeepEqual } from '../../../patch/index.js';
import type { KindDefinition } from '../../kinds/kind-definition.js';

/** Returns the generation of an updated object: one more when something other than metadata and status changed. */
export function nextGeneration<T extends ApiObject>(
  { generation = 'spec' }: Pick<KindDefinition<T>, 'generation'>,
  object: T,
  old: T,
): number | undefined {
  if (generation === 'none') return old.metadata.generation;
  const isChanged =
    typeof generation === 'function' ? generation(object, old) : isSpecChanged(object, old, generation === 'givenSpec');
  return isChanged ? (old.metadata.generation ?? 0) + 1 : old.metadata.generation;
}

/** Reports whether an update finishes a deletion that was begun before: no finalizer is left and no grace either. */
export function isDeletedByUpdate(object: ApiObject, old: ApiObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = old.metadata;
  return (
    (object.metadata.finalizers ?? []).length === 0 && Boolean(deletionTimestamp) && deletionGracePeriodSeconds === 0
  );
}

const NOT_SPEC: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata', 'status']);

function isSpecChanged(object: object, old: object, countsEmpty: boolean): boolean {
  const [next, last] = [object as Record<string, unknown>, old as Record<string, unknown>];
  const names = new Set([...Object.keys(next), ...Object.keys(last)]);
  // Stored objects have no empty lists and maps.
  const isChanged = (name: string): boolean =>
    !isDeepEqual(next[name], last[name]) || (countsEmpty && holdsGivenEmpty(next, name));
  return [...names].some((name) => !NOT_SPEC.has(name) && isChanged(name));
}
