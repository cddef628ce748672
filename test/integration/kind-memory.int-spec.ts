import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buoysInV2, buoysV1AndV2, declareBuoys } from '../fixtures/plugins/buoys.js';
import { eventually } from '../support/eventually.js';
import { RegistrarPlugin, registrar } from '../support/registrar.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const BUOYS = '/apis/sea.example.com/v1/namespaces/default/buoys';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ plugins: [RegistrarPlugin] });
  await server.ready;
});

afterAll(() => server.close());

/** Uses a kind under two declarations; answers traces of both. */
async function serveReplaceAndWithdraw(): Promise<WeakRef<object>[]> {
  const definitions = [{ ...buoysV1AndV2 }, { ...buoysInV2 }];
  const kind = registrar().serve(declareBuoys(definitions[0])).kind!;
  const metadata = { name: 'a' };
  await server.client.post(BUOYS, { apiVersion: 'sea.example.com/v1', kind: 'Buoy', metadata, spec: { at: '1,2' } });
  await server.client.get('/openapi/v2');
  const watch = await server.client.watch(BUOYS);
  expect(await watch.names(1)).toEqual(['ADDED a']);
  await registrar().replace(kind, declareBuoys(definitions[1]));
  await server.client.delete(`${BUOYS}/a`);
  expect(await watch.names(1)).toEqual(['DELETED a']);
  registrar().withdraw(kind);
  expect(await watch.next()).toBeUndefined();
  return definitions.map((definition) => new WeakRef(definition));
}

describe('a kind that was served and is withdrawn', () => {
  it('leaves nothing in memory, nor do the declarations it had', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const traces = await serveReplaceAndWithdraw();
    await eventually(async () => {
      // Connections remember their last request.
      await Promise.all(Array.from({ length: 8 }, () => server.client.get('/version')));
      collect();
      expect(traces.map((trace) => trace.deref() === undefined)).toEqual([true, true]);
    });
  });
});
