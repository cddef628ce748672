import { useTestServer } from '../../../src/testing/index.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('useTestServer()', () => {
  const server = useTestServer({ seed: 1 });
  const created = (): Promise<{ status: number }> =>
    server.request('POST', MAPS, { body: { metadata: { name: 'a' }, data: { text: 'b' } } });

  it('has a server in tests', async () => {
    expect((await created()).status).toBe(201);
    expect(await server.requests.find({ verb: 'create', resource: 'configmaps' })).toHaveLength(1);
  });

  it('resets it after each', async () => {
    expect((await created()).status).toBe(201);
    expect(await server.requests.find({ verb: 'create', resource: 'configmaps' })).toHaveLength(1);
  });

  describe('in a block', () => {
    const other = useTestServer();

    it('has a server of its own', async () => {
      expect(other.url).not.toBe(server.url);
      expect((await other.request('GET', '/readyz')).text).toBe('ok');
    });
  });
});
