import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ApiGroupPlugin, StartHook } from '../../src/plugin-api/index.js';
import { freePort } from '../support/free-port.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';
import { TestClient } from '../support/test-client.js';

let finish: () => void;
let finished: Promise<void>;
let begin: () => void;

/** Does not end before the test says so. */
@Injectable()
class HeldHook extends StartHook {
  readonly name = 'held';

  run(): Promise<void> {
    begin();
    return finished;
  }
}

@ApiGroupPlugin({ group: 'held.example.com', versions: ['v1'], kinds: [], startHooks: [HeldHook] })
class HeldPlugin {}

/** Of groups that definitions in the store may add, and of no user. */
const UNKNOWN = [
  '/apis/custom.example.com/v1/namespaces/default/things',
  '/apis/custom.example.com/v1/things/a',
  '/apis/custom.example.com',
  '/nothing',
];

describe('paths that lead nowhere', () => {
  let directory: string;
  let starting: Promise<TestServer>;
  let client: TestClient;

  beforeAll(async () => {
    const begun = new Promise<void>((resolve) => (begin = resolve));
    finished = new Promise((resolve) => (finish = resolve));
    directory = await mkdtemp(join(tmpdir(), 'binnacle-readiness-'));
    const securePort = await freePort();
    const serving = { securePort, bindAddress: '127.0.0.1' };
    starting = startTestServer({ plugins: [HeldPlugin], storage: { dataDir: directory }, serving });
    await begun;
    const ca = await readFile(join(directory, 'certs', 'ca.crt'), 'utf8');
    client = new TestClient({ url: `https://127.0.0.1:${securePort}`, ca, token: ADMIN_TOKEN });
  });
  afterAll(async () => {
    finish();
    client.close();
    await (await starting).close();
    await rm(directory, { recursive: true, force: true });
  });

  it('do not hold up those that are served', async () => {
    expect((await client.get('/api/v1/namespaces/default/configmaps')).status).toBe(200);
    expect((await client.get('/version')).status).toBe(200);
    expect((await client.get('/readyz')).status).toBe(500);
  });

  it('are answered 503 until the start has finished, and 404 from then on', async () => {
    for (const path of UNKNOWN) {
      const { status, headers, body } = await client.get(path);
      expect([path, status, headers['retry-after'], body]).toEqual([
        path,
        503,
        '5',
        {
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          message: 'the request has been made before all known HTTP paths have been installed, please retry',
          reason: 'ServiceUnavailable',
          details: { retryAfterSeconds: 5 },
          code: 503,
        },
      ]);
    }
    finish();
    await starting;
    for (const path of UNKNOWN) {
      expect(await client.get(path)).toMatchObject({ status: 404, text: '404 page not found\n' });
    }
  });
});
