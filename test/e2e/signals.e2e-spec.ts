import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { TestClient } from '../support/test-client.js';

let directory: string;
let server: BuiltServer;

/** Replaces systemd's program: records the socket and the message. */
const NOTIFY = '#!/bin/sh\necho "$NOTIFY_SOCKET $1" >> "$(dirname "$0")/messages"\n';

const messages = async (): Promise<string[]> =>
  (await readFile(join(directory, 'messages'), 'utf8')).trim().split('\n');

async function clientWith(token: string): Promise<TestClient> {
  const ca = await readFile(join(server.dataDir, 'certs', 'ca.crt'), 'utf8');
  return new TestClient({ url: server.url, ca, token });
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-signals-'));
  await writeFile(join(directory, 'systemd-notify'), NOTIFY);
  await chmod(join(directory, 'systemd-notify'), 0o755);
  await writeFile(join(directory, 'tokens.csv'), 'one,anna,1\n');
  const environment = { PATH: `${directory}${delimiter}${process.env.PATH}`, NOTIFY_SOCKET: '/run/notify' };
  server = await startBuiltServer([`--token-auth-file=${join(directory, 'tokens.csv')}`], { environment });
});

afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('the process', () => {
  it('notifies the service manager when it is ready', async () => {
    await eventually(async () => expect(await messages()).toEqual(['/run/notify READY=1']));
    const client = await clientWith('one');
    expect((await client.get('/readyz')).status).toBe(200);
    client.close();
  });

  it('reads files again on SIGHUP, and goes on', async () => {
    await writeFile(join(directory, 'tokens.csv'), 'two,anna,1\n');
    process.kill(server.pid, 'SIGHUP');
    await eventually(async () => {
      const client = await clientWith('two');
      const { status } = await client.get('/version').finally(() => client.close());
      expect(status).toBe(200);
    });
    const reload = ['/run/notify READY=1', '/run/notify RELOADING=1', '/run/notify READY=1'];
    await eventually(async () => expect(await messages()).toEqual(reload));
  });

  it('notifies it of the stop on SIGTERM, and ends with 0', async () => {
    expect(await server.stop()).toBe(0);
    expect((await messages()).slice(-2)).toEqual(['/run/notify READY=1', '/run/notify STOPPING=1']);
  });
});

/** Reports whether a server listens there. */
function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (is: boolean) => (): void => {
      socket.destroy();
      resolve(is);
    };
    socket.on('connect', answer(true)).on('error', answer(false));
  });
}

/** Starts its own server, sends SIGTERM at a moment, and answers what the process ended with. */
async function stopAt(moment: (port: number) => Promise<void>, flags: readonly string[] = []): Promise<unknown> {
  const port = await freePort();
  const place = [`--secure-port=${port}`, `--data-dir=${join(directory, `data-${port}`)}`, '--bind-address=127.0.0.1'];
  const child = spawn(process.execPath, [join('dist', 'src', 'main.js'), 'serve', ...place, ...flags], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await Promise.race([moment(port), ended]);
  child.kill('SIGTERM');
  const late = delay(30_000, ['late'], { ref: false });
  return Promise.race([ended, late]).finally(() => child.kill('SIGKILL'));
}

describe('SIGTERM during the start', () => {
  it('closes a server that has just begun to listen', async () => {
    const listens = async (port: number): Promise<void> => {
      while (!(await isListening(port))) await delay(1);
    };
    expect(await stopAt(listens)).toEqual([0, null]);
  });

  it('ends one that waits for its store', async () => {
    const store = createServer();
    const port = await freePort();
    store.listen(port, '127.0.0.1');
    const asks = async (): Promise<void> => void (await once(store, 'connection'));
    const flags = ['--storage-backend=etcd3', `--etcd-servers=http://127.0.0.1:${port}`];
    const end = await stopAt(asks, flags).finally(() => store.close());
    expect(end).toEqual([128 + constants.signals.SIGTERM, null]);
  });
});
