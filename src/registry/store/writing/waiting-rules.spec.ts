import {
  type Thing,
  type ThingStore,
  clientContext,
  openThingStore,
  thing,
} from '../../../../test/support/registry-store.js';
import { type FieldError, FieldPath, StatusError, forbidden, invalid } from '../../../apimachinery/index.js';
import type { StoreContext } from '../../kinds/store-context.js';
import type { Strategy } from '../../kinds/strategy.js';

let things: ThingStore;

afterEach(() => things.close());

async function open(strategy: Strategy<Thing>): Promise<void> {
  things = await openThingStore({ strategy });
}

const create = (object: Thing = thing('a')): Promise<unknown> => things.store.create(clientContext(), object);

const update = (change: (object: Thing) => void, changes: Partial<StoreContext> = {}): Promise<unknown> =>
  things.store.update(clientContext(changes), 'a', (current) => {
    const copy = structuredClone(current!);
    change(copy);
    return copy;
  });

const faultOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'done',
    (error: unknown) => (error instanceof StatusError ? `${error.code} ${error.message}` : String(error)),
  );

describe('checkRights()', () => {
  it('runs after the rules, and only where they found nothing', async () => {
    const asked: string[] = [];
    const late: FieldError[] = [];
    const missing: FieldError[] = [];
    await open({
      validateAsync: () => Promise.resolve(late),
      checkRights: (object, old, { user }) => {
        asked.push(`${user.name} ${object.metadata.name} ${old?.metadata.name}`);
        return Promise.resolve(missing);
      },
    });
    await create();
    missing.push(forbidden(FieldPath.of('spec', 'count'), 'no right'));
    expect(await faultOf(create(thing('b')))).toContain(
      '422 Thing.test.example.com "b" is invalid: spec.count: Forbidden: no right',
    );
    expect(await faultOf(update((object) => void (object.spec!.count = 7)))).toContain(
      'spec.count: Forbidden: no right',
    );
    const { name } = clientContext().user;
    expect(asked).toEqual([`${name} a undefined`, `${name} b undefined`, `${name} a a`]);
    late.push(invalid(FieldPath.of('status'), 1, 'late'));
    expect(await faultOf(create(thing('b')))).not.toContain('no right');
    expect(asked).toHaveLength(3);
  });

  it('is not called for a change of the status', async () => {
    const missing: FieldError[] = [];
    await open({ checkRights: () => Promise.resolve(missing) });
    await create();
    missing.push(forbidden(FieldPath.of('spec'), 'no right'));
    const changes = { subresource: 'status' };
    expect(await faultOf(update((object) => void (object.status = { phase: 'Ready' }), changes))).toBe('done');
  });
});
