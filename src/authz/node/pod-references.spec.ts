import type { ApiObject } from '../../apimachinery/index.js';
import { NodeGraph } from './node-graph.js';

/** A pod on the node `one` that reads the secrets `names` in ephemeral containers, with claims by template and name. */
function podWith(names: readonly string[], statuses: Readonly<Record<string, string>> = {}): ApiObject {
  const spec = {
    nodeName: 'one',
    containers: [{ envFrom: [{ secretRef: { name: 's' } }] }],
    resourceClaims: [
      { name: 'r', resourceClaimTemplateName: 't' },
      { name: 'q', resourceClaimName: 'named' },
    ],
    ...(names.length > 0 && { ephemeralContainers: names.map((name) => ({ envFrom: [{ secretRef: { name } }] })) }),
  };
  const resourceClaimStatuses = Object.entries(statuses).map(([name, claim]) => ({ name, resourceClaimName: claim }));
  return { metadata: { namespace: 'n', name: 'a', uid: 'u' }, spec, status: { resourceClaimStatuses } } as ApiObject;
}

it('NodeGraph reads a bound pod again when it gets ephemeral containers, or another claim is made for it', () => {
  const graph = new NodeGraph();
  const owned = (resource: string, names: readonly string[]): string[] =>
    names.filter((name) => graph.belongsTo('one', { resource, namespace: 'n', name }));
  const known = (): string[] => [
    ...owned('secrets', ['s', 'e', 'f']),
    ...owned('resourceclaims', ['made', 'again', 'foreign', 'named']),
  ];
  const steps: [ApiObject, string[]][] = [
    [podWith([]), ['s', 'named']],
    [podWith(['e']), ['s', 'e', 'named']],
    [podWith(['e', 'f'], { r: 'made' }), ['s', 'e', 'f', 'made', 'named']],
    [podWith(['e', 'f'], { r: 'again' }), ['s', 'e', 'f', 'again', 'named']],
    // The status counts for claims that are made from templates only.
    [podWith(['e', 'f'], { q: 'foreign', other: 'foreign' }), ['s', 'e', 'f', 'named']],
  ];
  for (const [object, expected] of steps) {
    graph.onPut('pods', object);
    expect(known()).toEqual(expected);
  }
  graph.onDelete('pods', podWith([]));
  expect(known()).toEqual([]);
});
