import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';
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
}, 60_000);

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
