import fc from 'fast-check';
import { mayHaveLongInteger } from './long-integers.js';

const LONG = '1234567890123456';

describe('mayHaveLongInteger()', () => {
  it.each([`{"a":${LONG}}`, `{"a":-${LONG}}`, `[1,${LONG}]`, `[${LONG}0000]`, `{"a":"x","b":[${LONG},1]}`])(
    'finds one in %s',
    (text) => expect(mayHaveLongInteger(Buffer.from(text))).toBe(true),
  );

  it.each(['{}', '', `{"a":123456789012345}`, `{"a":"x${LONG}"}`, `{"a":0.${LONG}}`, `{"a":"${LONG.repeat(4)}"}`])(
    'finds none in %s',
    (text) => expect(mayHaveLongInteger(Buffer.from(text))).toBe(false),
  );

  it('misses none, wherever it stands and however long it is', () => {
    const strings = fc.array(fc.stringMatching(/^[0-9a-z"]{0,40}$/), { maxLength: 5 });
    fc.assert(
      fc.property(strings, fc.nat(20), strings, (before, more, behind) => {
        const json = `${JSON.stringify(before).slice(0, -1)}${before.length > 0 ? ',' : ''}${LONG}${'7'.repeat(more)}`;
        const text = `${json}${behind.length > 0 ? ',' : ''}${JSON.stringify(behind).slice(1)}`;
        expect(mayHaveLongInteger(Buffer.from(text))).toBe(true);
      }),
    );
  });
});
