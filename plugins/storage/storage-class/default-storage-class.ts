import type { ObjectMeta } from '../../../src/plugin-api/index.js';

const MARKS = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'];

/** Reports whether a class is that of claims that name none. */
export function isDefaultStorageClass({ annotations }: ObjectMeta): boolean {
  return MARKS.some((mark) => annotations?.[mark] === 'true');
}
