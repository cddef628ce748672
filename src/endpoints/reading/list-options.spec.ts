import { checkListOptions, checkWatchOptions, readListOptions, withWatchDefaults } from './list-options.js';

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
  it.each([
    ['resourceVersionMatch=Exact', 'forbidden unless resourceVersion is provided'],
    ['resourceVersionMatch=Exact&resourceVersion=0', 'is forbidden for resourceVersion "0"'],
    ['resourceVersionMatch=Other&resourceVersion=1', 'Unsupported value: "Other"'],
    ['resourceVersionMatch=Exact&resourceVersion=1&continue=x', 'forbidden when continue is provided'],
    ['sendInitialEvents=true', 'sendInitialEvents is forbidden for list'],
  ])('refuses %s', (query, message) => {
    expect(() => checkListOptions(list(query))).toThrow(message);
  });

  it.each(['resourceVersionMatch=Exact&resourceVersion=5', 'limit=5&continue=x'])('takes %s', (query) => {
    expect(() => checkListOptions(list(query))).not.toThrow();
  });
});

describe('checkWatchOptions()', () => {
  it.each([
    ['sendInitialEvents=true', 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'],
    ['resourceVersionMatch=NotOlderThan', 'forbidden for watch unless sendInitialEvents is provided'],
    ['resourceVersionMatch=Exact', 'Unsupported value: "Exact": supported values: "NotOlderThan"'],
    [
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=x',
      'resourceVersionMatch is forbidden when continue is provided',
    ],
  ])('refuses %s', (query, message) => {
    expect(() => checkWatchOptions(list(query))).toThrow(message);
  });

  it('takes initial events from any state on', () => {
    expect(() => checkWatchOptions(list('sendInitialEvents=true&resourceVersionMatch=NotOlderThan'))).not.toThrow();
  });
});
