import {
  checkFields,
  checkListOptions,
  checkWatchOptions,
  readListOptions,
  withWatchDefaults,
} from './list-options.js';

const KIND = { selectableFields: new Set(['metadata.name']), hasOwnSelectableFields: false };
const WITH_INITIAL_EVENTS = { hasInitialEvents: true };
const WITHOUT = { hasInitialEvents: false };
const list = (text: string): ReturnType<typeof readListOptions> => readListOptions(new URLSearchParams(text));

describe('readListOptions()', () => {
  it.each([
    ['limit=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['limit', 'strconv.ParseInt: parsing "": invalid syntax'],
    ['limit=', 'strconv.ParseInt: parsing "": invalid syntax'],
    ['limit=%00', String.raw`strconv.ParseInt: parsing "\x00": invalid syntax`],
    ['limit=0x1', 'invalid syntax'],
    ['limit=1_0', 'invalid syntax'],
    ['limit=1e2', 'invalid syntax'],
    ['limit=+1', 'strconv.ParseInt: parsing " 1": invalid syntax'],
    ['limit=9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
    ['limit=-9223372036854775809', 'value out of range'],
    ['timeoutSeconds', 'strconv.ParseInt: parsing "": invalid syntax'],
    ['timeoutSeconds=1.5', 'invalid syntax'],
    ['limit=a&timeoutSeconds=b', 'parsing "b"'],
    ['labelSelector=%2C%2C&limit=a', 'parsing "a"'],
    ['fieldSelector=spec.x', 'invalid selector'],
    ['labelSelector=%2C%2C', 'found'],
  ])('refuses %s', (query, message) => {
    expect(() => list(query)).toThrow(message);
  });

  it.each([
    ['', 0],
    ['limit=0', 0],
    ['limit=007', 7],
    ['limit=%2B1', 1],
    ['limit=-1', -1],
    ['limit=9223372036854775807', 2 ** 63],
    ['limit=1&limit=x', 1],
  ])('reads %j as a limit of %d', (query, limit) => {
    expect(list(query).limit).toBe(limit);
  });

  it.each([
    ['', undefined],
    ['timeoutSeconds=0', 0],
    ['timeoutSeconds=7', 7000],
    ['timeoutSeconds=-1', -1000],
    ['timeoutSeconds=2147483', 2_147_483_000],
    ['timeoutSeconds=2147484', 2 ** 31 - 1],
    ['timeoutSeconds=4611686019', 2 ** 31 - 1],
    // Nanoseconds in 64 bits begin again below zero.
    ['timeoutSeconds=9223372037', -9_223_372_036_709],
  ])('reads %j as a time of %s ms', (query, timeoutMs) => {
    expect(list(query).timeoutMs).toBe(timeoutMs);
  });

  it('knows by which fields objects can be selected', () => {
    expect(() => checkFields(list('fieldSelector=metadata.name%3Da'), KIND)).not.toThrow();
    expect(() => checkFields(list('fieldSelector=spec.x%3D1'), KIND)).toThrow('is not a known field selector');
  });

  it('words what cannot be selected as the kind does', () => {
    const kind = { ...KIND, describeUnselectable: (field: string) => `no ${field} here` };
    expect(() => checkFields(list('fieldSelector=a%3Db'), kind)).toThrow('no a here');
    const own = { ...KIND, hasOwnSelectableFields: true };
    expect(() => checkFields(list('fieldSelector=a%3Db'), own)).toThrow('field label not supported: a');
  });
});

describe('withWatchDefaults()', () => {
  it.each([
    ['', true, 'NotOlderThan'],
    ['resourceVersion=0', true, 'NotOlderThan'],
    ['resourceVersion=5', undefined, ''],
    ['sendInitialEvents=false&resourceVersionMatch=NotOlderThan', false, 'NotOlderThan'],
  ])('makes of %j a watch with initial events: %s', (query, sendInitialEvents, match) => {
    expect(withWatchDefaults(list(query), WITH_INITIAL_EVENTS)).toMatchObject({ sendInitialEvents, match });
  });
});

const FEATURES = { hasInitialEvents: false };

describe('checkListOptions()', () => {
  it('ignores parameters that the release does not know', () => {
    const former = { ...FEATURES, ignoresInitialEvents: true };
    expect(() => checkListOptions(list('sendInitialEvents=true'), former)).not.toThrow();
  });

  it.each([
    ['resourceVersionMatch=Exact', 'forbidden unless resourceVersion is provided'],
    ['resourceVersionMatch=Exact&resourceVersion=0', 'is forbidden for resourceVersion "0"'],
    ['resourceVersionMatch=Other&resourceVersion=1', 'Unsupported value: "Other"'],
    ['resourceVersionMatch=Exact&resourceVersion=1&continue=x', 'forbidden when continue is provided'],
    ['sendInitialEvents=true', 'sendInitialEvents is forbidden for list'],
    ['fieldSelector=spec.x%3D1&resourceVersionMatch=Exact', 'forbidden unless resourceVersion is provided'],
  ])('refuses %s', (query, message) => {
    expect(() => checkListOptions(list(query), FEATURES)).toThrow(message);
  });

  it.each(['resourceVersionMatch=Exact&resourceVersion=5', 'limit=5&continue=x'])('takes %s', (query) => {
    expect(() => checkListOptions(list(query), FEATURES)).not.toThrow();
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
    expect(() => checkWatchOptions(list(query), WITH_INITIAL_EVENTS)).toThrow(message);
  });

  it('takes initial events from any state on', () => {
    const options = list('sendInitialEvents=true&resourceVersionMatch=NotOlderThan');
    expect(() => checkWatchOptions(options, WITH_INITIAL_EVENTS)).not.toThrow();
  });

  it('refuses initial events where they are switched off, and asks for none [GATE-02]', () => {
    expect(withWatchDefaults(list('resourceVersion=0'), WITHOUT).sendInitialEvents).toBeUndefined();
    const why =
      'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate';
    const options = list('sendInitialEvents=true&resourceVersionMatch=NotOlderThan');
    expect(() => checkWatchOptions(options, WITHOUT)).toThrow(why);
    expect(() => checkWatchOptions(list('resourceVersion=0'), WITHOUT)).not.toThrow();
  });
});
