import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { MetricsRegistry, SystemClock } from '../observability/index.js';
import { PLAIN_TLS, fixedConnection } from './connection.js';
import type { HttpVersion } from './open-carrier.js';
import { OutboundClient, type OutboundRequest } from './outbound-client.js';
import { OutboundMetrics } from './outbound-metrics.js';

/** Longer than any test, so that no connection is given up before. */
const CONNECT_TIMEOUT = 600_000;

const VERSIONS: readonly HttpVersion[] = [1, 2, 'negotiated'];

describe.each(VERSIONS.flatMap((httpVersion) => ['server', 'proxy'].map((silent) => ({ httpVersion, silent }))))(
  'a client of HTTP $httpVersion of a $silent that never finishes a connection',
  ({ httpVersion, silent }) => {
    let server: Server;
    let client: OutboundClient;
    const sockets: Socket[] = [];

    beforeEach(async () => {
      server = createServer((socket) => void sockets.push(socket.on('error', () => {}).resume()));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const route = silent === 'proxy' ? { proxyUrl: `http://${address}` } : { proxyUrl: '' };
      const source = fixedConnection({ server: `https://${address}`, tls: PLAIN_TLS, ...route });
      const metrics = new OutboundMetrics(new MetricsRegistry());
      const limits = { connectTimeout: CONNECT_TIMEOUT };
      client = new OutboundClient(source, { clock: new SystemClock(), metrics, environment: {}, httpVersion, limits });
    });

    afterEach(async () => {
      for (const socket of sockets.splice(0)) socket.destroy();
      server.close();
      await once(server, 'close');
    });

    /** Sends a request, and answers once the server has the connection for it. */
    async function begin(signal: AbortSignal): Promise<{ failed: Promise<unknown> }> {
      const request: OutboundRequest = { method: 'GET', path: '/', timeout: CONNECT_TIMEOUT, signal };
      const failed = client.send(request).catch((error: unknown) => error);
      await once(server, 'connection');
      return { failed };
    }

    it('is closed at once when its requests were given up', async () => {
      const given = new AbortController();
      const { failed } = await begin(given.signal);
      given.abort();
      expect(await failed).toMatchObject({ fault: 'canceled' });
      await client.close();
      await once(sockets[0], 'close');
    });

    it('is closed as soon as its requests are given up', async () => {
      const given = new AbortController();
      const { failed } = await begin(given.signal);
      let isClosed = false;
      const closed = client.close().then(() => (isClosed = true));
      await new Promise(setImmediate);
      expect(isClosed).toBe(false);
      given.abort();
      await closed;
      expect(await failed).toMatchObject({ fault: 'canceled' });
    });
  },
);
