import type { ApiObject, Client, ResourceKind } from '../../client/index.js';

/** One object of a server. */
export interface NamedObject {
  readonly kind: ResourceKind;
  /** Empty for objects of the cluster. */
  readonly namespace: string;
  readonly name: string;
}

/** One change, as the server shows it. */
export interface ShownChange {
  readonly revision: number;
  readonly type: 'create' | 'update' | 'delete';
  readonly time?: string;
  readonly timeSource?: string;
  readonly writers: readonly { readonly manager: string; readonly operation: string; readonly subresource?: string }[];
  readonly changes?: readonly string[];
  readonly unreadable?: boolean;
}

/** A page of changes, the newest first. */
export interface ChangePage {
  readonly metadata: { readonly keptSince: string; readonly continue?: string };
  readonly items: readonly ShownChange[];
}

/** Reads a page of the changes of an object. Throws StatusError. */
export async function readChanges(
  client: Client,
  object: NamedObject,
  { limit, next }: { readonly limit: number; readonly next?: string },
): Promise<ChangePage> {
  const query = { ...queryOf(object), limit: String(limit), ...(next !== undefined && { continue: next }) };
  return (await client.request({ method: 'GET', path: `/debug/history/changes?${text(query)}` })) as ChangePage;
}

/** Reads an object as it was at a revision or a time, or before its deletion (`deleted`). Throws StatusError. */
export async function readStateAt(client: Client, object: NamedObject, at: string): Promise<ApiObject> {
  const path = `/debug/history/object?${text({ ...queryOf(object), at })}`;
  return (await client.request({ method: 'GET', path })) as ApiObject;
}

function queryOf({ kind: { group, version, resource }, namespace, name }: NamedObject): Record<string, string> {
  return { group, version, resource, namespace, name };
}

function text(query: Readonly<Record<string, string>>): string {
  return new URLSearchParams(query).toString();
}
