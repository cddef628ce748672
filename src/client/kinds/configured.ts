import type { ApiObject } from '../../apimachinery/index.js';

/**
 * An applied configuration: the fields of an object that its manager has an opinion about, and its name.
 *
 * @public
 * @example
 * const configuration: Configured<Berth> = { metadata: { name: 'north' }, spec: { length: 80 } };
 */
export type Configured<T extends ApiObject> = DeepPartial<Omit<T, 'metadata'>> & {
  metadata: DeepPartial<T['metadata']> & { name: string };
};

/** Every member is optional, at every depth. */
type DeepPartial<T> = T extends readonly (infer E)[]
  ? DeepPartial<E>[]
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;
