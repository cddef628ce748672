import { withLinked } from './graph.js';
import { type LinkedNode, withLinks } from './links.js';

const node = (kind: string, resource: string, label: string, object?: object): LinkedNode => ({
  ...{ id: `${kind}/${label}`, label, kind, owners: [], namespace: 'd', object },
  resource: { group: '', resource },
});
const POD = { metadata: { namespace: 'd', labels: { app: 'web' } }, spec: { containers: [{}] } };
const mounting = { ...POD, spec: { containers: [{}], volumes: [{ configMap: { name: 'files' } }] } };
const NODES = [
  node('Service', 'services', 'web', { metadata: { namespace: 'd' }, spec: { selector: { app: 'web' } } }),
  node('Pod', 'pods', 'p', mounting),
  node('Pod', 'pods', 'q', { ...POD, metadata: { namespace: 'd', labels: { app: 'other' } } }),
  node('ConfigMap', 'configmaps', 'files'),
  node('ConfigMap', 'configmaps', 'unused'),
];

describe('withLinks()', () => {
  it('leads from what selects and names objects to these', () => {
    const links = withLinks(NODES).flatMap(({ id, links = [] }) =>
      links.map(({ from, relation }) => `${from} ${relation} ${id}`),
    );
    expect(links).toEqual(['Service/web routes to Pod/p', 'Pod/p mounts ConfigMap/files']);
  });
});

describe('withLinked()', () => {
  it('adds what is one link away, in both directions', () => {
    const all = withLinks(NODES);
    const from = (id: string) =>
      withLinked(
        all.filter((each) => each.id === id),
        all,
      ).map((each) => each.id);
    expect(from('Pod/p')).toEqual(['Service/web', 'Pod/p', 'ConfigMap/files']);
    expect(from('ConfigMap/files')).toEqual(['Pod/p', 'ConfigMap/files']);
    expect(from('ConfigMap/unused')).toEqual(['ConfigMap/unused']);
  });
});
