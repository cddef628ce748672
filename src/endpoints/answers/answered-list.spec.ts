import type { ReadableResource } from '../../plugin-host/index.js';
import type { ListPage } from '../reading/list.js';
import { listedState } from './answered-list.js';

const CACHE = {};
const STORED = { serves: 'objects', store: { cache: CACHE } } as unknown as ReadableResource;
const whole = { prefix: '/registry/pods/a/', changed: 7 };
const entries = [{}] as unknown as ListPage['entries'];

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
