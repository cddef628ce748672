import {
  NOW,
  Thing,
  type ThingStore,
  type ThingStoreOptions,
  clientContext,
  openThingStore,
  thing,
} from '../../../../test/support/registry-store.js';
import { type AdmissionAttributes, AdmissionPlugin } from '../../../admission/index.js';
import { type ApiObject, FieldPath, StatusError, failure, invalid } from '../../../apimachinery/index.js';
import type { StoreContext } from '../../kinds/store-context.js';

const V2 = 'test.example.com/v2';
const OWNER = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };

let things: ThingStore;

afterEach(() => things.close());

async function open(options: ThingStoreOptions = {}): Promise<void> {
  things = await openThingStore(options);
}

const create = async (object: Thing = thing('a'), changes: Partial<StoreContext> = {}): Promise<Thing> => {
  const { entry } = await things.store.create(clientContext(changes), object);
  return things.store.codec.decode(entry);
};

const update = async (change: (object: Thing) => void, changes: Partial<StoreContext> = {}): Promise<Thing> => {
  const { entry } = await things.store.update(clientContext(changes), 'a', (current) => {
    const copy = structuredClone(current!);
    change(copy);
    return copy;
  });
  return things.store.codec.decode(entry);
};

const remove = (changes: Partial<StoreContext> = {}): Promise<{ isGone: boolean }> =>
  things.store.delete(clientContext(changes), 'a');

const faultOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'done',
    (error: unknown) => (error instanceof StatusError ? `${error.code} ${error.message}` : String(error)),
  );

const isStored = async (name = 'a'): Promise<boolean> =>
  (await things.storage.get(things.store.kind.keyOf('n', name))) !== undefined;

/** The ways to write an object: each needs the object `a`, but for its creation. */
const WRITES: readonly (readonly [string, (changes?: Partial<StoreContext>) => Promise<unknown>])[] = [
  ['create', (changes) => create(thing('b'), changes)],
  ['update', (changes) => update((object) => void (object.spec!.count = 7), changes)],
  ['delete', (changes) => remove(changes)],
];

/** An admission plugin of functions. */
class TestAdmission extends AdmissionPlugin {
  readonly name = 'Test';

  constructor(
    override readonly admit: (attributes: AdmissionAttributes) => boolean | void,
    override readonly validate: (attributes: AdmissionAttributes) => void = () => {},
  ) {
    super();
  }

  handles(): boolean {
    return true;
  }
}

describe.each(WRITES)('Store.%s()', (way, write) => {
  it('stores nothing once its request is given up', async () => {
    await open();
    await create();
    const before = await things.storage.get(things.store.kind.keyOf('n', 'a'));
    const signal = {
      aborted: true,
      throwIfAborted: () => {
        throw failure(504, 'given up');
      },
    };
    expect(await faultOf(write({ signal: signal as never }))).toBe('504 given up');
    expect(await things.storage.get(things.store.kind.keyOf('n', 'a'))).toEqual(before);
    expect(await isStored('b')).toBe(false);
  });

  it('reports that the storage has the write', async () => {
    await open();
    await create();
    const writes: Promise<unknown>[] = [];
    await write({ storing: (written) => writes.push(written) });
    expect(writes).toHaveLength(1);
    await expect(writes[0]).resolves.toBeDefined();
  });

  it('reports and changes nothing in a dry run', async () => {
    await open();
    await create();
    const before = await things.storage.get(things.store.kind.keyOf('n', 'a'));
    const writes: unknown[] = [];
    await write({ dryRun: true, storing: (written) => writes.push(written) });
    expect(await things.storage.get(things.store.kind.keyOf('n', 'a'))).toEqual(before);
    expect([writes, await isStored('b')]).toEqual([[], false]);
  });

  it('asks admission in both rounds, unless it is part of an admitted write', async () => {
    const asked: string[] = [];
    const note =
      (round: string) =>
      ({ operation, name, user }: AdmissionAttributes) =>
        void asked.push(`${round} ${operation} ${name} for ${user.name}`);
    await open({ plugins: [new TestAdmission(note('mutate'), note('validate'))] });
    await create(thing('a'), { skipAdmission: true });
    await write();
    const line = `${way.toUpperCase()} ${way === 'create' ? 'b' : 'a'} for alice`;
    expect(asked).toEqual([`mutate ${line}`, `validate ${line}`]);
    if (way === 'delete') await create(thing('a'), { skipAdmission: true });
    else if (way === 'create') await things.store.delete(clientContext({ skipAdmission: true }), 'b');
    await write({ skipAdmission: true });
    expect(asked).toHaveLength(2);
  });

  it('warns only those who listen', async () => {
    const warn = (): string[] => ['careful'];
    const strategy = { warningsOnCreate: warn, warningsOnUpdate: warn, warningsOnDelete: warn };
    await open({ strategy });
    await create();
    const warnings: string[] = [];
    await write({ dryRun: true, warn: (text) => warnings.push(text) });
    expect(warnings).toEqual(['careful']);
    expect(await faultOf(write({ dryRun: true }))).toBe('done');
  });
});

describe('Store.create() and update()', () => {
  it.each([true, false])(
    'names the object in its namespace, also after admission; namespaced %s',
    async (namespaced) => {
      const admit = ({ object }: AdmissionAttributes): true => {
        object!.metadata.namespace = 'elsewhere';
        return true;
      };
      await open({ plugins: [new TestAdmission(admit)], definition: { namespaced } });
      const context = { namespace: namespaced ? 'n' : '' };
      const why = 'the namespace of the provided object does not match the namespace sent on the request';
      const outcome = await faultOf(create(thing('a'), context));
      expect(outcome).toBe(namespaced ? `400 ${why}` : 'done');
    },
  );

  it('drops owners that are repeated by an update, and by admission', async () => {
    const admit = ({ object }: AdmissionAttributes): boolean => {
      if (object!.metadata.labels?.admit !== 'owners') return false;
      object!.metadata.ownerReferences = [OWNER, OWNER];
      return true;
    };
    await open({ plugins: [new TestAdmission(admit)] });
    await create();
    const warnings: string[] = [];
    const warn = (text: string): void => void warnings.push(text);
    const updated = await update((object) => void (object.metadata.ownerReferences = [OWNER, OWNER]), { warn });
    expect([updated.metadata.ownerReferences, warnings.length]).toEqual([[OWNER], 1]);
    const admitted = await update((object) => void (object.metadata.labels = { admit: 'owners' }), { warn });
    expect([admitted.metadata.ownerReferences, warnings.length]).toEqual([[OWNER], 2]);
    expect(warnings[1]).toContain('after mutating admission happens');
  });

  it('finds owners repeated among two', async () => {
    await open();
    const { metadata } = await create(thing('a', {}, { ownerReferences: [OWNER, OWNER] }));
    expect(metadata.ownerReferences).toEqual([OWNER]);
  });

  it('refuses what is larger than the limit, by a byte', async () => {
    await open();
    const large = (length: number): Thing => thing('a', { color: 'x'.repeat(length) });
    const { entry } = await things.store.create(clientContext({ fieldManager: undefined, dryRun: true }), large(1000));
    const rest = things.store.codec.encode(things.store.codec.decode(entry)).length - 1000;
    const limit = things.store.parts.maxObjectBytes;
    const options = { fieldManager: undefined };
    expect(await faultOf(create(large(limit - rest + 1), options))).toContain(`413`);
    expect(await faultOf(create(large(limit - rest), options))).toBe('done');
  });

  it('checks metadata, the shape, and the rules of the kind, all at once', async () => {
    await open({
      strategy: {
        validate: () => [invalid(FieldPath.of('spec'), 1, 'no')],
        validateAsync: () => Promise.resolve([invalid(FieldPath.of('status'), 1, 'late')]),
      },
    });
    const fault = await faultOf(create(thing('A')));
    for (const part of ['metadata.name', 'spec: Invalid value: 1: no', 'status: Invalid value: 1: late']) {
      expect(fault).toContain(part);
    }
    expect(fault).toMatch(/^422 Thing.test.example.com "A" is invalid/);
  });

  it('loads rules before it validates', async () => {
    const calls: string[] = [];
    const strategy = {
      loadRules: async (_object: Thing, old: Thing | undefined) => {
        await new Promise(setImmediate);
        calls.push(`load ${old?.metadata.name}`);
      },
      validate: () => (calls.push('validate'), []),
      validateUpdate: () => (calls.push('validate'), []),
    };
    await open({ strategy });
    await create();
    await update((object) => void (object.spec!.count = 7));
    expect(calls).toEqual(['load undefined', 'validate', 'load a', 'validate']);
  });

  it('validates changes by the rules of new objects where the strategy has no others', async () => {
    const validate = ({ spec }: Thing) => (spec?.count === 7 ? [invalid(FieldPath.of('spec', 'count'), 7)] : []);
    await open({ strategy: { validate } });
    await create();
    await expect(update((object) => void (object.spec!.count = 7))).rejects.toThrow(/spec.count: Invalid value: 7/);
    const status = update((object) => void (object.status = { phase: 'One' }), { subresource: 'status' });
    expect(await status).toMatchObject({ status: { phase: 'One' } });
  });

  it('validates writes of the status by rules of their own, where there are any', async () => {
    const calls: string[] = [];
    const note = (what: string) => () => (calls.push(what), []);
    await open({ strategy: { validateUpdate: note('update'), validateStatusUpdate: note('status') } });
    await create();
    const status = (phase: string) => update((object) => void (object.status = { phase }), { subresource: 'status' });
    await status('One');
    await update((object) => void (object.spec!.count = 7));
    await things.close();
    await open({ strategy: { validateUpdate: note('general') } });
    await create();
    await status('Two');
    expect(calls).toEqual(['status', 'update', 'general']);
  });

  it('brings objects into their canonical form', async () => {
    const canonicalize = (object: Thing): void => void (object.spec!.color = object.spec!.color?.toLowerCase());
    await open({ strategy: { canonicalize } });
    expect((await create(thing('a', { color: 'RED' }))).spec!.color).toBe('red');
    expect((await update((object) => void (object.spec!.color = 'BLUE'))).spec!.color).toBe('blue');
  });

  it('waits for effects outside that a dry run only pretends', async () => {
    const calls: string[] = [];
    const late = (what: string) => async () => {
      await new Promise(setImmediate);
      calls.push(what);
      return undefined;
    };
    const refusal = failure(409, 'taken');
    await open({
      strategy: {
        beginCreate: late('create'),
        pretendCreate: late('pretend create'),
        beginUpdate: late('update'),
        pretendUpdate: async (...seen) => {
          await late('pretend update')();
          if (seen[0].spec!.count === 8) throw refusal;
        },
      },
    });
    const dry = { dryRun: true };
    await create(thing('a'), dry);
    await create();
    await update((object) => void (object.spec!.count = 7), dry);
    await update((object) => void (object.spec!.count = 7));
    expect(calls).toEqual(['pretend create', 'create', 'pretend update', 'update']);
    expect(await faultOf(update((object) => void (object.spec!.count = 8), dry))).toBe('409 taken');
  });

  it('stores how long objects live', async () => {
    await open({ strategy: { lifetimeSeconds: ({ spec }) => (spec!.count === 0 ? 0 : spec!.count) } });
    const lifetimes: unknown[] = [];
    const { create: insert, update: replace } = things.storage;
    things.storage.create = (...write) => (lifetimes.push(write[2]), insert.apply(things.storage, write));
    things.storage.update = (...write) => (lifetimes.push(write[3]), replace.apply(things.storage, write));
    await create(thing('a', { count: 30 }));
    await update((object) => void (object.spec!.count = 60));
    await things.close();
    expect(lifetimes).toEqual([{ ttlSeconds: 30 }, { ttlSeconds: 60 }]);
    await open();
  });

  it('warns of what has no effect, of the object itself', async () => {
    const withoutEffect = ({ spec }: Thing): string | undefined => (spec!.color === 'red' ? 'no effect' : undefined);
    await open({ definition: { withoutEffect } });
    const warnings: string[] = [];
    const warn = (text: string): void => void warnings.push(text);
    await create(thing('a', { color: 'red' }), { warn });
    expect(warnings).toEqual([]);
    Object.assign(things.store.parts, { warnsWithoutEffect: true });
    await create(thing('b', { color: 'red' }), { warn });
    await create(thing('c', { color: 'blue' }), { warn });
    await update((object) => void (object.spec!.count = 7), { warn });
    expect(warnings).toEqual(['no effect', 'no effect']);
    await update((object) => void (object.status = { phase: 'x' }), { warn, subresource: 'status' });
    await update((object) => void (object.spec!.count = 8));
    expect(warnings).toHaveLength(2);
  });
});

describe('Store.create(), of a name that is taken', () => {
  const TAKEN = '409 things.test.example.com "a" already exists';

  it.each([false, true])('says so, and whether the object is on its way out; dry run %s', async (dryRun) => {
    await open();
    await create(thing('a', {}, { finalizers: ['example.com/mine'] }));
    expect(await faultOf(create(thing('a'), { dryRun }))).toBe(TAKEN);
    await remove();
    expect(await faultOf(create(thing('a'), { dryRun }))).toBe(`409 object is being deleted: ${TAKEN.slice(4)}`);
  });

  it('does not look into what cannot be read', async () => {
    const fromStored = (): never => {
      throw new Error('no key');
    };
    await open({ transformer: { toStored: (value) => value, fromStored } });
    await create();
    await things.store.parts.cache.ready();
    expect(await faultOf(create())).toBe(TAKEN);
  });

  it('gives up drawing names after some attempts, and says when to try again', async () => {
    await open();
    let drawn = 0;
    Object.assign(things.store.parts.identifiers, { suffix: () => (drawn++, 'same') });
    await create(thing('', {}, { generateName: 'a-' }));
    drawn = 0;
    const error = await create(thing('', {}, { generateName: 'a-' })).catch((fault: StatusError) => fault);
    const { status } = error as StatusError;
    expect(status).toMatchObject({
      code: 409,
      message: expect.stringMatching(
        /"a-same" already exists, the server was not able to generate a unique name/,
      ) as string,
      details: { name: 'a-same', kind: 'things', retryAfterSeconds: 1 },
    });
    expect(drawn).toBe(8);
  });

  it('draws no name again where another fault is met', async () => {
    await open({ strategy: { validate: () => [invalid(FieldPath.of('spec'), 1, 'no')] } });
    let drawn = 0;
    Object.assign(things.store.parts.identifiers, { suffix: () => `x${drawn++}` });
    expect(await faultOf(create(thing('', {}, { generateName: 'a-' })))).toContain('422');
    expect(drawn).toBe(1);
  });

  it.each([
    ['a', 'a-', 'a'],
    [undefined, 'x'.repeat(60), `${'x'.repeat(58)}same`],
  ])('draws from %s and %j: %s', async (name, generateName, drawn) => {
    await open();
    Object.assign(things.store.parts.identifiers, { suffix: () => 'same' });
    expect((await create(thing(name as string, {}, { generateName }))).metadata.name).toBe(drawn);
  });

  it('refuses an object that has no name at all', async () => {
    await open();
    expect(await faultOf(create(thing('')))).toContain('422');
  });
});

/** How versions are converted, and in which of them requests are worked on. */
interface Versions {
  readonly waits: boolean;
  readonly worksIn: 'storageVersion' | 'requestedVersion';
}

/** Converts between the versions: in `v2` things are as many again. Waits where it is asked to. */
function versioned({ waits, worksIn }: Versions, faults: (object: Thing) => string[] = () => []): ThingStoreOptions {
  const counted = (object: Thing, to: string): Thing => ({
    ...object,
    apiVersion: `test.example.com/${to}`,
    spec: { ...object.spec, count: (object.spec?.count ?? 0) * (to === 'v2' ? 2 : 0.5) },
  });
  const validate = (object: Thing) => faults(object).map((why) => invalid(FieldPath.of('spec'), 1, why));
  const versions = [
    { name: 'v1', type: Thing },
    { name: 'v2', type: Thing, validate },
  ];
  const convert = (objects: readonly ApiObject[], _from: object, to: { name: string }): Thing[] =>
    (objects as Thing[]).map((object) => counted(object, to.name));
  const later = async (...asked: Parameters<typeof convert>): Promise<Thing[]> => {
    await new Promise(setImmediate);
    return convert(...asked);
  };
  return { definition: { versions, worksIn, converter: { convert: waits ? later : convert } } as never };
}

describe.each<Versions>([
  { waits: true, worksIn: 'storageVersion' },
  { waits: false, worksIn: 'storageVersion' },
])('Store, for clients of another version: %j', (by) => {
  const inV2 = { version: V2 };

  it('works on objects in the storage version, and owns fields in that of the client', async () => {
    await open(versioned(by));
    const created = await create(thing('a', { count: 4 }), inV2);
    expect([created.apiVersion, created.spec!.count]).toEqual(['test.example.com/v1', 4]);
    expect(created.metadata.managedFields).toMatchObject([{ manager: 'test', apiVersion: V2, operation: 'Update' }]);
    const updated = await update((object) => void (object.spec!.color = 'red'), { ...inV2, fieldManager: 'other' });
    const owners = updated.metadata.managedFields!.map(({ manager, apiVersion, fieldsV1 }) => [
      manager,
      apiVersion,
      fieldsV1,
    ]);
    expect(owners).toHaveLength(2);
    expect(owners).toContainEqual(['other', V2, { 'f:spec': { 'f:color': {} } }]);
    expect(owners).toContainEqual(['test', V2, expect.anything()]);
  });

  it('keeps owners where a write names none', async () => {
    await open(versioned(by));
    const { metadata } = await create(thing('a', { count: 4 }), inV2);
    const updated = await update(
      (object) => {
        object.spec!.color = 'red';
        delete object.metadata.managedFields;
      },
      { ...inV2, fieldManager: undefined },
    );
    expect(updated.metadata.managedFields).toEqual(metadata.managedFields);
    const own = [{ ...metadata.managedFields![0], manager: 'own' }];
    const set = await update((object) => void (object.metadata.managedFields = own), { fieldManager: undefined });
    expect(set.metadata.managedFields).toEqual(own);
  });

  it('validates them by the rules that only this version has', async () => {
    const seen: number[] = [];
    await open(versioned(by, ({ spec }) => (seen.push(spec!.count!), spec!.color === 'red' ? ['no'] : [])));
    await create(thing('a', { count: 4 }), inV2);
    await update((object) => void (object.spec!.count = 5), inV2);
    expect(seen).toEqual([8, 10]);
    expect(await faultOf(create(thing('b', { color: 'red' }), inV2))).toContain('spec: Invalid value: 1: no');
    expect(await faultOf(update((object) => void (object.spec!.color = 'red'), inV2))).toContain('422');
    expect(await faultOf(create(thing('b', { color: 'red' })))).toBe('done');
  });

  it('refuses a stale write', async () => {
    await open(versioned(by));
    await create(thing('a', { count: 4 }));
    const stale = update((object) => void (object.metadata.resourceVersion = '1'), inV2);
    expect(await faultOf(stale)).toContain('409 Operation cannot be fulfilled on things.test.example.com "a"');
  });

  it('applies and deletes', async () => {
    await open(versioned(by));
    const configuration = { ...thing('a', { count: 4 }), apiVersion: V2 };
    const context = clientContext({ ...inV2, fieldManager: 'me' });
    const order = { configuration: configuration as never, force: false };
    const { entry } = await things.store.apply(context, 'a', order);
    const applied = things.store.codec.decode(entry);
    expect([applied.spec!.count, applied.metadata.managedFields![0]]).toMatchObject([2, { apiVersion: V2 }]);
    await things.store.apply(context, 'a', {
      ...order,
      configuration: { ...configuration, spec: { count: 6 } } as never,
    });
    expect(things.store.codec.decode((await things.store.get(context, 'a')).entry).spec!.count).toBe(3);
    expect((await remove(inV2)).isGone).toBe(true);
  });

  it('passes admission the version of the request, and the object in the working version', async () => {
    const seen: unknown[] = [];
    const note = (attributes: AdmissionAttributes): void => {
      const { apiVersion, spec } = (attributes.object ?? attributes.oldObject) as Thing;
      seen.push([attributes.operation, attributes.kind.version, apiVersion, spec!.count]);
    };
    await open({ ...versioned(by), plugins: [new TestAdmission(() => {}, note)] });
    await create(thing('a', { count: 4 }), inV2);
    await remove(inV2);
    expect(seen).toEqual([
      ['CREATE', 'v2', 'test.example.com/v1', 4],
      ['DELETE', 'v2', 'test.example.com/v1', 4],
    ]);
  });
});

describe.each([true, false])('Store, of a kind that works in the requested version; conversion waits %s', (waits) => {
  it('stores objects in the storage version, whatever version they are worked on in', async () => {
    const seen: unknown[] = [];
    const note = ({ oldObject, object }: AdmissionAttributes): void => {
      const { apiVersion, spec } = (object ?? oldObject) as Thing;
      seen.push(`${apiVersion} ${spec!.count}`);
    };
    await open({ ...versioned({ waits, worksIn: 'requestedVersion' }), plugins: [new TestAdmission(() => {}, note)] });
    const inV2 = { version: V2 };
    const stored = async (): Promise<string> => {
      const { entry } = await things.store.get(clientContext(), 'a');
      const { apiVersion, spec } = things.store.codec.decode(entry);
      return `${apiVersion} ${spec!.count}`;
    };
    await create({ ...thing('a', { count: 8 }), apiVersion: V2 }, inV2);
    expect(await stored()).toBe('test.example.com/v1 4');
    await update((object) => void (object.spec!.count! += 2), inV2);
    expect(await stored()).toBe('test.example.com/v1 5');
    await update((object) => void (object.spec!.count! += 1));
    expect(await stored()).toBe('test.example.com/v1 6');
    await remove(inV2);
    expect(seen).toEqual([
      'test.example.com/v2 8',
      'test.example.com/v2 10',
      'test.example.com/v1 6',
      'test.example.com/v2 12',
    ]);
  });
});

describe('Store.delete() and deleteUnreadable()', () => {
  it('notifies the strategy of removed objects only', async () => {
    const gone: string[] = [];
    const afterDelete = ({ metadata }: Thing): void => void gone.push(metadata.name!);
    await open({ strategy: { afterDelete } });
    await create(thing('a', {}, { finalizers: ['example.com/mine'] }));
    await remove({ dryRun: true });
    await remove();
    expect(gone).toEqual([]);
    await update((object) => void delete object.metadata.finalizers);
    expect([gone, await isStored()]).toEqual([['a'], false]);
    await create();
    await remove({ dryRun: true });
    await remove();
    expect(gone).toEqual(['a', 'a']);
  });

  it('keeps a finalized object where the strategy says so', async () => {
    await open({ strategy: { shouldDeleteDuringUpdate: () => false } });
    await create(thing('a', {}, { finalizers: ['example.com/mine'] }));
    await remove();
    await update((object) => void delete object.metadata.finalizers);
    expect(await isStored()).toBe(true);
  });

  it('deletes again what another write has changed meanwhile', async () => {
    await open();
    await create();
    const { delete: erase } = things.storage;
    let attempts = 0;
    things.storage.delete = async (...asked) => {
      if (attempts++ === 0) await update((object) => void (object.spec!.count = 7));
      return erase.apply(things.storage, asked);
    };
    expect([(await remove()).isGone, attempts]).toEqual([true, 2]);
  });

  it('answers 404 where another deletion was first', async () => {
    await open();
    await create();
    const { delete: erase } = things.storage;
    let attempts = 0;
    things.storage.delete = async (...asked) => {
      if (attempts++ === 0) await remove();
      return erase.apply(things.storage, asked);
    };
    expect(await faultOf(remove())).toBe('404 things.test.example.com "a" not found');
  });

  it('shows when the deletion was marked, in a dry run too', async () => {
    await open({ strategy: { gracePeriodFor: () => 30 } });
    await create();
    const { entry, isGone } = await things.store.delete(clientContext({ dryRun: true }), 'a');
    const { metadata } = things.store.codec.decode(entry);
    const end = new Date(NOW.getTime() + 30_000).toISOString().replace('.000', '');
    expect([isGone, metadata.deletionTimestamp, metadata.deletionGracePeriodSeconds]).toEqual([false, end, 30]);
    expect(await isStored()).toBe(true);
  });

  it('removes what cannot be read, after mutating admission, unless the request is given up', async () => {
    const asked: string[] = [];
    const admit = ({ operation, name }: AdmissionAttributes): void => void asked.push(`${operation} ${name}`);
    let isBroken = false;
    const fromStored = (stored: Buffer): Buffer => {
      if (isBroken) throw new Error('no key');
      return stored;
    };
    await open({ plugins: [new TestAdmission(admit)], transformer: { toStored: (value) => value, fromStored } });
    await create();
    asked.length = 0;
    const erase = (changes: Partial<StoreContext> = {}): Promise<boolean> =>
      things.store.deleteUnreadable(clientContext(changes), 'a');
    expect([await erase(), await isStored()]).toEqual([false, true]);
    isBroken = true;
    // Given up while admission is asked.
    const signal = {
      throwIfAborted: () => {
        if (asked.length > 1) throw failure(504, 'given up');
      },
    };
    expect(await faultOf(erase({ signal: signal as never }))).toBe('504 given up');
    expect([await erase(), await isStored()]).toEqual([true, false]);
    expect(await faultOf(erase())).toBe('404 things.test.example.com "a" not found');
    expect(asked).toEqual(['DELETE a', 'DELETE a', 'DELETE a', 'DELETE a']);
  });
});

describe('Store, reading', () => {
  const UNUSUAL = 'Name parameter invalid: "a/b": may not contain \'/\'';

  it('refuses names that no object can have', async () => {
    await open();
    await create();
    expect(await faultOf(Promise.resolve().then(() => things.store.get(clientContext(), 'a/b')))).toBe(
      `400 ${UNUSUAL}`,
    );
    expect(await faultOf(things.store.getCached(clientContext(), '..'))).toContain('400 Name parameter invalid');
  });

  it('finds the changes of an object in the history, the newest first', async () => {
    await open();
    const { metadata } = await create(thing('a', { count: 1 }));
    await update((object) => void (object.spec!.count = 2));
    const newest = (await things.store.changeBefore(clientContext(), 'a'))!;
    const first = (await things.store.changeBefore(clientContext(), 'a', newest.revision))!;
    expect(things.store.codec.decode(newest.entry).spec!.count).toBe(2);
    expect([String(first.revision), things.store.codec.decode(first.entry).spec!.count]).toEqual([
      metadata.resourceVersion,
      1,
    ]);
    expect(await things.store.changeBefore(clientContext(), 'a', first.revision)).toBeUndefined();
    expect(await things.store.changeBefore(clientContext(), 'other')).toBeUndefined();
  });

  it('reads the cache once it is filled', async () => {
    await open();
    await create();
    const fresh = await things.store.getCached(clientContext(), 'a');
    expect(things.store.codec.decode(fresh.entry).metadata.name).toBe('a');
    expect(await faultOf(things.store.getCached(clientContext(), 'b'))).toContain('404');
  });
});
