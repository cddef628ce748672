import { checkListOptions, readListOptions, withWatchDefaults } from './list-options.js';

const KIND = { selectableFields: new Set(['metadata.name']), hasOwnSelectableFields: false };
const list = (text: string): ReturnType<typeof readListOptions> => readListOptions(new URLSearchParams(text), KIND);

describe('readListOptions()', () => {
  it.each([
    ['limit=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['fieldSelector=spec.x%3D1', 'is not a known field selector'],
    ['labelSelector=%2C%2C', 'found'],
  ])('refuses %s', (query, message) => {
    expect(() => list(query)).toThrow(message);
  });

  it('words what cannot be selected as the kind does', () => {
    const kind = { ...KIND, describeUnselectable: (field: string) => `no ${field} here` };
    expect(() => readListOptions(new URLSearchParams('fieldSelector=a%3Db'), kind)).toThrow('no a here');
  });
});

describe('withWatchDefaults()', () => {
  it.each([
    ['', true, 'NotOlderThan'],
    ['resourceVersion=0', true, 'NotOlderThan'],
    ['resourceVersion=5', undefined, ''],
    ['sendInitialEvents=false&resourceVersionMatch=NotOlderThan', false, 'NotOlderThan'],
  ])('makes of %j a watch with initial events: %s', (query, sendInitialEvents, match) => {
    expect(withWatchDefaults(list(query))).toMatchObject({ sendInitialEvents, match });
  });
});

describe('checkListOptions()', () => {
  it.each<[string, boolean, string]>([
    ['resourceVersionMatch=Exact', false, 'forbidden unless resourceVersion is provided'],
    ['resourceVersionMatch=Exact&resourceVersion=0', false, 'is forbidden for resourceVersion "0"'],
    ['resourceVersionMatch=Other&resourceVersion=1', false, 'Unsupported value: "Other"'],
    ['resourceVersionMatch=Exact&resourceVersion=1&continue=x', false, 'forbidden when continue is provided'],
    ['sendInitialEvents=true', false, 'sendInitialEvents is forbidden for list'],
    ['sendInitialEvents=true', true, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'],
    ['resourceVersionMatch=NotOlderThan', true, 'forbidden for watch unless sendInitialEvents is provided'],
    ['resourceVersionMatch=Exact', true, 'Unsupported value: "Exact": supported values: "NotOlderThan"'],
    [
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=x',
      true,
      'resourceVersionMatch is forbidden when continue is provided',
    ],
  ])('refuses %s (watch: %s)', (query, isWatch, message) => {
    expect(() => checkListOptions(list(query), isWatch)).toThrow(message);
  });

  it.each<[string, boolean]>([
    ['resourceVersionMatch=Exact&resourceVersion=5', false],
    ['sendInitialEvents=true&resourceVersionMatch=NotOlderThan', true],
    ['limit=5&continue=x', false],
  ])('takes %s (watch: %s)', (query, isWatch) => {
    expect(() => checkListOptions(list(query), isWatch)).not.toThrow();
  });
});
