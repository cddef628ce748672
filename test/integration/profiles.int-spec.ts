import { gunzipSync } from 'node:zlib';
import { request } from 'node:https';
import { Profile } from 'pprof-format';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ tokens: ['jane-token,jane,2,"people"'] });
});

afterAll(() => server.close());

/** Sends a request as the administrator, and returns the bytes of its answer. */
function bytesOf(path: string, signal?: AbortSignal): Promise<{ status: number; headers: object; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer admin-token' };
    const sent = request(`${server.url}${path}`, { ca: server.certificateAuthority, headers, signal }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** The names of the sample types, and the sum of the last one for each function that a stack contains. */
function summaryOf(bytes: Buffer): { types: string[]; byFunction: Map<string, number> } {
  const profile = Profile.decode(gunzipSync(bytes));
  const { strings } = profile.stringTable;
  const types = profile.sampleType.map(({ type, unit }) => `${strings[Number(type)]}/${strings[Number(unit)]}`);
  const names = new Map(profile.function.map(({ id, name }) => [Number(id), strings[Number(name)]]));
  const lines = new Map(profile.location.map(({ id, line }) => [Number(id), names.get(Number(line[0].functionId))!]));
  const byFunction = new Map<string, number>();
  for (const { locationId, value } of profile.sample) {
    for (const name of new Set(locationId.map((id) => lines.get(Number(id))!))) {
      byFunction.set(name, (byFunction.get(name) ?? 0) + Number(value.at(-1)));
    }
  }
  return { types, byFunction };
}

function occupyTheThread(milliseconds: number): number {
  let sum = 0;
  for (const end = performance.now() + milliseconds; performance.now() < end;) sum += Math.sqrt(sum + 1);
  return sum;
}

/** V8 may make one function of this and the one it calls, which then has this name. */
function occupyTheThreadOnce(): number {
  return occupyTheThread(80);
}

const kept: object[] = [];

function keepObjects(): void {
  for (let i = 0; i < 300_000; i++) kept.push({ i });
}

/** Calls something again and again until a promise has settled. */
async function during<T>(work: () => void, promise: Promise<T>): Promise<T> {
  let isOver = false;
  const settled = promise.finally(() => (isOver = true));
  while (!isOver) {
    work();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return settled;
}

/** Waits until a profile is answered with a status. */
async function becomes(status: number): Promise<void> {
  const ask = async () => expect((await bytesOf('/debug/pprof/profile?seconds=1')).status).toBe(status);
  await eventually(ask);
}

describe('GET /debug/pprof/profile', () => {
  it('samples what the CPU executes, in the format of pprof', async () => {
    // V8 may not know yet which function code belongs to that it has just optimized: a second profile does.
    await eventually(async () => {
      const answer = await during(occupyTheThreadOnce, bytesOf('/debug/pprof/profile?seconds=1'));
      expect(answer).toMatchObject({
        status: 200,
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename="profile"',
          'x-content-type-options': 'nosniff',
        },
      });
      const { types, byFunction } = summaryOf(answer.bytes);
      expect(types).toEqual(['samples/count', 'cpu/nanoseconds']);
      expect([byFunction.has('(idle)'), byFunction.has('(root)')]).toEqual([false, false]);
      const names = [...byFunction.keys()];
      const busy = names.find((name) => name === 'occupyTheThread' || name === 'occupyTheThreadOnce');
      expect(names).toContain(busy);
      expect(byFunction.get(busy!)).toBeGreaterThan(0.3e9);
    });
  });

  it('is taken once at a time, and ends when its client leaves', async () => {
    const leaving = new AbortController();
    const first = bytesOf('/debug/pprof/profile?seconds=60', leaving.signal).catch((error: Error) => error.name);
    await becomes(500);
    const { bytes, headers } = await bytesOf('/debug/pprof/profile?seconds=1');
    expect(bytes.toString()).toBe('Could not enable CPU profiling: cpu profiling already in use\n');
    expect(headers).toMatchObject({ 'x-go-pprof': '1', 'content-type': 'text/plain; charset=utf-8' });
    leaving.abort();
    expect(await first).toBe('AbortError');
    await becomes(200);
  });

  it('is refused where it would take too long', async () => {
    const { status, bytes } = await bytesOf('/debug/pprof/profile?seconds=301');
    expect([status, bytes.toString()]).toEqual([400, "profile duration exceeds server's WriteTimeout\n"]);
  });
});

describe('GET /debug/pprof/heap', () => {
  it.each([
    ['heap', 'inuse_space/bytes'],
    ['allocs', 'alloc_space/bytes'],
  ])('%s samples allocations', async (kind, type) => {
    const answer = bytesOf(`/debug/pprof/${kind}?seconds=1`);
    const isOver = answer.then(() => true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    keepObjects();
    expect(await isOver).toBe(true);
    const { types, byFunction } = summaryOf((await answer).bytes);
    expect(types).toEqual(['samples/count', type]);
    expect(byFunction.get('keepObjects')).toBeGreaterThan(1e6);
  });
});

describe('/debug/pprof', () => {
  it('shows the command line, an index and the error form of pprof', async () => {
    const [words, index, unknown, bare] = await Promise.all(
      ['cmdline', '', 'goroutine'].map((name) => bytesOf(`/debug/pprof/${name}`)).concat(bytesOf('/debug/pprof')),
    );
    expect(words.bytes.toString().split('\0')[0]).toBe(process.argv[0]);
    expect(index.bytes.toString()).toContain('<a href="heap">heap</a>');
    expect([unknown.status, unknown.bytes.toString()]).toEqual([404, 'Unknown profile\n']);
    expect([bare.status, bare.headers]).toEqual([302, expect.objectContaining({ location: '/debug/pprof/' })]);
  });

  it.each(['/debug/pprof/profile', '/debug/pprof/heap', '/debug/pprof/cmdline', '/debug/flags/v'])(
    '%s needs rights',
    async (path) => {
      const statuses = ['', 'jane-token'].map(async (token) => (await server.request('GET', path, { token })).status);
      expect(await Promise.all(statuses)).toEqual([403, 403]);
    },
  );

  it('is not there with --profiling=false', async () => {
    const plain = await startTestServer({ diagnostics: { profiling: false } });
    const paths = ['/debug/pprof/', '/debug/pprof/profile', '/debug/pprof/cmdline', '/debug/flags/v'];
    const answers = await Promise.all(paths.map((path) => plain.client.get(path)));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(paths.map(() => [404, '404 page not found\n']));
    await plain.close();
  });
});
