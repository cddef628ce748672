import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

let directory: string;
let server: TestServer;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-shutdown-'));
  server = await startTestServer({ storage: { dataDir: directory } });
});

afterEach(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

/** A write that the server waits for: it has asked for the body. */
async function holdRequest(): Promise<ClientRequest> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json', 'content-length': 20 };
  const held = request(`${server.url}${MAPS}`, {
    method: 'POST',
    ca: server.certificateAuthority,
    headers: { ...headers, expect: '100-continue' },
  });
  held.on('error', () => {}).flushHeaders();
  await once(held, 'continue');
  return held;
}

describe('close', () => {
  it('ends watches in good order, finishes running requests, and lets go of the store', async () => {
    const watch = await server.client.watch(`${MAPS}?fieldSelector=metadata.name%3Dnobody`);
    const sent = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'last' } });
    const running = request(`${server.url}${MAPS}`, {
      method: 'POST',
      ca: server.certificateAuthority,
      headers: {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        'content-type': 'application/json',
        'content-length': sent.length,
        expect: '100-continue',
      },
    });
    running.flushHeaders();
    // The server has the request in hand: it asks for the body.
    await once(running, 'continue');
    running.write(sent.slice(0, 20));
    const closed = server.close();
    expect(await watch.next()).toBeUndefined();
    const answered = once(running, 'response') as Promise<[IncomingMessage]>;
    running.end(sent.slice(20));
    const [response] = await answered;
    response.resume();
    expect(response.statusCode).toBe(201);
    await closed;
    await expect(server.client.get('/readyz')).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/);
    const second = await startTestServer({ storage: { dataDir: directory } });
    expect((await second.client.get(`${MAPS}/last`)).status).toBe(200);
    await second.close();
  });

  it('shows requests that it refuses meanwhile to observers', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: server.certificateAuthority });
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const get = async (path: string): Promise<{ code: number | undefined; body: string }> => {
      const [response] = (await once(request(`${server.url}${path}`, { agent, headers }).end(), 'response')) as [
        IncomingMessage,
      ];
      return { code: response.statusCode, body: await text(response) };
    };
    const series = 'apiserver_request_total{code="503"';
    expect((await get('/metrics')).body).not.toContain(series);
    const held = await holdRequest();
    const closed = server.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await get(MAPS)).code).toBe(503);
    expect((await get('/metrics')).body).toContain(series);
    held.destroy();
    agent.destroy();
    await closed;
  });

  it('is harmless when done twice', async () => {
    await expect(Promise.all([server.close(), server.close()])).resolves.toBeDefined();
  });

  it('is needed before another server may have the store', async () => {
    await expect(startTestServer({ storage: { dataDir: directory } })).rejects.toThrow(/use|lock/i);
    expect((await server.client.get('/readyz')).status).toBe(200);
  });
});
