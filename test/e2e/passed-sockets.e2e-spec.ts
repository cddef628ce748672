import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBuilt } from '../support/built-server.js';
import { TestClient } from '../support/test-client.js';

const ROOT = resolve(import.meta.dirname, '..', '..');
const LIBRARY = join(ROOT, 'dist', 'src', 'index.js');

/** A server on the descriptor 3; it prints how to reach it, and ends with its standard input. */
const PROGRAM = `
import { startApiServer } from ${JSON.stringify(LIBRARY)};
const server = await startApiServer({ listen: { fd: 3 } });
console.log(JSON.stringify({ url: server.url, ca: server.certificateAuthority }));
process.stdin.resume().on('end', () => server.close().then(() => process.exit(0)));
`;

let socket: Server;
let child: ChildProcess;

beforeAll(async () => {
  ensureBuilt();
  socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
});

afterAll(() => void child.kill('SIGKILL'));

describe('a server on a socket that was bound before', () => {
  it('answers at its address, while the process that bound it is gone from there', async () => {
    const { port } = socket.address() as AddressInfo;
    const { fd } = (socket as unknown as { _handle: { fd: number } })._handle;
    child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit', fd] });
    socket.close();
    const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
    const { url, ca } = JSON.parse(line) as { url: string; ca: string };
    expect(new URL(url).port).toBe(String(port));
    const client = new TestClient({ url, ca });
    expect((await client.get('/readyz')).text).toBe('ok');
    client.close();
    child.stdin!.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
