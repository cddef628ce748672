import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ownAddress } from '../../test/support/fake-kubelet.js';
import { Backends } from './backends.js';
import type { Destination } from './destination.js';

const backends = new Backends({ clientCertificate: '', clientKey: '', certificateAuthority: '', timeout: 0 });
const servers: Server[] = [];

async function listen(address: string, port: number): Promise<number> {
  const server = createServer((_request, response) => void response.end(address)).listen(port, address);
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function answerOf(destination: Partial<Destination>, port: number): Promise<string> {
  const whole = { scheme: 'http', port: String(port), path: '/', query: '', peer: 'workload', ...destination } as const;
  const request = backends.open({ host: 'localhost', ...whole }, { method: 'GET', headers: {} });
  request.end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return text(answer);
}

afterAll(() => servers.forEach((server) => server.close()));

describe('Backends.open()', () => {
  it('connects to the address that was checked, whatever the name means by now', async () => {
    const port = await listen('127.0.0.1', 0);
    await listen(ownAddress(), port);
    expect(await answerOf({}, port)).toBe('127.0.0.1');
    expect(await answerOf({ addresses: [ownAddress()] }, port)).toBe(ownAddress());
  });
});
