import { parseOptions } from '../../src/options/index.js';
import { ApiGroupPlugin, defineKind } from '../../src/plugin-api/index.js';
import { Widget, widgetKind } from '../fixtures/plugins/widget.v1.js';
import { RawConnection } from '../support/raw-connection.js';
import { type TestServerOptions, startTestServer } from '../support/start-test-server.js';
import type { Json, TestClient } from '../support/test-client.js';
import { MAPS, configMap } from './objects.js';

/** Runs a server while `use` asks it. */
async function withServer(
  options: TestServerOptions,
  use: (client: TestClient, connect: (token: string) => TestClient) => Promise<void>,
): Promise<void> {
  const server = await startTestServer(options);
  try {
    await use(server.client, server.connect);
  } finally {
    await server.close();
  }
}

const same = { toHub: (object: Widget) => object, fromHub: (object: Widget) => object };
const LEVELS = ['v1', 'v1beta1', 'v1alpha1'];
const GATED = 'v2alpha1';
const levelled = defineKind<Widget>({
  ...widgetKind,
  versions: [
    { name: 'v1', type: Widget },
    { name: 'v1beta1', type: Widget, conversion: same, onByDefault: false, deprecation: 'v1beta1 is old' },
    { name: 'v1alpha1', type: Widget, conversion: same, onByDefault: false },
    { name: 'v2alpha1', type: Widget, conversion: same, onByDefault: false, featureGate: 'MutatingAdmissionPolicy' },
  ],
});

/** A kind in a version of each level. */
@ApiGroupPlugin({ group: 'levels.example.com', versions: [...LEVELS, GATED], kinds: [levelled] })
class LevelsPlugin {}

const served = async (client: TestClient): Promise<string[]> => {
  const statuses = await Promise.all(
    [...LEVELS, GATED].map((version) => client.get(`/apis/levels.example.com/${version}/widgets`)),
  );
  return [...LEVELS, GATED].filter((_, i) => statuses[i].status === 200);
};
const started = (runtimeConfig: Record<string, string>): TestServerOptions => ({
  plugins: [LevelsPlugin],
  api: { runtimeConfig },
});
const problemsOf = async (...args: string[]): Promise<string> => JSON.stringify(await parseOptions(args, {}, () => ''));

describe('API versions', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['VER-01, VER-02, GROUP-03', {}, ['v1']],
    ['VER-05, VER-06, GROUP-09', {}, ['v1']],
    ['VER-03, GROUP-07', { 'levels.example.com/v1alpha1': 'true' }, ['v1', 'v1alpha1']],
    ['GROUP-05, GROUP-07', { 'levels.example.com/v1beta1': '' }, ['v1', 'v1beta1']],
    [
      'GROUP-04, GROUP-06, TESTREM-01',
      { 'levels.example.com/v1': 'false', 'levels.example.com/v1beta1': 'true' },
      ['v1beta1'],
    ],
    ['GROUP-08', { 'levels.example.com/v1/widgets': 'false' }, []],
    ['GROUP-13', { 'api/alpha': 'true' }, ['v1', 'v1alpha1']],
    ['GROUP-13', { 'api/all': 'true' }, LEVELS],
    ['GROUP-13', { 'api/beta': 'true' }, ['v1', 'v1beta1']],
  ])('are enabled and disabled as configured [%s] %j', async (_ids, config, expected) => {
    await withServer(started(config), async (client) => expect(await served(client)).toEqual(expected));
  });

  it.each<[Record<string, string>, boolean, string[]]>([
    [{ 'levels.example.com/v2alpha1': 'true' }, false, ['v1']],
    [{ 'levels.example.com/v2alpha1': 'true' }, true, ['v1', GATED]],
    [{}, true, ['v1']],
  ])('wait for their feature gate as well [VER-03]: %j with the gate %s', async (config, isOn, expected) => {
    const options = started(config);
    const api = { ...options.api, featureGates: { MutatingAdmissionPolicy: isOn } };
    await withServer({ ...options, api }, async (client) => {
      expect(await served(client)).toEqual(expected);
      const { versions } = (await client.get('/apis/levels.example.com')).body as { versions: Json[] };
      expect(versions.map(({ version }) => version)).toEqual(expected);
    });
  });

  it('are turned off several at a time, and leave discovery [TESTREM-01, TESTREM-02]', async () => {
    await withServer(
      { api: { runtimeConfig: { 'batch/v1': 'false', 'coordination.k8s.io/v1': 'false' } } },
      async (client) => {
        expect((await client.get('/apis/batch/v1/jobs')).status).toBe(404);
        const names = ((await client.get('/apis')).body.groups as Json[]).map(({ name }) => name as string);
        expect(names).not.toEqual(expect.arrayContaining(['batch']));
        expect(names).not.toEqual(expect.arrayContaining(['coordination.k8s.io']));
      },
    );
  });

  it('that are deprecated warn [SIG-06, ERR-18, DEP-19]', async () => {
    await withServer(started({ 'levels.example.com/v1beta1': 'true' }), async (client) => {
      const old = await client.get('/apis/levels.example.com/v1beta1/widgets');
      expect(old.headers.warning).toBe('299 - "v1beta1 is old"');
      expect((await client.get('/apis/levels.example.com/v1/widgets')).headers.warning).toBeUndefined();
    });
  });

  it('that are deprecated warn at every request [TESTREM-03]', async () => {
    await withServer(started({ 'levels.example.com/v1beta1': 'true' }), async (client) => {
      const path = '/apis/levels.example.com/v1beta1/widgets';
      const answers = [await client.get(path), await client.get(`${path}/absent`), await client.delete(path)];
      expect(answers.map(({ headers }) => headers.warning)).toEqual(answers.map(() => '299 - "v1beta1 is old"'));
    });
  });

  it('that are deprecated show in a gauge once they are asked for [SIG-02, DEP-21, TESTREM-04]', async () => {
    await withServer(started({ 'levels.example.com/v1beta1': 'true' }), async (client) => {
      const gauge = async (): Promise<string | undefined> =>
        /^apiserver_requested_deprecated_apis\{.*\} 1$/m.exec((await client.get('/metrics')).text)?.[0];
      expect(await gauge()).toBeUndefined();
      await client.get('/apis/levels.example.com/v1beta1/widgets');
      expect(await gauge()).toContain('group="levels.example.com"');
      expect(await gauge()).toContain('resource="widgets",subresource="",version="v1beta1"');
    });
  });
});

describe('feature gates', () => {
  it.each([
    ['CBORServingAndStorage=maybe', 'GATE-05'],
    ['APIListChunking=false', 'GATE-03'],
    ['NoSuchGate=true', 'GATE-04'],
  ])('are refused: %s [%s]', async (gate) => {
    expect(await problemsOf(`--feature-gates=${gate}`)).toContain('feature-gates');
    expect(await problemsOf(`--feature-gates=${gate}`)).toContain('problems');
  });

  it('turn compression and initial events off [GATE-02, NEG-07]', async () => {
    const featureGates = { APIResponseCompression: false, WatchList: false };
    await withServer({ api: { featureGates } }, async (client) => {
      await client.post(MAPS, configMap('large', { data: { k: 'x'.repeat(200_000) } }));
      const large = await client.request('GET', MAPS, { headers: { 'accept-encoding': 'gzip' } });
      expect([large.status, large.headers['content-encoding']]).toEqual([200, undefined]);
      const asked = await client.get(`${MAPS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`);
      expect([asked.status, asked.body.details]).toEqual([
        422,
        expect.objectContaining({ causes: [expect.objectContaining({ field: 'sendInitialEvents' })] }),
      ]);
      const watch = await client.watch(`${MAPS}?watch=1&allowWatchBookmarks=true&timeoutSeconds=1`);
      const types: string[] = [];
      for (let event = await watch.next(); event; event = await watch.next()) types.push(event.type);
      expect(new Set(types)).toEqual(new Set(['ADDED']));
    });
  });

  it('are set at the start, several at a time [GATE-05]', async () => {
    expect(await problemsOf('--feature-gates=AllAlpha=false,AnyVolumeDataSource=false')).not.toContain('problems');
  });
});

describe('more requests than are answered at a time', () => {
  const head = ['host: x', 'authorization: Bearer t', 'content-type: application/json', 'content-length: 9'];
  const unfinished = [`POST ${MAPS} HTTP/1.1`, ...head, '', '{'].join('\r\n');

  it('are throttled, with the time to retry [ERR-30, ERR-15, LIM-16]', async () => {
    const server = await startTestServer({
      tokens: ['t,user,u'],
      serving: { maxMutatingRequestsInFlight: 1, priorityAndFairness: false },
      authorization: { modes: ['AlwaysAllow'] },
    });
    const opened = await Promise.all(Array.from({ length: 4 }, () => RawConnection.open(server)));
    opened.forEach((connection) => connection.write(unfinished));
    const answers = await Promise.race(opened.map((connection) => connection.until(/\r\n\r\n[^]*again later/)));
    expect(answers).toMatch(/^HTTP\/1.1 429 /);
    expect(answers).toMatch(/\r\nretry-after: 1\r\n/i);
    expect(answers).toContain('Too many requests, please try again later.');
    opened.forEach((connection) => connection.drop());
    await server.close();
  });
});

describe('anonymous access', () => {
  it('can be turned off [ANON-05]', async () => {
    await withServer({ authentication: { anonymousAuth: false } }, async (_client, connect) => {
      expect((await connect('').get('/healthz')).status).toBe(401);
    });
  });
});

describe('authorization modes', () => {
  it.each([
    ['AlwaysAllow', 201, 'AZMODE-01'],
    ['AlwaysDeny', 403, 'AZMODE-03'],
    ['RBAC,AlwaysAllow', 201, 'AZMODE-02, AZMODE-10'],
    ['RBAC', 403, 'AZMODE-05, AZMODE-09'],
    ['AlwaysDeny,AlwaysAllow', 201, 'AZMODE-08'],
    ['Node,RBAC', 403, 'AZMODE-06, AZMODE-10'],
  ])('%s answers %d [%s]', async (modes, status) => {
    const options = { tokens: ['plain,plain,2'], authorization: { modes: modes.split(',') } };
    await withServer(options, async (_client, connect) => {
      expect((await connect('plain').post(MAPS, configMap('a'))).status).toBe(status);
    });
  });
});

describe('metrics', () => {
  it('are served, with their stability [SIG-04, DEP-17, SIG-03]', async () => {
    await withServer({}, async (client) => {
      await client.get(MAPS);
      const { text } = await client.get('/metrics');
      expect(text).toMatch(/# HELP apiserver_request_total \[STABLE\]/);
      expect(text).toMatch(/apiserver_request_total\{[^}]*resource="configmaps"[^}]*\} \d/);
    });
  });
});
