import type { Deployment, ReplicaSet } from '../types.js';
import { nextSizes } from './rollout.js';

const template = { spec: { containers: [] } };
const set = (name: string, replicas: number, available = replicas): ReplicaSet => ({
  metadata: { name },
  spec: { replicas, selector: {}, template },
  status: { replicas, availableReplicas: available },
});
const deployment = (replicas: number, strategy?: Deployment['spec']['strategy']): Deployment => ({
  metadata: { name: 'web' },
  spec: { replicas, selector: {}, template, strategy },
});
const rolling = (maxSurge: number | string, maxUnavailable: number | string) => ({
  type: 'RollingUpdate',
  rollingUpdate: { maxSurge, maxUnavailable },
});

describe('nextSizes()', () => {
  it.each([
    ['begins with the surge', deployment(4), [set('new', 0), set('old', 4)], { new: 1, old: 3 }],
    ['waits for new pods to be available', deployment(4, rolling(1, 0)), [set('new', 1, 0), set('old', 4)], {}],
    ['goes on as they are', deployment(4, rolling(1, 0)), [set('new', 1), set('old', 4)], { old: 3 }],
    ['takes room that old pods have left', deployment(4, rolling(1, 0)), [set('new', 1), set('old', 3)], { new: 2 }],
    [
      'removes broken old pods first',
      deployment(4, rolling(1, 0)),
      [set('new', 0), set('old', 4, 2)],
      { new: 1, old: 2 },
    ],
    ['moves where neither is allowed', deployment(2, rolling(0, 0)), [set('new', 0), set('old', 2)], { old: 1 }],
    ['rounds surges up', deployment(3, rolling('10%', 0)), [set('new', 0), set('old', 3)], { new: 1 }],
    ['scales down at once', deployment(1), [set('new', 3)], { new: 1 }],
    [
      'empties old sets before a recreation',
      deployment(2, { type: 'Recreate' }),
      [set('new', 0), set('old', 2)],
      { old: 0 },
    ],
    ['recreates when they are gone', deployment(2, { type: 'Recreate' }), [set('new', 0), set('old', 0)], { new: 2 }],
  ])('%s', (_, wanted, [current, ...old], sizes) => {
    expect(Object.fromEntries(nextSizes(wanted, { current, old }))).toEqual(sizes);
  });
});
