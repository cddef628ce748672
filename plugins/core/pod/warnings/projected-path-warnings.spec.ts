import { decodeAs } from '../../../../test/support/decode-as.js';
import { overlappingPathWarnings } from './projected-path-warnings.js';
import { Pod } from '../shape/pod.v1.js';

/** The warnings for one projected volume, as a client writes its sources. */
function warningsFor(sources: unknown): string[] {
  const volumes = [{ name: 'v', projected: sources === undefined ? {} : { sources } }];
  const pod = decodeAs(Pod, { metadata: {}, spec: { containers: [], volumes } });
  return overlappingPathWarnings(pod.spec!.volumes).map((text) => text.replace('volume "v" (Projected)', '').trim());
}

const first = { configMap: { name: 'c', items: [{ key: 'k', path: 'a' }] } };
const repeated = ': overlapping paths: "a" (ConfigMap "c") with "a" (ConfigMap "c")';
const EMPTY = 'has no sources provided';

describe('overlappingPathWarnings() of projected sources', () => {
  it.each<[string, unknown, string[]]>([
    ['no sources', undefined, []],
    ['null', null, []],
    ['an empty list', [], []],
    ['one source', [first], []],
    [
      'the same path twice',
      [first, { secret: { name: 's', items: [{ key: 'k', path: 'a/' }] } }],
      [': overlapping paths: "a" (Secret "s") with "a" (ConfigMap "c")'],
    ],
    [
      'the same path twice in one source',
      [{ downwardAPI: { items: [{ path: 'l' }, { path: 'l' }] } }],
      [': overlapping paths: "l" (DownwardAPI) with "l" (DownwardAPI)'],
    ],
    ['a source that is empty', [first, {}], [EMPTY]],
    ['a source that names no items, which counts as the one before', [first, { secret: { name: 's' } }], [repeated]],
    ['a source with an empty list of items', [first, { downwardAPI: { items: [] } }], []],
    [
      'a token below a path',
      [first, { serviceAccountToken: { path: 'a/b' } }],
      [': overlapping paths: "a/b" (ServiceAccountToken) with "a" (ConfigMap "c")'],
    ],
    [
      'a bundle of a signer',
      [first, { clusterTrustBundle: { signerName: 'x.y/z', path: 'a' } }],
      [': overlapping paths: "a" (ClusterTrustBundle "x.y/z") with "a" (ConfigMap "c")'],
    ],
  ])('reports %s', (_name, sources, expected) => {
    expect(warningsFor(sources)).toEqual(expected);
  });
});

describe('overlappingPathWarnings() of many paths', () => {
  const items = (count: number, path: (i: number) => string): object[] =>
    Array.from({ length: count }, (_, i) => ({ key: 'k', path: path(i) }));

  it('reports no more than a response contains', () => {
    expect(
      warningsFor([{ configMap: { name: 'c', items: items(2, () => 'a') } }, ...Array<object>(3_000).fill(first)]),
    ).toHaveLength(500);
  });

  it('looks at all of some hundred, and gives up on thousands', () => {
    const paths = { configMap: { name: 'c', items: items(400, (i) => `p${i}`) } };
    const last = { secret: { name: 's', items: items(1, () => 'p399/x') } };
    expect(warningsFor([paths, last])).toHaveLength(1);
    const sources = Array.from({ length: 20_000 }, (_, i) => ({
      secret: { name: 's', items: items(1, () => `q${i}`) },
    }));
    expect(warningsFor([...sources, { secret: { name: 's', items: items(1, () => 'q1') } }])).toEqual([]);
  });
});
