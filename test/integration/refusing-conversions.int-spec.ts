import { cratePlugin, splitSize, writtenByHand } from '../fixtures/plugins/crate.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const CRATES = '/apis/crate.example.com/v1beta1/namespaces/default/crates';
const NEWER = CRATES.replace('v1beta1', 'v1');

describe.each([
  ['movedFields', splitSize(), 'is malformed and cannot be converted'],
  ['functions for the whole object', writtenByHand, 'must be as 3x4'],
])('a conversion by %s that would lose a value', (_, conversion, why) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ plugins: [cratePlugin(conversion)] });
  });

  afterAll(() => server.close());

  it('refuses it in a create, an update and a patch, and keeps what is stored', async () => {
    const { client } = server;
    const crate = (name: string, size: string): object => ({ metadata: { name }, spec: { size } });
    expect((await client.post(CRATES, crate('a', '3x4'))).status).toBe(201);
    const path = `${CRATES}/a`;
    const answers = [
      await client.post(CRATES, crate('b', 'large')),
      await client.put(path, crate('a', 'large')),
      await client.patch(path, 'merge-patch', { spec: { size: 'large' } }),
    ];
    const message = (name: string): string =>
      `Crate.crate.example.com "${name}" is invalid: spec.size: Invalid value: "large": ${why}`;
    expect(answers.map(({ status, body }) => [status, body.message as string])).toEqual([
      [422, message('b')],
      [422, message('a')],
      [422, message('a')],
    ]);
    expect((await client.get(`${NEWER}/a`)).body.spec).toEqual({ width: 3, height: 4 });
  });
});
