import type { ReadableResource } from '../../plugin-host/index.js';
import type { ListPage } from './list-page.js';
import { turns } from '../../observability/index.js';
import { listedState, measureEntries } from './answered-list.js';

const CACHE = {};
const STORED = { serves: 'objects', store: { cache: CACHE } } as unknown as ReadableResource;
const whole = { prefix: '/registry/pods/a/', changed: 7 };
const entries = [{}] as unknown as ListPage['entries'];
const COUNT = 40;
const many = Array.from({ length: COUNT }, (_, i) => ({ revision: i + 7 })) as unknown as ListPage['entries'];

describe('listedState()', () => {
  it('identifies a collection, its format and its last change', () => {
    const state = listedState(STORED, { entries, meta: {}, whole }, 'json');
    expect(state).toEqual({ of: CACHE, name: 'json /registry/pods/a/', version: 7 });
  });

  it.each([
    ['a page of it', STORED, { entries, meta: {} }],
    ['an empty one, whose namespace may be any text', STORED, { entries: [], meta: {}, whole }],
    ['one that is computed', { serves: 'view' } as ReadableResource, { entries, meta: {}, whole }],
  ])('has no state for %s', (_title, resource, page) => {
    expect(listedState(resource, page, 'json')).toBeUndefined();
  });
});

describe('measureEntries()', () => {
  /** Measures entries, each of which takes a turn; reports how many were when it asked for the client. */
  const measureSlowly = async (
    isGoneAt = Infinity,
  ): Promise<{ sizes?: Uint32Array; asked: number[]; rounds: number }> => {
    const asked: number[] = [];
    let [measured, rounds] = [0, 0];
    const measure = ({ revision }: { revision: number }): number => {
      setImmediate(() => (rounds += 1));
      while (!turns.isOver());
      measured += 1;
      return revision;
    };
    const isGone = (): boolean => asked.push(measured) === isGoneAt;
    const sizes = await measureEntries(many, measure, isGone).catch((error: Error) => {
      expect(error.message).toBe('the client is gone');
      return undefined;
    });
    return { sizes, asked, rounds };
  };

  it('returns a number for each entry', async () => {
    const sizes = await measureEntries(
      many,
      ({ revision }) => revision,
      () => false,
    );
    expect([...sizes]).toEqual(many.map(({ revision }) => revision));
  });

  it('lets others work, and looks for its client, at every sixteenth entry of turns that are over', async () => {
    const { sizes, asked, rounds } = await measureSlowly();
    expect([...sizes!]).toEqual(many.map(({ revision }) => revision));
    expect(asked).toEqual([1, 17, 33]);
    expect(rounds).toBeGreaterThan(0);
  });

  it('ends when its client is gone', async () => {
    expect(await measureSlowly(2)).toMatchObject({ sizes: undefined, asked: [1, 17] });
  });
});
