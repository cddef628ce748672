import type { StrategyContext } from '../../../src/plugin-api/index.js';
import { nodeStrategy } from './node.strategy.js';
import type { Node } from './node.v1.js';

const contextWith = (gates: readonly string[], subresource = ''): StrategyContext =>
  ({ subresource, isEnabled: (gate: string) => gates.includes(gate) }) as unknown as StrategyContext;
const node = (): Node => ({
  metadata: { name: 'n' },
  status: { runtimeHandlers: [{ name: 'r' }], features: { supplementalGroupsPolicy: true } },
});

describe('what a node reports of its features', () => {
  it.each<[readonly string[], readonly string[]]>([
    [[], []],
    [['RecursiveReadOnlyMounts'], ['runtimeHandlers']],
    [['UserNamespacesSupport'], ['runtimeHandlers']],
    [['SupplementalGroupsPolicy'], ['features']],
    [
      ['RecursiveReadOnlyMounts', 'SupplementalGroupsPolicy'],
      ['runtimeHandlers', 'features'],
    ],
  ])('is kept as far as the gates %j are on', (gates, kept) => {
    const [made, changed, reported] = [node(), node(), node()];
    nodeStrategy.prepareForCreate!(made, contextWith(gates));
    nodeStrategy.prepareForUpdate!(changed, { metadata: { name: 'n' }, status: {} }, contextWith(gates));
    nodeStrategy.prepareForUpdate!(reported, node(), contextWith(gates, 'status'));
    expect([Object.keys(made.status!), Object.keys(changed.status!)]).toEqual([kept, kept]);
    expect(Object.keys(reported.status!)).toEqual(['runtimeHandlers', 'features']);
  });

  it('stays where features are stored already, whatever the gates', () => {
    const changed = node();
    nodeStrategy.prepareForUpdate!(changed, node(), contextWith([]));
    expect(Object.keys(changed.status!)).toEqual(['features']);
  });
});
