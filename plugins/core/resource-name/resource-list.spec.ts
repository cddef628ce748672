import { type ApiClass, type ApiObject } from '../../../src/plugin-api/index.js';
import { shapeOf } from '../../../src/plugin-api/built-in.js';
import { LimitRange } from '../limit-range/limit-range.v1.js';
import { Node } from '../node/node.v1.js';
import { PersistentVolumeClaim } from '../persistent-volume-claim/persistent-volume-claim.v1.js';
import { Pod } from '../pod/shape/pod.v1.js';
import { ResourceQuota } from '../resource-quota/resource-quota.v1.js';

const FINE = { cpu: '1u' };
const ROUNDED = { cpu: '1m' };

describe('amounts finer than a thousandth are rounded up', () => {
  it.each<[string, ApiClass<ApiObject>, object, object]>([
    [
      'quotas',
      ResourceQuota,
      { spec: { hard: FINE }, status: { hard: FINE, used: FINE } },
      {
        spec: { hard: ROUNDED },
        status: { hard: ROUNDED, used: ROUNDED },
      },
    ],
    [
      'limits',
      LimitRange,
      { spec: { limits: [{ type: 'Pod', max: FINE, min: FINE, maxLimitRequestRatio: FINE }] } },
      {
        spec: { limits: [{ type: 'Pod', max: ROUNDED, min: ROUNDED, maxLimitRequestRatio: ROUNDED }] },
      },
    ],
    [
      'derived limits',
      LimitRange,
      { spec: { limits: [{ type: 'Container', max: FINE }] } },
      {
        spec: { limits: [{ type: 'Container', max: ROUNDED, default: ROUNDED, defaultRequest: ROUNDED }] },
      },
    ],
    ['nodes', Node, { status: { capacity: FINE } }, { status: { capacity: ROUNDED, allocatable: ROUNDED } }],
    [
      'claims',
      PersistentVolumeClaim,
      { status: { allocatedResources: FINE } },
      {
        status: { allocatedResources: ROUNDED },
      },
    ],
    [
      'containers',
      Pod,
      { status: { containerStatuses: [{ name: 'c', allocatedResources: FINE }] } },
      {
        status: { containerStatuses: [{ name: 'c', allocatedResources: ROUNDED }] },
      },
    ],
  ])('in %s', (_name, type, object, expected) => {
    const defaulted = { metadata: {}, ...structuredClone(object) } as ApiObject;
    shapeOf(type).applyDefaults(defaulted);
    expect(defaulted).toMatchObject(expected);
  });
});
