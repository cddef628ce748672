import fc from 'fast-check';
import { ConsolePlugin } from '../fixtures/plugins/console.plugin.js';
import { AttributesRecorderPlugin, RECORDED_USER, asked } from '../support/attributes-recorder.plugin.js';
import { Http2Client } from '../support/http2-client.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { TestAnswer } from '../support/test-client.js';

const SEED = Number(process.env.TEST_FUZZ_SEED ?? 20_261_123);
const TOKEN = 'recorded-token';

type Send = (method: string, path: string) => Promise<TestAnswer>;

let server: TestServer;
let http2: Http2Client;

beforeAll(async () => {
  server = await startTestServer({
    plugins: [ConsolePlugin, AttributesRecorderPlugin],
    tokens: [`${TOKEN},${RECORDED_USER},1,""`],
  });
  http2 = await Http2Client.connect({ url: server.url, ca: server.certificateAuthority, token: TOKEN });
});

afterAll(async () => {
  http2.close();
  await server.close();
});

/** The authorized attributes of a request, and the path that the controller saw; undefined for none. */
async function outcomeOf(send: Send, path: string): Promise<{ authorized: string; routed: string | undefined }> {
  asked.length = 0;
  const { status, text } = await send('GET', path);
  const [{ path: authorized = '' } = {}] = asked;
  return { authorized, routed: status === 200 ? pathSeen(text) : undefined };
}

function pathSeen(text: string): string {
  if (text.startsWith('<h1>')) return '/console';
  const answer = JSON.parse(text) as Record<string, unknown>;
  if ('rest' in answer) return `/console/files/${String(answer.rest)}`;
  if ('item' in answer) return `/console/items/${String(answer.item)}`;
  if ('number' in answer) return `/console/numbers/${String(answer.number)}`;
  return 'user' in answer ? '/console/me' : text;
}

const PROTOCOLS: [string, Send][] = [
  ['HTTP/1.1', (method, path) => server.request(method, path, { token: TOKEN })],
  ['HTTP/2', (method, path) => http2.request(method, path)],
];

describe.each(PROTOCOLS)('the path that a controller is found by, over %s', (_protocol, send) => {
  it.each<[string, string]>([
    ['/console/me', '/console/me'],
    ['/console/%6de', '/console/me'],
    ['/c%6Fnsole/%6de', '/console/me'],
    ['/console%2Fme', '/console/me'],
    ['/console%2fitems%2Fa', '/console/items/a'],
    ['/console/items/a%20b', '/console/items/a b'],
    ['/console/items/a%3Fb%23c', '/console/items/a?b#c'],
    ['/console/items/a#b', '/console/items/a#b'],
    ['/console/items/%40me', '/console/items/@me'],
    ['/console/items/%c3%a4', '/console/items/ä'],
    ['/console/files/a/b/c', '/console/files/a/b/c'],
    ['/console/files/a%2Fb', '/console/files/a/b'],
    ['/console/files/a;x=1/b', '/console/files/a;x=1/b'],
    ['/console/items/a?item=b&path=/console/me', '/console/items/a'],
  ])('is the one that was authorized: %s', async (sent, expected) => {
    expect(await outcomeOf(send, sent)).toEqual({ authorized: expected, routed: expected });
  });

  it.each<[string, string]>([
    ['/console/', '/console/'],
    ['/console/me/', '/console/me/'],
    ['//console/me', '//console/me'],
    ['/console//me', '/console//me'],
    ['/console/%2Fme', '/console//me'],
    ['/console/./me', '/console/./me'],
    ['/console/%2e/me', '/console/./me'],
    ['/elsewhere/../console/me', '/elsewhere/../console/me'],
    ['/console/items/../me', '/console/items/../me'],
    ['/console/items/%2e%2e/me', '/console/items/../me'],
    ['/console/items/..%2Fme', '/console/items/../me'],
    ['/console/files/a/../../me', '/console/files/a/../../me'],
    ['/console/files/%2e%2e%2fme', '/console/files/../me'],
    ['/console/%256de', '/console/%6de'],
    ['/console%252Fme', '/console%2Fme'],
    ['/console/files/%252e%252e/me', '/console/files/%2e%2e/me'],
    ['/console/items/100%25', '/console/items/100%'],
    ['/console\\me', '/console\\me'],
    ['/console/items%5C..%5Cme', '/console/items\\..\\me'],
    ['/console/items/a%00', '/console/items/a\0'],
    ['/console/items/a%0d%0ab', '/console/items/a\r\nb'],
    ['/console/items/%ff', '/console/items/\udcff'],
    ['/Console/me', '/Console/me'],
    ['/console/ME', '/console/ME'],
    ['/console;x=1/me', '/console;x=1/me'],
    ['/console/me;x=1', '/console/me;x=1'],
    ['/console/me%20', '/console/me '],
    ['/console/me%3Fx', '/console/me?x'],
    ['/cons%C3%B4le/me', '/consôle/me'],
  ])('is absent for %s', async (sent, authorized) => {
    expect(await outcomeOf(send, sent)).toEqual({ authorized, routed: undefined });
  });

  it('is the one that was authorized, however it is written', async () => {
    const text = fc.constantFrom('console', 'items', 'files', 'me', 'a', 'numbers', '1');
    const part = fc.oneof(
      { weight: 4, arbitrary: text },
      { weight: 1, arbitrary: fc.constantFrom('', '.', '..', ';', '%', '\\', '*', ':item', '?', '#', 'ä', '%2f') },
    );
    const paths = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `/console/${parts.join('/')}`);
    const disguised = fc.tuple(paths, fc.infiniteStream(fc.nat(5))).map(([path, dice]) => disguise(path, dice));
    const faults: unknown[] = [];
    let answered = 0;
    for (const path of fc.sample(disguised, { numRuns: 500, seed: SEED })) {
      const { authorized, routed } = await outcomeOf(send, path);
      if (routed !== undefined) answered++;
      if (routed !== undefined && routed !== authorized) faults.push({ path, authorized, routed });
    }
    expect(faults).toEqual([]);
    expect(answered).toBeGreaterThan(20);
  });
});

/** Encodes some bytes of a path, slashes among them, and the percent signs of some of these once more. */
function disguise(path: string, dice: Iterator<number>): string {
  const next = (): number => dice.next().value as number;
  return [...Buffer.from(path)]
    .map((byte, i) => {
      const text = String.fromCharCode(byte);
      const isPlain = /[\w/.;:*\\]/.test(text) && i > 0;
      if (i === 0 || (isPlain && next() > 0)) return text;
      const encoded = `%${byte.toString(16).padStart(2, '0')}`;
      return next() === 1 ? encoded.replace('%', '%25') : encoded;
    })
    .join('');
}

describe('paths of the server itself', () => {
  it.each(['/api', '/apis/console', '/metrics/console', '/version/console', '/debug/access/who-can', '/logs/x'])(
    'never reach a controller: %s',
    async (path) => {
      const { text } = await server.client.get(path);
      expect(text).not.toContain('item');
    },
  );
});
