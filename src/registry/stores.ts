import type { ApiObject } from '../apimachinery/index.js';
import type { ResourceStore } from './resource-store.js';

/**
 * The stores of all kinds, by group and resource: the port through which plugins and controllers reach objects, their
 * own and others'. Filled by the plugin host before anything is served.
 */
export abstract class Stores {
  /** The store of a kind; throws when no plugin has brought it. */
  abstract of<T extends ApiObject = ApiObject>(group: string, resource: string): ResourceStore<T>;

  /** The store of a kind, or undefined when no plugin has brought it. */
  abstract find<T extends ApiObject = ApiObject>(group: string, resource: string): ResourceStore<T> | undefined;

  /** All stores. */
  abstract all(): readonly ResourceStore[];
}
