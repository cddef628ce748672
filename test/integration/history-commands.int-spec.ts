import { runCommand } from '../../src/commands/index.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const MERGE = { headers: { 'content-type': 'application/merge-patch+json' } };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const texts = { out: '', err: '' };
  const host = {
    out: { write: (text: string) => (texts.out += text) },
    err: { write: (text: string) => (texts.err += text) },
  };
  const [first, ...rest] = words;
  return { code: await runCommand(first, [...rest, '--kubeconfig', server.kubeconfigPath], host), ...texts };
}

const makeMap = async (name: string, metadata: object = {}): Promise<string> => {
  const body = { metadata: { name, ...metadata }, data: { a: '1' } };
  return (await server.client.post(MAPS, body)).body.metadata.resourceVersion as string;
};

const ownerNamed = async (name: string): Promise<object> => {
  await makeMap(name);
  const { body } = await server.request('GET', `${MAPS}/${name}`);
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: body.metadata.uid as string };
};

const changeMap = (name: string, data: object) =>
  server.request('PATCH', `${MAPS}/${name}?fieldManager=changer`, { ...MERGE, body: JSON.stringify({ data }) });

describe('binnacle history get', () => {
  it('shows a table of the changes, and by --diff what each of them did', async () => {
    await makeMap('shown');
    await changeMap('shown', { a: '2' });
    const table = await run('history', 'get', 'cm/shown', '-n', 'default');
    expect(table.code).toBe(0);
    const lines = table.out.split('\n');
    expect(lines[0]).toMatch(/^REVISION +EVENT +WHEN +WHO +CHANGES$/);
    expect(lines[1]).toMatch(/^\d+ +update +\S+Z? +changer +replace \/data\/a$/);
    expect(table.err).toContain('the audit log names users');
    const { out } = await run('history', 'get', 'configmaps', 'shown', '--diff');
    expect(out).toContain('-  a: "1"\n+  a: "2"\n');
  });

  it('prints the whole object as of a revision', async () => {
    const revision = await makeMap('former');
    await changeMap('former', { a: '2' });
    for (const name of ['configmap/former', 'configmaps.v1./former', 'cm.v1./former']) {
      const { out } = await run('history', 'get', name, '--at', revision);
      expect(out).toContain('kind: ConfigMap\n');
      expect(out).toContain('  a: "1"\n');
    }
    expect(await run('history', 'get', 'deployments.v1.apps/none')).toMatchObject({ code: 0 });
    expect(await run('history', 'get', 'deployments.v2.apps/none')).toMatchObject({ code: 2 });
  });

  it.each<[string[], string]>([
    [['cm'], 'an object has to be named'],
    [['nothings/x'], 'the server has no resource "nothings"'],
    [['cm/x', '--limit', '0'], '--limit'],
    [['cm/x', '--at', 'yesterday'], 'at: must be a revision'],
  ])('ends with 2 for %j', async (words, message) => {
    const { code, err } = await run('history', 'get', ...words);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('binnacle undelete', () => {
  it('creates an object again, without what belongs to its former life', async () => {
    const spec = {
      replicas: 3,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } },
    };
    const { body: made } = await server.client.post(DEPLOYMENTS, { metadata: { name: 'web' }, spec });
    await server.request('DELETE', `${DEPLOYMENTS}/web`, { body: '{"propagationPolicy":"Background"}' });
    const dry = await run('undelete', 'deploy/web', '--dry-run');
    expect([dry.code, dry.out]).toEqual([0, expect.stringContaining('replicas: 3')]);
    expect((await server.request('GET', `${DEPLOYMENTS}/web`)).status).toBe(404);
    expect(await run('undelete', 'deploy/web')).toMatchObject({ code: 0, out: 'deployments/web created again\n' });
    const { body: again } = await server.request('GET', `${DEPLOYMENTS}/web`);
    expect(again.spec).toEqual(made.spec);
    expect(again.metadata.uid).not.toBe(made.metadata.uid);
    expect(again.metadata.managedFields[0].manager).toBe('binnacle-undelete');
  });

  it('leaves out owners that are gone, and says so', async () => {
    const [ofOwner, ofOther] = [await ownerNamed('owner'), await ownerNamed('lost')];
    await makeMap('owned', { ownerReferences: [ofOwner, ofOther] });
    await server.request('DELETE', `${MAPS}/owned`);
    await server.request('DELETE', `${MAPS}/lost`);
    const { code, err } = await run('undelete', 'cm/owned');
    expect([code, err]).toEqual([0, expect.stringContaining('its owner ConfigMap lost is gone')]);
    const { body } = await server.request('GET', `${MAPS}/owned`);
    expect(body.metadata.ownerReferences).toEqual([ofOwner]);
  });

  it('refuses an object that is there, and one that was never deleted', async () => {
    await makeMap('there');
    expect(await run('undelete', 'cm/there')).toMatchObject({ code: 1, err: expect.stringContaining('is there') });
    expect(await run('undelete', 'cm/never')).toMatchObject({ code: 1, err: expect.stringContaining('not found') });
  });
});
