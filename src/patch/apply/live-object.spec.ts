import type { ApiObject } from '../../apimachinery/index.js';
import { StructuralShape } from '../../schema/index.js';
import { applyConfiguration } from './apply-configuration.js';

const TYPE = new StructuralShape('test.v1.Raft', {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        length: { type: 'integer' },
        flags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
      },
    },
  },
});

const OWNED = {
  managedFields: [
    {
      manager: 'a',
      operation: 'Apply',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:spec': { 'f:length': {} } },
    },
  ],
};

/** Applies to a live object that was stored before its schema was what it is. */
function applied(spec: object, metadata: object): ApiObject {
  const live = { apiVersion: 'v1', kind: 'Raft', metadata: { name: 'r', namespace: 'n', ...metadata }, spec };
  const configuration = { apiVersion: 'v1', kind: 'Raft', metadata: { name: 'r' }, spec: { length: 3 } };
  const application = { type: TYPE, apiVersion: 'v1', kind: 'Raft', configuration, live: live as unknown as ApiObject };
  return applyConfiguration({ ...application, manager: 'a', force: false, subresource: '', now: 0 });
}

describe('applying to a live object that does not fit its schema', () => {
  it('names the fault of one with owners', () => {
    expect(() => applied({ length: 'long' }, OWNED)).toThrow(
      'failed to create typed live object (n/r; /v1, Kind=Raft): .spec.length: expected numeric (int or float), got string',
    );
  });

  it('says of one without owners that none can be made for its fields', () => {
    expect(() => applied({ length: 'long' }, {})).toThrow(
      'failed to create manager for existing fields: failed to convert new object (n/r; /v1, Kind=Raft) to smd typed: ' +
        '.spec.length: expected numeric (int or float), got string',
    );
  });

  it.each([
    ['with', OWNED],
    ['without', {}],
  ])('accepts elements that a set holds twice, %s owners', (_what, metadata) => {
    expect(applied({ flags: ['x', 'x'], length: 3 }, metadata)).toMatchObject({
      spec: { flags: ['x', 'x'], length: 3 },
    });
  });
});
