import { once } from 'node:events';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { type AdmissionAttributes, AdmissionPlugin, ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';
import type { TestAnswer } from '../support/test-client.js';

type Phase = 'admit' | 'validate';

/** Holds writes of objects whose name begins with `held` in one phase of admission until the test lets them go. */
class Gate {
  private entered: (attributes: AdmissionAttributes) => void = () => {};
  private open: () => void = () => {};
  private phase: Phase | undefined;
  private opened: Promise<void> = Promise.resolve();

  /** Closes it; the answer resolves when a write waits. */
  close(phase: Phase): Promise<AdmissionAttributes> {
    this.phase = phase;
    this.opened = new Promise((resolve) => (this.open = resolve));
    return new Promise((resolve) => (this.entered = resolve));
  }

  release(): void {
    this.phase = undefined;
    this.open();
  }

  async pass(phase: Phase, attributes: AdmissionAttributes): Promise<void> {
    if (phase !== this.phase || attributes.name === 'behind') return;
    this.entered(attributes);
    await this.opened;
  }
}

const gate = new Gate();

class HoldingAdmission extends AdmissionPlugin {
  readonly name = 'Holding';

  handles(_operation: string, { resource }: { readonly resource: string }): boolean {
    return resource === 'configmaps';
  }

  override async admit(attributes: AdmissionAttributes): Promise<false> {
    await gate.pass('admit', attributes);
    return false;
  }

  override validate(attributes: AdmissionAttributes): Promise<void> {
    return gate.pass('validate', attributes);
  }
}

@ApiGroupPlugin({ group: 'holding.example.com', versions: ['v1'], kinds: [], admission: [HoldingAdmission] })
class HoldingPlugin {}

const MAPS = '/api/v1/namespaces/default/configmaps';
const map = (name: string, data = {}): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
const CHANGED = { changed: 'yes' };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ plugins: [HoldingPlugin] });
});

beforeEach(async () => {
  gate.release();
  for (const name of ['held', 'new', 'behind']) await server.request('DELETE', `${MAPS}/${name}`);
  await server.client.post(MAPS, map('held'));
});

afterAll(() => server.close());

/** Releases the blocked write, and has another one stored after it. */
async function releaseAndWriteBehind(): Promise<void> {
  gate.release();
  expect((await server.client.post(MAPS, map('behind'))).status).toBe(201);
}

const read = (name: string): Promise<TestAnswer> => server.client.get(`${MAPS}/${name}`);

interface Write {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly type?: string;
}

/** Every sort of write, and the path it goes to. */
const WRITES: readonly Write[] = [
  { method: 'POST', path: MAPS, body: map('new') },
  { method: 'PUT', path: `${MAPS}/held`, body: map('held', CHANGED) },
  { method: 'PATCH', path: `${MAPS}/held`, body: { data: CHANGED }, type: 'application/merge-patch+json' },
  { method: 'PATCH', path: `${MAPS}/new?fieldManager=m`, body: map('new'), type: 'application/apply-patch+yaml' },
  { method: 'DELETE', path: `${MAPS}/held` },
  { method: 'DELETE', path: `${MAPS}?fieldSelector=metadata.name%3Dheld` },
];

async function expectUntouched(): Promise<void> {
  expect((await read('new')).status).toBe(404);
  const held = await read('held');
  expect(held.status).toBe(200);
  expect(held.body.data).toBeUndefined();
}

describe.each<Phase>(['admit', 'validate'])('a deadline that passes while plugins %s', (phase) => {
  it.each(WRITES)('leaves nothing of $method $path', async ({ method, path, body, type = 'application/json' }) => {
    void gate.close(phase);
    const timed = `${path}${path.includes('?') ? '&' : '?'}timeout=100ms`;
    const { status, body: answer } = await server.request(method, timed, { body, headers: { 'content-type': type } });
    expect(status).toBe(504);
    expect(answer).toMatchObject({ reason: 'Timeout', message: expect.stringContaining('allotted timeout') });
    await releaseAndWriteBehind();
    await expectUntouched();
  });
});

describe('a client that leaves during admission', () => {
  it.each(WRITES)('leaves nothing of $method $path', async ({ method, path, body, type = 'application/json' }) => {
    const entered = gate.close('validate');
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': type };
    const call = request(`${server.url}${path}`, { method, headers, ca: server.certificateAuthority, agent: false });
    call.on('error', () => {});
    call.end(body && JSON.stringify(body));
    const { signal } = await entered;
    const left = once(signal!.abortSignal, 'abort');
    call.destroy();
    await left;
    expect(signal!.aborted).toBe(true);
    await releaseAndWriteBehind();
    await expectUntouched();
  });

  it('leaves nothing either where only its HTTP/2 stream is reset, and the connection goes on', async () => {
    const entered = gate.close('admit');
    const session = connect(server.url, { ca: server.certificateAuthority });
    const head = { ':method': 'POST', ':path': MAPS, authorization: `Bearer ${ADMIN_TOKEN}` };
    const stream = session.request({ ...head, 'content-type': 'application/json' });
    stream.on('error', () => {});
    stream.end(JSON.stringify(map('new')));
    const { signal } = await entered;
    const left = once(signal!.abortSignal, 'abort');
    stream.close();
    await left;
    await releaseAndWriteBehind();
    await expectUntouched();
    expect(session.destroyed).toBe(false);
    session.close();
  });
});

describe('a write that nobody gives up', () => {
  it.each<Phase>(['admit', 'validate'])('is stored when plugins %s for long', async (phase) => {
    const entered = gate.close(phase);
    const answer = server.client.post(MAPS, map('new'));
    const { signal } = await entered;
    expect(signal!.aborted).toBe(false);
    gate.release();
    expect((await answer).status).toBe(201);
  });
});
