import {
  type Client,
  isExpired,
  isForbidden,
  isInvalid,
  type WatchEvent,
  retryOnConflict,
} from '../../src/client/index.js';
import { isAlreadyExists, isConflict, isNotFound } from '../../src/apimachinery/index.js';
import { ConfigMap } from '../../plugins/core/index.js';
import { Berth } from '../../plugins/example/berth/berth.v1.js';

/** A client to try, of a server with the harbor plugin. */
export interface TriedClient {
  readonly client: Client;
  close(): Promise<void>;
}

const berthOf = (name: string): Berth => ({ metadata: { name }, spec: { size: { lengthMeters: 100 } } });

/** Expects a failure of a certain sort. */
async function fails(work: Promise<unknown>, isExpected: (error: unknown) => boolean): Promise<void> {
  expect(await work.then(() => 'no failure', isExpected)).toBe(true);
}

/** Reads changes until there are as many as asked for. */
async function take<T extends { metadata: object }>(
  events: AsyncGenerator<WatchEvent<T>>,
  count: number,
): Promise<WatchEvent<T>[]> {
  const taken: WatchEvent<T>[] = [];
  while (taken.length < count) {
    const next = await events.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

const shown = (event: WatchEvent<Berth>): string =>
  event.type === 'BOOKMARK' ? 'BOOKMARK' : `${event.type} ${event.object.metadata.name}`;

/** The operations of a client, whatever its transport. */
export function describeClient(name: string, open: () => Promise<TriedClient>): void {
  describe(`a client ${name}`, () => {
    let tried: TriedClient;
    let client: Client;
    const berths = () => client.of(Berth).namespace('default');

    beforeAll(async () => {
      tried = await open();
      ({ client } = tried);
    });

    afterAll(() => tried.close());

    afterEach(() => berths().deleteCollection());

    it('creates, reads, replaces and deletes objects, with defaults', async () => {
      const created = await berths().create(berthOf('north'));
      expect(created).toMatchObject({ kind: 'Berth', spec: { slots: 1, size: { draughtMeters: 4 } } });
      const updated = await berths().update({ ...created, spec: { ...created.spec, slots: 3 } });
      expect(updated.spec.slots).toBe(3);
      expect((await berths().get('north')).metadata.resourceVersion).toBe(updated.metadata.resourceVersion);
      await berths().delete('north', { preconditions: { uid: created.metadata.uid } });
      expect(await berths().find('north')).toBeUndefined();
    });

    it('throws the Status of the server', async () => {
      const created = await berths().create(berthOf('north'));
      await fails(berths().create(berthOf('north')), isAlreadyExists);
      await fails(berths().get('south'), isNotFound);
      await berths().modify('north', (berth) => ({ ...berth, spec: { ...berth.spec, slots: 2 } }));
      await fails(berths().update(created), isConflict);
      await fails(berths().create({ metadata: { name: 'X' }, spec: { size: {} as never } }), isInvalid);
      const pilot = client.as({ name: 'pilot', groups: ['system:authenticated'] });
      await fails(pilot.of(Berth).namespace('default').get('north'), isForbidden);
      const future = berths().get('north', { resourceVersion: '99999999', timeout: 4_000 });
      await expect(future).rejects.toMatchObject({ code: 504 });
    });

    it('patches in every format, and applies', async () => {
      await berths().create(berthOf('north'));
      const merged = await berths().patch('north', { spec: { slots: 4 } });
      expect(merged.spec.slots).toBe(4);
      const replaced = await berths().patch('north', [{ op: 'replace', path: '/spec/slots', value: 5 }], {
        type: 'json',
      });
      expect(replaced.spec.slots).toBe(5);
      const labels = { pier: 'a' };
      const strategic = await berths().patch('north', { metadata: { labels } }, { type: 'strategic' });
      expect(strategic.metadata.labels).toEqual(labels);
      const configuration = { metadata: { name: 'north' }, spec: { slots: 6 } };
      await fails(berths().apply(configuration, { fieldManager: 'master' }), isConflict);
      const applied = await berths().apply(configuration, { fieldManager: 'master', force: true });
      expect(applied.metadata.managedFields?.find(({ operation }) => operation === 'Apply')?.manager).toBe('master');
      expect(() => berths().apply(configuration)).toThrow('needs a fieldManager');
    });

    it('writes status and scale apart from the object', async () => {
      const created = await berths().create(berthOf('north'));
      const busy = await berths().status.update({ ...created, status: { phase: 'Busy', occupied: 1 } });
      expect(busy.status).toEqual({ phase: 'Busy', occupied: 1 });
      await berths().status.patch('north', { status: { occupied: 2 } });
      const configuration = { metadata: { name: 'north' }, status: { phase: 'Full' } };
      await berths().status.apply(configuration, { fieldManager: 'master', force: true });
      expect((await berths().get('north')).status).toEqual({ phase: 'Full', occupied: 2 });
      await berths().scale.set('north', 7);
      const scale = await berths().scale.get('north');
      expect(scale).toMatchObject({ kind: 'Scale', spec: { replicas: 7 }, status: { replicas: 2 } });
      await berths().scale.update({ ...scale, spec: { replicas: 8 } });
      expect((await berths().get('north')).spec.slots).toBe(8);
    });

    it('stores nothing on a dry run', async () => {
      await berths().create(berthOf('north'), { dryRun: true });
      await berths().create(berthOf('south'));
      await berths().delete('south', { dryRun: true });
      expect((await berths().list()).items.map(({ metadata }) => metadata.name)).toEqual(['south']);
    });

    it('lists page by page, by labels and by fields', async () => {
      for (const letter of 'abcde') {
        await berths().create({ ...berthOf(letter), metadata: { name: letter, labels: { pier: letter } } });
      }
      const pages = [];
      for await (const page of berths().pages({ limit: 2 })) pages.push(page);
      expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
      expect(pages[0].remaining).toBe(3);
      expect(pages[2].items[0]).toMatchObject({ apiVersion: 'harbor.example.com/v1', kind: 'Berth' });
      const { items } = await client.of(Berth).list({ labelSelector: { pier: 'b' } });
      expect(items.map(({ metadata }) => metadata.name)).toEqual(['b']);
      expect((await berths().list({ fieldSelector: 'spec.cargo=Oil' })).items).toEqual([]);
      await expect(berths().list({ labelSelector: { pier: 'b,c' } })).rejects.toThrow('is no label');
    });

    it('watches from a list on, until its signal', async () => {
      await berths().create(berthOf('north'));
      const ending = new AbortController();
      const events = berths().watch({ signal: ending.signal });
      expect((await take(events, 1)).map(shown)).toEqual(['ADDED north']);
      await berths().modify('north', (berth) => ({ ...berth, spec: { ...berth.spec, slots: 2 } }));
      await berths().create(berthOf('south'));
      await berths().delete('north');
      expect((await take(events, 3)).map(shown)).toEqual(['MODIFIED north', 'ADDED south', 'DELETED north']);
      const waiting = events.next();
      ending.abort();
      expect((await waiting).done).toBe(true);
    });

    it('watches from a state on, and fails where that is not kept', async () => {
      const { resourceVersion } = await berths().list();
      await berths().create(berthOf('north'));
      expect((await take(berths().watch({ resourceVersion }), 1)).map(shown)).toEqual(['ADDED north']);
      const lost = berths().watch({ resourceVersion: '1', relist: false });
      await fails(lost.next(), isExpired);
      expect((await take(berths().watch({ resourceVersion: '1' }), 1)).map(shown)).toEqual(['ADDED north']);
    });

    it('ends calls by their signal and their time', async () => {
      await expect(berths().list({ signal: AbortSignal.abort() })).rejects.toMatchObject({ fault: 'canceled' });
      const waiting = berths().get('north', { resourceVersion: '99999999', timeout: 50 });
      await expect(waiting).rejects.toMatchObject({ fault: 'timeout' });
    });

    it('repeats a write that others overtake', async () => {
      await berths().create(berthOf('north'));
      const grow = (): Promise<Berth> =>
        retryOnConflict(
          async () => {
            const berth = await berths().get('north');
            return berths().update({ ...berth, spec: { ...berth.spec, slots: berth.spec.slots! + 1 } });
          },
          { attempts: 50 },
        );
      await Promise.all(Array.from({ length: 10 }, grow));
      expect((await berths().get('north')).spec.slots).toBe(11);
    });

    it('shows warnings of the server', async () => {
      const warnings: string[] = [];
      const warned = client.with({ onWarning: (text) => warnings.push(text) });
      await warned
        .of(Berth)
        .namespace('default')
        .create({ ...berthOf('north'), spec: { ...berthOf('').spec, slots: 0 } });
      expect(warnings).toEqual(['spec.slots: no ship can lie at a berth without slots']);
    });

    it('reads and writes large objects', async () => {
      const maps = client.of(ConfigMap).namespace('default');
      const data = { text: 'ä'.repeat(300_000) };
      await maps.create({ metadata: { name: 'large' }, data });
      expect((await maps.get('large')).data).toEqual(data);
      await maps.delete('large');
    });

    it('reads large lists, several at a time', async () => {
      const maps = client.of(ConfigMap).namespace('default');
      const names = Array.from({ length: 300 }, (_, i) => `map-${String(i).padStart(3, '0')}`);
      const textOf = (name: string): string => `${name} `.repeat(300);
      await Promise.all(names.map((name) => maps.create({ metadata: { name }, data: { text: textOf(name) } })));
      const lists = await Promise.all([1, 2, 3].map(() => maps.list({ labelSelector: '!none', limit: 0 })));
      for (const { items } of lists) {
        const own = items.filter(({ metadata }) => metadata.name?.startsWith('map-'));
        expect(own.map(({ data }) => data?.text)).toEqual(names.map(textOf));
      }
      await Promise.all(names.map((name) => maps.delete(name)));
    });

    it('reads what is no object of a kind', async () => {
      expect(await client.request({ method: 'GET', path: '/version' })).toHaveProperty('gitVersion');
      expect(await client.request({ method: 'GET', path: '/openapi/v3' })).toHaveProperty('paths');
    });
  });
}
