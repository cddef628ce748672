import type { Toleration } from '../../core/index.js';
import { mergeTolerations } from './merge-tolerations.js';

const EVERYTHING: Toleration = { operator: 'Exists' };
const KEY: Toleration = { key: 'k', operator: 'Exists' };
const KEY_NO_SCHEDULE: Toleration = { ...KEY, effect: 'NoSchedule' };
const VALUE: Toleration = { key: 'k', value: 'v', effect: 'NoSchedule' };
const lasting = (tolerationSeconds?: number): Toleration => ({ ...KEY, effect: 'NoExecute', tolerationSeconds });

describe('mergeTolerations()', () => {
  it.each<[Toleration[], Toleration[], Toleration[]]>([
    [[], [], []],
    [[KEY], [VALUE, { key: 'l' }], [KEY, { key: 'l' }]],
    [[VALUE], [KEY_NO_SCHEDULE], [KEY_NO_SCHEDULE]],
    [[VALUE, KEY_NO_SCHEDULE, KEY], [EVERYTHING], [EVERYTHING]],
    [[VALUE], [{ ...VALUE, value: 'w' }], [VALUE, { ...VALUE, value: 'w' }]],
    [[KEY_NO_SCHEDULE], [KEY_NO_SCHEDULE], [KEY_NO_SCHEDULE]],
    [[lasting(10)], [lasting(20)], [lasting(20)]],
    [[lasting(10)], [lasting()], [lasting()]],
    [[lasting()], [lasting(10)], [lasting()]],
    [[{ ...VALUE, effect: 'NoExecute' }], [lasting(10)], [{ ...VALUE, effect: 'NoExecute' }, lasting(10)]],
    [[VALUE], [{ key: 'k', value: 'v' }], [{ key: 'k', value: 'v' }]],
  ])('makes of %j and %j %j', (own, more, joined) => {
    expect(mergeTolerations(own, more)).toEqual(joined);
  });

  it('takes as long as the lists are', () => {
    const many = Array.from({ length: 50_000 }, (_, i): Toleration => ({ key: 'k', value: `${i}` }));
    expect(mergeTolerations(many, many)).toHaveLength(50_000);
  });
});
