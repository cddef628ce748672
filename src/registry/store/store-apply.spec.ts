import { type Thing, type ThingStore, clientContext, openThingStore } from '../../../test/support/registry-store.js';
import { type ApiObject, type StatusError } from '../../apimachinery/index.js';
import type { ApplyOrder } from './store.js';

let things: ThingStore;
let asked: string[];

beforeEach(async () => {
  things = await openThingStore();
  asked = [];
});

afterEach(() => things.close());

const configuration = (color: string, metadata = {}): ApiObject =>
  ({
    kind: 'Thing',
    apiVersion: 'test.example.com/v1',
    metadata: { name: 'a', namespace: 'n', ...metadata },
    spec: { color },
  }) as ApiObject;

const orderOf = (of: ApiObject, more: Partial<ApplyOrder> = {}): ApplyOrder => ({
  configuration: of as never,
  force: false,
  accept: () => void asked.push('accept'),
  authorizeCreate: async () => void asked.push('authorize'),
  ...more,
});

const apply = async (order: ApplyOrder, changes = {}): Promise<{ created: boolean; object: Thing }> => {
  const context = clientContext({ fieldManager: 'm', ...changes });
  const { created, entry } = await things.store.apply(context, 'a', order);
  return { created, object: things.store.codec.decode(entry) };
};

const codeOf = async (outcome: Promise<unknown>): Promise<number | undefined> =>
  outcome.then(
    () => undefined,
    (error: unknown) => (error as StatusError).code,
  );

const found = async (): Promise<unknown> => things.store.find(clientContext(), 'a');

describe('Store.apply()', () => {
  it('creates the object where there is none, if the sender may', async () => {
    const { created, object } = await apply(orderOf(configuration('red')));
    expect([created, object.spec?.color, asked]).toEqual([true, 'red', ['accept', 'authorize']]);
    expect(object.metadata.managedFields).toMatchObject([{ manager: 'm', operation: 'Apply' }]);
  });

  it('changes an object without asking whether it may be created', async () => {
    await apply(orderOf(configuration('red')));
    asked = [];
    const { created, object } = await apply(orderOf(configuration('blue')));
    expect([created, object.spec?.color, asked]).toEqual([false, 'blue', ['accept']]);
  });

  it('stores nothing that the sender does not accept or may not create', async () => {
    const refuse = (): never => {
      throw new Error('refused');
    };
    await expect(apply(orderOf(configuration('red'), { accept: refuse }))).rejects.toThrow('refused');
    await expect(apply(orderOf(configuration('red'), { authorizeCreate: refuse }))).rejects.toThrow('refused');
    expect(await found()).toBeUndefined();
  });

  it('creates nothing through a part of an object', async () => {
    expect(await codeOf(apply(orderOf(configuration('red')), { subresource: 'status' }))).toBe(404);
    expect([await found(), asked]).toEqual([undefined, []]);
  });

  it('creates through a part where an update may create', async () => {
    await things.close();
    things = await openThingStore({ definition: { putCreates: true } });
    expect((await apply(orderOf(configuration('red')), { subresource: 'status' })).created).toBe(true);
  });

  it('does not create an object whose uid the configuration names', async () => {
    expect(await codeOf(apply(orderOf(configuration('red', { uid: 'gone' }))))).toBe(409);
    expect([await found(), asked]).toEqual([undefined, ['accept']]);
  });

  it('reads the version of an object that is not there, and drops it', async () => {
    expect(await codeOf(apply(orderOf(configuration('red', { resourceVersion: 'x' }))))).toBe(400);
    expect((await apply(orderOf(configuration('red', { resourceVersion: '7' })))).created).toBe(true);
  });
});
