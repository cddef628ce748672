import { once } from 'node:events';
import { WebSocket } from 'ws';
import { parseCbor } from '../../src/codecs/cbor/cbor-reader.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';
import { type Json } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
let server: TestServer;

interface Message {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/** A watch as clients see it that open WebSockets. */
interface SocketWatch {
  readonly socket: WebSocket;
  readonly next: () => Promise<Message>;
  readonly ended: Promise<number>;
}

beforeAll(async () => {
  server = await startTestServer({
    api: { featureGates: { CBORServingAndStorage: true } },
    tokens: ['nobody-token,nobody,2'],
  });
  await server.client.post(MAPS, mapOf('first'));
});

afterAll(() => server.close());

const mapOf = (name: string): Json => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
const urlOf = (path: string): string => `${server.url.replace('https', 'wss')}${path}`;
const eventOf = ({ data }: Message): Json => JSON.parse(data.toString()) as Json;

interface SocketOptions {
  readonly accept?: string;
  readonly protocols?: string[];
  readonly token?: string;
}

function socketOf(path: string, { accept, protocols = [], token = ADMIN_TOKEN }: SocketOptions = {}): WebSocket {
  const headers = { ...(accept && { accept }), ...(token && { authorization: `Bearer ${token}` }) };
  return new WebSocket(urlOf(path), protocols, { ca: server.certificateAuthority, headers });
}

async function open(path: string, options?: SocketOptions): Promise<SocketWatch> {
  const socket = socketOf(path, options);
  const messages: Message[] = [];
  const waiting: ((message: Message) => void)[] = [];
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    const message = { data, isBinary };
    const take = waiting.shift();
    if (take) take(message);
    else messages.push(message);
  });
  const ended = new Promise<number>((resolve) => socket.once('close', resolve));
  await once(socket, 'open');
  const next = (): Promise<Message> => {
    const ready = messages.shift();
    return ready ? Promise.resolve(ready) : new Promise((resolve) => waiting.push(resolve));
  };
  return { socket, next, ended };
}

async function refusal(path: string, options?: SocketOptions): Promise<number> {
  const socket = socketOf(path, options);
  socket.on('error', () => {});
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  socket.terminate();
  return response.statusCode;
}

describe('a watch over a WebSocket', () => {
  it('brings one event a message, as text in JSON [WATCH-00, WATCH-07]', async () => {
    const watch = await open(`${MAPS}?watch=1&fieldSelector=metadata.name=first`);
    const message = await watch.next();
    expect(message.isBinary).toBe(false);
    expect(message.data.toString()).toMatch(/^\{"type":"ADDED",.*\}\n$/);
    await server.client.patch(`${MAPS}/first`, 'merge-patch', { data: { k: 'v' } });
    expect(eventOf(await watch.next())).toMatchObject({ type: 'MODIFIED', object: { data: { k: 'v' } } });
    watch.socket.close(1000);
    expect(await watch.ended).toBe(1000);
  });

  it('is there at the older paths too', async () => {
    const watch = await open('/api/v1/watch/namespaces/default/configmaps/first');
    expect(eventOf(await watch.next()).object.metadata.name).toBe('first');
    watch.socket.terminate();
  });

  it('brings bytes in protobuf, without the length that frames of a stream begin with', async () => {
    const watch = await open(`${MAPS}?watch=1`, { accept: 'application/vnd.kubernetes.protobuf' });
    const { data, isBinary } = await watch.next();
    expect([isBinary, data.subarray(0, 7).toString('latin1')]).toEqual([true, '\n\u0005ADDED']);
    watch.socket.terminate();
  });

  it('brings one item a message in CBOR [WATCH-08]', async () => {
    const watch = await open(`${MAPS}?watch=1&fieldSelector=metadata.name=first`, { accept: 'application/cbor' });
    const { data, isBinary } = await watch.next();
    expect(isBinary).toBe(true);
    expect(parseCbor(data, { maxValues: 1000 })).toMatchObject({ type: 'ADDED', object: { kind: 'ConfigMap' } });
    watch.socket.terminate();
  });

  it('shows tables', async () => {
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
    const watch = await open(`${MAPS}?watch=1`, { accept });
    expect(eventOf(await watch.next()).object.kind).toBe('Table');
    watch.socket.terminate();
  });

  it('ends in order when its time is up [WATCH-18]', async () => {
    const watch = await open(`${MAPS}?watch=1&resourceVersion=0&timeoutSeconds=1`);
    expect(await watch.ended).toBe(1000);
  });

  it('reports as an event why it cannot continue [WATCH-11]', async () => {
    const watch = await open(`${MAPS}?watch=1&resourceVersion=0&timeoutSeconds=-1`);
    expect(await watch.ended).toBe(1000);
    const late = await open(`${MAPS}?watch=1&timeoutSeconds=-1`);
    expect(eventOf(await late.next())).toMatchObject({ type: 'ERROR', object: { code: 500 } });
    expect(await late.ended).toBe(1000);
  });

  it('ignores messages of the client, and ends with broken messages', async () => {
    const { metadata } = (await server.client.get(MAPS)).body;
    const watch = await open(`${MAPS}?watch=1&resourceVersion=${metadata.resourceVersion}`);
    watch.socket.send('anything');
    await server.client.post(MAPS, mapOf('heard'));
    expect(eventOf(await watch.next()).object.metadata.name).toBe('heard');
    const raw = (watch.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket;
    raw.write(Buffer.from([0xff, 0xff]));
    expect(await watch.ended).not.toBe(1000);
  });

  it('takes one subprotocol, and a token beside it', async () => {
    const carrier = `base64url.bearer.authorization.k8s.io.${Buffer.from(ADMIN_TOKEN).toString('base64url')}`;
    const watch = await open(`${MAPS}?watch=1`, { token: '', protocols: [carrier, 'base64.binary.k8s.io'] });
    expect(watch.socket.protocol).toBe('base64.binary.k8s.io');
    watch.socket.terminate();
    expect(await refusal(`${MAPS}?watch=1`, { protocols: ['a.k8s.io', 'b.k8s.io'] })).toBe(400);
  });

  it.each<[string, SocketOptions, number]>([
    [`${MAPS}?watch=1`, { token: 'wrong' }, 401],
    [`${MAPS}?watch=1`, { token: 'nobody-token' }, 403],
    ['/api/v1/namespaces/default/nothings?watch=1', {}, 404],
    [`${MAPS}?watch=1`, { accept: 'application/yaml' }, 406],
    [`${MAPS}?watch=1&resourceVersion=x`, {}, 400],
    [`${MAPS}?watch=1&sendInitialEvents=true`, {}, 422],
    [MAPS, {}, 200],
  ])('is refused as others are: %s with %j is %d', async (path, options, status) => {
    expect(await refusal(path, options)).toBe(status);
  });

  it('is refused where the handshake is malformed', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const answer = await server.client.open('GET', `${MAPS}?watch=1`, { headers });
    expect(answer.statusCode).toBe(400);
    answer.destroy();
  });

  it('ends where the client does not read, with no more than its bound on the way', async () => {
    const { metadata } = (await server.client.get(MAPS)).body;
    const watch = await open(`${MAPS}?watch=1&resourceVersion=${metadata.resourceVersion}`);
    watch.socket.pause();
    const payload = 'x'.repeat(500_000);
    const names = Array.from({ length: 60 }, (_, i) => `unread-${i}`);
    for (const name of names) await server.client.post(MAPS, { ...mapOf(name), data: { payload } });
    let received = 0;
    watch.socket.on('message', () => (received += 1));
    watch.socket.resume();
    expect(await watch.ended).toBe(1000);
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(names.length);
    for (const name of names) await server.client.delete(`${MAPS}/${name}`);
  });

  it('counts as a watch as long as it is open [CAP-01]', async () => {
    const count = async (): Promise<number> => {
      const { text } = await server.client.get('/metrics');
      const lines = text.split('\n').filter((line) => line.startsWith('apiserver_longrunning_requests{'));
      return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
    };
    const until = async (expected: number): Promise<void> => {
      while ((await count()) !== expected) await new Promise((resolve) => setImmediate(resolve));
    };
    await until(0);
    const watch = await open(`${MAPS}?watch=1`);
    await until(1);
    watch.socket.terminate();
    await until(0);
  });
});
