import { shardHash } from './shard-hash.js';

describe('shardHash()', () => {
  // Published test vectors: http://www.isthe.com/chongo/src/fnv/test_fnv.c and RFC 9923.
  it.each([
    ['', 'cbf29ce484222325'],
    ['a', 'af63dc4c8601ec8c'],
    ['b', 'af63df4c8601f1a5'],
    ['c', 'af63de4c8601eff2'],
    ['foo', 'dcb27518fed9d577'],
    ['foob', 'dd120e790c2512af'],
    ['fooba', 'cac165afa2fef40a'],
    ['foobar', '85944171f73967e8'],
  ])('hashes %j as %s', (text, hash) => {
    expect(shardHash(text)).toBe(hash);
  });

  it.each(['3f1a0a7c-6a0b-4a43-8f5e-5d6f0d2f7a11', 'kube-system', 'Löwe 🦁'])(
    'agrees with big integers on %j',
    (text) => {
      let hash = 0xcbf29ce484222325n;
      for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
      expect(shardHash(text)).toBe(hash.toString(16).padStart(16, '0'));
    },
  );
});
