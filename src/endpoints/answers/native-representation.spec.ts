import type { JoinedItems, ListSerializer } from '../../codecs/index.js';
import type { ReadableResource } from '../../plugin-host/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ListPage } from './list-page.js';
import { ListMemo, type ListedState } from './list-memo.js';
import { NativeRepresentation } from './native-representation.js';
import type { Representation } from './representation.js';

const CURRENT = { key: 'a', bytes: Buffer.from('{"a":1}') } as CacheEntry;
const OLDER = { ...CURRENT, key: 'b', storedVersion: 'fleet/v1beta1' };

/** Returns the names of its functions in place of the stored bytes. */
const general = Object.fromEntries(
  ['object', 'prepare', 'list', 'frame', 'bookmark', 'emptyList'].map((name) => [name, () => `general ${name}`]),
);

const enclose = (_head: object, items: JoinedItems): object => ({
  enclosed: Buffer.concat([...items.pieces]).toString(),
});
const LISTS = {
  joinItems: (_head: object, { bytes, count, sizes }: { bytes: Buffer[]; count: number; sizes: number[] }) => ({
    pieces: [Buffer.from(`${bytes.join()} ${count} ${sizes}`)],
    count,
  }),
  enclose,
} as unknown as ListSerializer;

let asked: ListedState[];

/** The representation of a kind whose conversions may wait, or never do. */
function nativeOf(conversionMayWait: boolean, lists: () => unknown = () => LISTS): NativeRepresentation {
  asked = [];
  const stream = { frame: (type: string, bytes: Buffer) => `${type} ${bytes.toString()}` };
  const serializer = { lists, stream };
  const version = { apiVersion: 'fleet/v1', gvk: {}, type: {} };
  const resource = { serves: 'objects', store: { cache: {} }, version, kind: { conversionMayWait } };
  const memo = new ListMemo(1000);
  const itemsOf = memo.itemsOf.bind(memo) as ListMemo['itemsOf'];
  memo.itemsOf = ((state: ListedState, join: never) => {
    asked.push(state);
    return itemsOf(state, join);
  }) as ListMemo['itemsOf'];
  const whole = { ...general, serializer, contentType: 'text/x' } as unknown as Representation;
  return new NativeRepresentation(resource as unknown as ReadableResource, whole, memo);
}

const pageOf = (...entries: CacheEntry[]): ListPage => ({ entries, meta: {} });
const whole = { prefix: '/ships/', changed: 3 };
const here = (): boolean => false;

describe('NativeRepresentation', () => {
  let native: NativeRepresentation;

  beforeEach(() => {
    native = nativeOf(true);
  });

  it('sends objects of the storage version as they are stored, and converts others', () => {
    expect(native.object(CURRENT)).toBe(CURRENT.bytes);
    expect(native.object(OLDER)).toBe('general object');
    expect(native.frame('ADDED', CURRENT)).toBe('ADDED {"a":1}');
    expect(native.frame('ADDED', OLDER)).toBe('general frame');
    expect(native.frame('ERROR', { kind: 'Status', metadata: {} })).toBe('general frame');
  });

  it('is no table, has the type of what it stands for, and writes what is not stored as that does', () => {
    expect([native.isTable, native.contentType, native.key]).toEqual([false, 'text/x', 'native']);
    expect(native.bookmark({ kind: 'Ship', metadata: {} })).toBe('general bookmark');
    expect(native.emptyList()).toBe('general emptyList');
  });

  it('converts a list that holds another version, and prepares it', () => {
    expect(native.prepare(pageOf(CURRENT, OLDER), here)).toBe('general prepare');
    expect(native.list(pageOf(CURRENT, OLDER), here)).toBe('general list');
    expect(native.prepare(pageOf(CURRENT), here)).toBeUndefined();
  });

  it('joins the stored bytes where conversions do not wait, and where nothing is to be converted', async () => {
    for (const mayWait of [true, false]) {
      const lists = nativeOf(mayWait);
      expect(lists.list(pageOf(CURRENT, CURRENT), here)).toEqual({ enclosed: '{"a":1},{"a":1} 2 7,7' });
    }
    expect(nativeOf(false).prepare(pageOf(OLDER), here)).toBeUndefined();
    const loading = nativeOf(true, () => Promise.resolve(LISTS));
    expect(await loading.list(pageOf(CURRENT), here)).toEqual({ enclosed: '{"a":1} 1 7' });
  });

  it('keeps whole collections by the version they are in', () => {
    void nativeOf(true).list({ ...pageOf(CURRENT), whole }, here);
    expect(asked.map(({ name, version }) => [name, version])).toEqual([['native fleet/v1 /ships/', 3]]);
    void nativeOf(true).list(pageOf(CURRENT), here);
    expect(asked).toEqual([]);
  });
});
