import type { Row, Table, TableEvent } from '../model/table-model.js';
import { TableRows } from '../model/table-rows.js';
import type { Api, ApiRequest } from './api.js';
import { ApiError } from './api-error.js';
import {
  type FollowTrouble,
  type FollowedCollection,
  type ListProgress,
  MAX_ROWS,
  followTable,
} from './follow-table.js';

const row = (name: string): Row => ({ cells: [name], object: { metadata: { name, uid: name, resourceVersion: '9' } } });
const page = (rows: readonly Row[], next?: string, remainingItemCount?: number): Table => ({
  kind: 'Table',
  metadata: { resourceVersion: '7', continue: next, remainingItemCount },
  columnDefinitions: [{ name: 'Name', type: 'string' }],
  rows,
});
const event = (type: TableEvent['type'], name: string): TableEvent => ({ type, object: page([row(name)]) });

/** The calls of a follower. */
interface Followed {
  readonly rows: TableRows;
  readonly progress: ListProgress[];
  readonly troubles: (FollowTrouble | undefined)[];
  readonly requests: ApiRequest[];
}

/** Follows a collection of pages, whose watches end the test with the last of their events. */
async function follow(
  pages: readonly (Table | ApiError)[],
  watches: readonly (readonly TableEvent[] | ApiError)[],
  parts: Partial<FollowedCollection> = {},
): Promise<Followed> {
  const controller = new AbortController();
  const followed: Followed = { rows: new TableRows(), progress: [], troubles: [], requests: [] };
  const [lists, streams] = [[...pages], [...watches]];
  const api: Pick<Api, 'json' | 'stream'> = {
    json: <T>(request: ApiRequest): Promise<T> => {
      followed.requests.push(request);
      const next = lists.shift();
      return next instanceof ApiError ? Promise.reject(next) : Promise.resolve(next as T);
    },
    stream: async function* <T>(request: ApiRequest): AsyncGenerator<T> {
      followed.requests.push(request);
      const next = await Promise.resolve(streams.shift());
      if (next === undefined) return controller.abort();
      if (next instanceof ApiError) throw next;
      request.onOpen?.();
      yield* next as readonly T[];
    },
  };
  await followTable({
    ...{ api: api as Api, path: '/api/v1/pods', labelSelector: 'a=b', fieldSelector: '', isWatched: true },
    ...{ keeps: () => true, rows: followed.rows, signal: controller.signal },
    follower: {
      onRows: () => undefined,
      onEvent: () => undefined,
      onProgress: (progress) => followed.progress.push(progress),
      onTrouble: (trouble) => followed.troubles.push(trouble),
    },
    ...parts,
  });
  return followed;
}

const namesOf = ({ rows }: Followed): string[] =>
  rows.shown('', { column: undefined, isReversed: false }).map(({ object }) => object.metadata.name);

describe('followTable()', () => {
  it('reads all pages, then watches from the first', async () => {
    const followed = await follow(
      [page([row('a')], 'next', 1), page([row('b')])],
      [[event('ADDED', 'c'), event('DELETED', 'a')]],
    );
    expect(namesOf(followed)).toEqual(['b', 'c']);
    expect(followed.progress).toEqual([
      { read: 1, total: 2, isWhole: false },
      { read: 2, total: 2, isWhole: true },
    ]);
    expect(
      followed.requests.map(({ query }) => [query?.continue, query?.resourceVersion, query?.labelSelector]),
    ).toEqual([
      ['', undefined, 'a=b'],
      ['next', undefined, 'a=b'],
      [undefined, '7', 'a=b'],
      [undefined, '9', 'a=b'],
    ]);
  });

  it('lists again where its place is gone, and keeps its rows until then', async () => {
    const gone = new ApiError(410, 'Expired', 'too old');
    const followed = await follow([page([row('a'), row('b')]), page([row('b'), row('c')])], [gone, []]);
    expect(namesOf(followed)).toEqual(['b', 'c']);
    expect(followed.troubles.filter((trouble) => trouble !== undefined)).toEqual([]);
  });

  it('is interrupted until a watch is open again, whether or not it has an event', async () => {
    const busy = new ApiError(503, 'ServiceUnavailable', 'busy');
    const { troubles } = await follow([page([])], [busy, []]);
    expect(troubles).toEqual([undefined, { error: busy, isPassing: true }, undefined]);
  });

  it.each([
    [403, false],
    [400, false],
  ])('ends with %d, which does not pass', async (code, isPassing) => {
    const error = new ApiError(code, '', 'no');
    expect((await follow([error], [])).troubles).toEqual([{ error, isPassing }]);
    expect((await follow([page([])], [error])).troubles.at(-1)).toEqual({ error, isPassing });
  });

  it('reads a resource that cannot be watched once', async () => {
    const followed = await follow([page([row('a')])], [], { isWatched: false });
    expect(followed.requests).toHaveLength(1);
    expect(followed.troubles).toEqual([undefined]);
  });

  it('keeps no more rows than the page holds, and counts all', async () => {
    const many = Array.from({ length: MAX_ROWS + 10 }, (_, index) => row(`n-${index}`));
    const followed = await follow([page(many)], [[event('ADDED', 'more'), event('MODIFIED', 'n-1')]]);
    expect(followed.rows.size).toBe(MAX_ROWS);
    expect(followed.progress.at(-1)).toMatchObject({ read: MAX_ROWS + 10, isWhole: true });
  });

  it('keeps the rows that a search looks for', async () => {
    const keeps = ({ object }: Row): boolean => object.metadata.name.startsWith('x');
    const followed = await follow([page([row('a'), row('x')])], [[event('ADDED', 'x2'), event('ADDED', 'b')]], {
      keeps,
    });
    expect(namesOf(followed)).toEqual(['x', 'x2']);
    expect(followed.progress.at(-1)?.read).toBe(2);
  });
});
