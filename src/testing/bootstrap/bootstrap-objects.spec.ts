import { newVersionTree } from '../store/versions.js';
import { bootstrapText, parseBootstrap } from './bootstrap-objects.js';

const UID = '11111111-2222-4333-8444-555555555555';
const NOW = Date.UTC(2030, 4, 6, 7, 8, 9, 987);

/** A store with one object under each key. */
function storeWith(...keys: string[]) {
  const tree = newVersionTree();
  for (const key of keys) {
    const value = Buffer.from(
      `{"metadata":{"name":"ü","uid":"${UID}","creationTimestamp":"2026-01-02T03:04:05Z"},"since":"2026-01-02T03:04:06Z"}`,
    );
    const state = { isDeleted: key.endsWith('/gone'), expiresAt: undefined, previous: undefined };
    tree.set(key, { revision: 7, createRevision: 5, value, ...state });
  }
  return { tree, revision: 9 };
}

const objectsOf = ({ tree }: ReturnType<typeof parseBootstrap>): [string, string][] =>
  [...tree.entries()].map(([key, { value }]) => [key, value.toString()]);

describe('bootstrapText()', () => {
  it('keeps the objects that do not depend on certificates, addresses and the time', () => {
    const kept = [
      '/registry/apiregistration.k8s.io/apiservices/v1.apps',
      '/registry/clusterrolebindings/a',
      '/registry/clusterroles/a',
      '/registry/flowschemas/a',
      '/registry/namespaces/default',
      '/registry/priorityclasses/a',
      '/registry/prioritylevelconfigurations/a',
      '/registry/rolebindings/default/a',
      '/registry/roles/default/a',
      '/registry/serviceaccounts/default/default',
    ];
    const others = [
      '/registry/configmaps/default/kube-root-ca.crt',
      '/registry/leases/kube-system/a',
      '/registry/ranges/serviceips',
      '/registry/secrets/default/a',
      '/registry/services/endpoints/default/kubernetes',
      '/registry/roles/default/gone',
    ];
    const read = parseBootstrap(bootstrapText(storeWith(...kept, ...others)), NOW);
    expect(objectsOf(read).map(([key]) => key)).toEqual(kept);
  });
});

describe('parseBootstrap()', () => {
  it('creates each object now, with a uid and a revision of its own', () => {
    const text = bootstrapText(storeWith('/registry/roles/a', '/registry/roles/b'));
    const { tree, revision } = parseBootstrap(text, NOW);
    const versions = [...tree.values()];
    expect(versions.map((version) => [version.createRevision, version.revision])).toEqual([
      [2, 2],
      [3, 3],
    ]);
    expect(revision).toBe(3);
    const objects = versions.map(({ value }) => JSON.parse(value.toString()) as Record<string, object>);
    const uids = objects.map(({ metadata }) => (metadata as { uid: string }).uid);
    expect(new Set([UID, ...uids]).size).toBe(3);
    const time = '2030-05-06T07:08:09Z';
    const metadata = { name: 'ü', uid: uids[0], creationTimestamp: time };
    expect(objects[0]).toEqual({ metadata, since: time });
  });

  it.each(['', '{', '{}'])('throws for %j', (text) => {
    expect(() => parseBootstrap(text, NOW)).toThrow();
  });
});
