import { IdlePumpPlugin } from '../fixtures/plugins/idle-pump.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const PATH = '/apis/pumps.example.com/v1/pumps';
const AT = `${PATH}/first`;
const PUMP = { apiVersion: 'pumps.example.com/v1', kind: 'Pump', metadata: { name: 'first' }, spec: { isIdle: true } };
const WARNING = '299 - "this pump has no effect: nobody works it"';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ plugins: [IdlePumpPlugin] });
});

afterAll(() => server.close());

const codeAndWarning = ({ status, headers }: TestAnswer): unknown[] => [status, headers.warning];

describe('an object that has no effect', () => {
  it('is stored with a warning each time', async () => {
    const { client } = server;
    const patch = (labels: Json, type: string, query = ''): Promise<TestAnswer> => {
      const { apiVersion, kind, spec } = PUMP;
      const body = JSON.stringify({ apiVersion, kind, metadata: { labels }, spec });
      return client.request('PATCH', `${AT}${query}`, { body, headers: { 'content-type': type } });
    };
    const merge = 'application/merge-patch+json';
    expect(codeAndWarning(await client.post(`${PATH}?dryRun=All`, PUMP))).toEqual([201, undefined]);
    const made = await client.post(PATH, PUMP);
    expect(codeAndWarning(made)).toEqual([201, WARNING]);
    const put = { ...made.body, metadata: { ...made.body.metadata, labels: { a: '1' } } };
    expect(codeAndWarning(await client.put(AT, put))).toEqual([200, WARNING]);
    expect(codeAndWarning(await patch({ a: '2' }, merge))).toEqual([200, WARNING]);
    const apply = 'application/apply-patch+yaml';
    expect(codeAndWarning(await patch({ b: '1' }, apply, '?fieldManager=me'))).toEqual([200, WARNING]);
    expect(codeAndWarning(await patch({ a: '3' }, merge, '?dryRun=All'))).toEqual([200, undefined]);
    expect(codeAndWarning(await patch({ a: '2' }, merge))).toEqual([200, undefined]);
    expect(codeAndWarning(await client.get(AT))).toEqual([200, undefined]);
    expect(codeAndWarning(await client.request('DELETE', AT))).toEqual([200, undefined]);
  });

  it('is not warned of where it was refused, or has an effect', async () => {
    const wrong = { ...PUMP, spec: { isIdle: 5 } };
    expect(codeAndWarning(await server.client.post(PATH, wrong))).toEqual([422, undefined]);
    const working = { ...PUMP, metadata: { name: 'second' }, spec: { isIdle: false } };
    expect(codeAndWarning(await server.client.post(PATH, working))).toEqual([201, undefined]);
  });

  it('is not warned of where nobody wants that', async () => {
    const quiet = await startTestServer({ plugins: [IdlePumpPlugin], api: { warnWithoutEffect: false } });
    expect(codeAndWarning(await quiet.client.post(PATH, PUMP))).toEqual([201, undefined]);
    await quiet.close();
  });
});
