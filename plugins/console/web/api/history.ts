import type { Api } from './api.js';
import type { Resource } from './discovery.js';

/** One change of an object. */
export interface HistoryChange {
  readonly revision: number;
  readonly type: 'create' | 'update' | 'delete';
  readonly time?: string;
  readonly timeSource?: string;
  readonly writers: readonly { readonly manager: string; readonly operation: string; readonly subresource?: string }[];
  readonly changes?: readonly string[];
}

/** The newest changes of an object. */
export interface HistoryPage {
  readonly metadata: { readonly keptSince: string; readonly continue?: string };
  readonly items: readonly HistoryChange[];
}

/** An object whose history is read. */
export interface HistoryTarget {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
}

/** Reads the changes of an object. Throws ApiError. */
export function readHistory(api: Api, target: HistoryTarget, signal: AbortSignal): Promise<HistoryPage> {
  return api.json<HistoryPage>({ path: '/debug/history/changes', query: { ...queryOf(target), limit: '50' }, signal });
}

/** Reads an object as it was at a revision, or before its deletion, in YAML. Throws ApiError. */
export async function readStateAt(api: Api, target: HistoryTarget, at: string): Promise<string> {
  const query = { ...queryOf(target), at };
  return api.yaml({ path: '/debug/history/object', query });
}

function queryOf({ resource: { group, version, resource }, namespace, name }: HistoryTarget): Record<string, string> {
  return { group, version, resource, namespace, name };
}
