import { NOW, Thing, clientContext, openThingStore, thing } from '../../../../test/support/registry-store.js';
import type { ApiObject } from '../../../apimachinery/index.js';
import { ApiType, Field, ObjectMeta } from '../../../schema/index.js';
import { movedFields } from '../../kinds/moved-fields.js';
import { type ResolvedVersion } from '../../kinds/resolved-version.js';
import { ResolvedKind } from '../../kinds/resolved-kind.js';
import { sameShape } from '../../kinds/same-shape.js';
import { OwnerTracking } from './owner-tracking.js';

const GROUP = 'test.example.com';

const kind = new ResolvedKind<Thing>(GROUP, {
  ...{ kind: 'Thing', plural: 'things', namespaced: true, storageVersion: 'v1' },
  versions: [
    { name: 'v1', type: Thing },
    { name: 'v2', type: Thing, conversion: sameShape },
    { name: 'v3', type: Thing, conversion: sameShape, served: false },
    { name: 'v4', type: Thing, conversion: sameShape },
    { name: 'v5', group: 'other.example.com', type: Thing, conversion: sameShape },
  ],
} as never);
kind.withhold(kind.versions.get(`${GROUP}/v4`) as ResolvedVersion);

/** A thing whose color a manager owns in some version. */
function ownedIn(apiVersion: string): Thing {
  const entry = { manager: 'painter', operation: 'Update', apiVersion, fieldsType: 'FieldsV1' };
  const fieldsV1 = { 'f:spec': { 'f:color': {} } };
  return thing('a', { color: 'red', count: 1 }, { uid: 'u', managedFields: [{ ...entry, fieldsV1 }] });
}

const managersAfter = async (live: Thing, version?: string): Promise<unknown[]> => {
  const object: Thing = { ...live, metadata: { ...live.metadata }, spec: { ...live.spec, count: 2 } };
  await new OwnerTracking(kind).track(clientContext({ version }), { object, live, now: NOW });
  return (object.metadata.managedFields ?? []).map(({ manager }) => manager).sort();
};

describe('OwnerTracking.track()', () => {
  it.each([
    ['v1', true],
    ['v2', true],
    ['v3, which is not served', false],
    ['v4, which this release does not have', false],
    ['v9, which is unknown', false],
  ])('keeps an owner of %s: %s', async (name, isKept) => {
    const managers = await managersAfter(ownedIn(`${GROUP}/${name.slice(0, 2)}`));
    expect(managers).toEqual(isKept ? ['painter', 'test'] : ['test']);
  });

  it('keeps no owner of another group', async () => {
    expect(await managersAfter(ownedIn('other.example.com/v5'))).toEqual(['test']);
  });

  it('records owners in another version, also where that takes more than the turn', async () => {
    const turn = performance.now() + 50;
    while (performance.now() < turn);
    expect(await managersAfter(ownedIn(`${GROUP}/v2`), `${GROUP}/v2`)).toEqual(['painter', 'test']);
  });
});

@ApiType({ name: 'k8s.io.api.test.v2.Thing' })
class FlatThing {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'string') colour?: string;
}

describe('the owners of an object', () => {
  it('own fields by their names in the version of the client', async () => {
    const conversion = movedFields({ colour: 'spec.color' });
    const renaming = new ResolvedKind<Thing>(GROUP, {
      ...{ kind: 'Thing', plural: 'things', namespaced: true, storageVersion: 'v1' },
      versions: [
        { name: 'v1', type: Thing },
        { name: 'v2', type: FlatThing, conversion },
      ],
    } as never);
    const object = thing('a', { color: 'red' });
    await new OwnerTracking(renaming).track(clientContext({ version: `${GROUP}/v2` }), { object, now: NOW });
    expect(object.metadata.managedFields).toMatchObject([{ apiVersion: `${GROUP}/v2`, fieldsV1: { 'f:colour': {} } }]);
  });

  it('are recorded before it is stored, also where a conversion waits', async () => {
    const convert = async (objects: readonly ApiObject[], _from: object, { apiVersion }: { apiVersion: string }) => {
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      return objects.map((object) => ({ ...object, apiVersion }));
    };
    const versions = ['v1', 'v2'].map((name) => ({ name, type: Thing }));
    const definition = { versions, converter: { convert }, worksIn: 'storageVersion' };
    const { store, close } = await openThingStore({ definition: definition as never });
    const context = clientContext({ version: `${GROUP}/v2` });
    await store.create(context, thing('a', { color: 'red' }));
    const { entry } = await store.update({ ...context, fieldManager: 'other' }, 'a', (current) => ({
      ...current!,
      spec: { ...current!.spec, count: 7 },
    }));
    const managers = store.codec.decode(entry).metadata.managedFields?.map(({ manager }) => manager);
    expect(managers?.sort()).toEqual(['other', 'test']);
    await close();
  });
});
