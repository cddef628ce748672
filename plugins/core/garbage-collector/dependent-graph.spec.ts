import { DependentGraph, type GraphNode, type OwnerLink } from './dependent-graph.js';

const link = (name: string, uid: string, key: string | undefined = `/maps/${name}`): OwnerLink => ({
  reference: { apiVersion: 'v1', kind: 'ConfigMap', name, uid },
  key,
});
const node = (name: string, owners: readonly OwnerLink[]): GraphNode => ({
  key: `/maps/${name}`,
  groupResource: { group: '', resource: 'configmaps' },
  namespace: 'default',
  name,
  uid: `uid-of-${name}`,
  owners,
  isWaiting: false,
  isOrphaning: false,
});

describe('DependentGraph', () => {
  let graph: DependentGraph;
  const namesOf = (owner: string): string[] => graph.dependentsOf(`/maps/${owner}`).map(({ name }) => name);

  beforeEach(() => {
    graph = new DependentGraph();
    graph.put(node('a', [link('x', '1'), link('y', '2')]));
    graph.put(node('b', [link('x', '9')]));
  });

  it('knows who names an owner, whatever uid is expected', () => {
    expect([namesOf('x'), namesOf('y'), namesOf('z')]).toEqual([['a', 'b'], ['a'], []]);
  });

  it('follows changes of owners', () => {
    graph.put(node('a', [link('z', '3')]));
    expect([namesOf('x'), namesOf('y'), namesOf('z')]).toEqual([['b'], [], ['a']]);
  });

  it('knows whose owners could not be resolved', () => {
    graph.put(node('c', [{ ...link('u', '4'), key: undefined }]));
    expect(graph.unresolvedKeys()).toEqual(['/maps/c']);
    graph.put(node('c', [link('u', '4')]));
    expect(graph.unresolvedKeys()).toEqual([]);
  });

  describe('an owner that was found', () => {
    it('counts for those who expect its uid', () => {
      graph.markFound(graph.beginLook(link('x', '1')));
      expect([graph.isFound(link('x', '1')), graph.isFound(link('x', '9'))]).toEqual([true, false]);
    });

    it('is forgotten when something happens to it', () => {
      graph.markFound(graph.beginLook(link('x', '1')));
      graph.forgetFound('/maps/x');
      expect(graph.isFound(link('x', '1'))).toBe(false);
    });

    it('does not count when something happened while it was looked for', () => {
      const look = graph.beginLook(link('x', '1'));
      graph.forgetAllFound();
      graph.markFound(look);
      expect(graph.isFound(link('x', '1'))).toBe(false);
    });
  });

  it('keeps nothing of what is taken out', () => {
    for (const name of ['a', 'b']) graph.remove(`/maps/${name}`);
    expect([graph.get('/maps/a'), namesOf('x'), namesOf('y'), [...graph.keys()]]).toEqual([undefined, [], [], []]);
    const look = graph.beginLook(link('x', '1'));
    graph.markFound(look);
    expect(graph.isFound(link('x', '1'))).toBe(false);
  });
});
