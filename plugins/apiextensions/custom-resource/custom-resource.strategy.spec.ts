import type { ApiObject, Strategy } from '../../../src/plugin-api/index.js';
import { CustomResourceShape } from './custom-resource-shape.js';
import { customResourceStrategy } from './custom-resource.strategy.js';

const SCHEMA = {
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { size: { type: 'integer', default: 3 } } },
    status: { type: 'object', default: { phase: 'Pending' }, properties: { phase: { type: 'string' } } },
  },
};

function strategyOf(hasStatusDefault: boolean): Strategy {
  const shape = new CustomResourceShape('Buoy', SCHEMA, { release: undefined, isOpen: false, selectableFields: [] });
  const rules = { hasStatus: true, hasStatusDefault, shape };
  return customResourceStrategy(new Map([['sea.example.com/v1', rules]]), () => {});
}

describe('customResourceStrategy().canonicalize()', () => {
  it.each([
    ['the default of the storage version where there is none', true, {}, { status: { phase: 'Pending' } }],
    ['the status that is there', true, { status: { phase: 'Up' } }, { status: { phase: 'Up' } }],
    ['nothing in another version', false, {}, {}],
  ])('gives an object %s', (_what, hasStatusDefault, members, expected) => {
    const object = { apiVersion: 'sea.example.com/v1', kind: 'Buoy', metadata: {}, ...members } as ApiObject;
    strategyOf(hasStatusDefault).canonicalize!(object);
    const {
      apiVersion: _apiVersion,
      kind: _kind,
      metadata: _metadata,
      ...rest
    } = object as unknown as object & ApiObject;
    expect(rest).toEqual(expected);
  });
});
