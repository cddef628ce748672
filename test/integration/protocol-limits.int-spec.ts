import { eventually } from '../support/eventually.js';
import { RawConnection } from '../support/raw-connection.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const MEBIBYTE = 1024 * 1024;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ serving: { requestTimeout: 1500 } });
  // The first write loads code, which may take longer than that on a busy machine.
  await eventually(async () => expect((await postText(JSON.stringify(configMap('first')))).status).not.toBe(504));
});

afterAll(() => server.close());

const configMap = (name: string, data: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});

/** Sends a text as the body of a create. */
function postText(body: string | Buffer, contentType = 'application/json'): Promise<TestAnswer> {
  return server.request('POST', MAPS, { body, headers: { 'content-type': contentType } });
}

/** The head of a create that announces so many bytes. */
function postHead(length: number | string): string {
  const framing = typeof length === 'number' ? `content-length: ${length}` : `transfer-encoding: ${length}`;
  return `POST ${MAPS} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ADMIN_TOKEN}\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`;
}

async function expectAlive(): Promise<void> {
  expect((await server.client.get('/readyz')).status).toBe(200);
}

describe('bodies', () => {
  it('may have three mebibytes, and not one byte more', async () => {
    const padded = (size: number): string => JSON.stringify(configMap('padded')).padEnd(size, ' ');
    expect((await postText(padded(3 * MEBIBYTE))).status).toBe(201);
    const answer = await postText(padded(3 * MEBIBYTE + 1));
    expect([answer.status, answer.body]).toEqual([
      413,
      expect.objectContaining({ kind: 'Status', reason: 'RequestEntityTooLarge', code: 413 }),
    ]);
  });

  it('are refused as soon as they are too large, even when nobody said how large', async () => {
    const connection = await RawConnection.open(server);
    connection.write(postHead('chunked'));
    const chunk = `${MEBIBYTE.toString(16)}\r\n${' '.repeat(MEBIBYTE)}\r\n`;
    connection.write(chunk, chunk, chunk, chunk);
    expect(await connection.until(/"code":413/)).toMatch(/^HTTP\/1\.1 413 /);
    connection.drop();
    await expectAlive();
  });

  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['half an object', '{"apiVersion":"v1","kind":"ConfigMap"'],
    ['a word', 'nonsense'],
    ['a list', '[]'],
    ['a number', '5'],
    ['bytes that are no text', Buffer.from([0x00, 0xff, 0xfe, 0x80])],
    ['two objects', '{"kind":"ConfigMap","apiVersion":"v1"}{}'],
    ['a NUL', '{"kind":"ConfigMap"\u0000}'],
    ['lists 10 000 levels deep', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['objects 10 000 levels deep', '{"metadata":'.repeat(10_000) + '{}' + '}'.repeat(10_000)],
    [
      'an object with 10 000 levels in it',
      `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"deep"},"data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    ],
    ['numbers for texts', JSON.stringify(configMap('numbers', { a: 1 }))],
    ['a text for an object', JSON.stringify({ ...configMap('text'), metadata: 'text' })],
    ['a name that is a number', '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":1e400}}'],
    ['another kind', JSON.stringify({ ...configMap('kind'), kind: 'Secret' })],
  ])('answers 400 for %s', async (_what, body) => {
    const answer = await postText(body);
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ kind: 'Status', status: 'Failure', code: 400 }),
    ]);
  });

  it.each<[string, string]>([
    ['broken YAML', 'kind: "ConfigMap'],
    ['YAML 10 000 levels deep', '['.repeat(10_000)],
    [
      'YAML that multiplies itself',
      ['a: &a0 [x]', ...Array.from({ length: 25 }, (_, i) => `b${i}: &a${i + 1} [*a${i},*a${i},*a${i},*a${i}]`)].join(
        '\n',
      ),
    ],
  ])('answers 400 for %s', async (_what, body) => {
    const answer = await postText(body, 'application/yaml');
    expect([answer.status, answer.body.kind]).toEqual([400, 'Status']);
  });

  it('are read as YAML when they say so', async () => {
    const answer = await postText(
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: in-yaml\ndata: {a: "1"}\n',
      'application/yaml',
    );
    expect([answer.status, answer.body.data]).toEqual([201, { a: '1' }]);
  });

  it('keep their members to themselves', async () => {
    const text =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"odd-keys"},"data":{"__proto__":"a","constructor":"b"},"__proto__":{"polluted":true}}';
    const answer = await postText(text);
    expect([answer.status, Object.keys(answer.body.data).sort()]).toEqual([201, ['__proto__', 'constructor']]);
    expect(({} as Json).polluted).toBeUndefined();
  });
});

describe('media types, methods and paths', () => {
  it.each(['text/plain', 'application/xml', 'nonsense', 'multipart/form-data; boundary=x'])(
    'answers 415 for a body in %s',
    async (type) => {
      const answer = await postText(JSON.stringify(configMap('typed')), type);
      expect([answer.status, answer.body.reason]).toEqual([415, 'UnsupportedMediaType']);
    },
  );

  it.each(['text/csv', 'application/xml', 'image/*'])('answers 406 to those who only take %s', async (accept) => {
    const answer = await server.request('GET', MAPS, { headers: { accept } });
    expect([answer.status, answer.body.reason]).toEqual([406, 'NotAcceptable']);
  });

  it.each([
    ['POST', `${MAPS}/one`],
    ['PUT', MAPS],
    ['PATCH', MAPS],
    ['POST', '/api/v1'],
    ['DELETE', '/version'],
  ])('answers 405 for %s %s', async (method, path) => {
    const answer = await server.request(method, path, { body: configMap('one') });
    expect([answer.status, answer.body.reason]).toEqual([405, 'MethodNotAllowed']);
  });

  it.each(['/api/v2/configmaps', '/apis/none.example.com/v1/things', '/api/v1/nothings', '/nowhere', `${MAPS}/a/b/c`])(
    'answers 404 for %s',
    async (path) => {
      expect((await server.client.get(path)).status).toBe(404);
    },
  );

  it('answers HEAD without a body: what a GET of the page has, and 405 for resources', async () => {
    const [head, get] = [await server.request('HEAD', '/healthz'), await server.client.get('/healthz')];
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', get.headers['content-length']]);
    const resource = await server.request('HEAD', MAPS);
    expect([resource.status, resource.text]).toEqual([405, '']);
  });
});

describe('connections', () => {
  it('are refused headers that are too large, alone', async () => {
    const connection = await RawConnection.open(server);
    connection.write(`GET /version HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(2 * MEBIBYTE)}\r\n\r\n`);
    expect(await connection.until(/\r\n\r\n/)).toMatch(/^(HTTP\/1\.1 431 .*[^]*)?$/);
    connection.drop();
    await expectAlive();
  });

  it.each<[string, string | Buffer]>([
    ['no HTTP', 'hello\r\n\r\n'],
    ['a version nobody speaks', 'GET / HTTP/9.9\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['an invalid length', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n'],
    ['bytes', Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10])],
  ])('are refused %s', async (_what, bytes) => {
    const connection = await RawConnection.open(server);
    connection.write(bytes);
    expect(await connection.until(/\r\n\r\n/)).toMatch(/^(HTTP\/1\.1 400 [^]*)?$/);
    connection.drop();
    await expectAlive();
  });

  it('do not wait for a body that never ends, elsewhere or for ever', async () => {
    const slow = await Promise.all(Array.from({ length: 20 }, () => RawConnection.open(server)));
    for (const connection of slow) connection.write(postHead(1000), '{"apiVersion":"v1",');
    const created = await server.client.post(MAPS, configMap('beside-the-slow'));
    expect(created.status).toBe(201);
    const answers = await Promise.all(slow.map((connection) => connection.until(/"code":\d+/)));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 504 /);
    slow.forEach((connection) => connection.drop());
    await expectAlive();
  });

  it('may break off in the middle of a body, and nothing is stored', async () => {
    const text = JSON.stringify(configMap('broken-off'));
    const connections = await Promise.all(Array.from({ length: 10 }, () => RawConnection.open(server)));
    for (const connection of connections) {
      connection.write(postHead(text.length), text.slice(0, -1));
      connection.drop();
    }
    await expectAlive();
    expect((await server.client.get(`${MAPS}/broken-off`)).status).toBe(404);
  });

  it('may break off in the middle of an answer', async () => {
    await server.client.post(MAPS, configMap('large', { a: 'x'.repeat(900_000) }));
    const connections = await Promise.all(Array.from({ length: 10 }, () => RawConnection.open(server)));
    for (const connection of connections) {
      connection.write(`GET ${MAPS} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ADMIN_TOKEN}\r\n\r\n`);
      await connection.until(/HTTP/);
      connection.drop();
    }
    expect((await server.client.get(`${MAPS}/large`)).body.data.a).toHaveLength(900_000);
  });

  it('carry request after request, also after one that was refused', async () => {
    const connection = await RawConnection.open(server);
    connection.write(postHead(3), 'bad', postHead(2), '[]', `GET /version HTTP/1.1\r\nhost: x\r\n\r\n`);
    const text = await connection.until(/gitVersion/);
    connection.drop();
    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 400', 'HTTP/1.1 200']);
  });
});

describe('the size of an object', () => {
  const MOST = 1.5 * MEBIBYTE;
  // Large objects take their time on a busy machine.
  let patient: TestServer;

  beforeAll(async () => {
    patient = await startTestServer();
  });

  afterAll(() => patient.close());

  it('is limited, whatever way it grows', async () => {
    await patient.client.post(MAPS, configMap('growing'));
    const grow = async (n: number): Promise<number> => {
      const body = { metadata: { finalizers: Array.from({ length: 4_000 }, (_, i) => `example.com/f${n}-${i}`) } };
      const current = (await patient.client.get(`${MAPS}/growing`)).body.metadata.finalizers as string[] | undefined;
      body.metadata.finalizers.push(...(current ?? []));
      return (await patient.client.patch(`${MAPS}/growing`, 'merge-patch', body)).status;
    };
    let status = 200;
    for (let n = 0; n < 40 && status === 200; n++) status = await grow(n);
    expect(status).toBe(413);
    expect((await patient.client.get(`${MAPS}/growing`)).text.length).toBeLessThan(MOST + 1024);
  });

  it('is reported in the response, dry run or not', async () => {
    const large = configMap('too-large');
    (large.metadata as Json).finalizers = Array.from({ length: 80_000 }, (_, i) => `example.com/f${i}`);
    for (const query of ['', '?dryRun=All']) {
      const answer = await patient.request('POST', `${MAPS}${query}`, { body: large });
      expect(answer.status).toBe(413);
      expect(answer.body).toMatchObject({
        reason: 'RequestEntityTooLarge',
        message: expect.stringContaining('limit is'),
      });
    }
  });
});

describe('metrics', () => {
  it('do not grow with what clients make up', async () => {
    // Those of the process, such as its garbage collections, come when they come.
    const linesNow = async (): Promise<number> =>
      (await server.client.get('/metrics')).text.split('\n').filter((line) => line.startsWith('apiserver_')).length;
    const odd = async (i: number): Promise<void> => {
      const paths = [
        `/api/v1/made-up-${i}`,
        `/apis/g${i}/v1/things`,
        `/${i}`,
        `/api/v1/pods/a/sub-${i}`,
        `/api/v${i}/pods`,
      ];
      for (const path of paths) await server.request('GET', path, { token: '' });
      await server.request('GET', `/api/v1/namespaces/n${i}/pods/p${i}`);
      await server.request('PROPFIND', `/version/${i}`);
    };
    await odd(1);
    // Reading the metrics is counted as well, from the second time on.
    await linesNow();
    const before = await linesNow();
    for (let i = 2; i < 60; i++) await odd(i);
    expect(await linesNow()).toBe(before);
  });
});

describe('the older spelling of a proxy', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('leads nowhere for %s', async (method) => {
    await server.client.post(MAPS, configMap('behind-proxy'));
    const path = '/api/v1/proxy/namespaces/default/configmaps/behind-proxy';
    expect((await server.request(method, path, { body: method === 'GET' ? undefined : {} })).status).toBe(404);
    expect((await server.client.get(`${MAPS}/behind-proxy`)).status).toBe(200);
  });
});
