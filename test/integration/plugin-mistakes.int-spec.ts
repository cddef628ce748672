import { MISTAKES_AT_START, MISTAKES_OF_REQUESTS } from '../fixtures/mistakes/index.js';
import { type LogLines, collectLines } from '../support/log-lines.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

/** Names of files and words of the server that are of no use to the author of a plugin. */
const OF_THE_SERVER =
  /dist\/chunks|src\/(?:registry|plugin-host|schema)\/|Go struct|is not iterable|Maximum call stack/;

let server: TestServer;
let lines: LogLines;

beforeAll(async () => {
  lines = collectLines();
  server = await startTestServer({ logger: lines.logger });
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
  it.each(MISTAKES_OF_REQUESTS)('$mistake', async ({ plugin, words, request = {}, status = 500 }) => {
    const made = plugin();
    await server.install(made);
    try {
      lines.clear();
      const { method = 'POST', path = '', body = {} } = request;
      const url = `/apis/mistakes.example.com/v1/namespaces/default/piers${path}`;
      const answer = await server.request(method, url, { body: { metadata: { name: 'a' }, ...body } });
      expect([answer.status, lines.text]).toEqual([status, expect.stringMatching(words)]);
      // The first frame is that of the author.
      expect(lines.text.split('\\n')[1] ?? '').not.toMatch(OF_THE_SERVER);
    } finally {
      await server.uninstall(made);
    }
  });
});
