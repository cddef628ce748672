import {
  BadgePlugin,
  EchoPlugin,
  FirstWordsPlugin,
  GatekeeperPlugin,
  PingPlugin,
  SecondEchoPlugin,
  TidePlugin,
  stops,
  tide,
} from '../fixtures/plugins/contributing/index.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const REVIEWS = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    plugins: [BadgePlugin, GatekeeperPlugin, TidePlugin, EchoPlugin, FirstWordsPlugin],
    tokens: ['bob-token,bob,2,"devs"'],
    controllers: 'stepped',
    authorization: { decisionTrace: true },
  });
});

afterAll(() => server.close());

const configMap = (name: string, labels: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
});

describe("a plugin's authenticator", () => {
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const whoIs = (headers: Record<string, string>, token = ''): Promise<TestAnswer> =>
    server.request('POST', REVIEWS, { body: review, headers, token });

  it('says who a request comes from', async () => {
    const { status, body } = await whoIs({ 'x-badge': 'heather' });
    expect(status).toBe(201);
    expect(body.status.userInfo).toMatchObject({
      username: 'heather',
      groups: ['badges', 'system:authenticated'],
    });
  });

  it("is asked after the server's own", async () => {
    const { body } = await whoIs({ 'x-badge': 'heather' }, 'bob-token');
    expect(body.status.userInfo.username).toBe('bob');
  });

  it('is asked before the request counts as anonymous, and refuses what is wrong', async () => {
    expect((await whoIs({ 'x-badge': 'forged' })).status).toBe(401);
    const { body } = await server.request('GET', CONFIG_MAPS, { token: '' });
    expect(body.message).toContain('User "system:anonymous"');
  });
});

describe("a plugin's authorizer", () => {
  beforeAll(async () => {
    for (const name of ['open', 'sealed']) await server.client.post(CONFIG_MAPS, configMap(name));
  });

  it('allows what the modes leave open', async () => {
    const bob = server.connect('bob-token');
    expect((await bob.get(`${CONFIG_MAPS}/open`)).status).toBe(200);
    expect((await bob.get(CONFIG_MAPS)).status).toBe(403);
  });

  it('denies, and then the next is not asked', async () => {
    const { status, body } = await server.connect('bob-token').get(`${CONFIG_MAPS}/sealed`);
    expect(status).toBe(403);
    expect(body.message).toContain('the gatekeeper says no');
  });

  it('is not asked about what the modes allow', async () => {
    expect((await server.client.get(`${CONFIG_MAPS}/sealed`)).status).toBe(200);
  });

  it('is counted and named by its class, and may allow requests to unknown subjects', async () => {
    const statistics = async (): Promise<Json[]> => (await server.client.get('/debug/access/statistics')).body.items;
    const before = await statistics();
    const bob = server.connect('bob-token');
    for (const name of ['open', 'open', 'sealed']) await bob.get(`${CONFIG_MAPS}/${name}`);
    const counted = (await statistics()).map(({ type, name, allowed, denied }, i) => {
      return [type, name, Number(allowed) - Number(before[i].allowed), Number(denied) - Number(before[i].denied)];
    });
    expect(counted.slice(1)).toEqual([
      ['Plugin', 'GatekeeperAuthorizer', 2, 1],
      ['Plugin', 'LockpickAuthorizer', 0, 0],
    ]);
    const question = 'verb=get&resource=configmaps&namespace=default&name=sealed';
    const { status } = (await server.client.get(`/debug/access/who-can?${question}`)).body;
    expect(status).toMatchObject({ incomplete: true, mayAllowOthers: ['GatekeeperAuthorizer', 'LockpickAuthorizer'] });
    const decision = await server.client.get(`/debug/access/decision?${question}&user=bob`);
    const steps = (decision.body.status.steps as Json[]).map(({ type, name }) => `${String(type)} ${String(name)}`);
    expect(steps.at(-1)).toBe('Plugin GatekeeperAuthorizer');
  });

  it('takes part in reviews of rules, and makes them incomplete when it lists none', async () => {
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      spec: { namespace: 'default' },
    };
    const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
    const { status } = (await server.connect('bob-token').post(path, body)).body;
    expect(status.resourceRules).toContainEqual({ verbs: ['get'], apiGroups: [''], resources: ['configmaps'] });
    expect(status.incomplete).toBe(true);
    expect(status.evaluationError).toContain('does not support user rule resolution');
  });
});

describe("a plugin's health check", () => {
  afterEach(() => {
    tide.isLow = false;
  });

  it('is shown where it belongs', async () => {
    expect((await server.client.get('/readyz?verbose')).text).toContain('[+]tide ok\n');
    expect((await server.client.get('/livez?verbose')).text).not.toContain('tide');
  });

  it('turns the endpoint red, without saying why', async () => {
    tide.isLow = true;
    const { status, text } = await server.client.get('/readyz');
    expect(status).toBe(500);
    expect(text).toContain('[-]tide failed: reason withheld');
    expect((await server.client.get('/readyz/tide')).status).toBe(500);
    expect((await server.client.get('/readyz?exclude=tide')).status).toBe(200);
  });
});

describe("a plugin's controller", () => {
  it('works on all there is to do in a step, and on nothing before', async () => {
    await server.client.post(CONFIG_MAPS, configMap('hello', { echo: '' }));
    expect((await server.client.get(`${CONFIG_MAPS}/hello-echo`)).status).toBe(404);
    await server.stepControllers();
    expect((await server.client.get(`${CONFIG_MAPS}/hello-echo`)).status).toBe(200);
  });

  it("works beside the server's own", async () => {
    await server.client.post('/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'fleet' },
    });
    await server.stepControllers();
    expect((await server.client.get('/api/v1/namespaces/fleet/serviceaccounts/default')).status).toBe(200);
    await server.client.delete('/api/v1/namespaces/fleet');
    // Content goes in the first step; the second finds it gone.
    await server.stepControllers();
    await server.stepControllers();
    expect((await server.client.get('/api/v1/namespaces/fleet')).status).toBe(404);
  });

  it('works by itself when controllers run, and is stopped with the server', async () => {
    const running = await startTestServer({ plugins: [EchoPlugin] });
    await running.client.post(CONFIG_MAPS, configMap('hello', { echo: '' }));
    let status = 404;
    for (let i = 0; status === 404 && i < 1000; i++) {
      status = (await running.client.get(`${CONFIG_MAPS}/hello-echo`)).status;
    }
    expect(status).toBe(200);
    const before = stops.count;
    await running.close();
    expect(stops.count).toBe(before + 1);
  });

  it('does not run when --controllers leaves it out', async () => {
    const without = await startTestServer({
      plugins: [EchoPlugin],
      controllers: 'stepped',
      extensions: { controllers: ['*', '-echo-controller'] },
    });
    await without.client.post(CONFIG_MAPS, configMap('hello', { echo: '' }));
    await without.stepControllers();
    expect((await without.client.get(`${CONFIG_MAPS}/hello-echo`)).status).toBe(404);
    await without.close();
  });
});

describe("a plugin's start hook", () => {
  it('has run when the server is ready, and is one of its checks', async () => {
    expect((await server.client.get(`${CONFIG_MAPS}/first-words`)).status).toBe(200);
    expect((await server.client.get('/readyz/poststarthook/first-words')).status).toBe(200);
  });
});

describe('a start with names that are taken', () => {
  it.each([
    [[EchoPlugin, SecondEchoPlugin], 'two plugins bring the controller "echo-controller"; rename one of them'],
    [[PingPlugin], 'the health check "ping" is one of the server; rename that of the plugin'],
  ])('is refused: %#', async (plugins, mistake) => {
    await expect(startTestServer({ plugins })).rejects.toMatchObject({ name: 'PluginError', mistakes: [mistake] });
  });

  it('is refused together with what else is wrong', async () => {
    const start = startTestServer({
      plugins: [EchoPlugin, SecondEchoPlugin],
      admission: { enabledPlugins: ['Nothing'] },
      api: { runtimeConfig: { 'nothing.example.com/v1': 'true' } },
    });
    await expect(start).rejects.toThrow(/unknown api groups nothing\.example\.com[^]*Nothing[^]*echo-controller/);
  });
});
