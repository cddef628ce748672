import { gunzipSync, gzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { FakeExtensionServer } from '../support/fake-extension-server.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const GEARS = '/apis/far.example.com/v1/gears';
const TEXT = '{"kind":"GearList"}'.padEnd(10_000);

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
  extension.answer = ({ headers }, response) => {
    const isCompressed = headers['accept-encoding'] === 'gzip';
    const body = isCompressed ? gzipSync(TEXT) : TEXT;
    response.writeHead(200, { ...(isCompressed && { 'content-encoding': 'gzip' }), 'content-length': body.length });
    response.end(body);
  };
});

afterAll(async () => {
  await server.close();
  await extension.close();
});

async function asked(
  method: string,
  headers: Record<string, string>,
): Promise<[string | undefined, string | undefined, Buffer]> {
  const answer = await server.client.open(method, GEARS, { headers });
  return [extension.asked[0].headers['accept-encoding'], answer.headers['content-encoding'], await buffer(answer)];
}

describe('a compressed answer of an extension server', () => {
  it('comes decompressed to a client that has not asked for compression', async () => {
    const [sent, encoding, body] = await asked('GET', {});
    expect([sent, encoding, body.toString()]).toEqual(['gzip', undefined, TEXT]);
  });

  it('comes as it is to a client that has', async () => {
    const [sent, encoding, body] = await asked('GET', { 'accept-encoding': 'gzip' });
    expect([sent, encoding, gunzipSync(body).toString()]).toEqual(['gzip', 'gzip', TEXT]);
  });

  it('is not asked for where the client wants another form, a part or the head only', async () => {
    const forms: (string | undefined)[] = [];
    for (const [method, headers] of [
      ['GET', { 'accept-encoding': 'identity' }],
      ['GET', { range: 'bytes=0-9' }],
      ['HEAD', {}],
    ] as const) {
      extension.asked.length = 0;
      forms.push((await asked(method, headers))[0]);
    }
    expect(forms).toEqual(['identity', undefined, undefined]);
  });
});
