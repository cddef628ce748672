import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';
import { DEPLOYMENTS, MAPS, configMap, deployment } from './objects.js';

const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const YAML = 'application/yaml';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.client.post(MAPS, configMap('a', { data: { k: 'v' } }));
});

afterAll(() => server.close());

const get = (path: string, accept: string): Promise<TestAnswer> => server.request('GET', path, { headers: { accept } });

describe('rows of tables', () => {
  const paths = [`${MAPS}/a`, `${MAPS}?limit=500`, MAPS];
  const rowOf = async (path: string, include: string): Promise<Json> => {
    const { body } = await get(`${path}${path.includes('?') ? '&' : '?'}${include}`, TABLE);
    const rows = body.rows as Json[];
    return rows.find(({ cells }) => cells[0] === 'a')!;
  };

  it.each(['', 'includeObject=', 'includeObject=Metadata'])(
    'carry the metadata, which is the default: "%s" [TABLE-06]',
    async (include) => {
      for (const path of paths) {
        const { object } = await rowOf(path, include);
        expect(object).toMatchObject({
          kind: 'PartialObjectMetadata',
          apiVersion: 'meta.k8s.io/v1',
          metadata: { name: 'a', uid: expect.any(String) as string },
        });
        expect(object).not.toHaveProperty('data');
      }
    },
  );

  it('carry nothing, or everything, where that is asked for [TABLE-06]', async () => {
    for (const path of paths) {
      expect((await rowOf(path, 'includeObject=None')).object).toBeNull();
      expect((await rowOf(path, 'includeObject=Object')).object).toMatchObject({
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { name: 'a' },
        data: { k: 'v' },
      });
    }
  });

  it.each(['none', 'metadata', 'All', 'Object,None'])('carry nothing else: %s is 400 [TABLE-06]', async (value) => {
    for (const path of [...paths, `${MAPS}?watch=1&timeoutSeconds=1`]) {
      const { status, body } = await get(`${path}${path.includes('?') ? '&' : '?'}includeObject=${value}`, TABLE);
      expect([path, status]).toEqual([path, 400]);
      expect(body.message).toContain("must be 'Metadata', 'Object', 'None', or empty");
    }
  });

  it('do so in watches, where columns are sent once [TABLE-06]', async () => {
    const tablesOf = async (include: string): Promise<Json[]> => {
      const path = `${MAPS}?watch=1&resourceVersion=0&timeoutSeconds=1&includeObject=${include}`;
      const lines = (await get(path, TABLE)).text.split('\n').filter(Boolean);
      return lines.map((line) => (JSON.parse(line) as Json).object as Json);
    };
    const kindsOf = (tables: Json[]): unknown[] => tables.map(({ rows }) => rows[0].object?.kind as unknown);
    expect(new Set(kindsOf(await tablesOf('Metadata')))).toEqual(new Set(['PartialObjectMetadata']));
    expect(new Set(kindsOf(await tablesOf('None')))).toEqual(new Set([undefined]));
    const tables = await tablesOf('Object');
    expect(new Set(kindsOf(tables))).toEqual(new Set(['ConfigMap']));
    expect(tables[0].columnDefinitions.length).toBeGreaterThan(0);
    expect(tables.slice(1).flatMap(({ columnDefinitions }) => (columnDefinitions ?? []) as Json[])).toEqual([]);
  });
});

describe('YAML', () => {
  const document = (name: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  text: "no"\n  number: "1"\n`;
  const send = (method: string, path: string, body: string, accept = 'application/json'): Promise<TestAnswer> =>
    server.request(method, path, { body, headers: { 'content-type': YAML, accept } });

  it('is a form of bodies of creates and updates, with the same answer in it [MEDIA-03]', async () => {
    const made = await send('POST', MAPS, document('yaml'));
    expect([made.status, made.body.data]).toEqual([201, { text: 'no', number: '1' }]);
    const put = await send('PUT', `${MAPS}/yaml`, document('yaml').replace('"1"', '"2"'), YAML);
    expect([put.status, put.headers['content-type']]).toEqual([200, YAML]);
    expect(put.text).toMatch(/^ {2}number: "2"$/m);
    expect((await server.client.get(`${MAPS}/yaml`)).body.data).toEqual({ text: 'no', number: '2' });
  });

  it('is a form of answers: objects, lists and errors [MEDIA-03]', async () => {
    for (const [path, kind] of [
      [`${MAPS}/a`, 'ConfigMap'],
      [MAPS, 'ConfigMapList'],
      [`${MAPS}/absent`, 'Status'],
    ]) {
      const { headers, text } = await get(path, YAML);
      expect([headers['content-type'], text.split('\n').includes(`kind: ${kind}`)]).toEqual([YAML, true]);
    }
  });

  it('comes back as it was read [MEDIA-03]', async () => {
    const { text } = await get(`${MAPS}/a`, YAML);
    const { metadata, data } = (await server.client.get(`${MAPS}/a`)).body;
    const put = await send('PUT', `${MAPS}/a`, text);
    expect([put.status, put.body.metadata, put.body.data]).toEqual([200, metadata, data]);
  });

  it('is refused where it is no YAML, or an object of another kind [MEDIA-03]', async () => {
    expect((await send('POST', MAPS, 'a: [')).status).toBe(400);
    expect((await send('POST', MAPS, document('x').replace('ConfigMap', 'Secret'))).status).toBe(400);
  });

  it('is no form of streams [MEDIA-03]', async () => {
    for (const accept of [YAML, `${YAML};stream=watch`]) {
      const { status, text } = await get(`${MAPS}?watch=1&timeoutSeconds=1`, accept);
      expect([status, text.includes('NotAcceptable')]).toEqual([406, true]);
      expect(text).toContain('only the following media types are accepted: application/json');
    }
    const first = await get(`${MAPS}?watch=1&timeoutSeconds=1`, `application/json, ${YAML}`);
    expect([first.status, first.headers['content-type']]).toEqual([200, 'application/json']);
  });
});

describe('an Accept header that nothing fits', () => {
  it.each(['text/html', 'application/*', 'text/*', 'image/png, text/html;q=0.9', 'application/xml', 'nonsense'])(
    'is 406 for objects, lists, watches and documents: %s [NEG-03]',
    async (accept) => {
      for (const path of [`${MAPS}/a`, MAPS, `${MAPS}?watch=1&timeoutSeconds=1`, '/api/v1']) {
        const { status, body } = await get(path, accept);
        expect([path, status]).toEqual([path, 406]);
        expect(body).toMatchObject({ kind: 'Status', status: 'Failure', reason: 'NotAcceptable', code: 406 });
        expect(body.message).toContain('application/json');
      }
    },
  );

  it('is 406 for writes, before anything is written [NEG-03]', async () => {
    const headers = { accept: 'text/html' };
    const made = await server.request('POST', MAPS, { body: configMap('unseen'), headers });
    expect(made.status).toBe(406);
    expect((await server.client.get(`${MAPS}/unseen`)).status).toBe(404);
  });

  it.each(['text/html, */*', 'text/html, */*;q=0.1', '*/*', ''])(
    'is absent with */* in it: "%s" [NEG-03]',
    async (accept) => {
      const { status, headers } = await get(MAPS, accept);
      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    },
  );
});

describe('JSON and protobuf', () => {
  async function bytesOf(path: string): Promise<Buffer> {
    const response = await server.client.open('GET', path, { headers: { accept: PROTOBUF } });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  it('say the same of an object, there and back [GROUP-11]', async () => {
    await server.client.post(DEPLOYMENTS, deployment('both', { replicas: 0, paused: true }));
    for (const path of [`${DEPLOYMENTS}/both`, `${MAPS}/a`, '/api/v1/namespaces/default']) {
      const before = (await server.client.get(path)).body;
      const headers = { 'content-type': PROTOBUF };
      const put = await server.request('PUT', `${path}?dryRun=All`, { body: await bytesOf(path), headers });
      expect([path, put.status, put.body]).toEqual([path, 200, before]);
    }
  });
});
