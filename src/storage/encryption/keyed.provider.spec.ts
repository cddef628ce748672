import { randomBytes } from 'node:crypto';
import { aesCbcCipher, aesGcmCipher, secretboxCipher } from './ciphers.js';
import { KeyedProvider, type ValueCipher } from './keyed.provider.js';

const VALUE = Buffer.from('{"kind":"Secret"}');
const KEY = '/registry/secrets/n/a';

const SCHEMES: [string, (secret: Buffer) => ValueCipher, number[]][] = [
  ['aesgcm', aesGcmCipher, [16, 24, 32]],
  ['aescbc', aesCbcCipher, [16, 24, 32]],
  ['secretbox', secretboxCipher, [32]],
];

describe.each(SCHEMES)('values sealed with %s', (scheme, cipherOf, sizes) => {
  const cipher = cipherOf(randomBytes(32));
  const provider = new KeyedProvider(scheme, [{ name: 'one', cipher }]);

  it('are opened again, by secrets of every size', () => {
    for (const size of sizes) {
      const each = new KeyedProvider(scheme, [{ name: 'one', cipher: cipherOf(randomBytes(size)) }]);
      for (const value of [VALUE, Buffer.alloc(0), Buffer.alloc(16, 1), Buffer.alloc(4096, 2)]) {
        expect(each.open(each.seal(value, KEY), KEY)).toEqual(value);
      }
    }
  });

  it('name scheme and secret, hold nothing of the value, and differ every time', () => {
    const [first, second] = [provider.seal(VALUE, KEY), provider.seal(VALUE, KEY)];
    expect(first.toString('latin1')).toMatch(new RegExp(`^k8s:enc:${scheme}:v1:one:`));
    expect(first.includes('Secret')).toBe(false);
    expect(first).not.toEqual(second);
  });

  it('are not opened with another secret', () => {
    const other = new KeyedProvider(scheme, [{ name: 'one', cipher: cipherOf(randomBytes(32)) }]);
    const [opened] = [provider.seal(VALUE, KEY)].map((sealed) => {
      try {
        return other.open(sealed, KEY);
      } catch (error) {
        return (error as Error).message;
      }
    });
    // Without a tag, padding may fit by chance.
    if (typeof opened === 'string')
      expect(opened).toBe(`${scheme}: it was sealed with another secret, or has been changed`);
    else expect([scheme, opened.equals(VALUE)]).toEqual(['aescbc', false]);
  });

  it('are not opened when they are cut', () => {
    const prefix = `k8s:enc:${scheme}:v1:one:`.length;
    const sealed = provider.seal(VALUE, KEY);
    for (const length of [0, 1, 11, 15, 16, 23, 27]) {
      expect(() => provider.open(sealed.subarray(0, prefix + length), KEY)).toThrow(`${scheme}: it was sealed with`);
    }
  });
});

describe('authenticated ciphers', () => {
  it.each([
    ['aesgcm', aesGcmCipher(randomBytes(32))],
    ['secretbox', secretboxCipher(randomBytes(32))],
  ])('of %s notice every changed byte', (_, cipher) => {
    const sealed = cipher.seal(VALUE, KEY);
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed[i] = changed[i]! ^ 1;
      expect(() => cipher.open(changed, KEY)).toThrow();
    }
  });

  it('of aesgcm bind a value to its key', () => {
    const cipher = aesGcmCipher(randomBytes(32));
    expect(() => cipher.open(cipher.seal(VALUE, KEY), '/registry/secrets/n/b')).toThrow();
  });

  it.each([
    ['aesgcm', aesGcmCipher(Buffer.alloc(32)), 12 + 16],
    ['aescbc', aesCbcCipher(Buffer.alloc(32)), 16 + 16],
    ['secretbox', secretboxCipher(Buffer.alloc(32)), 24 + 16],
  ])('of %s put a nonce of their size before an empty value', (_, cipher, size) => {
    expect(cipher.seal(Buffer.alloc(0), KEY)).toHaveLength(size);
  });
});

describe('KeyedProvider', () => {
  const [first, second] = [1, 2].map(() => aesGcmCipher(randomBytes(32)));
  const both = new KeyedProvider('aesgcm', [
    { name: 'one', cipher: first! },
    { name: 'two', cipher: second! },
  ]);
  const alone = new KeyedProvider('aesgcm', [{ name: 'two', cipher: second! }]);

  it('seals with the first secret, and opens what any has sealed', () => {
    const [sealed, older] = [both.seal(VALUE, KEY), alone.seal(VALUE, KEY)];
    expect([both.open(sealed, KEY), both.open(older, KEY)]).toEqual([VALUE, VALUE]);
    expect([both.isCurrent(sealed), both.isCurrent(older), alone.isCurrent(older)]).toEqual([true, false, true]);
    expect(() => alone.open(sealed, KEY)).toThrow('aesgcm: its key is not there');
  });

  it('tries every secret of one name', () => {
    const same = new KeyedProvider('aesgcm', [
      { name: 'two', cipher: first! },
      { name: 'two', cipher: second! },
    ]);
    expect(same.open(alone.seal(VALUE, KEY), KEY)).toEqual(VALUE);
  });

  it('owns forms of its scheme alone', () => {
    expect(both.owns(Buffer.from('k8s:enc:aesgcm:v1:other:x'))).toBe(true);
    for (const other of ['k8s:enc:aescbc:v1:one:x', 'k8s:enc:aesgcm:v2:one:x', 'k8s:enc:aesgcm', '{}', '']) {
      expect(both.owns(Buffer.from(other))).toBe(false);
    }
    expect(both.isCurrent(Buffer.from('k8s:enc:aesgcm:v1:on:'))).toBe(false);
  });
});
