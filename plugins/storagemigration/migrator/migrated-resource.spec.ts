import type { Stores } from '../../../src/plugin-api/index.js';
import { findMigratedResource } from './migrated-resource.js';

/** A store of boats, served in some versions with some verbs. */
function storesWith(versions: Readonly<Record<string, readonly string[] | undefined>>, hidden = ''): Stores {
  const entries = Object.entries(versions).map(([apiVersion, verbs]) => [apiVersion, { apiVersion, verbs }] as const);
  const kind = {
    groupResource: { group: 'a.com', resource: 'boats' },
    versions: new Map(entries),
    isShown: ({ apiVersion }: { apiVersion: string }) => apiVersion !== hidden,
  };
  return { all: () => [{ kind }] } as unknown as Stores;
}

/** The same with the groups of the versions. */
function storesWithGroups(versions: Readonly<Record<string, string>>): Stores {
  const entries = Object.entries(versions).map(([apiVersion, group]) => {
    const name = apiVersion.split('/').at(-1)!;
    return [apiVersion, { apiVersion, group, name }] as const;
  });
  const kind = {
    groupResource: { group: 'a.com', resource: 'boats' },
    versions: new Map(entries),
    isShown: () => true,
  };
  return { all: () => [{ kind }] } as unknown as Stores;
}

const wanted = { group: 'a.com', version: 'v1', resource: 'boats' };
const MISSING = { fault: 'resource does not exist in discovery, or its objects are not stored here' };

describe('findMigratedResource()', () => {
  it('finds a resource in each version and group that it is served in', () => {
    const stores = storesWith({ 'a.com/v1': undefined, 'b.com/v2': undefined });
    expect(findMigratedResource(stores, wanted)).toHaveProperty('store');
    expect(findMigratedResource(stores, { ...wanted, group: 'b.com', version: 'v2' })).toHaveProperty('store');
  });

  it.each([{ version: 'v3' }, { group: '' }, { resource: 'ships' }])('does not find %j', (members) => {
    expect(findMigratedResource(storesWith({ 'a.com/v1': undefined }), { ...wanted, ...members })).toEqual(MISSING);
  });

  it('takes any version that is served where none is named', () => {
    const stores = storesWithGroups({ 'a.com/v1': 'a.com' });
    expect(findMigratedResource(stores, { group: 'a.com', resource: 'boats' })).toHaveProperty('store');
    expect(findMigratedResource(stores, { group: 'b.com', resource: 'boats' })).toEqual(MISSING);
  });

  it('does not find a version that is not served', () => {
    expect(findMigratedResource(storesWith({ 'a.com/v1': undefined }, 'a.com/v1'), wanted)).toEqual(MISSING);
  });

  it('names the verbs that are missing', () => {
    const stores = storesWith({ 'a.com/v1': ['get', 'create'] });
    expect(findMigratedResource(stores, wanted)).toEqual({ fault: 'resource does not support list, update' });
  });
});
