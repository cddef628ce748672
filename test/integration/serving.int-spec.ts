import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerAddress, ServingOptions } from '../../src/options/index.js';
import { SealPlugin } from '../fixtures/plugins/contributing/index.js';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

let server: TestServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(options: TestServerOptions): Promise<TestServer> {
  server = await startTestServer(options);
  return server;
}

const origin = (value: string): { headers: Record<string, string> } => ({ headers: { origin: value } });

describe('--cors-allowed-origins', () => {
  const serving = { corsAllowedOrigins: ['^https://console\\.example\\.com$'] };

  it('answers the question of a page that may call, before anybody is authenticated', async () => {
    const { request } = await start({ serving, authentication: { anonymousAuth: false } });
    const asked = await request('OPTIONS', '/api/v1/pods', { ...origin('https://console.example.com'), token: '' });
    expect(asked.status).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': 'https://console.example.com',
      'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
      'access-control-allow-credentials': 'true',
    });
  });

  it('lets the page read answers, refusals too', async () => {
    const { request } = await start({ serving });
    for (const path of ['/api/v1/pods', '/api/v1/namespaces/none', '/version']) {
      const { headers } = await request('GET', path, origin('https://console.example.com'));
      expect(headers['access-control-allow-origin']).toBe('https://console.example.com');
    }
  });

  it.each(['https://console.example.com.evil.test', 'http://console.example.com', 'null'])(
    'says nothing to %s',
    async (other) => {
      const { request } = await start({ serving });
      const { headers } = await request('GET', '/version', origin(other));
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect((await request('OPTIONS', '/api/v1/pods', { ...origin(other), token: '' })).status).toBe(403);
    },
  );
});

describe('--decision-trace', () => {
  const options: TestServerOptions = {
    authorization: { modes: ['RBAC'], decisionTrace: true },
    tokens: ['bob-token,bob,2'],
  };
  const decisionOn = async (path: string, sent = {}): Promise<unknown> =>
    (await server!.request('GET', path, sent)).headers['binnacle-decision'];

  it('shows an administrator the decision, also for impersonated users', async () => {
    await start(options);
    const asBob = { headers: { 'impersonate-user': 'bob' } };
    expect(await decisionOn('/api/v1/pods')).toBe('Allow');
    expect(await decisionOn('/version', asBob)).toContain(
      'Allow; RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery"',
    );
    expect(await decisionOn('/api/v1/pods', asBob)).toBe('NoOpinion');
  });

  it('shows an administrator the credential', async () => {
    await start(options);
    const asBob = { headers: { 'impersonate-user': 'bob' } };
    const { headers } = await server!.request('GET', '/api/v1/pods', asBob);
    expect(headers['binnacle-authenticator']).toBe('token file');
  });

  it('shows it to no other user', async () => {
    await start(options);
    expect(await decisionOn('/version', { token: 'bob-token' })).toBeUndefined();
    const { headers } = await server!.request('GET', '/version', { token: 'bob-token' });
    expect(headers).not.toHaveProperty('binnacle-authenticator');
  });

  it('is off unless asked for', async () => {
    await start({});
    expect(await decisionOn('/api/v1/pods')).toBeUndefined();
  });
});

describe('--watch-cache=false', () => {
  it('replays changes and reads older states from the store', async () => {
    const { client, request } = await start({ storage: { watchCache: false } });
    const maps = '/api/v1/namespaces/default/configmaps';
    await client.post(maps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'first' } });
    const { body: before } = await request('GET', maps);
    await client.post(maps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
    await client.patch(`${maps}/a`, 'merge-patch', { data: { k: 'v' } });
    const since = `resourceVersion=${before.metadata.resourceVersion}`;
    const watch = await client.watch(`${maps}?${since}&fieldSelector=metadata.name%3Da`);
    expect([(await watch.next())?.type, (await watch.next())?.type]).toEqual(['ADDED', 'MODIFIED']);
    watch.stop();
    const old = await request('GET', `${maps}?${since}&resourceVersionMatch=Exact`);
    const names = (old.body.items as Json[]).map(({ metadata }) => (metadata as Json).name as string);
    expect(old.status).toBe(200);
    expect(names).toContain('first');
    expect(names).not.toContain('a');
  });
});

describe('--emulated-version', () => {
  it('leaves out what came later', async () => {
    const { request } = await start({ api: { emulatedRelease: '1.20' } });
    expect((await request('GET', '/version')).body.minor).toBe('20');
    expect((await request('GET', '/apis/batch/v1/namespaces/default/cronjobs')).status).toBe(404);
    expect((await request('GET', '/apis/batch/v1/namespaces/default/jobs')).status).toBe(200);
  });
});

describe('--disable-admission-plugins', () => {
  it('knows the plugins of other groups by name, and runs those that are off by default only when asked', async () => {
    const write = async (options: TestServerOptions): Promise<string[]> => {
      const { client } = await start({ plugins: [SealPlugin], ...options });
      const { body } = await client.post('/api/v1/namespaces/default/configmaps', {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'a' },
      });
      await server!.close();
      return Object.keys(body.metadata.labels ?? {});
    };
    expect(await write({})).toEqual(['sealed']);
    expect(await write({ admission: { disabledPlugins: ['Seal'] } })).toEqual([]);
    expect(await write({ admission: { enabledPlugins: ['Stamp'] } })).toEqual(['sealed', 'stamped']);
  });
});

describe('the service kubernetes', () => {
  const ENDPOINTS = '/api/v1/namespaces/default/endpoints/kubernetes';
  const SERVICE = '/api/v1/namespaces/default/services/kubernetes';

  it('leads to the address that is advertised, also after it has changed', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'binnacle-serving-'));
    const subsetsAt = async (advertiseAddress: string): Promise<unknown> => {
      const { client, url } = await start({ storage: { dataDir }, serving: { advertiseAddress } });
      const { body: service } = await client.get(SERVICE);
      const { body: endpoints } = await client.get(ENDPOINTS);
      await server!.close();
      expect(service.spec.ports).toEqual([
        { name: 'https', protocol: 'TCP', port: 443, targetPort: Number(new URL(url).port) },
      ]);
      return endpoints.subsets?.map(({ addresses, ports }: Json) => [
        addresses[0].ip,
        ports[0].port === Number(new URL(url).port),
      ]);
    };
    try {
      expect(await subsetsAt('192.0.2.7')).toEqual([['192.0.2.7', true]]);
      expect(await subsetsAt('192.0.2.8')).toEqual([['192.0.2.8', true]]);
      // Listening on loopback alone, it names the machine's default address, as the reference does.
      const { host } = new ServerAddress(new ServingOptions());
      expect(await subsetsAt('')).toEqual(host && [[host, true]]);
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });
});

describe('--event-ttl', () => {
  it('lets events go, and nothing else', async () => {
    const { client } = await start({ storage: { eventTtl: 1000 } });
    const EVENTS = '/api/v1/namespaces/default/events';
    const MAPS = '/api/v1/namespaces/default/configmaps';
    const involvedObject = { kind: 'Pod', namespace: 'default', name: 'p' };
    const watch = await client.watch(`${EVENTS}?resourceVersion=0`);
    await client.post(EVENTS, { apiVersion: 'v1', kind: 'Event', metadata: { name: 'e' }, involvedObject });
    await client.post(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' } });
    expect([(await watch.next())?.type, (await watch.next())?.type]).toEqual(['ADDED', 'DELETED']);
    watch.stop();
    expect((await client.get(`${EVENTS}/e`)).status).toBe(404);
    expect((await client.get(`${MAPS}/m`)).status).toBe(200);
  });
});

describe('/metrics', () => {
  it('reports the size of responses', async () => {
    const { client, request } = await start({});
    const MAPS = '/api/v1/namespaces/default/configmaps';
    const sizes = async (verb: string): Promise<string | undefined> => {
      const { text } = await request('GET', '/metrics');
      const labels = `[^}]*resource="configmaps"[^}]*verb="${verb}"|[^}]*verb="${verb}"[^}]*resource="configmaps"`;
      return new RegExp(`apiserver_response_sizes_sum\\{(?:${labels})[^}]*\\} (\\d+)`).exec(text)?.[1];
    };
    await client.post(MAPS, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a' },
      data: { a: 'x'.repeat(5000) },
    });
    const got = await client.get(`${MAPS}/a`);
    expect(await sizes('GET')).toBe(String(got.text.length));
    const listed = await client.get(`${MAPS}?fieldSelector=metadata.name%3Da`);
    expect(await sizes('LIST')).toBe(String(listed.text.length));
  });
});
