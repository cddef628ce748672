import { mergeAncientChanges } from './ancient-changes.js';
import { FieldSet } from './field-set.js';
import { identityOf, type Owner, type Owners } from './owners.js';

const ownerOf = (manager: string, more: Partial<Owner> = {}): Owner => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  subresource: '',
  time: undefined,
  fields: FieldSet.of([`f:${manager}`]),
  ...more,
});
const ownersOf = (...owners: Owner[]): Owners => new Map(owners.map((owner) => [identityOf(owner), owner]));
/** The owners that are left, with the time and the number of fields of each. */
const left = (owners: Owners): string[] =>
  [...owners.values()].map(({ manager, operation, time, fields }) =>
    [manager, operation, time ?? 'none', [...fields.paths()].length].join(' '),
  );
const day = (n: number): string => `2026-01-0${n}T00:00:00Z`;

describe('mergeAncientChanges()', () => {
  it('leaves owners alone that are not too many', () => {
    const owners = ownersOf(ownerOf('a'), ownerOf('b'));
    mergeAncientChanges(owners, 2);
    expect(left(owners)).toEqual(['a Update none 1', 'b Update none 1']);
  });

  it('merges the oldest, whatever their order, and keeps the time of the youngest of them', () => {
    const owners = ownersOf(
      ownerOf('d', { time: day(4) }),
      ownerOf('b', { time: day(2) }),
      ownerOf('a', { time: day(1) }),
      ownerOf('c', { time: day(3) }),
    );
    mergeAncientChanges(owners, 2);
    expect(left(owners).sort()).toEqual([`ancient-changes Update ${day(3)} 3`, `d Update ${day(4)} 1`]);
  });

  it('takes owners without a time for the oldest, and owners of one age by their name', () => {
    const owners = ownersOf(ownerOf('z'), ownerOf('b', { time: day(1) }), ownerOf('a', { time: day(1) }), ownerOf('y'));
    mergeAncientChanges(owners, 3);
    expect(left(owners).sort()).toEqual([
      `a Update ${day(1)} 1`,
      'ancient-changes Update none 2',
      `b Update ${day(1)} 1`,
    ]);
    mergeAncientChanges(owners, 2);
    expect(left(owners).sort()).toEqual([`ancient-changes Update ${day(1)} 3`, `b Update ${day(1)} 1`]);
  });

  it('keeps versions apart, and does not count appliers', () => {
    const owners = ownersOf(
      ownerOf('a', { time: day(1) }),
      ownerOf('b', { time: day(2), apiVersion: 'v2' }),
      ownerOf('c', { time: day(3), apiVersion: 'v2' }),
      ownerOf('x', { operation: 'Apply', time: day(1) }),
    );
    mergeAncientChanges(owners, 2);
    expect(left(owners).sort()).toEqual([
      `a Update ${day(1)} 1`,
      `ancient-changes Update ${day(3)} 2`,
      `x Apply ${day(1)} 1`,
    ]);
  });
});
