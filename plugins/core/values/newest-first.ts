import type { ApiObject } from '../../../src/plugin-api/index.js';

/** Returns objects in the order of their age, the youngest first; those of one second by their names. */
export function newestFirst<T extends ApiObject>(objects: readonly T[]): T[] {
  return [...objects].sort((a, b) => {
    const [born, other] = [a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? ''];
    if (born !== other) return born > other ? -1 : 1;
    return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
  });
}
