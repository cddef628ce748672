import { describeApplyContract } from '../../../test/contract/apply.contract.js';
import { describeOwnershipModel } from '../../../test/contract/ownership-model.contract.js';
import { applyConfiguration } from './apply-configuration.js';
import { ApiType, Field, ObjectMeta, shapeOf, StructuralShape } from '../../schema/index.js';

@ApiType({ name: 'test.v1.Part' })
class Part {
  @Field(1, 'int32', { pointer: true }) id?: number;
  @Field(2, 'string', { openapiDefault: 'std' }) kind?: string;
  @Field(3, 'string') note?: string;
}

@ApiType({ name: 'test.v1.Ref', mapType: 'atomic' })
class Ref {
  @Field(1, 'string') name?: string;
}

@ApiType({ name: 'test.v1.GadgetSpec' })
class GadgetSpec {
  @Field(1, 'int32', { pointer: true, default: 1 }) replicas?: number;
  @Field(2, 'string', { list: true }) plain?: string[];
  @Field(3, 'string', { list: true, listType: 'set' }) tags?: string[];
  @Field(4, Part, { list: true, listType: 'map', listMapKeys: ['id', 'kind'] }) parts?: Part[];
  @Field(5, 'string', { map: true }) grains?: Record<string, string>;
  @Field(6, 'string', { map: true, mapType: 'atomic' }) bundle?: Record<string, string>;
  @Field(7, Ref, { pointer: true }) ref?: Ref;
  @Field(8, 'intOrString', { pointer: true }) port?: number | string;
  @Field(9, 'bool', { pointer: true }) active?: boolean;
}

@ApiType({ name: 'test.v1.GadgetStatus' })
class GadgetStatus {
  @Field(1, 'string') phase?: string;
}

@ApiType({ name: 'test.v1.Gadget' })
class Gadget {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, GadgetSpec, { pointer: true }) spec?: GadgetSpec;
  @Field(3, GadgetStatus, { pointer: true }) status?: GadgetStatus;
}

const schema = new StructuralShape('test.v1.SchemaGadget', {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer', default: 1 },
        plain: { type: 'array', items: { type: 'string' } },
        tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        parts: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['id', 'kind'],
          items: {
            type: 'object',
            properties: {
              id: { type: 'integer' },
              kind: { type: 'string', default: 'std' },
              note: { type: 'string' },
            },
          },
        },
        grains: { type: 'object', additionalProperties: { type: 'string' } },
        bundle: { type: 'object', additionalProperties: { type: 'string' }, 'x-kubernetes-map-type': 'atomic' },
        ref: { type: 'object', properties: { name: { type: 'string' } }, 'x-kubernetes-map-type': 'atomic' },
        port: { 'x-kubernetes-int-or-string': true },
        active: { type: 'boolean' },
      },
    },
    status: { type: 'object', properties: { phase: { type: 'string' } } },
  },
});

describeApplyContract('a class', shapeOf(Gadget));
describeApplyContract('a schema', schema);
describe('applyConfiguration()', () => {
  it.each([
    [2_147_483_648, -2_147_483_648],
    [4_294_967_297, 1],
    [9_007_199_254_740_993n, 1],
    [1e20, 0],
  ])('leaves of an integer too wide for its field, %s, what fits: %s', (replicas, kept) => {
    const configuration = { apiVersion: 'v1', kind: 'Gadget', metadata: { name: 'g' }, spec: { replicas } };
    const application = { type: shapeOf(Gadget), apiVersion: 'v1', kind: 'Gadget', configuration };
    const object = applyConfiguration({ ...application, manager: 'm', force: false, subresource: '', now: 0 });
    expect(object).toMatchObject({ spec: { replicas: kept } });
  });

  it('words what only the decoder can judge as the reference does', () => {
    const configuration = { apiVersion: 'v1', kind: 'Gadget', metadata: { name: 'g' }, spec: { replicas: 2.5 } };
    const application = { type: shapeOf(Gadget), apiVersion: 'v1', kind: 'Gadget', configuration };
    expect(() => applyConfiguration({ ...application, manager: 'm', force: false, subresource: '', now: 0 })).toThrow(
      'failed to convert new object (/g; /v1, Kind=Gadget) to proper version: unable to convert unstructured object to ' +
        '/v1, Kind=Gadget: cannot convert float64 to int32',
    );
  });
});

describe('Applies and updates in any order', () => {
  describeOwnershipModel('a class', shapeOf(Gadget));
  describeOwnershipModel('a schema', schema);
});
