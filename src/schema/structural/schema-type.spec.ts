import type { JsonSchema } from './json-schema.js';
import type { SchemaObject, SchemaType } from './schema-type.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles where two types are the same. */
const same = <T extends true>(isSame?: T): void => expect(isSame).toBeUndefined();

const spec = {
  type: 'object',
  required: ['unit'],
  properties: {
    unit: { type: 'string', enum: ['bar', 'volt'] },
    scale: { type: 'integer', default: 10 },
    note: { type: 'string', nullable: true },
    port: { 'x-kubernetes-int-or-string': true },
    readings: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    ranges: { type: 'object', additionalProperties: { type: 'integer' } },
    settings: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    anything: {},
  },
} as const satisfies JsonSchema;

const schema = { type: 'object', required: ['spec'], properties: { spec } } as const satisfies JsonSchema;

type Spec = SchemaType<typeof spec>;

it('has the types of members', () => {
  same<Equal<Spec['unit'], 'bar' | 'volt'>>();
  same<Equal<Spec['scale'], number | undefined>>();
  same<Equal<Spec['note'], string | null | undefined>>();
  same<Equal<Spec['port'], number | string | undefined>>();
  same<Equal<Spec['readings'], number[][] | undefined>>();
  same<Equal<Spec['ranges'], Record<string, number> | undefined>>();
  same<Equal<Spec['settings'], Record<string, unknown> | undefined>>();
  same<Equal<Spec['anything'], unknown>>();
});

it('requires the members that the schema requires, and those of every object', () => {
  const gauge: SchemaObject<typeof schema> = { metadata: { name: 'north' }, spec: { unit: 'bar' } };
  gauge.spec.scale = 3;
  expect(Object.keys(gauge.spec).sort()).toEqual([...schema.properties.spec.required, 'scale'].sort());
  // @ts-expect-error: unit is required
  const unitless: Spec = { scale: 1 };
  // @ts-expect-error: pound is no unit
  const odd: Spec = { unit: 'pound' };
  // @ts-expect-error: metadata is required
  const bare: SchemaObject<typeof schema> = { spec: gauge.spec };
  expect([unitless.scale, odd.unit, bare.spec]).toEqual([1, 'pound', { unit: 'bar', scale: 3 }]);
});
