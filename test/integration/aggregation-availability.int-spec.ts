import { eventually } from '../support/eventually.js';
import { API_SERVICES, FakeExtensionServer, untilCondition } from '../support/fake-extension-server.js';
import { RawConnection } from '../support/raw-connection.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';
import type { TestAnswer } from '../support/test-client.js';

const NAME = 'v1.far.example.com';
const GEARS = '/apis/far.example.com/v1/gears';
const UNAVAILABLE = [503, 'text/plain; charset=utf-8', 'service unavailable\n'];

let server: TestServer;
let extension: FakeExtensionServer;

beforeAll(async () => {
  extension = await FakeExtensionServer.start();
  server = await startTestServer();
  await server.ready;
  await extension.addService(server);
  await extension.register(server, 'far.example.com');
});

beforeEach(() => {
  extension.asked.length = 0;
  extension.answerJson({ kind: 'Gear' });
});

afterAll(async () => {
  await server.close();
  await extension.close();
});

const shown = ({ status, headers, text }: TestAnswer): unknown[] => [status, headers['content-type'], text];

async function metric(line: string): Promise<number> {
  const { text } = await server.client.get('/metrics');
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? 0 : Number(found.slice(line.length + 1));
}

describe('the condition of an API service', () => {
  it('is true while its server answers', async () => {
    expect(await untilCondition(server, NAME, 'Passed')).toMatchObject({
      type: 'Available',
      status: 'True',
      message: 'all checks passed',
    });
    expect((await server.client.get(GEARS)).status).toBe(200);
    expect(await metric(`aggregator_unavailable_apiservice{name="${NAME}"}`)).toBe(0);
  });

  it('keeps requests from a server that is gone, until it is back [ERR-31]', async () => {
    const lost = `aggregator_unavailable_apiservice_total{name="${NAME}",reason="FailedDiscoveryCheck"}`;
    const before = await metric(lost);
    await extension.close();
    const { status, message } = await untilCondition(server, NAME, 'FailedDiscoveryCheck');
    expect(status).toBe('False');
    expect(message).toMatch(
      /^failing or missing response from (https:\/\/localhost:\d+\/apis\/far.example.com\/v1): Get "\1": dial tcp .*: connect: connection refused$/,
    );
    await eventually(async () => expect(shown(await server.client.get(GEARS))).toEqual(UNAVAILABLE));
    expect(await metric(`aggregator_unavailable_apiservice{name="${NAME}"}`)).toBe(1);
    expect(await metric(lost)).toBe(before + 1);
    await extension.resume();
    await untilCondition(server, NAME, 'Passed');
    await eventually(async () => expect((await server.client.get(GEARS)).status).toBe(200));
    expect(await metric(`aggregator_unavailable_apiservice{name="${NAME}"}`)).toBe(0);
    expect(await metric(lost)).toBe(before + 1);
  });

  it.each([
    ['no-service', { name: 'none' }, 'ServiceNotFound', 'service/none in "default" is not present'],
    [
      'no-port',
      { name: 'inner', port: 8443 },
      'ServicePortError',
      'service/inner in "default" is not listening on port 8443',
    ],
    [
      'no-addresses',
      { name: 'inner' },
      'MissingEndpoints',
      'endpoints for service/inner in "default" have no addresses with port name ""',
    ],
  ])('shows why there can be no server: %s', async (group, service, reason, message) => {
    const base = '/api/v1/namespaces/default';
    await server.client.post(`${base}/services`, { metadata: { name: 'inner' }, spec: { ports: [{ port: 443 }] } });
    await server.client.post(`${base}/endpoints`, { metadata: { name: 'inner' } });
    const name = `v1.${group}.example.com`;
    const spec = { ...extension.specOf(`${group}.example.com`, 'v1'), service: { namespace: 'default', ...service } };
    await server.client.post(API_SERVICES, { metadata: { name }, spec });
    expect(await untilCondition(server, name, reason)).toMatchObject({ status: 'False', message });
    expect(shown(await server.client.get(`/apis/${group}.example.com/v1`))).toEqual(UNAVAILABLE);
    expect((await server.client.delete(`${API_SERVICES}/${name}`)).status).toBe(200);
    await eventually(async () => {
      expect(await metric(`aggregator_unavailable_apiservice{name="${name}"}`)).toBe(0);
      expect(shown(await server.client.get(`/apis/${group}.example.com/v1`))).toEqual([
        404,
        'text/plain; charset=utf-8',
        '404 page not found\n',
      ]);
    });
  });
});

describe('a server that breaks its connections off', () => {
  it('is asked for a document again, over all connections that were idle', async () => {
    await Promise.all(Array.from({ length: 4 }, () => server.client.get(GEARS)));
    extension.asked.length = 0;
    let isBroken = true;
    extension.answer = (_request, response) => {
      if (isBroken) extension.drop();
      else response.writeHead(200).end('there');
      isBroken = false;
    };
    expect(shown(await server.client.get(GEARS))).toMatchObject([200, undefined, 'there']);
    expect(extension.asked).toHaveLength(2);
  });

  it('is not asked again for a client that has gone', async () => {
    await Promise.all([server.client.get(GEARS), server.client.get(GEARS)]);
    extension.asked.length = 0;
    const raw = await RawConnection.open(server);
    let hasEnded = false;
    extension.answer = (_request, response) => {
      response.once('close', () => (hasEnded = true));
      extension.answerJson({});
      raw.drop();
    };
    raw.write(`GET ${GEARS} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n\r\n`);
    await eventually(() => Promise.resolve(expect(extension.asked).toHaveLength(1)));
    await eventually(() => Promise.resolve(expect(hasEnded).toBe(true)));
    expect((await server.client.get(`${GEARS}/after`)).status).toBe(200);
    expect(extension.asked.map(({ url }) => url)).toEqual([GEARS, `${GEARS}/after`]);
  });

  it('is asked once where the connection was new', async () => {
    extension.drop();
    await eventually(() => Promise.resolve(expect(extension.connections).toBe(0)));
    extension.answer = () => extension.drop();
    const { status, text } = await server.client.get(GEARS);
    expect([status, text]).toEqual([503, 'error trying to reach service: EOF\n']);
    expect(extension.asked).toHaveLength(1);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('gets no %s twice', async (method) => {
    expect((await server.client.get(GEARS)).status).toBe(200);
    extension.asked.length = 0;
    extension.answer = () => extension.drop();
    const body = method === 'DELETE' ? undefined : {};
    const { status, text } = await server.request(method, GEARS, { body });
    expect([status, text]).toEqual([503, 'error trying to reach service: EOF\n']);
    expect(extension.asked.map((each) => each.method)).toEqual([method]);
  });
});

describe('a server that does not answer', () => {
  it('delays no other request', async () => {
    let asked = (): void => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    let release = (): void => {};
    extension.answer = (_request, response) => {
      release = () => void response.writeHead(200).end('late');
      asked();
    };
    const order: string[] = [];
    const hanging = server.client.get(GEARS).then(({ text }) => order.push(text));
    await isAsked;
    for (const path of ['/api/v1/namespaces', '/apis', '/apis/far.example.com', `${API_SERVICES}/${NAME}`]) {
      expect((await server.client.get(path)).status).toBe(200);
    }
    order.push('others');
    release();
    await hanging;
    expect(order).toEqual(['others', 'late']);
  });

  it('has five seconds for the resources of a group version', async () => {
    extension.answer = () => {};
    const started = performance.now();
    const { status, text } = await server.client.get('/apis/far.example.com/v1');
    expect([status, text]).toEqual([503, 'error trying to reach service: context deadline exceeded\n']);
    expect(performance.now() - started).toBeGreaterThan(4_900);
  });
});
