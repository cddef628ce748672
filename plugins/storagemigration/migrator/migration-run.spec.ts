import { type ResourceStore, badRequest, conflict, notFound } from '../../../src/plugin-api/index.js';
import { failure } from '../../../src/plugin-api/built-in.js';
import { MigrationRun } from './migration-run.js';

const boats = { group: '', resource: 'boats' };

/** A store of objects by what storing each again leads to. */
function storeOf(outcomes: Readonly<Record<string, () => boolean>>): ResourceStore {
  const list: ResourceStore['list'] = async (_context, filter) => {
    for (const name of Object.keys(outcomes)) {
      filter!({ fields: { 'metadata.name': name, 'metadata.namespace': 'n' } });
    }
    return [];
  };
  const rewrite: ResourceStore['rewrite'] = async (_context, name) => outcomes[name]();
  return { list, rewrite } as ResourceStore;
}

const begin = (outcomes: Readonly<Record<string, () => boolean>>): Promise<MigrationRun> =>
  MigrationRun.begin({ uid: 'u', resource: 'boats' }, storeOf(outcomes));

const fail = (error: Error) => (): never => {
  throw error;
};

describe('MigrationRun', () => {
  it('goes through all objects, some at a time, and counts those that were stored again', async () => {
    const run = await begin({ a: () => true, b: () => false, c: () => true });
    expect(run.remaining).toBe(3);
    expect(await run.advance(2)).toEqual({ rewritten: 1, remaining: 1 });
    expect(await run.advance(2)).toEqual({ rewritten: 1, remaining: 0 });
    expect([run.rewritten, run.fault]).toEqual([2, undefined]);
  });

  it('takes objects that others write or delete meanwhile for done', async () => {
    const run = await begin({ a: fail(notFound(boats, 'a')), b: fail(conflict(boats, 'b', 'changed')) });
    expect(await run.advance(2)).toEqual({ rewritten: 0, remaining: 0 });
    expect(run.fault).toBeUndefined();
  });

  it.each([429, 503, 504])('takes the same objects again after a %s', async (code) => {
    let attempts = 0;
    const busy = failure(code, 'busy');
    const run = await begin({ a: () => ++attempts > 1 || fail(busy)(), b: () => true });
    await expect(run.advance(2)).rejects.toBe(busy);
    expect(run.remaining).toBe(2);
    await run.advance(2);
    expect([run.remaining, run.fault]).toEqual([0, undefined]);
  });

  it('names a few of the objects that cannot be stored again, without quoting them', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const run = await begin(Object.fromEntries(names.map((name) => [name, fail(badRequest('secret'))])));
    await run.advance(10);
    expect(run.fault).toBe(
      'n/a: BadRequest, n/b: BadRequest, n/c: BadRequest, n/d: BadRequest, n/e: BadRequest and 2 more',
    );
  });
});
