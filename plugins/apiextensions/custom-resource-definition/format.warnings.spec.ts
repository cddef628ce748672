import { checkAs } from '../../../src/plugin-api/built-in.js';
import type { CustomResourceDefinition } from './custom-resource-definition.v1.js';
import { formatWarnings } from './format.warnings.js';

const properties = {
  a: { type: 'string', format: 'date' },
  b: { type: 'string', format: 'tide' },
  c: { type: 'array', items: { type: 'string', format: 'tide' } },
  d: { type: 'integer', format: 'int16' },
  e: { type: 'number', format: 'double' },
  f: { type: 'string' },
};
const definition = {
  spec: { versions: [{ schema: { openAPIV3Schema: { type: 'object', properties } } }, {}] },
} as unknown as CustomResourceDefinition;

describe('formatWarnings()', () => {
  it.each([
    ['1.33', []],
    ['1.34', ['unrecognized format "tide"']],
    ['1.36', ['unrecognized format "int16"', 'unrecognized format "tide"']],
  ])('in %s are %j', (release, expected) => {
    expect(checkAs(release, () => formatWarnings(definition))).toEqual(expected);
  });
});
