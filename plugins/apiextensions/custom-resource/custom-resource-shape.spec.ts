import type { JSONSchemaProps } from '../custom-resource-definition/json-schema.v1.js';
import { CustomResourceShape } from './custom-resource-shape.js';

const STRUCTURAL: JSONSchemaProps = { type: 'object', properties: { a: { type: 'string' } } };
const WITHOUT_TYPE: JSONSchemaProps = { type: 'object', properties: { a: {} } };
const WITH_REFERENCE: JSONSchemaProps = { type: 'object', properties: { a: { $ref: '#/definitions/a' } } };

const published = (schema: JSONSchemaProps | undefined, isOpen: boolean): CustomResourceShape['published'] =>
  new CustomResourceShape('Buoy', schema, { release: undefined, isOpen, selectableFields: ['a'] }).published;

describe('The published form of custom resources', () => {
  it.each<[string, JSONSchemaProps | undefined, boolean, boolean]>([
    ['with a schema', STRUCTURAL, false, false],
    ['with a schema, of a former definition', STRUCTURAL, true, false],
    ['with a schema that is not structural', WITHOUT_TYPE, true, true],
    ['with a schema that refers to others', WITH_REFERENCE, true, true],
    ['without a schema', undefined, false, true],
  ])('%s', (_, schema, isOpen, isOpaque) => {
    expect(published(schema, isOpen)).toMatchObject({ isOpaque, isOpen, selectableFields: ['a'] });
  });

  it('has the schema as it was declared', () => {
    expect(published(STRUCTURAL, false).schema).toEqual(STRUCTURAL);
  });
});
