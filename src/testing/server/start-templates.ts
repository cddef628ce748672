import type { PluginClass } from '../../plugin-host/index.js';
import type { StoreSnapshot } from '../store/store-snapshot.js';

/** Templates at most: a process that starts servers with ever other options must not keep them all. */
const MOST_TEMPLATES = 4;
/** The holder of a lease is a server that has gone. */
const LEASES = '/registry/leases/';

/**
 * The content of stores after the start, by the options of their servers: a server that begins with what another one has
 * bootstrapped finds everything in place, which takes 40 % less work.
 */
export class StartTemplates {
  private readonly templates = new Map<string, StoreSnapshot>();

  find(key: string): StoreSnapshot | undefined {
    return this.templates.get(key);
  }

  /** Keeps the content of a store, without what expires and without leases. */
  keep(key: string, { tree, revision }: StoreSnapshot): void {
    if (this.templates.has(key)) return;
    for (const [name, version] of [...tree.entries()]) {
      const { expiresAt, isDeleted, previous } = version;
      if (isDeleted || expiresAt !== undefined || name.startsWith(LEASES)) tree.delete(name);
      // History is that of the other store.
      else if (previous) tree.set(name, { ...version, previous: undefined });
    }
    this.templates.set(key, { tree, revision });
    const [oldest] = this.templates.keys();
    if (this.templates.size > MOST_TEMPLATES) this.templates.delete(oldest);
  }
}

const numbers = new WeakMap<PluginClass, number>();
let numbered = 0;

/** Returns the key of options and plugins. */
export function templateKeyOf(options: object, plugins: readonly PluginClass[]): string {
  return JSON.stringify([options, plugins.map(numberOf)]);
}

function numberOf(plugin: PluginClass): number {
  const number = numbers.get(plugin) ?? ++numbered;
  numbers.set(plugin, number);
  return number;
}
