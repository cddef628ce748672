import { loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps } from '../custom-resource-definition/json-schema.v1.js';
import { CustomResourceShape } from './custom-resource-shape.js';

type Rules = NonNullable<JSONSchemaProps['x-kubernetes-validations']>;

const rules = (...all: string[]): { 'x-kubernetes-validations': Rules } => ({
  'x-kubernetes-validations': all.map((rule) => ({ rule, message: rule })),
});

function shapeOf(properties: Record<string, JSONSchemaProps>, ofRoot: string[] = []): CustomResourceShape {
  const schema: JSONSchemaProps = { type: 'object', properties, ...rules(...ofRoot) };
  return new CustomResourceShape('Buoy', schema, { release: undefined, isOpen: false, selectableFields: [] });
}

function faultsOf(shape: CustomResourceShape, content: object, options: object = {}): string[] {
  const object = { apiVersion: 'sea.example.com/v1', kind: 'Buoy', metadata: { name: 'a' }, ...content };
  return shape.validate(object, options).map(({ field, message }) => `${field}: ${message}`);
}

const RANGE: JSONSchemaProps = {
  type: 'object',
  properties: { min: { type: 'integer' }, max: { type: 'integer', ...rules('self < 10') } },
  ...rules('self.min <= self.max', 'self.min >= 0'),
};

describe('evaluateRules()', () => {
  beforeAll(() => loadExpressionLanguage());

  it('reports faults of a value before those of its parts, in the order of the data', () => {
    const ranges: JSONSchemaProps = { type: 'array', items: RANGE, ...rules('size(self) < 2') };
    const shape = shapeOf({ ranges }, ['size(self.ranges) > 5']);
    const content = {
      ranges: [
        { max: 12, min: 20 },
        { min: -1, max: 3 },
      ],
    };
    expect(faultsOf(shape, content)).toEqual([
      expect.stringContaining('size(self.ranges) > 5'),
      expect.stringMatching(/^ranges: .*size\(self\) < 2/),
      expect.stringMatching(/^ranges\[0\]: .*self\.min <= self\.max/),
      expect.stringMatching(/^ranges\[0\]\.max: .*self < 10/),
      expect.stringMatching(/^ranges\[1\]: .*self\.min >= 0/),
    ]);
  });

  it('evaluates rules of the members of maps', () => {
    const shape = shapeOf({
      depths: { type: 'object', additionalProperties: { type: 'integer', ...rules('self > 0') } },
    });
    expect(faultsOf(shape, { depths: { a: 1, b: 0 } })).toEqual([expect.stringMatching(/^depths\[b\]: .*self > 0/)]);
  });

  it('stops at the first rule beyond the budget', () => {
    const shape = shapeOf({ ranges: { type: 'array', items: RANGE } });
    const budget = { left: 12 };
    const content = { ranges: Array.from({ length: 10 }, () => ({ min: 1, max: 2 })) };
    expect(faultsOf(shape, content, { budget })).toEqual([expect.stringContaining('running out of cost budget')]);
    expect(budget.left).toBeLessThan(0);
  });

  it('finds no inherited members', () => {
    const member: JSONSchemaProps = {
      type: 'object',
      properties: { constructor: { type: 'string' } } as unknown as Record<string, JSONSchemaProps>,
      ...rules('!has(self.constructor)'),
    };
    const shape = shapeOf({ member });
    expect(faultsOf(shape, { member: {} })).toEqual([]);
    expect(faultsOf(shape, { member: { constructor: 'x' } })).toHaveLength(1);
  });

  it('accepts faults of unchanged values, and shows a rule its optional former value', () => {
    const depth: JSONSchemaProps = {
      type: 'integer',
      'x-kubernetes-validations': [
        { rule: 'self > 0' },
        { rule: '!oldSelf.hasValue() || oldSelf.value() <= self', optionalOldSelf: true },
      ],
    };
    const shape = shapeOf({ depth });
    const old = { apiVersion: 'sea.example.com/v1', kind: 'Buoy', metadata: { name: 'a' }, depth: -1 };
    expect(faultsOf(shape, { depth: -1 }, { old })).toEqual([]);
    expect(faultsOf(shape, { depth: -2 }, { old })).toHaveLength(2);
  });
});
