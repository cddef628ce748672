import { randomBytes } from 'node:crypto';
import { SealingKeys } from './sealing-keys.js';

const line = (): string => randomBytes(32).toString('base64');

describe('SealingKeys', () => {
  it('opens what it has sealed, under the same name only', () => {
    const keys = SealingKeys.parse(line());
    const sealed = keys.seal('secret', '/a');
    expect(sealed.toString()).not.toContain('secret');
    expect(keys.open(sealed, '/a')).toEqual({ text: 'secret', isCurrent: true });
    expect(keys.open(sealed, '/b')).toBeUndefined();
    expect(keys.seal('secret', '/a')).not.toEqual(sealed);
  });

  it('seals by the first key and opens by all', () => {
    const [older, newer] = [line(), line()];
    const sealed = SealingKeys.parse(older).seal('secret', '/a');
    expect(SealingKeys.parse(`# keys\n\n${newer}\n${older}\n`).open(sealed, '/a')).toEqual({
      text: 'secret',
      isCurrent: false,
    });
    expect(SealingKeys.parse(newer).open(sealed, '/a')).toBeUndefined();
  });

  it('opens nothing that was changed, cut or never sealed', () => {
    const keys = SealingKeys.parse(line());
    const bytes = Buffer.from(
      (JSON.parse(keys.seal('secret', '/a').toString()) as { sealed: string }).sealed,
      'base64',
    );
    const stored = (sealed: Buffer): Buffer => Buffer.from(JSON.stringify({ sealed: sealed.toString('base64') }));
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i]! ^= 1;
      expect(keys.open(stored(changed), '/a')).toBeUndefined();
      expect(keys.open(stored(bytes.subarray(0, i)), '/a')).toBeUndefined();
    }
    for (const text of ['', '{}', 'null', '[]', 'x']) expect(keys.open(Buffer.from(text), '/a')).toBeUndefined();
  });

  it.each([
    ['', 'has no key'],
    ['# only a comment', 'has no key'],
    [randomBytes(16).toString('base64'), 'line 1 is not the base64 of 32 bytes'],
    [`\n${'a'.repeat(40)}`, 'line 2 is not the base64 of 32 bytes'],
    [`${randomBytes(32).toString('base64')} x`, 'line 1 is not the base64 of 32 bytes'],
  ])('refuses %j', (text, fault) => {
    expect(() => SealingKeys.parse(text)).toThrow(fault);
  });
});
