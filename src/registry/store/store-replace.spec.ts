import { type ThingStore, clientContext, openThingStore, thing } from '../../../test/support/registry-store.js';

const OWNER = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: '00000000-0000-0000-0000-000000000001' };

let things: ThingStore;
let asked: number;
let warnings: string[];

beforeEach(async () => {
  things = await openThingStore({ definition: { putCreates: true } });
  asked = 0;
  warnings = [];
});

afterEach(() => things.close());

const replace = async (
  object: ReturnType<typeof thing>,
  authorizeCreate = async (): Promise<void> => void asked++,
): Promise<{ created: boolean; object: ReturnType<typeof thing> }> => {
  const context = clientContext({ warn: (text) => void warnings.push(text) });
  const { created, entry } = await things.store.replace(context, 'a', { object, authorizeCreate });
  return { created, object: things.store.codec.decode(entry) };
};

describe('Store.replace()', () => {
  it('creates an object that is absent if its sender may, and replaces one that is there', async () => {
    expect(await replace(thing('a', { count: 1 }))).toMatchObject({ created: true, object: { spec: { count: 1 } } });
    expect(await replace(thing('a', { count: 2 }))).toMatchObject({ created: false, object: { spec: { count: 2 } } });
    expect(asked).toBe(1);
  });

  it('creates nothing if its sender may not', async () => {
    const refuse = (): Promise<never> => Promise.reject(new Error('refused'));
    await expect(replace(thing('a'), refuse)).rejects.toThrow('refused');
    expect(await things.store.find(clientContext(), 'a')).toBeUndefined();
  });

  it('creates nothing where the kind does not let updates create', async () => {
    await things.close();
    things = await openThingStore();
    await expect(replace(thing('a'))).rejects.toMatchObject({ status: { code: 404 } });
    expect(asked).toBe(0);
  });

  it('drops repeated owners with one warning, which names a body, whether it creates or replaces', async () => {
    for (const count of [1, 2]) {
      const { object } = await replace(thing('a', { count }, { ownerReferences: [OWNER, OWNER] }));
      expect(object.metadata.ownerReferences).toEqual([OWNER]);
    }
    expect(warnings).toEqual([
      expect.stringMatching(/^\.metadata\.ownerReferences contains duplicate entries; .*0001$/),
      expect.stringMatching(/^\.metadata\.ownerReferences contains duplicate entries; .*0001$/),
    ]);
  });

  it('rejects the uid of another object, and of one that is gone', async () => {
    const stale = thing('a', {}, { uid: 'gone' });
    await expect(replace(stale)).rejects.toMatchObject({ status: { code: 409, reason: 'Conflict' } });
    const { object } = await replace(thing('a'));
    await expect(replace(stale)).rejects.toMatchObject({
      message: expect.stringContaining(
        `UID in precondition: gone, UID in object meta: ${object.metadata.uid}`,
      ) as string,
    });
    expect((await replace(thing('a', { count: 3 }, { uid: object.metadata.uid }))).object.spec?.count).toBe(3);
  });

  it('takes the object as it was sent when another write comes first', async () => {
    await things.store.create(clientContext(), thing('a', { count: 1 }));
    const others = Array.from({ length: 10 }, (_, i) => replace(thing('a', { count: i })));
    await Promise.all(others);
    expect((await replace(thing('a', { count: 99 }))).object).toMatchObject({ spec: { count: 99 } });
  });
});
