import type { ApiObject } from '../../apimachinery/index.js';
import { GRAPH_RESOURCES, NodeGraph } from './node-graph.js';

const pod = (name: string, nodeName: string | undefined, secret: string, uid = 'u'): ApiObject =>
  ({
    metadata: { namespace: 'n', name, uid },
    spec: { nodeName, containers: [{ envFrom: [{ secretRef: { name: secret } }] }], volumes: [CLAIM] },
  }) as ApiObject;
const CLAIM = { name: 'c', persistentVolumeClaim: { claimName: 'claim' } };
const volume = (name: string, secrets: readonly string[], claim?: object): ApiObject =>
  ({
    metadata: { name },
    spec: {
      claimRef: claim ?? { namespace: 'n', name: 'claim' },
      ...Object.fromEntries(secrets.map((secretName, i) => [`source${i}`, { secretRef: { name: secretName } }])),
    },
  }) as ApiObject;
const slice = (name: string, nodeName?: string): ApiObject =>
  ({ metadata: { name }, spec: nodeName === undefined ? undefined : { nodeName } }) as ApiObject;

describe('NodeGraph', () => {
  let graph: NodeGraph;
  beforeEach(() => {
    graph = new NodeGraph();
  });
  /** The nodes among one, two and three that an object belongs to. */
  const nodesOf = (resource: string, name: string, namespace = 'n'): string[] =>
    ['one', 'two', 'three', ''].filter((node) => graph.belongsTo(node, { resource, namespace, name }));

  it('counts the pods of a node that use an object', () => {
    graph.onPut('pods', pod('a', 'one', 's'));
    graph.onPut('pods', pod('b', 'one', 's'));
    graph.onPut('pods', pod('c', 'two', 's'));
    expect(nodesOf('secrets', 's')).toEqual(['one', 'two']);
    graph.onDelete('pods', pod('a', 'one', 's'));
    expect(nodesOf('secrets', 's')).toEqual(['one', 'two']);
    graph.onDelete('pods', pod('b', 'one', 's'));
    expect(nodesOf('secrets', 's')).toEqual(['two']);
    graph.onDelete('pods', pod('b', 'one', 's'));
    graph.onDelete('pods', pod('c', 'two', 's'));
    expect(nodesOf('secrets', 's')).toEqual([]);
    expect(nodesOf('pods', 'c')).toEqual([]);
  });

  it('reads a pod again when it is another, was bound, or got its claims', () => {
    graph.onPut('pods', pod('a', undefined, 's'));
    expect([nodesOf('pods', 'a'), nodesOf('secrets', 's')]).toEqual([[], []]);
    graph.onPut('pods', pod('a', 'one', 's'));
    expect([nodesOf('pods', 'a'), nodesOf('secrets', 's')]).toEqual([['one'], ['one']]);
    graph.onPut('pods', pod('a', 'one', 't', 'v'));
    expect([nodesOf('secrets', 's'), nodesOf('secrets', 't')]).toEqual([[], ['one']]);
    graph.onPut('pods', pod('a', 'two', 't', 'v'));
    expect([nodesOf('pods', 'a'), nodesOf('secrets', 't')]).toEqual([['two'], ['two']]);
    const resourceClaims = [{ name: 'r', resourceClaimTemplateName: 't' }];
    const bound = pod('a', 'two', 't', 'v');
    const withClaims = {
      ...bound,
      spec: { ...(bound as unknown as { spec: object }).spec, resourceClaims },
      status: { resourceClaimStatuses: [{ name: 'r', resourceClaimName: 'made' }] },
    } as ApiObject;
    graph.onPut('pods', { ...withClaims, status: {} } as ApiObject);
    expect(nodesOf('resourceclaims', 'made')).toEqual([]);
    graph.onPut('pods', withClaims);
    expect(nodesOf('resourceclaims', 'made')).toEqual(['two']);
    graph.onDelete('pods', withClaims);
    expect(nodesOf('resourceclaims', 'made')).toEqual([]);
  });

  it('reads a pod again whenever a container is added to it', () => {
    const containersOf = (...names: string[]) => names.map((name) => ({ envFrom: [{ secretRef: { name } }] }));
    const { metadata, spec } = pod('a', 'one', 's') as ApiObject & { spec: object };
    graph.onPut('pods', { metadata, spec } as ApiObject);
    for (const names of [['x'], ['x', 'y']]) {
      graph.onPut('pods', { metadata, spec: { ...spec, ephemeralContainers: containersOf(...names) } } as ApiObject);
      expect(nodesOf('secrets', names.at(-1)!)).toEqual(['one']);
    }
  });

  it('follows volumes to their secrets while a claim binds them', () => {
    graph.onPut('pods', pod('a', 'one', 's'));
    graph.onPut('persistentvolumes', volume('v', ['x', 'y']));
    graph.onPut('persistentvolumes', volume('w', ['x'], { namespace: 'n', name: 'other' }));
    expect([nodesOf('persistentvolumes', 'v', ''), nodesOf('persistentvolumes', 'w', '')]).toEqual([['one'], []]);
    expect([nodesOf('secrets', 'x'), nodesOf('secrets', 'y'), nodesOf('secrets', 'x', 'm')]).toEqual([
      ['one'],
      ['one'],
      [],
    ]);
    graph.onPut('persistentvolumes', volume('v', ['y']));
    expect([nodesOf('secrets', 'x'), nodesOf('secrets', 'y')]).toEqual([[], ['one']]);
    graph.onPut('persistentvolumes', volume('w', ['y']));
    graph.onDelete('persistentvolumes', volume('v', []));
    expect([nodesOf('persistentvolumes', 'v', ''), nodesOf('secrets', 'y')]).toEqual([[], ['one']]);
    graph.onDelete('persistentvolumes', volume('w', []));
    expect(nodesOf('secrets', 'y')).toEqual([]);
    // Only secrets are found through volumes.
    graph.onPut('persistentvolumes', volume('v', ['y']));
    expect(nodesOf('configmaps', 'y')).toEqual([]);
  });

  it('takes no volume without a claim for one of a node', () => {
    graph.onPut('persistentvolumes', { metadata: { name: 'v' }, spec: { source: { secretName: 'x' } } } as ApiObject);
    graph.onPut('persistentvolumes', { metadata: { name: 'w' } } as ApiObject);
    expect([nodesOf('persistentvolumes', 'v', ''), nodesOf('persistentvolumes', 'w', '')]).toEqual([[], []]);
    expect(nodesOf('secrets', 'x', '')).toEqual([]);
  });

  it('reads the secrets of every source, in their own namespace or the one of the claim', () => {
    graph.onPut('pods', pod('a', 'one', 's'));
    const spec = {
      claimRef: { namespace: 'n', name: 'claim' },
      capacity: null,
      storageClassName: 'fast',
      azureFile: { secretName: 'azure', secretNamespace: 'm' },
      rbd: { secretName: 'plain', secretNamespace: null },
      csi: {
        nodePublishSecretRef: { name: 'publish', namespace: 'm' },
        nodeExpandSecretRef: { name: 'expand' },
        nodeStageSecretRef: { namespace: 'm' },
        controllerPublishSecretRef: { name: 'controller', namespace: 'm' },
      },
    };
    graph.onPut('persistentvolumes', { metadata: { name: 'v' }, spec } as ApiObject);
    const places = [
      ['azure', 'm'],
      ['plain', 'n'],
      ['publish', 'm'],
      ['expand', 'n'],
      ['controller', 'm'],
      ['', 'm'],
    ];
    expect(places.map(([name = '', namespace]) => nodesOf('secrets', name, namespace).length)).toEqual([
      1, 1, 1, 1, 0, 0,
    ]);
  });

  it('knows the node of attachments and slices', () => {
    for (const resource of ['volumeattachments', 'resourceslices']) {
      graph.onPut(resource, slice('a', 'one'));
      graph.onPut(resource, slice('b', 'two'));
      graph.onPut(resource, slice('c'));
    }
    expect(['a', 'b', 'c', 'd'].map((name) => nodesOf('resourceslices', name, ''))).toEqual([
      ['one'],
      ['two'],
      [''],
      [],
    ]);
    graph.onPut('resourceslices', slice('a', 'three'));
    graph.onDelete('resourceslices', slice('b'));
    expect(['a', 'b'].map((name) => nodesOf('resourceslices', name, ''))).toEqual([['three'], []]);
    expect(['a', 'b'].map((name) => nodesOf('volumeattachments', name, ''))).toEqual([['one'], ['two']]);
  });

  it('knows the node of requests for certificates, by namespace', () => {
    const request = (namespace: string, nodeName: string): ApiObject =>
      ({ metadata: { namespace, name: 'r' }, spec: { nodeName } }) as ApiObject;
    graph.onPut('podcertificaterequests', request('n', 'one'));
    graph.onPut('podcertificaterequests', request('m', 'two'));
    const nodes = () => ['n', 'm', ''].map((namespace) => nodesOf('podcertificaterequests', 'r', namespace));
    expect(nodes()).toEqual([['one'], ['two'], []]);
    graph.onDelete('podcertificaterequests', request('n', 'one'));
    expect(nodes()).toEqual([[], ['two'], []]);
    graph.onReset('podcertificaterequests');
    expect(nodes()).toEqual([[], [], []]);
  });

  it('forgets the objects of a resource that may have been missed, and those alone', () => {
    const fill = (): void => {
      graph.onPut('pods', pod('a', 'one', 's'));
      graph.onPut('persistentvolumes', volume('v', ['x']));
      graph.onPut('volumeattachments', slice('t', 'one'));
      graph.onPut('resourceslices', slice('r', 'one'));
    };
    const known = (): number[] => [
      nodesOf('pods', 'a').length,
      nodesOf('secrets', 's').length,
      nodesOf('persistentvolumes', 'v', '').length,
      nodesOf('secrets', 'x').length,
      nodesOf('volumeattachments', 't', '').length,
      nodesOf('resourceslices', 'r', '').length,
    ];
    fill();
    for (const { resource } of GRAPH_RESOURCES) graph.onReady(resource);
    expect([known(), graph.readiness.isReady]).toEqual([[1, 1, 1, 1, 1, 1], true]);
    graph.onReset('pods');
    expect([known(), graph.readiness.isReady]).toEqual([[0, 0, 0, 0, 1, 1], false]);
    fill();
    graph.onReset('persistentvolumes');
    expect(known()).toEqual([1, 1, 0, 0, 1, 1]);
    fill();
    graph.onReset('volumeattachments');
    expect(known()).toEqual([1, 1, 1, 1, 0, 1]);
    graph.onReset('resourceslices');
    expect(known()).toEqual([1, 1, 1, 1, 0, 0]);
  });
});
