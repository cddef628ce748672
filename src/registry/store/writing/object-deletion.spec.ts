import { type AdmissionAttributes, AdmissionPlugin } from '../../../admission/index.js';
import type { DeleteOptions } from '../../../schema/index.js';
import {
  type Thing,
  type ThingStore,
  clientContext,
  openThingStore,
  thing,
} from '../../../../test/support/registry-store.js';
import type { Deleted } from './object-deletion.js';
import type { Strategy } from '../../kinds/strategy.js';

let things: ThingStore;
let told: AdmissionAttributes[];

/** An admission plugin that records the deletions it is called for. */
class RecordingAdmission extends AdmissionPlugin {
  readonly name = 'Recording';

  handles(operation: string): boolean {
    return operation === 'DELETE';
  }

  override admit(attributes: AdmissionAttributes): false {
    told.push(attributes);
    return false;
  }

  override validate(attributes: AdmissionAttributes): void {
    told.push(attributes);
  }
}

async function openWith(strategy: Strategy<Thing> = {}, finalizers?: string[]): Promise<void> {
  told = [];
  things = await openThingStore({ strategy, plugins: [new RecordingAdmission()] });
  for (const name of ['a', 'b']) await things.store.create(clientContext(), thing(name, {}, { finalizers }));
}

afterEach(() => things.close());

const remove = (options?: DeleteOptions, changes = {}): Promise<Deleted> =>
  things.store.delete(clientContext(changes), 'a', options);
const read = async (name: string): Promise<Thing | undefined> => {
  const entry = await things.store.find(clientContext(), name);
  return entry && things.store.codec.decode(entry);
};

describe('Store.delete()', () => {
  it('removes an object that nothing holds, and answers its last state', async () => {
    const gone: string[] = [];
    await openWith({ afterDelete: ({ metadata }) => void gone.push(metadata.name!) });
    const { entry, isGone } = await remove();
    expect([isGone, things.store.codec.decode(entry).metadata.name]).toEqual([true, 'a']);
    expect(gone).toEqual(['a']);
    expect(await read('a')).toBeUndefined();
  });

  it('marks one that finalizers hold, once', async () => {
    await openWith({}, ['example.com/hold']);
    expect((await remove()).isGone).toBe(false);
    const marked = await read('a');
    expect(marked?.metadata.deletionTimestamp).toBe('2024-02-29T12:00:00Z');
    expect((await remove()).entry.revision).toBe(Number(marked?.metadata.resourceVersion));
  });

  it('adds the finalizer that a propagation policy asks for', async () => {
    await openWith();
    await remove({ propagationPolicy: 'Foreground' });
    expect((await read('a'))?.metadata.finalizers).toEqual(['foregroundDeletion']);
  });

  it('waits for the grace the kind gives', async () => {
    await openWith({ gracePeriodFor: (_object, { gracePeriodSeconds = 30 }) => gracePeriodSeconds });
    await remove();
    expect((await read('a'))?.metadata).toMatchObject({
      deletionGracePeriodSeconds: 30,
      deletionTimestamp: '2024-02-29T12:00:30Z',
    });
    expect((await remove({ gracePeriodSeconds: 0 })).isGone).toBe(true);
  });

  describe('of an object that is given time to end', () => {
    const strategy: Strategy<Thing> = {
      // As pods do, which need no time once their containers have ended.
      gracePeriodFor: ({ status }, { gracePeriodSeconds = 30 }) => (status?.phase === 'Done' ? 0 : gracePeriodSeconds),
    };
    const state = async (): Promise<unknown> => {
      const { deletionGracePeriodSeconds, deletionTimestamp, finalizers, resourceVersion } = (await read('a'))!
        .metadata;
      return { deletionGracePeriodSeconds, deletionTimestamp, finalizers, resourceVersion };
    };

    it.each<[string, DeleteOptions]>([
      ['says nothing', {}],
      ['asks for as long', { gracePeriodSeconds: 30 }],
      ['asks for longer', { gracePeriodSeconds: 60 }],
      ['names a propagation policy', { propagationPolicy: 'Foreground' }],
      ['orphans dependents', { propagationPolicy: 'Orphan' }],
    ])('changes nothing a second time where it %s', async (_name, options) => {
      await openWith(strategy);
      await remove();
      await things.store.update(clientContext({ subresource: 'status' }), 'a', (current) => ({
        ...current!,
        status: { phase: 'Done' },
      }));
      const before = await state();
      expect((await remove(options)).isGone).toBe(false);
      expect(await state()).toEqual(before);
    });

    it.each<[number, number, string]>([
      [5, 5, '2024-02-29T12:00:05Z'],
      [-3, 1, '2024-02-29T12:00:01Z'],
    ])('may be brought forward to %d seconds', async (gracePeriodSeconds, seconds, time) => {
      await openWith(strategy);
      await remove();
      expect((await remove({ gracePeriodSeconds })).isGone).toBe(false);
      expect(await state()).toMatchObject({ deletionGracePeriodSeconds: seconds, deletionTimestamp: time });
    });

    it('removes it once its time is up or nothing is left of it', async () => {
      await openWith(strategy, ['example.com/hold']);
      await remove({ gracePeriodSeconds: 0 });
      expect((await remove()).isGone).toBe(false);
      expect(await state()).toMatchObject({ deletionGracePeriodSeconds: 0, finalizers: ['example.com/hold'] });
    });
  });

  it('leaves an object alone that waits for its finalizers to be worked on', async () => {
    await openWith({ keepsUntilFinalized: () => true });
    await remove();
    const before = (await read('a'))!.metadata.resourceVersion;
    expect((await remove({ propagationPolicy: 'Foreground' })).isGone).toBe(false);
    expect((await read('a'))!.metadata).toMatchObject({ resourceVersion: before });
    expect((await read('a'))!.metadata.finalizers).toBeUndefined();
  });

  it('answers Conflict when a precondition fails', async () => {
    await openWith();
    const other = remove({ preconditions: { uid: 'another' } });
    await expect(other).rejects.toMatchObject({ status: { code: 409, reason: 'Conflict' } });
    expect(await read('a')).toBeDefined();
  });

  it('answers Conflict when the last finalizer goes with an object whose version is a precondition', async () => {
    await openWith({}, ['orphan']);
    const { resourceVersion } = (await read('a'))!.metadata;
    const options: DeleteOptions = { propagationPolicy: 'Background', preconditions: { resourceVersion } };
    await expect(remove(options)).rejects.toMatchObject({
      status: {
        code: 409,
        message: expect.stringContaining(
          `ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ResourceVersion in precondition: , ` +
            `ResourceVersion in object meta: ${resourceVersion}`,
        ),
      },
    });
    expect((await remove({ ...options, preconditions: undefined })).isGone).toBe(true);
  });

  it('keeps everything on a dry run', async () => {
    await openWith();
    expect((await remove({}, { dryRun: true })).isGone).toBe(true);
    expect(await read('a')).toBeDefined();
  });

  it('answers NotFound when there is no such object', async () => {
    await openWith();
    const missing = things.store.delete(clientContext(), 'c');
    await expect(missing).rejects.toMatchObject({ status: { code: 404 } });
  });

  it('passes admission the options and the deleted object', async () => {
    await openWith();
    await remove({ gracePeriodSeconds: 0 });
    expect(told).toHaveLength(2);
    const [{ operation, name, object, oldObject, options }] = told;
    expect([operation, name, object, oldObject?.metadata.name]).toEqual(['DELETE', 'a', undefined, 'a']);
    expect(options).toEqual({ kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1', gracePeriodSeconds: 0 });
  });
});

describe('Store.deleteEntries()', () => {
  it('asks mutating admission once, and validating admission for each object', async () => {
    await openWith();
    await things.store.cache.ready();
    const { entries } = things.store.cache.list({ prefix: things.store.kind.keyOf('n') });
    await things.store.deleteEntries(clientContext(), { entries, options: {}, workers: 2 });
    expect(told.map(({ name }) => name).sort()).toEqual(['', 'a', 'b']);
    expect(told[0].oldObject).toBeUndefined();
    expect(await read('b')).toBeUndefined();
  });

  it('skips objects that are already deleted', async () => {
    await openWith();
    await things.store.cache.ready();
    const { entries } = things.store.cache.list({ prefix: things.store.kind.keyOf('n') });
    await remove();
    await things.store.deleteEntries(clientContext(), { entries, options: {}, workers: 1 });
    expect(await read('b')).toBeUndefined();
  });

  it('waits for an asynchronous check', async () => {
    const checkDelete = (): Promise<void> => Promise.reject(new Error('still in use'));
    await openWith({ checkDelete });
    await expect(remove()).rejects.toThrow('still in use');
    expect(await read('a')).toBeDefined();
  });
});
