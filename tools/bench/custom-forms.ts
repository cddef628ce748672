// The validation of custom resources; bundled and measured by tools/bench/forms.mjs.
import { CustomResourceShape } from '../../plugins/apiextensions/custom-resource/custom-resource-shape.js';
import type { JSONSchemaProps } from '../../plugins/apiextensions/index.js';
import { loadExpressionLanguage } from '../../src/plugin-api/built-in.js';

const GROUPS = 10;
const FIELDS_OF_GROUP = 30;
const ELEMENTS = 100;

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const struct = (entries: [string, JSONSchemaProps][]): JSONSchemaProps => ({
  type: 'object',
  properties: Object.fromEntries(entries),
});

/** A schema of 300 fields with the usual limits, and an object that sets all of them. */
function wide(): [JSONSchemaProps, object] {
  const field = (i: number): JSONSchemaProps =>
    [
      { type: 'string', maxLength: 63, pattern: '^[a-z0-9-]+$' },
      { type: 'integer', minimum: 0, maximum: 65_535 },
      { type: 'boolean' },
      { type: 'string' },
      { type: 'string', enum: ['Always', 'Never', 'IfNotPresent'] },
      { type: 'string', minLength: 1, maxLength: 253 },
    ][i % 6];
  const value = (i: number): unknown => ['some-name', 8080, true, 'some text', 'Never', 'usual-length'][i % 6];
  const group = struct(range(FIELDS_OF_GROUP, (i) => [`field${i}`, field(i)]));
  const spec = struct(range(GROUPS, (i) => [`group${i}`, group]));
  const fields = Object.fromEntries(range(FIELDS_OF_GROUP, (i) => [`field${i}`, value(i)]));
  const object = { spec: Object.fromEntries(range(GROUPS, (i) => [`group${i}`, fields])) };
  return [struct([['spec', spec]]), object];
}

/** A rule on each element of a list, and 100 elements. */
function ruled(): [JSONSchemaProps, object] {
  const element: JSONSchemaProps = {
    ...struct([
      ['min', { type: 'integer' }],
      ['max', { type: 'integer' }],
    ]),
    'x-kubernetes-validations': [{ rule: 'self.min <= self.max' }],
  };
  const list: JSONSchemaProps = { type: 'array', maxItems: 1000, items: element };
  const object = { spec: { ranges: range(ELEMENTS, (i) => ({ min: i, max: i + 1 })) } };
  return [struct([['spec', struct([['ranges', list]])]]), object];
}

function open([schema, content]: [JSONSchemaProps, object]): () => unknown {
  const shape = new CustomResourceShape('bench.v1.Widget', schema, {
    release: undefined,
    isOpen: false,
    selectableFields: [],
  });
  const object = shape.decode({ apiVersion: 'bench/v1', kind: 'Widget', metadata: { name: 'a' }, ...content });
  const errors = shape.validate(object);
  if (errors.length > 0) throw new Error(`the object is not valid: ${JSON.stringify(errors[0])}`);
  return () => shape.validate(object);
}

/** Opens the validation of an object with 300 fields, and of one with 100 elements that a rule applies to. */
export async function openCustomForms(): Promise<Record<'wide' | 'ruled', () => unknown>> {
  await loadExpressionLanguage();
  return { wide: open(wide()), ruled: open(ruled()) };
}
