import { parseYaml } from '../../codecs/yaml/index.js';
import { ApiGroupPlugin } from '../../plugin-api/index.js';
import { printRbac } from './print-rbac.js';

@ApiGroupPlugin({
  group: 'boats.example.com',
  versions: ['v1'],
  kinds: [],
  clusterKinds: [
    { group: '', resource: 'configmaps' },
    { group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments', scope: 'Namespaced' },
    { group: '', resource: 'configmaps' },
  ],
})
class BoatsPlugin {}

async function print(...words: string[]) {
  let text = '';
  const output = { out: { write: (part: string) => (text += part) }, err: { write: () => {} } };
  const code = await printRbac(words, output, () => Promise.resolve([BoatsPlugin]));
  return { code, role: parseYaml(text).value as { kind: string; metadata: { name: string }; rules: unknown[] } };
}

describe('binnacle plugin rbac', () => {
  it('prints one ClusterRole with a rule for each kind of the cluster that plugins read', async () => {
    const { code, role } = await print('--plugins=boats.js', '--name=boats');
    expect([code, role.kind, role.metadata.name]).toEqual([0, 'ClusterRole', 'boats:server']);
    const verbs = ['get', 'list', 'watch'];
    const ofMaps = { apiGroups: [''], resources: ['configmaps'], verbs };
    expect(role.rules).toEqual(
      expect.arrayContaining([ofMaps, { apiGroups: ['apps'], resources: ['deployments'], verbs }]),
    );
    expect(role.rules.filter((rule) => JSON.stringify(rule) === JSON.stringify(ofMaps))).toHaveLength(1);
    expect(role.rules).toContainEqual({ apiGroups: [''], resources: ['namespaces'], verbs });
  });

  it('needs plugins', async () => {
    await expect(print()).rejects.toThrow('--plugins FILE is missing');
  });
});
