import 'reflect-metadata';
import { namespaceKind } from '../../../plugins/core/namespace/namespace.kind.js';
import { createLogger } from '../../observability/index.js';
import { OutboundError, type RemoteObject, type RemotePage } from '../../outbound/index.js';
import { type KindDefinition, ResolvedKind, systemContext } from '../../registry/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { RemoteStore } from './remote-store.js';

const namespace = (name: string, phase = 'Active', labels = {}): RemoteObject => ({
  metadata: { name, resourceVersion: '7', ...{ labels } },
  status: { phase },
});

let clock: FakeClock;
let asked: string[];
let present: Map<string, RemoteObject>;
let listing: Promise<RemotePage>;
let store: RemoteStore;

beforeEach(() => {
  clock = new FakeClock();
  asked = [];
  present = new Map([['made-late', namespace('made-late')]]);
  listing = Promise.resolve({
    items: [namespace('default', 'Active', { a: 'b' }), namespace('going', 'Terminating')],
    resourceVersion: '9',
    continueToken: '',
  });
  const client = {
    get: (path: string) => {
      asked.push(path);
      return Promise.resolve(present.get(path.split('/').at(-1)!) as never);
    },
    page: () => listing,
    watch: async function* () {
      yield await new Promise<never>(() => {});
    },
  };
  const kind = new ResolvedKind('', namespaceKind as unknown as KindDefinition);
  store = new RemoteStore(kind, { client, clock, logger: createLogger({ isEnabled: false }) });
});

afterEach(() => store.close());

const context = systemContext();

describe('RemoteStore', () => {
  it('has what it follows at hand, with labels and fields', async () => {
    expect(await store.facts(context, 'going')).toMatchObject({ fields: { 'status.phase': 'Terminating' } });
    expect(await store.facts(context, 'default')).toMatchObject({ labels: { a: 'b' } });
    expect((await store.list(context)).map(({ metadata }) => metadata.name)).toEqual(['default', 'going']);
    expect(asked).toEqual([]);
  });

  it('asks for what it does not know, once for all who want it at a time', async () => {
    const found = await Promise.all([store.has(context, 'made-late'), store.has(context, 'made-late')]);
    expect(found).toEqual([true, true]);
    expect(asked).toEqual(['/api/v1/namespaces/made-late']);
    expect(await store.find(context, 'never-made')).toBeUndefined();
    await expect(store.get(context, 'never-made')).rejects.toMatchObject({ code: 404 });
  });

  it('hands out copies', async () => {
    const found = await store.get(context, 'default');
    found.metadata.labels = { changed: 'yes' };
    expect((await store.get(context, 'default')).metadata.labels).toMatchObject({ a: 'b' });
  });

  it('hands out copies of what several ask for at a time', async () => {
    const read = () => store.readStored(context, 'made-late');
    const [one, other] = await Promise.all([read(), read()]);
    expect(asked).toHaveLength(1);
    one!.metadata.labels = { changed: 'yes' };
    expect(other!.metadata.labels).not.toHaveProperty('changed');
  });

  it('answers 503 while nothing is known, after some time', async () => {
    listing = Promise.reject(new OutboundError('connection', 'connection refused'));
    listing.catch(() => {});
    const waiting = store.has(context, 'default').catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 5));
    clock.advance(10_000);
    expect(await waiting).toMatchObject({ code: 503, message: 'namespaces are not known yet' });
    expect(store.isSynced).toBe(false);
  });

  it('delivers all there is to followers, and has keys as stored objects have', async () => {
    const seen: string[] = [];
    await new Promise<void>((resolve) => {
      store.follow({
        onChange: ({ type, key, object }) => seen.push(`${type} ${key} ${object.kind}`),
        onReady: resolve,
        onReset: () => {},
      });
    });
    expect(seen).toEqual([
      'ADDED /registry/namespaces/default Namespace',
      'ADDED /registry/namespaces/going Namespace',
    ]);
  });

  it('writes nothing', async () => {
    await expect(store.delete(context, 'default')).rejects.toMatchObject({ code: 405 });
    await expect(store.update(context, 'default', (current) => current!)).rejects.toMatchObject({ code: 405 });
  });
});
