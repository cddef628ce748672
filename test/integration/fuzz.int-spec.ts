import fc from 'fast-check';
import { Http2Client } from '../support/http2-client.js';
import { type OddRequest, faultOf, oddRequest } from '../support/odd-requests.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer, TestRequest } from '../support/test-client.js';

const REQUESTS = 3000;
const SEED = Number(process.env.TEST_FUZZ_SEED ?? 20_260_101);
const AT_ONCE = 6;
const COLLECTIONS = ['configmaps', 'secrets', 'pods', 'services', 'serviceaccounts'].map(
  (plural) => `/api/v1/namespaces/fuzz/${plural}`,
);

interface Sender {
  request(method: string, path: string, sent: TestRequest): Promise<TestAnswer>;
}

let server: TestServer;
let http2: Http2Client;
const statuses = new Map<number, number>();

beforeAll(async () => {
  server = await startTestServer();
  await server.client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fuzz' } });
  http2 = await Http2Client.connect({ url: server.url, ca: server.certificateAuthority, token: ADMIN_TOKEN });
});

afterAll(async () => {
  http2.close();
  await server.close();
});

async function send(sender: Sender, request: OddRequest): Promise<string | undefined> {
  const { method, path, headers, body } = request;
  try {
    const answer = await sender.request(method, path, { headers, body });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    return faultOf(request, answer);
  } catch (error) {
    return `no answer to ${request.method} ${request.path} ${JSON.stringify(request.headers)}: ${String(error)}`;
  }
}

describe('odd requests', () => {
  it.each<[string, () => Sender, number]>([
    ['HTTP/1.1', () => server, SEED],
    ['HTTP/2', () => http2, SEED + 1],
  ])('get an answer of the client’s fault over %s, and leave the server as it should be', async (_, sender, seed) => {
    const requests = fc.sample(oddRequest, { numRuns: REQUESTS, seed });
    const faults: string[] = [];
    const sendSome = async (): Promise<void> => {
      for (let request = requests.pop(); request; request = requests.pop()) {
        const fault = await send(sender(), request);
        if (fault !== undefined) faults.push(fault);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
    expect(faults).toEqual([]);
    // They reach what lies behind the first checks.
    for (const status of [200, 201, 400, 404, 409, 422]) expect(statuses.get(status)).toBeGreaterThan(5);
    expect((await server.client.get('/readyz')).status).toBe(200);
    expect(({} as Json).polluted).toBeUndefined();
  });

  it.each(COLLECTIONS)('leave lists and objects of one mind: %s', async (collection) => {
    const items = (await server.client.get(collection)).body.items as Json[];
    const got = await Promise.all(
      items.map(async ({ metadata }) => (await server.client.get(`${collection}/${metadata.name}`)).body),
    );
    expect(got.map(({ kind: _kind, apiVersion: _apiVersion, ...rest }) => rest)).toEqual(items);
    const again = await server.connect(ADMIN_TOKEN).get(`${collection}?resourceVersion=0`);
    expect(again.body.items).toEqual(items);
  });
});
