import {
  type Thing,
  type ThingStore,
  clientContext,
  openThingStore,
  thing,
} from '../../../../test/support/registry-store.js';
import { StatusError } from '../../../apimachinery/index.js';
import { StorageError } from '../../../storage/index.js';
import type { StoreContext } from '../../kinds/store-context.js';
import type { Written } from '../store-parts.js';

let things: ThingStore;

beforeEach(async () => {
  things = await openThingStore();
});

afterEach(() => things.close());

const create = (object: Thing, changes: Partial<StoreContext> = {}): Promise<Written> =>
  things.store.create(clientContext(changes), object);

const update = (change: (object: Thing) => void, changes: Partial<StoreContext> = {}): Promise<Written> =>
  things.store.update(clientContext(changes), 'a', (current) => {
    const copy = structuredClone(current!);
    change(copy);
    return copy;
  });

const hold = (object: Thing): void => void (object.metadata.finalizers = ['example.com/hold']);
const setCount = (count: number) => (object: Thing) => void (object.spec!.count = count);

const faultOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'done',
    (error: unknown) => (error instanceof StatusError ? `${error.code} ${error.message}` : String(error)),
  );

describe('the outcome of a write', () => {
  it('says whether it created or removed the object', async () => {
    expect(await create(thing('a'))).toMatchObject({ created: true, removed: false });
    expect(await update(setCount(7))).toMatchObject({ created: false, removed: false });
    expect(await update(setCount(7))).toMatchObject({ created: false, removed: false });
    expect(await update(hold)).toMatchObject({ created: false, removed: false });
    await things.store.delete(clientContext(), 'a');
    const release = (object: Thing): void => void delete object.metadata.finalizers;
    expect(await update(release, { dryRun: true })).toMatchObject({ created: false, removed: true });
    expect(await update(release)).toMatchObject({ created: false, removed: true });
  });

  it('says the same in a dry run', async () => {
    expect(await create(thing('a'), { dryRun: true })).toMatchObject({ created: true, removed: false });
    await create(thing('a'));
    expect(await update(setCount(7), { dryRun: true })).toMatchObject({ created: false, removed: false });
  });

  it('has the revisions of its own write, whatever is written next', async () => {
    const { entry: created } = await create(thing('a'));
    expect(created.createRevision).toBe(created.revision);
    const { update: replace } = things.storage;
    things.storage.update = async (key, value, ...more) => {
      const revision = await replace.call(things.storage, key, value, ...more);
      await replace.call(things.storage, key, value, revision, undefined);
      await things.store.cache.waitUntilFresh();
      return revision;
    };
    const { entry } = await update(setCount(7));
    expect([entry.revision, entry.createRevision]).toEqual([created.revision + 1, created.revision]);
    expect(things.store.cache.get(entry.key)!.revision).toBe(created.revision + 2);
  });

  it('of a dry run has the key, and the revision the object has already', async () => {
    const key = things.store.kind.keyOf('n', 'a');
    const { entry: pretended } = await create(thing('a'), { dryRun: true });
    expect(pretended).toMatchObject({ key, revision: 0, createRevision: 0, fields: { 'metadata.name': 'a' } });
    const { entry: created } = await create(thing('a'));
    const { entry } = await update(setCount(7), { dryRun: true });
    expect([entry.key, entry.revision]).toEqual([key, created.revision]);
    expect(things.store.codec.decode(entry).metadata.resourceVersion).toBe(String(created.revision));
  });
});

describe('the size of an object', () => {
  const large = (): string => 'x'.repeat(things.store.parts.maxObjectBytes);

  it('is bounded for updates and dry runs too', async () => {
    await create(thing('a'));
    const grow = (object: Thing): void => void (object.spec!.color = large());
    expect(await faultOf(update(grow))).toContain('413');
    expect(await faultOf(update(grow, { dryRun: true }))).toContain('413');
    expect(await faultOf(create(thing('b', { color: large() }), { dryRun: true }))).toContain('413');
  });
});

describe('a write that the storage refuses', () => {
  it('names the object that another write has changed', async () => {
    await create(thing('a'));
    things.storage.update = () => Promise.reject(new StorageError('Conflict', 'another write'));
    expect(await faultOf(update(setCount(7)))).toContain(
      '409 Operation cannot be fulfilled on things.test.example.com "a"',
    );
  });

  it('answers 500 where what cannot be read cannot be removed', async () => {
    await things.close();
    const fromStored = (): never => {
      throw new Error('no key');
    };
    things = await openThingStore({ transformer: { toStored: (value) => value, fromStored } });
    await create(thing('a'));
    things.storage.delete = () => Promise.reject(new StorageError('Unreachable', 'disk gone'));
    expect(await faultOf(things.store.deleteUnreadable(clientContext(), 'a'))).toContain('500');
  });
});
