import type { CacheEntry } from '../../storage/index.js';
import { uidOfEntry } from './entry-uid.js';

const uidIn = (text: string): string => uidOfEntry({ bytes: Buffer.from(text) } as CacheEntry);
const uidOf = (object: object): string => uidIn(`${JSON.stringify(object)}\n`);

describe('uidOfEntry()', () => {
  it.each<[string, object]>([
    ['stands among the first members', { kind: 'A', apiVersion: 'v1', metadata: { name: 'a', uid: 'u' } }],
    ['stands last', { metadata: { name: 'a', generation: 1, deletionTimestamp: null, uid: 'u' }, spec: { uid: 'x' } }],
    [
      'follows members of the same name',
      { metadata: { annotations: { uid: 'x' }, ownerReferences: [{ uid: 'y' }], uid: 'u' } },
    ],
    ['follows texts with its name', { metadata: { annotations: { a: '"uid":"x"', b: '\\', c: '\\"' }, uid: 'u' } }],
    [
      'follows other members of the object',
      { spec: { metadata: { uid: 'x' }, list: [[], {}] }, metadata: { uid: 'u' } },
    ],
  ])('finds one that %s', (_, object) => {
    expect(uidOf(object)).toBe('u');
  });

  it.each<[string, object]>([
    ['no uid', { metadata: { name: 'a', labels: { uid: 'x' } }, spec: { uid: 'y' } }],
    ['no metadata', { spec: { metadata: { uid: 'x' } } }],
    ['a uid that is no text', { metadata: { uid: 7 } }],
    ['no members', {}],
  ])('is empty with %s', (_, object) => {
    expect(uidOf(object)).toBe('');
  });

  it.each(['', '{', '{"metadata', '{"metadata"', '{"metadata":{"uid', '{"metadata":{"name":"a', '{"a" :1}', '{"a":[1'])(
    'is empty of %j',
    (text) => {
      expect(uidIn(text)).toBe('');
    },
  );

  it('reads escapes', () => {
    expect(uidOf({ metadata: { uid: 'a"b\\' } })).toBe('a"b\\');
    expect(uidOf({ metadata: { uid: 'Löwe' } })).toBe('Löwe');
  });
});
