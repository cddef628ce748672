import { type TestServer, releases, startTestServer } from '../../../src/testing/index.js';

const CRON_JOBS = '/apis/batch/v1beta1/namespaces/default/cronjobs';
const POD = {
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'web', image: 'web:1' }], schedulingGates: [{ name: 'example.com/quota' }] },
};

describe('releases()', () => {
  it('lists those of a span, oldest first, and all up to the default one without', () => {
    expect(releases({ from: '1.30', to: '1.33' })).toEqual(['1.30', '1.31', '1.32', '1.33']);
    expect(releases({ from: '1.31' })).toEqual(['1.31', '1.32']);
    expect([releases()[0], releases().at(-1)]).toEqual(['1.15', '1.32']);
    expect(releases({ from: '1.33' })).toEqual([]);
  });

  it.each(['1.14', '1.99', '1.2a', '2.30', 'v1.30', ''])('refuses %j', (from) => {
    expect(() => releases({ from })).toThrow(
      `release: ${JSON.stringify(from)} is not one from 1.15 to 1.36, such as '1.29'`,
    );
  });
});

describe('startTestServer({ release })', () => {
  let former: TestServer;
  let current: TestServer;

  beforeAll(async () => {
    [former, current] = await Promise.all([startTestServer({ release: '1.24' }), startTestServer({ release: '1.32' })]);
  });

  afterAll(() => Promise.all([former.close(), current.close()]));

  const ask = async (path: string): Promise<[number, number]> => {
    const answers = await Promise.all([former, current].map((server) => server.request('GET', path)));
    return [answers[0].status, answers[1].status];
  };

  it('shows its own release beside a server of another one', async () => {
    const versions = await Promise.all(
      [former, current].map(async (server) => (await server.request('GET', '/version')).body),
    );
    expect(versions).toMatchObject([{ minor: '24' }, { minor: '32' }]);
  });

  it('serves the versions of the release', async () => {
    expect(await ask(CRON_JOBS)).toEqual([200, 404]);
    expect(await ask('/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas')).toEqual([404, 200]);
  });

  it('drops fields that the release does not have', async () => {
    const made = await Promise.all(
      [former, current].map((server) => server.request('POST', '/api/v1/namespaces/default/pods', { body: POD })),
    );
    const kept = made.map(({ body }) => (body as unknown as typeof POD).spec.schedulingGates !== undefined);
    expect(kept).toEqual([false, true]);
  });

  it('resets to the objects of the release', async () => {
    await former.reset();
    const path = '/apis/flowcontrol.apiserver.k8s.io/v1beta1/flowschemas/exempt';
    expect((await former.request('GET', path)).status).toBe(200);
  });

  it('does so in a thread', async () => {
    const server = await startTestServer({ release: '1.20', thread: true });
    expect((await server.request('GET', '/version')).body).toMatchObject({ minor: '20' });
    await server.close();
  });

  it('refuses another text', async () => {
    await expect(startTestServer({ release: '1.40' })).rejects.toThrow(`release: "1.40" is not one from 1.15 to 1.36`);
  });
});
