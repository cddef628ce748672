import { randomUUID } from 'node:crypto';
import type { StoreSnapshot } from '../store/store-snapshot.js';
import { newVersionTree } from '../store/versions.js';

/**
 * The resources whose objects every server with the same options has after its start. Others follow from certificates, addresses and
 * the time.
 */
const RESOURCES: ReadonlySet<string> = new Set([
  'apiregistration.k8s.io',
  'clusterrolebindings',
  'clusterroles',
  'flowschemas',
  'namespaces',
  'priorityclasses',
  'prioritylevelconfigurations',
  'rolebindings',
  'roles',
  'serviceaccounts',
]);

const UID = /"uid":"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g;
const TIME = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g;

/** Returns the objects of a store that do not depend on its server, as a text that `parseBootstrap` takes: keys with the stored values. */
export function bootstrapText({ tree }: StoreSnapshot): string {
  const kept = [...tree.entries()].filter(([key, { isDeleted }]) => !isDeleted && RESOURCES.has(key.split('/')[2]));
  return JSON.stringify(kept.map(([key, { value }]) => [key, value.toString('utf8')]));
}

/** Returns the content of a store that begins with such objects: created now, each with its own uid. Throws for other texts. */
export function parseBootstrap(text: string, now: number): StoreSnapshot {
  const time = `"${new Date(now).toISOString().replace(/\.\d+/, '')}"`;
  const tree = newVersionTree();
  let revision = 1;
  for (const [key, stored] of JSON.parse(text) as [key: string, stored: string][]) {
    const value = Buffer.from(stored.replace(TIME, time).replace(UID, () => `"uid":"${randomUUID()}"`));
    revision++;
    const state = { value, isDeleted: false, expiresAt: undefined, previous: undefined };
    tree.set(key, { revision, createRevision: revision, ...state });
  }
  return { tree, revision };
}
