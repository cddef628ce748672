import type { ApiObject } from '../../apimachinery/index.js';
import { ApiType, DecodeError, Field, ObjectMeta, type ObjectShape, shapeOf } from '../../schema/index.js';
import type { OwnedVersions } from '../ownership/index.js';
import type { Application } from './application.js';
import { applyConfiguration } from './apply-configuration.js';

@ApiType({ name: 'test.v1.Oar' })
class Oar {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'int32', { pointer: true }) length?: number;
  @Field(3, 'string') wood?: string;
}

@ApiType({ name: 'test.v2.Oar' })
class NewOar {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'int32', { pointer: true }) size?: number;
  @Field(3, 'string') wood?: string;
}

const TYPES: Readonly<Record<string, ObjectShape>> = { v1: shapeOf(Oar), v2: shapeOf(NewOar) };

type AnyOar = ApiObject & { length?: number; size?: number };

/** Two versions, in which one member has different names. */
const VERSIONS: OwnedVersions = {
  find: (apiVersion) => ({ type: TYPES[apiVersion] }),
  convert: (objects, from, to) => {
    if (from === to) throw new Error('nothing is to be converted');
    return objects.map((object) => {
      expect(object).toMatchObject({ kind: 'Oar', apiVersion: from });
      const { length, size, ...rest } = object as AnyOar;
      const [value, name] = to === 'v1' ? [size, 'length'] : [length, 'size'];
      return { ...rest, apiVersion: to, ...(value !== undefined && { [name]: value }) } as ApiObject;
    });
  },
};

function applied(apiVersion: string, members: object, more: Partial<Application> = {}): ApiObject {
  const configuration = { apiVersion, kind: 'Oar', metadata: { name: 'o' }, ...members };
  const application = { type: TYPES[apiVersion], apiVersion, kind: 'Oar', configuration, versions: VERSIONS };
  return applyConfiguration({ ...application, manager: 'a', force: false, subresource: '', now: 0, ...more });
}

/** The object as it is read in the other version. */
function inOther(object: ApiObject): ApiObject {
  const { apiVersion = '' } = object;
  return (VERSIONS.convert([object], apiVersion, apiVersion === 'v1' ? 'v2' : 'v1') as ApiObject[])[0];
}

describe('an apply in another version than the one before', () => {
  const live = inOther(applied('v1', { length: 3, wood: 'ash' }));

  it('takes out what the applier has given up', () => {
    const object = applied('v2', { size: 3 }, { live, now: 5000 });
    expect(object).toMatchObject({ apiVersion: 'v2', kind: 'Oar', size: 3 });
    expect(object).not.toHaveProperty('wood');
    expect(object.metadata.managedFields).toMatchObject([{ apiVersion: 'v2', fieldsV1: { 'f:size': {} } }]);
    expect(object.metadata.managedFields![0].time).toBe('1970-01-01T00:00:05Z');
  });

  it('keeps the time of its entry where the object stays as it is', () => {
    const object = applied('v2', { size: 3, wood: 'ash' }, { live, now: 5000 });
    expect(object).toMatchObject({ size: 3, wood: 'ash' });
    expect(object.metadata.managedFields).toMatchObject([{ apiVersion: 'v2', time: '1970-01-01T00:00:00Z' }]);
  });

  it('keeps what others own in the version before', () => {
    const both = inOther(applied('v1', { wood: 'ash' }, { live: inOther(live), manager: 'b' }));
    const object = applied('v2', { size: 3 }, { live: both });
    expect(object).toMatchObject({ size: 3, wood: 'ash' });
  });

  it('takes all versions to be alike where only one is known', () => {
    const options = { type: TYPES.v2, versions: undefined };
    const first = applied('v1', { size: 3, wood: 'ash' }, options);
    const object = applied('v2', { size: 3 }, { ...options, live: { ...first, apiVersion: 'v2' } });
    expect(object).toMatchObject({ size: 3 });
    expect(object).not.toHaveProperty('wood');
  });
});

describe('an applied object that its type cannot take', () => {
  const failing = (name: 'decode' | 'applyDefaults', error: Error): ObjectShape => {
    const fail = () => {
      throw error;
    };
    return Object.create(TYPES.v1, { [name]: { value: fail } }) as ObjectShape;
  };
  const live = applied('v1', { length: 3 });

  it('is refused where its defaults cannot be determined', () => {
    const type = failing('applyDefaults', new DecodeError('no default'));
    expect(() => applied('v1', { length: 4 }, { type })).toThrow(
      'failed to convert new object (/o; /v1, Kind=Oar) to proper version: unable to convert unstructured object to ' +
        '/v1, Kind=Oar: no default',
    );
  });

  it('fails with any other error as it is', () => {
    const fault = new Error('out of memory');
    expect(() => applied('v1', { length: 4 }, { type: failing('applyDefaults', fault) })).toThrow(fault);
    expect(() => applied('v1', { length: 4 }, { type: failing('decode', fault), live })).toThrow(fault);
  });
});
