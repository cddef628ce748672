import { FieldSelector } from '../apimachinery/index.js';
import type { RequestInfo } from '../request/index.js';
import { INDEXED_WATCHES } from './kinds.js';

const READING: ReadonlySet<string> = new Set(['get', 'list', 'watch', 'proxy']);

const ignored = (): void => {};

/** Counts open watches by what they watch, for the cost of writes (upstream: WatchTracker). */
export class WatchCounts {
  /** By resource, and below it by namespace and name. */
  private readonly byResource = new Map<string, Map<string, number>>();

  /** Counts a watch until the returned function is called. */
  add(info: RequestInfo): () => void {
    if (seesFewWrites(info)) return ignored;
    const resource = keyOf(info);
    const scope = scopeOf(info.namespace, info.name);
    this.change(resource, scope, 1);
    return () => this.change(resource, scope, -1);
  }

  /** Returns how many watches a write concerns: of all objects, of those of its namespace, and of its object. */
  concernedBy(info: RequestInfo): number {
    if (READING.has(info.verb)) return 0;
    const scopes = this.byResource.get(keyOf(info));
    if (!scopes) return 0;
    const { namespace, name } = info;
    let count = scopes.get('/') ?? 0;
    if (namespace !== '') count += scopes.get(scopeOf(namespace, '')) ?? 0;
    if (name !== '') count += scopes.get(scopeOf(namespace, name)) ?? 0;
    return count;
  }

  private change(resource: string, scope: string, by: number): void {
    let scopes = this.byResource.get(resource);
    if (!scopes) this.byResource.set(resource, (scopes = new Map()));
    const count = (scopes.get(scope) ?? 0) + by;
    if (count > 0) scopes.set(scope, count);
    else scopes.delete(scope);
    if (scopes.size === 0) this.byResource.delete(resource);
  }
}

function keyOf({ group, resource }: RequestInfo): string {
  return `${resource}.${group}`;
}

function scopeOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

/** Reports whether a watch selects one value of an indexed field: few writes concern it. */
function seesFewWrites({ resource, fieldSelector }: RequestInfo): boolean {
  if (resource !== INDEXED_WATCHES.resource || !fieldSelector?.includes(INDEXED_WATCHES.field)) return false;
  try {
    const value = FieldSelector.parse(fieldSelector).requiresExactMatch(INDEXED_WATCHES.field);
    return value !== undefined && value !== '';
  } catch {
    return false;
  }
}
