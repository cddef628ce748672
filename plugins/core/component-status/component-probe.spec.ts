import 'reflect-metadata';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAuthority } from '../../../test/support/create-authority.js';
import { probeHealth } from './component-probe.js';

describe('probeHealth()', () => {
  let server: Server;
  let port: number;
  let cert: string;
  let key: string;
  let answer: { status: number; body: string };

  beforeAll(async () => {
    ({ certificate: cert, key } = await createAuthority('component', new Date()));
    server = createServer({ cert, key }, (request, response) => {
      response.writeHead(request.url === '/healthz' ? answer.status : 404).end(answer.body);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });

  afterAll(() => server.close());

  it.each([
    [200, 'ok', { isHealthy: true, message: 'ok' }],
    [500, 'no', { isHealthy: false, message: 'HTTP probe failed with statuscode: 500' }],
  ])('reads an answer %p', async (status, body, expected) => {
    answer = { status, body };
    await expect(probeHealth(port)).resolves.toEqual(expected);
  });

  it('reads no more than the start of an endless answer, and waits no longer than it has time', async () => {
    answer = { status: 200, body: 'x'.repeat(1 << 20) };
    expect((await probeHealth(port)).message).toHaveLength(10 * 1024);
    const silent = createServer({ cert, key }, () => {});
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port: waiting } = silent.address() as AddressInfo;
    const message = `Get "https://127.0.0.1:${waiting}/healthz": context deadline exceeded`;
    await expect(probeHealth(waiting, 200)).resolves.toEqual({ isHealthy: false, message });
    silent.closeAllConnections();
    silent.close();
  });

  it('reports a closed port', async () => {
    const free = createServer();
    await once(free.listen(0, '127.0.0.1'), 'listening');
    const { port: closed } = free.address() as AddressInfo;
    await new Promise((done) => free.close(done));
    await expect(probeHealth(closed)).resolves.toEqual({
      isHealthy: false,
      message: `Get "https://127.0.0.1:${closed}/healthz": dial tcp 127.0.0.1:${closed}: connect: connection refused`,
    });
  });
});
