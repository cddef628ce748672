import { FieldPath, formatFieldError } from '../../../../src/apimachinery/index.js';
import { loadExpressionLanguage } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps, ValidationRule } from '../json-schema.v1.js';
import { expressionErrors } from './expressions.validation.js';
import { RuleCompiler } from './rule-compiler.js';

beforeAll(loadExpressionLanguage);

const withRules = (schema: JSONSchemaProps, ...rules: Partial<ValidationRule>[]): JSONSchemaProps => ({
  ...schema,
  'x-kubernetes-validations': rules as ValidationRule[],
});
const object = (properties: Record<string, JSONSchemaProps>): JSONSchemaProps => ({ type: 'object', properties });
const TEXT: JSONSchemaProps = { type: 'string' };
const INT: JSONSchemaProps = { type: 'integer' };

interface Options {
  readonly allowsCosts?: boolean;
  readonly release?: string;
  readonly stored?: readonly string[];
}

function foundIn(schema: JSONSchemaProps, { allowsCosts = false, release, stored }: Options = {}): string[] {
  const compiler = new RuleCompiler({ release, stored: new Set(stored) });
  const rules = { compiler, allowsCosts };
  const errors = expressionErrors(schema, FieldPath.of('s'), { errors: [], rules });
  return errors.map(formatFieldError).map((text) => text.replaceAll('x-kubernetes-validations', 'x'));
}

const HINT =
  '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';

describe('The rules of a schema', () => {
  it.each<[JSONSchemaProps, Partial<ValidationRule>]>([
    [object({ a: INT, b: TEXT }), { rule: 'self.a > 1 && self.b.startsWith("x") && has(self.a)' }],
    [object({ 'a-b': INT, namespace: TEXT, 'c.d/e': INT, __f: INT }), { rule: 'self.a__dash__b > 1' }],
    [object({ namespace: TEXT }), { rule: 'self.__namespace__ == "x"' }],
    [object({ 'c.d/e': INT }), { rule: 'self.c__dot__d__slash__e == 1' }],
    [object({ m: { type: 'object', additionalProperties: INT } }), { rule: 'self.m.all(k, self.m[k] > 0)' }],
    [object({ t: { type: 'string', format: 'date-time' } }), { rule: 'self.t > timestamp("2020-01-01T00:00:00Z")' }],
    [object({ d: { type: 'string', format: 'duration' } }), { rule: 'self.d > duration("1s")' }],
    [object({ b: { type: 'string', format: 'byte', maxLength: 5 } }), { rule: 'self.b == b"abc"' }],
    [object({ p: { 'x-kubernetes-int-or-string': true } }), { rule: 'type(self.p) == int || self.p == "x"' }],
    [object({ e: { type: 'string', enum: ['a', 'bcd'] } }), { rule: 'self.e == "a"' }],
    [object({}), { rule: 'self.metadata.name.size() > 1 && self.kind != "x"' }],
    [object({ a: INT }), { rule: 'self.a >= oldSelf.a', messageExpression: '"was %d".format([oldSelf.a])' }],
    [object({ a: INT }), { rule: 'oldSelf.hasValue() ? self.a > oldSelf.value().a : true', optionalOldSelf: true }],
  ])('compile in %j: %j', (schema, rule) => {
    expect(foundIn(withRules(schema, rule))).toEqual([]);
  });

  it.each<[JSONSchemaProps, Partial<ValidationRule>, string]>([
    [INT, { rule: 'other > 1' }, `compilation failed: ERROR: <input>:1:1: undeclared reference to 'other'`],
    [object({ a: INT }), { rule: 'self.b > 1' }, `compilation failed: ERROR: <input>:1:5: undefined field 'b'`],
    [INT, { rule: 'self + 1' }, 'cel expression must evaluate to a bool'],
    [INT, { rule: 'true', messageExpression: 'self' }, 'messageExpression must evaluate to a string'],
    [INT, { rule: 'true', messageExpression: 'x' }, 'messageExpression compilation failed: ERROR: <input>:1:1: undec'],
    [INT, { rule: 'self > 0', optionalOldSelf: false }, 'may not be set if oldSelf is not used in rule'],
    [object({ any: {} }), { rule: 'has(self.any)' }, `compilation failed: ERROR: <input>:1:4: undefined field 'any'`],
  ])('are complained about in %j: %j', (schema, rule, text) => {
    expect(foundIn(object({ f: withRules(schema, rule) }))).toEqual([expect.stringContaining(text)]);
  });

  it('show the rule as the reference does', () => {
    expect(foundIn(object({ f: withRules(INT, { rule: 'self', message: 'm', reason: 'FieldValueInvalid' }) }))).toEqual(
      [
        's.properties[f].x[0].rule: Invalid value: apiextensions.ValidationRule{Rule:"self", Message:"m", ' +
          'MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(0xc000000000), FieldPath:"", ' +
          'OptionalOldSelf:(*bool)(nil)}: cel expression must evaluate to a bool',
      ],
    );
  });

  it('compare with the old value only where that can be found again', () => {
    const item = withRules({ type: 'string', maxLength: 5 }, { rule: 'self == oldSelf' });
    const list: JSONSchemaProps = { type: 'array', maxItems: 5, items: item };
    expect(foundIn(object({ l: list }))).toEqual([
      's.properties[l].items.x[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the ' +
        'uncorrelatable portion of the schema within s.properties[l]',
    ]);
    expect(foundIn(object({ l: { ...list, 'x-kubernetes-list-type': 'map' } }))).toEqual([]);
    const map: JSONSchemaProps = { type: 'object', 'x-kubernetes-map-type': 'atomic' };
    expect(foundIn(object({ m: { ...map, properties: { a: item } } }))).toEqual([]);
    expect(foundIn(object({ m: { ...map, maxProperties: 5, additionalProperties: item } }))).toEqual([]);
    expect(foundIn(object({ m: { ...map, properties: { l: list } } }))).toEqual([
      expect.stringContaining('uncorrelatable portion of the schema within s.properties[m].properties[l]'),
    ]);
  });

  it('may use what is new only where they are stored already', () => {
    const schema = object({ f: withRules({ type: 'string', maxLength: 9 }, { rule: 'isIP(self)' }) });
    expect(foundIn(schema, { release: '1.30' })).toHaveLength(1);
    expect(foundIn(schema, { release: '1.30', stored: ['isIP(self)'] })).toEqual([]);
    expect(foundIn(schema)).toEqual([]);
  });
});

describe('The cost of rules', () => {
  const list = (items: JSONSchemaProps, maxItems?: number): JSONSchemaProps => ({ type: 'array', items, maxItems });
  const quadratic = { rule: 'self.all(x, self.all(y, x == y || x != y))' };

  it.each<[JSONSchemaProps, Partial<ValidationRule>]>([
    [list({ type: 'string', maxLength: 10 }, 10), quadratic],
    [list(INT), { rule: 'self.all(x, x > 0)' }],
    [TEXT, { rule: 'self == oldSelf' }],
    [TEXT, { rule: 'self.matches("^[a-z]+$")' }],
  ])('is low enough in %j of %j [LIM-14]', (schema, rule) => {
    expect(foundIn(object({ f: withRules(schema, rule) }))).toEqual([]);
  });

  it('is too high where nothing limits what is gone over twice [LIM-13, LIM-14]', () => {
    expect(foundIn(object({ f: withRules(list(TEXT), quadratic) }))).toEqual([
      `s.properties[f].x[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${HINT}`,
      's.properties[f].x[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      `s: Forbidden: x estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${HINT}`,
    ]);
  });

  it('is too high for a message that is put together of texts of unknown length', () => {
    const rule = { rule: 'self >= 0', messageExpression: '"invalid attempts: " + string(self)' };
    expect(foundIn(object({ f: withRules(INT, rule) }))[0]).toBe(
      `s.properties[f].x[0].messageExpression: Forbidden: estimated messageExpression cost exceeds budget by factor of more than 100x ${HINT}`,
    );
  });

  it('counts how often a value can occur', () => {
    const rule = { rule: 'self.contains("abcdef")' };
    const inner = withRules({ type: 'string', maxLength: 100 }, rule);
    expect(foundIn(object({ f: list(inner, 100) }))).toEqual([]);
    expect(foundIn(object({ f: list(inner) }))).toEqual([
      `s.properties[f].items.x[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 4.3x ${HINT}`,
    ]);
  });

  it('does not matter in a schema that is as it was', () => {
    expect(foundIn(object({ f: withRules(list(TEXT), quadratic) }), { allowsCosts: true })).toEqual([]);
  });
});
