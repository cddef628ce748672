import { type AdmissionAttributes, AdmissionPlugin, type SideEffect } from '../../../admission/index.js';
import { FieldPath, invalid } from '../../../apimachinery/index.js';
import {
  Thing,
  type ThingStore,
  clientContext,
  openThingStore,
  thing,
} from '../../../../test/support/registry-store.js';
import type { OwnerReference } from '../../../schema/index.js';
import type { Strategy } from '../../kinds/strategy.js';

let things: ThingStore;

afterEach(() => things.close());

/** Opens the store with a strategy that records its calls, and accepts everything by default. */
async function openWith(more: Strategy<Thing> = {}, plugins: readonly AdmissionPlugin[] = []): Promise<string[]> {
  const calls: string[] = [];
  const effect: SideEffect = { commit: () => void calls.push('commit'), revert: () => void calls.push('revert') };
  const strategy: Strategy<Thing> = {
    prepareForCreate: () => void calls.push('prepare'),
    beginCreate: () => (calls.push('begin'), effect),
    pretendCreate: () => void calls.push('pretend'),
    validate: () => (calls.push('validate'), []),
    warningsOnCreate: () => ['careful'],
    ...more,
  };
  things = await openThingStore({ strategy, plugins });
  return calls;
}

/** An admission plugin made of functions. */
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

const create = async (object: Thing, changes = {}): Promise<Thing> => {
  const { entry } = await things.store.create(clientContext(changes), object);
  return things.store.codec.decode(entry);
};

describe('Store.create()', () => {
  it('keeps the generation of a client where the kind counts none, and never its selfLink', async () => {
    const sent = (): Thing => thing('a', {}, { generation: 7, selfLink: '/x' });
    await openWith();
    expect((await create(sent())).metadata.generation).toBe(1);
    await things.close();
    things = await openThingStore({ definition: { generation: 'none' } });
    const made = await create(sent());
    expect(made.metadata.generation).toBe(7);
    expect(made.metadata).not.toHaveProperty('selfLink');
  });

  it('warns of repeated owners apart for what was sent and what admission added', async () => {
    const owner = (uid: string): OwnerReference => ({ apiVersion: 'v1', kind: 'Pod', name: 'p', uid });
    const repeat = new TestAdmission(({ object }) => {
      (object as Thing).metadata.ownerReferences!.push(owner('b'), owner('b'));
      return true;
    });
    await openWith({}, [repeat]);
    const warnings: string[] = [];
    const sent = thing('a', {}, { ownerReferences: [owner('a'), owner('a')] });
    const made = await create(sent, { warn: (text: string) => void warnings.push(text) });
    expect(made.metadata.ownerReferences!.map(({ uid }) => uid)).toEqual(['a', 'b']);
    expect(warnings.slice(0, 2).map((text) => text.replace(/; API server .*: /, ' '))).toEqual([
      '.metadata.ownerReferences contains duplicate entries a',
      '.metadata.ownerReferences contains duplicate entries after mutating admission happens b',
    ]);
  });

  it('gives an object what the server sets', async () => {
    await openWith();
    const made = await create({ ...thing('a', { color: 'red' }), status: { phase: 'Sent' } });
    expect(made.metadata).toMatchObject({ namespace: 'n', generation: 1, creationTimestamp: '2024-02-29T12:00:00Z' });
    expect(made.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(made.metadata.managedFields?.[0]).toMatchObject({ manager: 'test', operation: 'Update' });
    expect(made.status).toEqual({});
  });

  it('reserves external resources before it validates, and commits them when the object is stored', async () => {
    const calls = await openWith();
    await create(thing('a'));
    expect(calls).toEqual(['prepare', 'begin', 'validate', 'commit']);
  });

  it('gives it back when the object is invalid', async () => {
    const calls = await openWith({ validate: () => [invalid(FieldPath.of('spec'), 1, 'no')] });
    await expect(create(thing('a'))).rejects.toMatchObject({ status: { code: 422 } });
    expect(calls).toEqual(['prepare', 'begin', 'revert']);
  });

  it('gives it back when admission refuses', async () => {
    const refuse = new TestAdmission(
      () => false,
      () => {
        throw new Error('refused');
      },
    );
    const calls = await openWith({}, [refuse]);
    await expect(create(thing('a'))).rejects.toThrow('refused');
    expect(calls).toEqual(['prepare', 'begin', 'validate', 'revert']);
  });

  it('answers AlreadyExists when the name is taken, and releases what it reserved', async () => {
    const calls = await openWith();
    await create(thing('a'));
    await expect(create(thing('a'))).rejects.toMatchObject({ status: { code: 409, reason: 'AlreadyExists' } });
    expect(calls.slice(-1)).toEqual(['revert']);
  });

  it('takes nothing and stores nothing on a dry run', async () => {
    const calls = await openWith();
    const shown = await create(thing('a'), { dryRun: true });
    expect(shown.metadata.resourceVersion).toBeUndefined();
    expect(calls).toEqual(['prepare', 'pretend', 'validate']);
    expect(await things.store.find(clientContext(), 'a')).toBeUndefined();
  });

  it('warns once the object is found valid', async () => {
    await openWith();
    const warnings: string[] = [];
    await create(thing('a'), { warn: (text: string) => warnings.push(text) });
    expect(warnings).toEqual(['careful']);
  });

  it('draws a name again when the one it drew is taken', async () => {
    let draws = 0;
    await openWith({
      prepareForCreate: (object) => {
        draws++;
        if (draws <= 2) object.metadata.name = 'drawn';
      },
    });
    const generated = (): Thing => thing('', {}, { name: undefined, generateName: 'gen-' });
    expect((await create(generated())).metadata.name).toBe('drawn');
    expect((await create(generated())).metadata.name).toMatch(/^gen-/);
    expect(draws).toBe(3);
  });

  it('refuses an object with a version, and one of another namespace', async () => {
    await openWith();
    const versioned = thing('a', {}, { resourceVersion: '1' });
    await expect(create(versioned)).rejects.toMatchObject({ status: { code: 400 } });
    await expect(create(thing('a', {}, { namespace: 'other' }))).rejects.toMatchObject({ status: { code: 400 } });
  });

  describe('with mutating admission', () => {
    it('brings what was changed into form: defaults come back, unknown members go', async () => {
      const plugin = new TestAdmission(({ object }) => {
        (object as unknown as Record<string, unknown>).spec = { color: 'red', odd: 1 };
      });
      await openWith({}, [plugin]);
      expect((await create(thing('a', { count: 7 }))).spec).toEqual({ count: 3, color: 'red' });
    });

    it('leaves an object alone that no plugin has changed', async () => {
      const seen: unknown[] = [];
      const plugin = new TestAdmission(
        ({ object }) => (seen.push(object), false),
        ({ object }) => void seen.push(object),
      );
      await openWith({}, [plugin]);
      await create(thing('a'));
      expect(seen).toHaveLength(2);
      expect(seen[1]).toBe(seen[0]);
    });

    it('answers 500 when a plugin returns an invalid object', async () => {
      const plugin = new TestAdmission(({ object }) => {
        (object as unknown as Record<string, unknown>).spec = 'text';
      });
      await openWith({}, [plugin]);
      await expect(create(thing('a'))).rejects.toMatchObject({ status: { code: 500 } });
    });

    it('is left out of what the server writes as part of an admitted write', async () => {
      const plugin = new TestAdmission(() => {
        throw new Error('asked');
      });
      await openWith({}, [plugin]);
      await expect(create(thing('a'), { skipAdmission: true })).resolves.toBeDefined();
    });
  });
});

describe('hooks of a create that fail', () => {
  it('join what is asked of others to the other errors', async () => {
    const path = FieldPath.of('spec', 'color');
    await openWith({
      validate: () => [invalid(path, 'red', 'is taken')],
      validateAsync: async (_object, old) => [
        invalid(path, 'red', `is not known, ${old === undefined ? 'new' : 'old'}`),
      ],
    });
    await expect(create(thing('a'))).rejects.toMatchObject({
      message: expect.stringMatching(/is taken, .*is not known, new/) as string,
    });
  });

  it('have stored the object when commit fails, and reported that', async () => {
    const reported: unknown[] = [];
    const failure = new Error('no longer there');
    const beginCreate = (): SideEffect => ({ commit: () => Promise.reject(failure), revert: () => {} });
    things = await openThingStore({ strategy: { beginCreate }, report: (error) => void reported.push(error) });
    expect((await create(thing('a'))).metadata.name).toBe('a');
    expect(reported).toEqual([failure]);
  });

  it('answer why an object was refused, also where revert fails', async () => {
    const reported: unknown[] = [];
    const beginCreate = (): SideEffect => ({ commit: () => {}, revert: () => Promise.reject(new Error('stuck')) });
    const validate = (): never[] => {
      throw new Error('refused');
    };
    things = await openThingStore({
      strategy: { beginCreate, validate },
      report: (error) => void reported.push(error),
    });
    await expect(create(thing('a'))).rejects.toThrow('refused');
    expect(reported).toEqual([new Error('stuck')]);
  });

  it.each<[string, Parameters<typeof openThingStore>[0]]>([
    ['selectable field', { definition: { selectableFields: { 'spec.color': ({ spec }) => spec!.color!.toString() } } }],
    [
      'lifetime',
      {
        strategy: {
          lifetimeSeconds: () => {
            throw new Error('unknown');
          },
        },
      },
    ],
  ])('store nothing if a %s cannot be determined', async (_what, options) => {
    things = await openThingStore(options);
    await expect(create(thing('a'))).rejects.toThrow();
    expect(await things.store.find(clientContext(), 'a')).toBeUndefined();
    expect(things.storage.currentRevision()).toBe(1);
  });

  it('do not include conversions to versions that nobody asked for', async () => {
    const fromHub = (): never => {
      throw new Error('asked for');
    };
    const versions = [
      { name: 'v1', type: Thing },
      { name: 'v2', type: Thing, conversion: { toHub: (object: Thing) => object, fromHub } },
    ];
    things = await openThingStore({ definition: { versions } });
    expect((await create(thing('a'))).metadata.name).toBe('a');
  });
});
