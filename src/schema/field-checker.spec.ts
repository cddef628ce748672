import { FieldPath, formatFieldError } from '../apimachinery/index.js';
import { ApiType, Field } from './decorators.js';
import { AtLeast, AtMost, Format, MaxBytes, MaxItems, OneOf, Required } from './field-checks.js';
import { fieldChecker } from './field-checker.js';

const faultsOfName = (text: string): string[] => (text === text.toLowerCase() ? [] : ['has capitals', 'is loud']);
const faultsOfEmpty = (text: string): string[] => (text === '' ? ['flies none'] : []);

@ApiType({ name: 'k8s.io.api.test.v1.Berth' })
class Berth {
  @Field(1, 'string')
  @Required('every berth is at a pier')
  @OneOf('north', 'south')
  pier?: string;

  @Field(2, 'int32')
  @AtLeast(1, 'must be greater than zero')
  @AtMost(400)
  length?: number;

  @Field(3, 'int32', { pointer: true })
  @AtLeast(0)
  depth?: number;

  @Field(4, 'string', { list: true })
  @Required()
  @MaxItems(2)
  @Format(faultsOfName)
  ships?: string[];

  @Field(5, 'string')
  @Format(faultsOfName)
  @MaxBytes(4)
  owner?: string;

  @Field(6, 'string', { pointer: true })
  @OneOf('open', 'closed')
  state?: string | null;

  @Field(7, 'string')
  note?: string;

  @Field(8, 'string')
  @Format(faultsOfEmpty, { ofEmpty: true })
  flag?: string;

  @Field(9, 'string', { pointer: true })
  @Required()
  berth?: string;

  @Field(10, 'string', { pointer: true })
  @Required(undefined, { ofEmpty: true })
  captain?: string;
}

/** Another version, whose declarations of a field replace those it inherits. */
@ApiType({ name: 'k8s.io.api.test.v2.Berth' })
class NextBerth extends Berth {
  @Field(2, 'int32')
  @AtLeast(5)
  override length?: number;
}

const VALID: Berth = { pier: 'north', length: 10, ships: ['aurora'], flag: 'red', berth: '', captain: 'Ada' };

function faultsOf(change: Partial<Berth>, ...names: (keyof Berth)[]): string[] {
  return fieldChecker(Berth)({ ...VALID, ...change }, FieldPath.of('spec'), ...names).map(formatFieldError);
}

describe('fieldChecker', () => {
  it.each<[string, Partial<Berth>, string[]]>([
    ['accepts what keeps all rules', {}, []],
    [
      'reports a text that is missing, and nothing else of it',
      { pier: undefined },
      ['pier: Required value: every berth is at a pier'],
    ],
    ['takes an empty text for a missing one', { pier: '' }, ['pier: Required value: every berth is at a pier']],
    [
      'reports values that are not listed',
      { pier: 'east' },
      ['pier: Unsupported value: "east": supported values: "north", "south"'],
    ],
    ['gives an unset number its zero', { length: undefined }, ['length: Invalid value: 0: must be greater than zero']],
    [
      'reports numbers beyond the bound',
      { length: 401 },
      ['length: Invalid value: 401: must be less than or equal to 400'],
    ],
    ['skips a pointer that is unset', { depth: undefined, state: undefined }, []],
    ['skips a pointer that is null', { state: null }, []],
    ['checks a pointer to zero', { state: '' }, ['state: Unsupported value: "": supported values: "open", "closed"']],
    [
      'reports negative values of pointers',
      { depth: -1 },
      ['depth: Invalid value: -1: must be greater than or equal to 0'],
    ],
    ['reports an empty list', { ships: [] }, ['ships: Required value']],
    ['reports a list that is not there', { ships: undefined }, ['ships: Required value']],
    [
      'checks the elements of a list that is too long',
      { ships: ['a', 'b', 'C'] },
      [
        'ships: Too many: 3: must have at most 2 items',
        'ships[2]: Invalid value: "C": has capitals',
        'ships[2]: Invalid value: "C": is loud',
      ],
    ],
    ['skips the form of an empty text', { owner: '' }, []],
    ['checks the form of an empty text where that is asked for', { flag: '' }, ['flag: Invalid value: "": flies none']],
    ['reports a pointer that is missing', { berth: undefined }, ['berth: Required value']],
    ['reports a pointer to an empty text where that counts as missing', { captain: '' }, ['captain: Required value']],
    ['counts bytes, not characters', { owner: 'ääą' }, ['owner: Too long: may not be more than 4 bytes']],
  ])('%s', (_title, change, expected) => {
    expect(faultsOf(change)).toEqual(expected.map((text) => `spec.${text}`));
  });

  it('checks all fields in the order of their declaration', () => {
    const faults = fieldChecker(Berth)(undefined, FieldPath.of('spec')).map(({ field }) => field);
    expect(faults).toEqual(['spec.pier', 'spec.length', 'spec.ships', 'spec.flag', 'spec.berth', 'spec.captain']);
  });

  it('checks the named fields alone, in the order they are named in', () => {
    expect(faultsOf({ pier: '', length: 0, ships: [] }, 'length', 'pier')).toEqual([
      'spec.length: Invalid value: 0: must be greater than zero',
      'spec.pier: Required value: every berth is at a pier',
    ]);
  });

  it('throws for a named field without rules', () => {
    expect(() => faultsOf({}, 'note')).toThrow('k8s.io.api.test.v1.Berth.note has no rules');
  });

  it('takes the rules of inherited fields, and those of a field that is declared again in their place', () => {
    const faults = fieldChecker(NextBerth)({ ...VALID, pier: '', length: 4 }, FieldPath.of('spec'));
    expect(faults.map(formatFieldError)).toEqual([
      'spec.pier: Required value: every berth is at a pier',
      'spec.length: Invalid value: 4: must be greater than or equal to 5',
    ]);
  });
});
