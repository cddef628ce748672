import { GUEST, GUEST_TOKEN, MISTAKES_AT_START, MISTAKES_WITH_REQUESTS } from '../fixtures/mistakes/index.js';
import { type LogLines, collectLines } from '../support/log-lines.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

/** Names of files and words of the server that are of no use to the author of a plugin. */
const OF_THE_SERVER =
  /dist\/chunks|src\/(?:registry|plugin-host|schema)\/|Go struct|is not iterable|Maximum call stack/;

const PIERS = '/apis/mistakes.example.com/v1/namespaces/default/piers';

let server: TestServer;
let lines: LogLines;

beforeAll(async () => {
  lines = collectLines();
  server = await startTestServer({ logger: lines.logger, tokens: [`${GUEST_TOKEN},${GUEST},7`] });
});

afterAll(() => server.close());

describe('a mistake of a plugin ends its start with the fix', () => {
  it.each(MISTAKES_AT_START)('$mistake', async ({ plugin, words }) => {
    const error: unknown = await Promise.resolve()
      .then(() => server.install(plugin()))
      .catch((failure: unknown) => failure);
    expect((error as Error).message).toMatch(words);
    expect((error as Error).message).not.toMatch(OF_THE_SERVER);
  });
});

describe('a mistake of a plugin that shows with a request is logged with plugin, kind, function and fix', () => {
  it.each(MISTAKES_WITH_REQUESTS)('$mistake', async ({ plugin, words, request = {}, status = 500, answer: text }) => {
    const made = plugin();
    await server.install(made);
    try {
      if (request.objects) await server.client.post(PIERS, { metadata: { name: 'b' } });
      lines.clear();
      const { method = 'POST', path = '', url = `${PIERS}${path}`, token } = request;
      const body = method === 'GET' ? undefined : { metadata: { name: 'a' }, ...request.body };
      const answer = await server.request(method, url, { body, token });
      expect([answer.status, lines.text]).toEqual([status, expect.stringMatching(words)]);
      expect(answer.text).toMatch(text ?? '');
      // The first frame is that of the author.
      expect(lines.text.split('\\n')[1] ?? '').not.toMatch(OF_THE_SERVER);
    } finally {
      if (request.objects) await server.client.delete(`${PIERS}/b`);
      await server.uninstall(made);
    }
  });
});
