import { PageBackend } from '../../../../test/fixtures/plugins/logbook.plugin.js';
import type { ResourceBackend } from '../../../registry/index.js';
import { BackendStorage } from './backend-storage.js';

const PREFIX = '/registry/logbook.example.com/pages/';
const KEY = `${PREFIX}default/one`;
const VALUE = Buffer.from('{"metadata":{"name":"one","namespace":"default","uid":"u"}}');

let backend: PageBackend;
let storage: BackendStorage;

beforeEach(() => {
  backend = new PageBackend();
  storage = new BackendStorage(backend as unknown as ResourceBackend, PREFIX);
});

describe('BackendStorage', () => {
  it('maps what a backend refuses to the errors of storage', async () => {
    const revision = await storage.create(KEY, VALUE);
    await expect(storage.create(KEY, VALUE)).rejects.toMatchObject({ code: 'KeyExists' });
    await storage.update(KEY, VALUE, revision);
    await expect(storage.update(KEY, VALUE, revision)).rejects.toMatchObject({ code: 'Conflict' });
    await expect(storage.delete(KEY, revision)).rejects.toMatchObject({ code: 'Conflict' });
    await expect(storage.delete(`${KEY}-other`, 1)).rejects.toMatchObject({ code: 'KeyNotFound' });
    backend.loseFollowers();
    const listener = { onEvent: (): void => {} };
    await expect(storage.watch({ prefix: PREFIX, afterRevision: 1 }, listener)).rejects.toMatchObject({
      code: 'Compacted',
    });
  });

  it('knows only the present', async () => {
    const revision = await storage.create(KEY, VALUE);
    expect((await storage.range(PREFIX, { revision })).items.map(({ key }) => key)).toEqual([KEY]);
    await storage.update(KEY, VALUE, revision);
    await expect(storage.range(PREFIX, { revision })).rejects.toMatchObject({ code: 'Compacted' });
  });

  it('refuses lifetimes', async () => {
    await expect(storage.create(KEY, VALUE, { ttlSeconds: 1 })).rejects.toThrow('have no lifetime');
  });
});
