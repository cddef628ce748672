import { type Order, type Row, keyOf } from './table-model.js';
import { TableRows } from './table-rows.js';

const row = (name: string, cells: unknown[], more: object = {}): Row => ({
  cells: [name, ...cells],
  object: { metadata: { name, uid: `uid-${name}`, ...more } },
});
const COLUMNS = [
  { name: 'Name', type: 'string', format: 'name' },
  { name: 'Count', type: 'integer' },
  { name: 'Age', type: 'string' },
];
const PLACES: Order = { column: undefined, isReversed: false };
const namesOf = (rows: readonly Row[]): string[] => rows.map(({ object }) => object.metadata.name);

function rowsOf(...rows: readonly Row[]): TableRows {
  const table = new TableRows();
  table.columns = COLUMNS;
  for (const each of rows) table.set(each);
  return table;
}

describe('TableRows.shown()', () => {
  const table = rowsOf(
    row('pod-10', [2, '1m'], { namespace: 'x', creationTimestamp: '2026-01-01T00:00:02Z', labels: { app: 'web' } }),
    row('pod-2', [10, '2m'], { namespace: 'x', creationTimestamp: '2026-01-01T00:00:01Z' }),
    row('other', [2, '9s'], { namespace: 'a', creationTimestamp: '2026-01-01T00:00:03Z' }),
  );

  it.each<[string, Order['column'], boolean, string[]]>([
    ['namespace and name', undefined, false, ['other', 'pod-10', 'pod-2']],
    ['names with numbers', 0, false, ['other', 'pod-2', 'pod-10']],
    ['a number, backwards', 1, true, ['pod-2', 'pod-10', 'other']],
    ['the age, the youngest first', 2, false, ['other', 'pod-10', 'pod-2']],
    ['the namespace', 'namespace', true, ['pod-2', 'pod-10', 'other']],
    ['the labels', 'labels', true, ['pod-10', 'pod-2', 'other']],
  ])('orders by %s', (_, column, isReversed, names) => {
    expect(namesOf(table.shown('', { column, isReversed }))).toEqual(names);
  });

  it.each<[string, string[]]>([
    ['POD', ['pod-10', 'pod-2']],
    ['pod 10', ['pod-10', 'pod-2']],
    ['app=web', ['pod-10']],
    ['nothing', []],
  ])('finds %s', (text, names) => {
    expect(namesOf(table.shown(text, PLACES))).toEqual(names);
  });

  it('does not find an age, which is another one when it is looked at', () => {
    expect(table.shown('9s', PLACES)).toEqual([]);
  });

  it('is the same list while nothing has changed', () => {
    expect(table.shown('', PLACES)).toBe(table.shown('', { ...PLACES }));
  });
});

describe('TableRows after changes', () => {
  it('adds, replaces and removes rows', () => {
    const table = rowsOf(row('a', [1]), row('b', [2]));
    table.shown('', PLACES);
    table.set(row('c', [3]));
    table.set(row('a', [9]));
    table.delete('uid-b');
    expect(table.shown('', PLACES).map(({ cells }) => cells)).toEqual([
      ['a', 9],
      ['c', 3],
    ]);
  });

  it('counts an object that was created again as another one', () => {
    const table = rowsOf(row('a', [1]));
    table.delete('uid-a');
    table.set({ cells: ['a', 5], object: { metadata: { name: 'a', uid: 'other' } } });
    expect(table.shown('', PLACES).map(keyOf)).toEqual(['other']);
  });

  it.each<Order>([PLACES, { column: 1, isReversed: false }, { column: 1, isReversed: true }])(
    'keeps the order %j of a whole sort when it merges changes',
    (order) => {
      const many = Array.from({ length: 200 }, (_, index) => row(`n-${index}`, [(index * 37) % 50]));
      const table = rowsOf(...many);
      table.shown('n', order);
      table.delete('uid-n-7');
      for (const index of [3, 90, 150]) table.set(row(`n-${index}`, [(index * 11) % 50]));
      table.set(row('n-new', [25]));
      table.set(row('x', [25]));
      const merged = namesOf(table.shown('n', order));
      table.shown('', order);
      expect(merged).toEqual(namesOf(table.shown('n', order)));
      expect(merged).toHaveLength(200);
    },
  );

  it('keeps what a new list has', () => {
    const table = rowsOf(row('a', [1]), row('b', [2]));
    table.retain(new Set(['uid-b']));
    expect(namesOf(table.shown('', PLACES))).toEqual(['b']);
  });

  it('knows the longest text of each column', () => {
    const { lengths } = rowsOf(row('a', [1]), row('long', [12_345], { namespace: 'space', labels: { a: 'b' } }));
    expect(lengths).toMatchObject({ cells: [4, 5], namespace: 5, labels: 3 });
  });
});
