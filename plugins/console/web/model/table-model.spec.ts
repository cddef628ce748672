import { type Row, type Table, type TableEvent, shownRows, stateOf, withEvents } from './table-model.js';

const row = (name: string, cells: unknown[], more: object = {}): Row => ({
  cells: [name, ...cells],
  object: { metadata: { name, uid: `uid-${name}`, ...more } },
});
const table = (...rows: Row[]): Table => ({
  kind: 'Table',
  metadata: {},
  columnDefinitions: [
    { name: 'Name', type: 'string' },
    { name: 'Count', type: 'integer' },
    { name: 'Age', type: 'string' },
  ],
  rows,
});
const event = (type: TableEvent['type'], ...rows: Row[]): TableEvent => ({ type, object: table(...rows) });
const NAMES = { column: undefined, isReversed: false };
const namesOf = (rows: readonly Row[]): string[] => rows.map(({ object }) => object.metadata.name);

describe('withEvents()', () => {
  const state = stateOf([table(row('a', [1])), table(row('b', [2]))]);

  it('adds, replaces and removes rows', () => {
    const events = [event('ADDED', row('c', [3])), event('MODIFIED', row('a', [9])), event('DELETED', row('b', [2]))];
    const next = withEvents(state, events);
    expect(shownRows(next, '', NAMES).map(({ cells }) => cells)).toEqual([
      ['a', 9],
      ['c', 3],
    ]);
    expect(next.columns).toBe(state.columns);
  });

  it('is the same state where nothing changed', () => {
    expect(withEvents(state, [event('BOOKMARK')])).toBe(state);
  });

  it('counts an object that was created again as another one', () => {
    const again: Row = { cells: ['a', 5], object: { metadata: { name: 'a', uid: 'other' } } };
    const next = withEvents(state, [event('DELETED', row('a', [1])), event('ADDED', again)]);
    expect([...next.rows.keys()]).toEqual(['uid-b', 'other']);
  });
});

describe('shownRows()', () => {
  const state = stateOf([
    table(
      row('pod-10', [2, '1m'], { namespace: 'x', creationTimestamp: '2026-01-01T00:00:02Z', labels: { app: 'web' } }),
      row('pod-2', [10, '2m'], { namespace: 'x', creationTimestamp: '2026-01-01T00:00:01Z' }),
      row('other', [2, '9s'], { namespace: 'a', creationTimestamp: '2026-01-01T00:00:03Z' }),
    ),
  ]);

  it.each<[string, number | undefined, boolean, string[]]>([
    ['namespace and name', undefined, false, ['other', 'pod-10', 'pod-2']],
    ['names with numbers', 0, false, ['other', 'pod-2', 'pod-10']],
    ['a number, backwards', 1, true, ['pod-2', 'pod-10', 'other']],
    ['the time of creation', 2, false, ['pod-2', 'pod-10', 'other']],
  ])('orders by %s', (_, column, isReversed, names) => {
    expect(namesOf(shownRows(state, '', { column, isReversed }))).toEqual(names);
  });

  it.each<[string, string[]]>([
    ['POD', ['pod-10', 'pod-2']],
    ['pod 10', ['pod-10', 'pod-2']],
    ['app=web', ['pod-10']],
    ['a 9s', ['other']],
    ['nothing', []],
  ])('finds %s', (text, names) => {
    expect(namesOf(shownRows(state, text, NAMES))).toEqual(names);
  });
});
