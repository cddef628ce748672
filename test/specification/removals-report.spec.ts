import { readFile } from 'node:fs/promises';
import { RemovalTable } from '../../src/commands/removals/removal-table.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';
import { REMOVALS } from './removals.js';

const LAST = '1.32';
const table = RemovalTable.of(BUILT_IN_PLUGINS);
const before = (release: string): string => `1.${Number(release.slice(2)) - 1}`;

/** Declared replacements that the removing release serves; the specification names later versions first. */
const IN_PLACE_OF: Readonly<Record<string, string>> = {
  'flowcontrol.apiserver.k8s.io/v1beta1': 'flowcontrol.apiserver.k8s.io/v1beta3',
  'flowcontrol.apiserver.k8s.io/v1beta2': 'flowcontrol.apiserver.k8s.io/v1beta3',
};

describe('RemovalTable', () => {
  it.each(REMOVALS)(
    'has $apiVersion $kind, removed in $removed',
    ({ apiVersion, kind, resource, removed, replacement }) => {
      const found = table.ofKind(apiVersion, kind, LAST);
      expect(found).toMatchObject({ apiVersion, kind, resource, removed });
      const isGone = kind === 'PodSecurityPolicy';
      expect(found?.replacement).toBe(isGone ? undefined : `${replacement} ${kind}`);
      expect(table.ofResource(apiVersion, resource, LAST)).toEqual(found);
      expect(table.ofKind(apiVersion, `${kind}List`, LAST)).toEqual(found);
      expect(table.ofKind(apiVersion, kind, before(removed))).toBeUndefined();
      expect(table.ofKind(apiVersion, kind, removed)?.removed).toBe(removed);
    },
  );

  it.each(REMOVALS)('names a replacement of $apiVersion $kind that $removed serves', (row) => {
    const { apiVersion, kind, removed } = row;
    const replacement = table.ofKind(apiVersion, kind, removed)?.replacement;
    const named = row.kind === 'PodSecurityPolicy' && removed === '1.16' ? 'policy/v1beta1' : row.replacement;
    expect(replacement).toBe(named && `${IN_PLACE_OF[apiVersion] ?? named} ${kind}`);
    expect(replacement && table.ofKind(replacement.split(' ')[0], kind, removed)).toBeUndefined();
  });

  it('has nothing that the last release serves', async () => {
    const path = new URL('releases.json', import.meta.url);
    const { resources } = JSON.parse(await readFile(path, 'utf8')) as {
      resources: { apiVersion: string; resource: string; removed?: string }[];
    };
    for (const { apiVersion, resource, removed } of resources) {
      const found = table.ofResource(apiVersion, resource, LAST);
      expect([apiVersion, resource, found?.removed]).toEqual([apiVersion, resource, removed]);
    }
  });

  it('has versions that are served still, for later releases', () => {
    expect(table.ofKind('resource.k8s.io/v1alpha3', 'ResourceClaim', '1.33')).toBeUndefined();
    expect(table.ofKind('resource.k8s.io/v1alpha3', 'ResourceClaim', '1.36')?.removed).toBe('1.34');
    expect(table.ofKind('storagemigration.k8s.io/v1alpha1', 'StorageVersionMigration', '1.36')?.removed).toBe('1.36');
  });
});
