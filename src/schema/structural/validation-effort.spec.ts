import { MAX_ALTERNATIVE_CHECKS } from '../../apimachinery/index.js';
import type { JsonSchema } from './json-schema.js';
import { validateValue } from './validate-value.js';
import { compileCheck } from './value-check.js';

const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const faultsOf = (schema: JsonSchema, value: unknown): string[] =>
  validateValue(compileCheck(schema), value).map(({ field, message }) => `${field}: ${message}`);
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe('the effort of a validation', () => {
  it.each<[string, JsonSchema]>([
    ['anyOf', { anyOf: [...times(1000, () => ({ maxLength: 0 })), { minLength: 1 }] }],
    ['oneOf', { oneOf: [...times(1000, () => ({ maxLength: 0 })), { minLength: 1 }] }],
    ['allOf', { allOf: times(1000, () => ({ minLength: 1 })) }],
    ['not', { allOf: times(1000, () => ({ not: { maxLength: 0 } })) }],
  ])('is limited where values are checked by many schemas of %s', (_, junctor) => {
    const values = times(MAX_ALTERNATIVE_CHECKS / 500, () => 'a');
    const fault = '<nil>: Invalid value: has too many values for the alternatives of its schema';
    expect(faultsOf(list({ type: 'string', ...junctor }), values)).toEqual([fault]);
  });

  it('allows as many values with two alternatives as a body may have', () => {
    const schema = list({ anyOf: [{ type: 'integer' }, { type: 'string' }] });
    expect(
      faultsOf(
        schema,
        times(150_000, (i) => `${i}`),
      ),
    ).toEqual([]);
  });

  it('is counted again for each object', () => {
    const schema = list({ anyOf: [{ type: 'integer' }, { type: 'string' }] });
    for (let i = 0; i < 3; i++) {
      expect(
        faultsOf(
          schema,
          times(150_000, (each) => `${each}`),
        ),
      ).toEqual([]);
    }
  });

  it('refuses a long text for a large pattern before it is matched', () => {
    const schema = { type: 'string', pattern: '(a?){1000}(b?){1000}$' };
    const fault = '<nil>: Invalid value: has a text too long for the pattern of its schema';
    expect(faultsOf(schema, 'a'.repeat(1_000_000))).toEqual([fault]);
    expect(faultsOf(schema, 'a'.repeat(100))).toEqual([]);
  });

  it('matches a long text with an everyday pattern', () => {
    expect(faultsOf({ type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' }, 'a'.repeat(1_500_000))).toEqual([]);
  });

  it('ends where many texts take long to match', () => {
    const schema = list({ type: 'string', pattern: '(a?){200}(b?){200}$' });
    const [fault] = faultsOf(
      schema,
      times(5000, () => 'a'.repeat(300)),
    );
    expect(fault).toBe('<nil>: Invalid value: has texts that take too long to match with the patterns of its schema');
  });

  it('does not match by a pattern that cannot be compiled', () => {
    expect(faultsOf({ type: 'string', pattern: '(' }, 'a')).toHaveLength(1);
  });
});
