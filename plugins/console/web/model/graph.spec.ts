import { type GraphNode, connectedWith, placeNodes } from './graph.js';

const node = (id: string, ...owners: string[]): GraphNode => ({ id, label: id, kind: 'Pod', owners });
const CHAIN = [node('deploy'), node('set', 'deploy'), node('pod-1', 'set'), node('pod-2', 'set'), node('alone')];

describe('connectedWith()', () => {
  it.each<[string, string[]]>([
    ['deploy', ['deploy', 'set', 'pod-1', 'pod-2']],
    ['pod-1', ['deploy', 'set', 'pod-1', 'pod-2']],
    ['alone', ['alone']],
    ['lost', []],
  ])('of %s', (root, ids) => {
    expect(connectedWith(root, CHAIN).map(({ id }) => id)).toEqual(ids);
  });

  it('ends where objects own each other', () => {
    expect(connectedWith('a', [node('a', 'b'), node('b', 'a')])).toHaveLength(2);
  });
});

describe('placeNodes()', () => {
  it('places owners left of what they own, without overlap', () => {
    const { nodes, edges, width, height } = placeNodes(CHAIN.slice(0, 4));
    const at = (id: string) => nodes.find((each) => each.id === id)!;
    expect(at('deploy').x).toBeLessThan(at('set').x);
    expect(at('set').x).toBeLessThan(at('pod-1').x);
    expect(at('pod-1').x).toBe(at('pod-2').x);
    expect(at('pod-2').y).toBeGreaterThan(at('pod-1').y);
    expect(edges.map(({ from, to }) => `${from.id} ${to.id}`)).toEqual(['deploy set', 'set pod-1', 'set pod-2']);
    expect([width, height]).toEqual([at('pod-1').x + 220, at('pod-2').y + 44]);
  });

  it('ends where objects own each other, and is empty for nothing', () => {
    expect(placeNodes([node('a', 'b'), node('b', 'a')]).nodes).toHaveLength(2);
    expect(placeNodes([])).toMatchObject({ width: 0, height: 0 });
  });
});
