import fc from 'fast-check';
import { mayHaveLongInteger } from './may-have-long-integer.js';

const LONG = '1234567890123456';

describe('mayHaveLongInteger()', () => {
  it.each([
    LONG,
    `-${LONG}`,
    `{"a":${LONG}}`,
    `{"a":-${LONG}}`,
    `[1,${LONG}]`,
    `[${LONG}0000]`,
    `{"a": ${LONG}}`,
    `{"a":\t-${LONG}}`,
    `[\n${LONG}\n]`,
    `[\r${LONG}]`,
    `{"a":"${LONG}","b":[${LONG},1]}`,
  ])('finds one in %j', (text) => {
    expect(mayHaveLongInteger(text)).toBe(true);
  });

  it.each([
    '{}',
    '',
    '{"a":123456789012345}',
    '[-123456789012345]',
    '[123456789012345,123456789012345,12345]',
    `{"a":"x${LONG}"}`,
    `{"a":"x-${LONG}"}`,
    `{"a":0.${LONG}}`,
    `{"a":"${LONG.repeat(4)}"}`,
    `["/////////////////////////","::::::::::::::::::::::::"]`,
  ])('finds none in %j', (text) => {
    expect(mayHaveLongInteger(text)).toBe(false);
  });

  it('misses none, wherever it stands and however long it is', () => {
    const text = fc.stringMatching(/^[-a-z"0-9]{0,40}$/);
    const before = fc.constantFrom('[', ',', ':', ' ', ':-', '\n-');
    fc.assert(
      fc.property(text, before, fc.nat(20), text, (prefix, sign, more, suffix) => {
        expect(mayHaveLongInteger(`${prefix}${sign}${LONG}${'7'.repeat(more)}${suffix}`)).toBe(true);
      }),
    );
  });
});
