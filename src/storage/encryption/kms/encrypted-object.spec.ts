import { Reader } from 'protobufjs/minimal.js';
import {
  type EncryptedObject,
  KEY_TYPES,
  decodeEncryptedObject,
  encodeEncryptedObject,
  readEntry,
} from './encrypted-object.js';
import { seededCipher } from './seeded-cipher.js';

const object = (more: Partial<EncryptedObject> = {}): EncryptedObject => ({
  data: Buffer.from('d'),
  keyId: 'k',
  sealed: Buffer.from('s'),
  annotations: new Map(),
  type: KEY_TYPES.aesGcmKey,
  ...more,
});
const hexOf = (more: Partial<EncryptedObject>): string => encodeEncryptedObject(object(more)).toString('hex');

/** The message as the reference writes it: fields 1 to 3, entries of field 4 in order of their names, field 5. */
const HEAD = '0a0164' + '12016b' + '1a0173';
const ENTRIES = '22060a016112017a' + '22060a0162120179';

describe('encodeEncryptedObject()', () => {
  it.each<[string, Partial<EncryptedObject>, string]>([
    ['a key', {}, HEAD],
    ['a seed', { type: KEY_TYPES.seed }, `${HEAD}2801`],
    [
      'annotations, by name',
      {
        annotations: new Map([
          ['b', Buffer.from('y')],
          ['a', Buffer.from('z')],
        ]),
        type: 1,
      },
      `${HEAD}${ENTRIES}2801`,
    ],
  ])('writes %s', (_what, more, hex) => {
    expect(hexOf(more)).toBe(hex);
    expect(decodeEncryptedObject(Buffer.from(hex, 'hex'))).toEqual(object(more));
  });
});

describe('decodeEncryptedObject()', () => {
  it('skips fields that it does not know, of every wire type, and reads the others in any order', () => {
    const unknown = '3005' + '39' + '00'.repeat(8) + '420161' + '4d' + '00'.repeat(4);
    const entry = '22090a01613005120179'.replace('2209', '2208');
    const bytes = Buffer.from(`${unknown}2801${entry}1a017312016b0a0164${unknown}`, 'hex');
    expect(decodeEncryptedObject(bytes)).toEqual(object({ type: 1, annotations: new Map([['a', Buffer.from('y')]]) }));
    expect(decodeEncryptedObject(Buffer.alloc(0))).toEqual(
      object({ data: Buffer.alloc(0), keyId: '', sealed: Buffer.alloc(0) }),
    );
  });

  it('refuses what is cut', () => {
    expect(() => decodeEncryptedObject(Buffer.from('0a05', 'hex'))).toThrow();
  });
});

describe('readEntry()', () => {
  it('reads a name without a value, and a value without a name', () => {
    const [name, value] = readEntry(Reader.create(Buffer.from('030a0161', 'hex')));
    expect([name, value.length]).toEqual(['a', 0]);
    expect(readEntry(Reader.create(Buffer.from('03120161', 'hex')))).toEqual(['', Buffer.from('a')]);
  });

  it('skips unknown fields of any bytes', () => {
    // A number of 64 bits whose bytes would be two values and an empty name.
    const entry = `0a0161${'31'}${'12017a12017a0a00'}120179`;
    const bytes = Buffer.from(`${(entry.length / 2).toString(16)}${entry}`.padStart(entry.length + 2, '0'), 'hex');
    expect(readEntry(Reader.create(bytes))).toEqual(['a', Buffer.from('y')]);
  });
});

describe('seededCipher()', () => {
  const cipher = seededCipher(Buffer.alloc(32, 7));

  it('opens what it has sealed for the same key of a value', () => {
    const sealed = cipher.seal(Buffer.from('value'), '/a');
    expect(cipher.open(sealed, '/a').toString()).toBe('value');
    expect(() => cipher.open(sealed, '/b')).toThrow();
    expect(() => cipher.open(sealed.subarray(0, 31), '/a')).toThrow('too short');
    expect(cipher.seal(Buffer.alloc(0), '/a')).toHaveLength(32 + 12 + 16);
  });

  it('opens what the reference has sealed', () => {
    // HKDF-Expand of SHA-256 with a seed of 32 bytes 07, an info of 32 bytes 01, a nonce of 12 bytes 02.
    const sealed = Buffer.from(`${'01'.repeat(32)}${'02'.repeat(12)}cb28b812c49c383d65be3c3f8e2f7823fbe6b4758e`, 'hex');
    expect(cipher.open(sealed, '/a').toString()).toBe('value');
  });
});
