import { EtcdProcess, describeWithEtcd } from '../support/etcd.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const LABEL = 'labelSelector=in%3Dlist';

const configMap = (name: string): Json => ({ metadata: { name, labels: { in: 'list' } } });
const namesOf = ({ items }: Json): string[] => items.map(({ metadata }: Json) => metadata.name as string);

interface WatchEvent {
  readonly type: string;
  readonly object: { readonly metadata: { readonly name: string; readonly resourceVersion: string } };
}

describeWithEtcd('replicas on one etcd', () => {
  let etcd: EtcdProcess;
  let servers: TestServer[];

  beforeAll(async () => {
    etcd = await EtcdProcess.start();
    const options = { storage: { backend: 'etcd3' }, etcd: { servers: [etcd.url] } };
    // One of them is still what the cluster is upgraded from.
    servers = [await startTestServer(options), await startTestServer({ ...options, api: { emulatedRelease: '1.31' } })];
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await etcd.remove();
  });

  it('go on with lists that another one began, in the state of their first page', async () => {
    const [first, second] = servers.map(({ client }) => client);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await first!.post(MAPS, configMap(name));
    const page = (await first!.get(`${MAPS}?${LABEL}&limit=2`)).body;
    expect([namesOf(page), page.metadata.remainingItemCount]).toEqual([['a', 'b'], undefined]);
    await second!.delete(`${MAPS}/d`);
    await first!.post(MAPS, configMap('c2'));
    const next = (await second!.get(`${MAPS}?${LABEL}&limit=2&continue=${page.metadata.continue}`)).body;
    const last = (await first!.get(`${MAPS}?${LABEL}&limit=2&continue=${next.metadata.continue}`)).body;
    expect([...namesOf(next), ...namesOf(last)]).toEqual(['c', 'd', 'e']);
    for (const each of [next, last]) expect(each.metadata.resourceVersion).toBe(page.metadata.resourceVersion);
  });

  it('go on with watches behind the last event or bookmark of another one', async () => {
    const [first, second] = servers.map(({ client }) => client);
    const eventsOf = async (client: typeof first, query: string): Promise<WatchEvent[]> => {
      const { text } = await client!.get(`${MAPS}?watch=1&timeoutSeconds=1&${LABEL}&${query}`);
      return text
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as WatchEvent);
    };
    const initial = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const events = await eventsOf(first, initial);
    const bookmark = events.findLast(({ type }) => type === 'BOOKMARK')!.object.metadata.resourceVersion;
    await first!.post(MAPS, configMap('f'));
    await second!.post(MAPS, configMap('g'));
    await first!.delete(`${MAPS}/f`);
    const shown = async (client: typeof first, from: string): Promise<string[]> =>
      (await eventsOf(client, `resourceVersion=${from}`)).map(({ type, object }) => `${type} ${object.metadata.name}`);
    const expected = ['ADDED f', 'ADDED g', 'DELETED f'];
    expect(await shown(second, bookmark)).toEqual(expected);
    const [added] = await eventsOf(second, `resourceVersion=${bookmark}`);
    expect(await shown(first, added!.object.metadata.resourceVersion)).toEqual(expected.slice(1));
  });

  it('read what replicas of another emulated release write', async () => {
    const [newer, older] = servers.map(({ client }) => client);
    for (const [writer, reader, name] of [
      [newer, older, 'by-newer'],
      [older, newer, 'by-older'],
    ] as const) {
      const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
      const path = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
      expect((await writer!.post(path, { metadata: { name }, rules })).status).toBe(201);
      expect((await reader!.get(`${path}/${name}`)).body.rules).toEqual(rules);
    }
    const versions = await Promise.all(
      [newer, older].map(async (client) => (await client!.get('/version')).body.minor),
    );
    expect(versions).toEqual(['32', '31']);
  });
});
