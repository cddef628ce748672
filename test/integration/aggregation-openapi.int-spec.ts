import type { IncomingMessage, ServerResponse } from 'node:http';
import { eventually } from '../support/eventually.js';
import { API_SERVICES, FakeExtensionServer } from '../support/fake-extension-server.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const GROUP = 'slow.example.com';
const PATH = `/apis/${GROUP}/v1/gears`;
const DOCUMENT = JSON.stringify({ swagger: '2.0', paths: { [PATH]: { get: {} } }, definitions: {} });

let server: TestServer;
let extension: FakeExtensionServer;
let name: string;
/** Requests for documents that wait for their answer. */
const waiting: ServerResponse[] = [];

const answer = (_request: IncomingMessage, response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(DOCUMENT);
const hang = (_request: IncomingMessage, response: ServerResponse): void => void waiting.push(response);

beforeAll(async () => {
  extension = await FakeExtensionServer.start();
  server = await startTestServer();
  await server.ready;
  await extension.addService(server);
  extension.document = answer;
  name = await extension.register(server, GROUP);
});

afterAll(async () => {
  await server.close();
  await extension.close();
});

async function pathsInV2(): Promise<string[]> {
  const { status, body } = await server.client.get('/openapi/v2');
  expect(status).toBe(200);
  return Object.keys(body.paths as object);
}

describe('The OpenAPI documents beside a server that does not answer', () => {
  beforeAll(async () => {
    await eventually(async () => expect(await pathsInV2()).toContain(PATH));
    extension.document = hang;
    // Another address of the server: its documents are read again.
    const spec = { insecureSkipTLSVerify: true, caBundle: null };
    await server.client.patch(`${API_SERVICES}/${name}`, 'merge-patch', { spec });
    await eventually(() => expect(waiting.length).toBeGreaterThan(0));
  });

  it.each(['/openapi/v2', '/openapi/v3', '/openapi/v3/apis/apps/v1'])('do not wait for it: %s', async (path) => {
    expect((await server.client.get(path)).status).toBe(200);
    expect(waiting.map(({ writableEnded, destroyed }) => writableEnded || destroyed)).not.toContain(true);
  });

  it('have what it answered last', async () => {
    expect(await pathsInV2()).toContain(PATH);
    expect(waiting.map(({ writableEnded, destroyed }) => writableEnded || destroyed)).not.toContain(true);
  });
});
