import type { ApiObject, KindDefinition } from '../../src/plugin-api/index.js';
import { ResolvedKind } from '../../src/registry/index.js';
import { deviceClassKind } from './device-class/device-class.kind.js';
import { resourceClaimTemplateKind } from './resource-claim-template/resource-claim-template.kind.js';
import { resourceClaimKind } from './resource-claim/resource-claim.kind.js';
import { resourceSliceKind } from './resource-slice/resource-slice.kind.js';

const GROUP = 'resource.k8s.io';
const SELECTORS = [{ cel: { expression: 'true' } }];
const CONFIG = [{ opaque: { driver: 'a.com', parameters: { a: 1 } } }];
const TOLERATION = { key: 'k', operator: 'Equal', value: 'v', effect: 'NoSchedule', tolerationSeconds: 5 };
const DEVICES = { deviceClassName: 'gpu', selectors: SELECTORS, allocationMode: 'ExactCount', count: 2 };

const CLAIM = {
  devices: {
    requests: [
      { name: 'a', exactly: { ...DEVICES, adminAccess: false, tolerations: [TOLERATION] } },
      { name: 'b', firstAvailable: [{ name: 'c', ...DEVICES, tolerations: [TOLERATION] }] },
    ],
    constraints: [{ requests: ['a'], matchAttribute: 'a.com/numa' }],
    config: [{ requests: ['a'], ...CONFIG[0] }],
  },
};
const PLACED = { name: 'd', nodeName: 'n', taints: [{ key: 'k', effect: 'NoExecute' }] };
const SHARED = [{ name: 's', counters: { memory: { value: '8Gi' } } }];

/** An object of each kind in v1, with what release 1.33 has of it. */
const FIXTURES: readonly (readonly [KindDefinition<never>, object])[] = [
  [deviceClassKind as KindDefinition<never>, { spec: { selectors: SELECTORS, config: CONFIG } }],
  [resourceClaimKind as KindDefinition<never>, { spec: CLAIM }],
  [resourceClaimTemplateKind as KindDefinition<never>, { spec: { metadata: { labels: { a: 'b' } }, spec: CLAIM } }],
  [
    resourceSliceKind as KindDefinition<never>,
    {
      spec: {
        driver: 'a.com',
        pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
        perDeviceNodeSelection: true,
        devices: [
          {
            ...PLACED,
            attributes: { fast: { bool: true }, 'a.com/model': { string: 'x' } },
            capacity: { memory: { value: '1Gi' } },
            consumesCounters: [{ counterSet: 's', counters: { memory: { value: '1Gi' } } }],
          },
        ],
        sharedCounters: SHARED,
      },
    },
  ],
];

describe.each(FIXTURES)('versions of %#', (definition, members) => {
  const kind = new ResolvedKind(GROUP, definition as KindDefinition, { release: '1.33' });
  const object = kind.hub.type.decode({
    apiVersion: kind.hub.apiVersion,
    kind: definition.kind,
    metadata: { name: 'x' },
    ...members,
  }) as unknown as ApiObject;
  const convert = (given: ApiObject, from: string, to: string): ApiObject => {
    const [source, target] = [from, to].map((version) => kind.versions.get(`${GROUP}/${version}`)!);
    return kind.convertOne(given, source, target) as ApiObject;
  };
  const names = ['v1', 'v1beta2', 'v1beta1', 'v1alpha3'];

  it.each(names.flatMap((from) => names.map((to) => [from, to] as const)))(
    'from %s to %s and back are the same',
    (from, to) => {
      const start = convert(object, 'v1', from);
      expect(convert(convert(start, from, to), to, from)).toEqual(start);
    },
  );

  it.each([
    ['1.32', 'v1beta1'],
    ['1.33', 'v1beta1'],
    ['1.34', 'v1beta2'],
    ['1.36', 'v1'],
  ])('are stored in release %s as %s', (release, version) => {
    const { storage } = new ResolvedKind(GROUP, definition as KindDefinition, { release });
    expect(storage.name).toBe(version);
  });
});
