import type { ApiObject } from '../../apimachinery/index.js';
import {
  CREATION_COLUMNS,
  DEFAULT_COLUMNS,
  UNKNOWN_CELL,
  ageColumn,
  column,
  formatAge,
  nameColumn,
} from './columns.js';
import type { Column } from './kind-definition.js';

const NOW = Date.parse('2024-02-29T12:00:00Z');
const TIME = '2024-02-29T11:58:30Z';
const made: ApiObject = { metadata: { name: 'a', creationTimestamp: TIME } };
const unmade: ApiObject = { metadata: {} };

const cells = (columns: readonly Column[], object: ApiObject): unknown[] =>
  columns.map(({ cell }) => cell(object, NOW as never));

describe('formatAge()', () => {
  it('is the time since, in the unit that fits', () => expect(formatAge(TIME, NOW)).toBe('90s'));

  it.each([undefined, null, ''])('of %j is not known', (timestamp) => {
    expect(formatAge(timestamp, NOW)).toBe(UNKNOWN_CELL);
  });
});

describe('nameColumn() and ageColumn()', () => {
  it('show name and age, and what is not known of an object that is not stored', () => {
    const columns = [nameColumn(), ageColumn()];
    expect(cells(columns, made)).toEqual(['a', '90s']);
    expect(cells(columns, unmade)).toEqual(['', UNKNOWN_CELL]);
  });

  it('have the priority that is asked for, and none by default', () => {
    expect([nameColumn().priority, nameColumn(1).priority]).toEqual([0, 1]);
  });
});

describe('the columns of kinds that declare none', () => {
  it('show the age as a date', () => {
    expect(DEFAULT_COLUMNS.map(({ name, type }) => [name, type])).toEqual([
      ['Name', 'string'],
      ['Age', 'date'],
    ]);
    expect(cells(DEFAULT_COLUMNS, made)).toEqual(['a', '90s']);
  });

  it('show when an object was created, where the reference has no printer', () => {
    expect(CREATION_COLUMNS).toMatchObject([
      { name: 'Name', format: 'name', description: 'Name of the object, unique in its namespace.' },
      { name: 'Created At', type: 'date' },
    ]);
    expect(cells(CREATION_COLUMNS, made)).toEqual(['a', TIME]);
    expect(cells(CREATION_COLUMNS, unmade)).toEqual(['', null]);
  });
});

describe('column()', () => {
  const named = { metadata: { name: 'a', generation: 2 } };

  it('is one of texts that is always shown', () => {
    const { cell, ...shown } = column('Name', ({ metadata }) => metadata.name);
    expect(shown).toEqual({ name: 'Name', type: 'string', description: '', priority: 0 });
    expect([cell(named, 0), cell({ metadata: {} }, 0)]).toEqual(['a', '']);
  });

  it('may be of another type, whose cells have no value where none is set', () => {
    const options = { type: 'integer', description: 'Its generation.', priority: 1 } as const;
    const { cell, ...shown } = column('Generation', ({ metadata }) => metadata.generation, options);
    expect(shown).toEqual({ name: 'Generation', ...options });
    expect([cell(named, 0), cell({ metadata: {} }, 0)]).toEqual([2, null]);
  });

  it('may depend on the time', () => {
    expect(column('Now', (_object, now) => now).cell(named, 7)).toBe(7);
  });
});
