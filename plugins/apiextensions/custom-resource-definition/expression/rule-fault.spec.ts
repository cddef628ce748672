import { FieldPath } from '../../../../src/plugin-api/index.js';
import { formatFieldError } from '../../../../src/plugin-api/built-in.js';
import { faultOfRule } from './rule-fault.js';

describe('faultOfRule()', () => {
  it.each<[string | undefined, string]>([
    [undefined, 'a.b: Invalid value: "integer": too long'],
    ['FieldValueInvalid', 'a.b: Invalid value: "integer": too long'],
    ['FieldValueForbidden', 'a.b: Forbidden: too long'],
    ['FieldValueRequired', 'a.b: Required value: too long'],
    ['FieldValueDuplicate', 'a.b: Duplicate value: "integer"'],
  ])('has the reason %j of the rule', (reason, text) => {
    const fault = { path: FieldPath.of('a', 'b'), type: 'integer', message: 'too long' };
    expect(formatFieldError(faultOfRule(reason, fault))).toBe(text);
  });
});
