import { Thing, thing } from '../../../test/support/registry-store.js';
import { defineKind } from '../kinds/define-kind.js';
import { ResolvedKind } from '../kinds/resolved-kind.js';
import { ComputedStore } from './computed-store.js';

const objects = ['a', 'b'].map((name) => ({ ...thing(name), apiVersion: 'test.example.com/v1' }));
const source = {
  get: async (name: string) => objects.find(({ metadata }) => metadata.name === name)!,
  list: async () => objects,
};
const versions = [{ name: 'v1', type: Thing }];
const definition = defineKind<Thing>({ kind: 'Thing', plural: 'things', namespaced: false, versions, source } as never);
const store = (): ComputedStore<Thing> =>
  new ComputedStore(new ResolvedKind<Thing>('test.example.com', definition), source as never);

describe('ComputedStore', () => {
  it('answers an object as an entry without a version, as it is sent', async () => {
    const computed = store();
    const entry = await computed.get('a');
    expect(entry).toMatchObject({
      ...{ key: '/registry/test.example.com/things/a', revision: 0, createRevision: 0 },
      fields: { 'metadata.name': 'a' },
    });
    expect(computed.codec.decode(entry).metadata.resourceVersion).toBeUndefined();
    const text = entry.bytes.toString();
    expect([JSON.parse(text), text.at(-1)]).toMatchObject([{ metadata: { name: 'a' } }, '\n']);
  });

  it('lists all of them, or those that pass a filter', async () => {
    const namesOf = async (...filter: Parameters<ComputedStore['list']>): Promise<unknown[]> =>
      (await store().list(...filter)).map(({ fields }) => fields['metadata.name']);
    expect(await namesOf()).toEqual(['a', 'b']);
    expect(await namesOf(({ fields }) => fields['metadata.name'] === 'b')).toEqual(['b']);
  });
});
