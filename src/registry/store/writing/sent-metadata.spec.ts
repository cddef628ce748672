import {
  type Thing,
  type ThingStore,
  type ThingStoreOptions,
  clientContext,
  openThingStore,
  thing,
} from '../../../../test/support/registry-store.js';
import { type AdmissionAttributes, AdmissionPlugin } from '../../../admission/index.js';
import { StatusError } from '../../../apimachinery/index.js';
import type { StoreContext } from '../../kinds/store-context.js';
import type { Written } from '../store-parts.js';

let things: ThingStore;

afterEach(() => things.close());

async function open(options: ThingStoreOptions = {}): Promise<void> {
  things = await openThingStore(options);
}

/** Changes objects of one operation. */
class ChangingAdmission extends AdmissionPlugin {
  readonly name = 'Changing';

  constructor(
    private readonly operation: string,
    override readonly admit: (attributes: AdmissionAttributes) => boolean,
  ) {
    super();
  }

  handles(operation: string): boolean {
    return operation === this.operation;
  }
}

const shown = async (writing: Promise<Written>): Promise<Thing> => things.store.codec.decode((await writing).entry);

const create = (object: Thing, changes: Partial<StoreContext> = {}): Promise<Thing> =>
  shown(things.store.create(clientContext(changes), object));

const put = (object: Thing, changes: Partial<StoreContext> = {}): Promise<Thing> =>
  shown(things.store.createOrUpdate(clientContext(changes), object.metadata.name!, () => object));

const faultOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'done',
    (error: unknown) => (error instanceof StatusError ? `${error.code} ${error.message}` : String(error)),
  );

describe('a new object', () => {
  const ending = { deletionTimestamp: '2024-02-29T11:00:00Z', deletionGracePeriodSeconds: 5 };

  it('is not being deleted, unless an update makes it', async () => {
    await open();
    const { metadata } = await create(thing('a', {}, ending));
    expect([metadata.deletionTimestamp, metadata.deletionGracePeriodSeconds]).toEqual([undefined, undefined]);
    expect((await put(thing('b', {}, ending))).metadata).toMatchObject(ending);
  });

  it('that an update makes shows its selfLink in a dry run alone', async () => {
    await open();
    const linked = (): Thing => thing('a', {}, { selfLink: '/x' });
    expect((await put(linked(), { dryRun: true })).metadata.selfLink).toBe('/x');
    expect((await put(linked())).metadata).not.toHaveProperty('selfLink');
  });

  it('with a name and a prefix of names is refused where the name is taken', async () => {
    await open();
    await create(thing('a'));
    const fault = await faultOf(create(thing('a', {}, { generateName: 'x-' })));
    const why = 'the server was not able to generate a unique name for the object';
    expect(fault).toBe(`409 things.test.example.com "a" already exists, ${why}`);
  });

  it('has its drawn name before admission, and another where that takes it away', async () => {
    const names: (string | undefined)[] = [];
    const admit = ({ object }: AdmissionAttributes): true => {
      names.push(object!.metadata.name);
      delete object!.metadata.name;
      return true;
    };
    await open({ plugins: [new ChangingAdmission('CREATE', admit)] });
    const { metadata } = await create(thing('', {}, { name: undefined, generateName: 'x-' }));
    expect(names[0]).toMatch(/^x-/);
    expect(metadata.name).toMatch(/^x-/);
  });

  it('commits an effect that took a while to begin', async () => {
    const calls: string[] = [];
    const beginCreate = async () => {
      await new Promise(setImmediate);
      return { commit: () => void calls.push('commit'), revert: () => void calls.push('revert') };
    };
    await open({ strategy: { beginCreate } });
    await create(thing('a'));
    expect(calls).toEqual(['commit']);
  });
});

describe('an updated object', () => {
  const OWNER = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };

  it('is in the namespace of the request', async () => {
    await open();
    await create(thing('a'));
    expect((await put(thing('a', { count: 7 }), { skipAdmission: true })).metadata.namespace).toBe('n');
    expect(await faultOf(put(thing('a', {}, { namespace: 'other' }), { skipAdmission: true }))).toContain(
      '400 the namespace of the provided object does not match',
    );
  });

  it('is in that namespace after admission, too', async () => {
    const admit = ({ object }: AdmissionAttributes): true => {
      object!.metadata.namespace = 'elsewhere';
      return true;
    };
    await open({ plugins: [new ChangingAdmission('UPDATE', admit)] });
    await create(thing('a'));
    expect(await faultOf(put(thing('a', { count: 7 })))).toContain('400 the namespace of the provided object');
  });

  it('reports its removal to who waits for the storage', async () => {
    await open();
    await create(thing('a', {}, { finalizers: ['example.com/hold'] }));
    await things.store.delete(clientContext(), 'a');
    const writes: Promise<unknown>[] = [];
    await put(thing('a'), { storing: (written) => writes.push(written) });
    expect(writes).toHaveLength(1);
    await expect(writes[0]).resolves.toBeDefined();
  });

  it('is not written again where only the times of its owners differ', async () => {
    await open();
    const { metadata, spec } = await create(thing('a', { color: 'red' }));
    const managedFields = metadata.managedFields!.map((entry) => ({ ...entry, time: '2020-01-01T00:00:00Z' }));
    const { metadata: kept } = await put(thing('a', spec, { managedFields }));
    expect(kept.resourceVersion).toBe(metadata.resourceVersion);
    expect(kept.managedFields).toEqual(metadata.managedFields);
  });

  it('loses repeated owners, also where admission is left out', async () => {
    await open();
    await create(thing('a'));
    const { metadata } = await put(thing('a', {}, { ownerReferences: [OWNER, OWNER] }), { skipAdmission: true });
    expect(metadata.ownerReferences).toEqual([OWNER]);
  });

  it('keeps its generation in a write of the status, whatever that says', async () => {
    await open();
    await create(thing('a', { count: 1 }));
    const status = { ...thing('a', { count: 1 }, { generation: 77 }), status: { phase: 'Ready' } };
    expect((await put(status, { subresource: 'status' })).metadata.generation).toBe(1);
  });

  it('has no generation where its kind counts none', async () => {
    await open({ definition: { generation: 'none' } });
    await create(thing('a'));
    const sent: unknown[] = [];
    const { validate } = things.store.parts.strategy;
    Object.assign(things.store.parts.strategy, {
      validate: (object: Thing, scope: never) => (
        sent.push(Object.keys(object.metadata)),
        validate?.(object, scope) ?? []
      ),
    });
    await put(thing('a', { count: 7 }, { generation: 5 }));
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toContain('generation');
  });

  it('keeps the fields that a write of the status resets', async () => {
    await open({ definition: { statusResetFields: ['metadata.labels', 'status.phase'] } });
    await create(thing('a', {}, { labels: { a: 'b' } }));
    const status = { ...thing('a', {}, { labels: { a: 'c' }, annotations: { d: 'e' } }), status: { phase: 'Ready' } };
    const { metadata, status: kept } = await put(status, { subresource: 'status' });
    expect([metadata.labels, metadata.annotations, kept]).toEqual([{ a: 'b' }, { d: 'e' }, {}]);
  });
});
