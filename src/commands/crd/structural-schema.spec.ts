import { ApiType, Field, KubernetesObject, type StructLayout, shapeOf } from '../../schema/index.js';
import { type Schema, structuralSchema } from './structural-schema.js';

@ApiType({ name: 'com.example.v1.Engine' })
class Engine {
  @Field(1, 'int32', { required: true }) power?: number;
  @Field(2, 'string', { default: 'oil' }) fuel?: string;
}

@ApiType({ name: 'com.example.v1.Hull' })
class Hull {
  @Field(1, 'string', { required: true, default: 'steel' }) material?: string;
}

@ApiType({ name: 'com.example.v1.FerrySpec' })
class FerrySpec {
  @Field(1, Engine) engine: Engine;
  @Field(2, Hull) hull: Hull;
  @Field(3, Engine, { pointer: true }) spare?: Engine;
  @Field(4, Engine, { list: true }) others?: Engine[];
  @Field(5, Engine, { map: true }) byName?: Record<string, Engine>;
  @Field(6, Engine, { default: { power: 5 } }) thruster: Engine;
  @Field(7, Hull, { pointer: true }) boat?: Hull;
}

@ApiType({ name: 'com.example.v1.Ferry' })
class Ferry extends KubernetesObject {
  @Field(2, FerrySpec) spec: FerrySpec;
  @Field(3, Engine) status: Engine;
}

interface Node extends Schema {
  readonly properties: Readonly<Record<string, Node>>;
}

const layout = shapeOf(Ferry).protobuf as StructLayout;

describe('structuralSchema()', () => {
  it('requires structs that are always there where an empty one lacks a required field', () => {
    const schema = structuralSchema(layout) as Node;
    expect(schema.required).toEqual(['spec', 'status']);
    expect(schema.properties.spec.required).toEqual(['engine']);
    expect(schema.properties.spec).not.toHaveProperty('default');
  });

  it('fills in structs that are always there where their fields have defaults', () => {
    const { properties } = (structuralSchema(layout) as Node).properties.spec;
    const defaults = Object.entries(properties).map(([name, { default: initial }]) => [name, initial]);
    expect(defaults.filter(([, initial]) => initial !== undefined)).toEqual([
      ['hull', {}],
      ['thruster', { power: 5 }],
    ]);
  });

  it('requires no status where it is a subresource', () => {
    expect(structuralSchema(layout, { hasStatus: true })).toMatchObject({ required: ['spec'] });
  });
});
