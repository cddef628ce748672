import { controlOf, emptyOf, valueOfText, withPart } from './form.js';
import { type Schema, SchemaBook } from './schema.js';

const BOOK = new SchemaBook({});

describe('controlOf()', () => {
  it.each<[Schema, string]>([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', enum: ['a', 'b'] }, 'choice'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'array', items: { type: 'string' } }, 'list'],
    [{ type: 'object', properties: { a: { type: 'string' } } }, 'object'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'map'],
    [{ type: 'object', additionalProperties: { type: 'object' } }, 'other'],
    [{ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, 'other'],
    [{ 'x-kubernetes-int-or-string': true }, 'text'],
    [{}, 'other'],
  ])('of %j is %s', (schema, control) => {
    expect(controlOf(schema, BOOK)).toBe(control);
  });
});

describe('withPart()', () => {
  const value = { spec: { a: 1, list: ['x', 'y'] } };

  it('replaces, adds and takes away parts, and changes nothing in place', () => {
    expect(withPart(value, ['spec', 'a'], 2)).toEqual({ spec: { a: 2, list: ['x', 'y'] } });
    expect(withPart(value, ['spec', 'a'], undefined)).toEqual({ spec: { list: ['x', 'y'] } });
    expect(withPart(value, ['spec', 'list', 0], undefined)).toEqual({ spec: { a: 1, list: ['y'] } });
    expect(withPart(value, ['spec', 'list', 2], 'z')).toEqual({ spec: { a: 1, list: ['x', 'y', 'z'] } });
    expect(withPart(undefined, ['spec', 'b', 'c'], true)).toEqual({ spec: { b: { c: true } } });
    expect(value).toEqual({ spec: { a: 1, list: ['x', 'y'] } });
  });
});

describe('emptyOf() and valueOfText()', () => {
  it('begin with the default, and take numbers where the schema does', () => {
    expect(emptyOf({ type: 'string', default: 'a' }, BOOK)).toBe('a');
    expect(emptyOf({ type: 'object', properties: { a: {} } }, BOOK)).toEqual({});
    expect(valueOfText('80', { 'x-kubernetes-int-or-string': true })).toBe(80);
    expect(valueOfText('80%', { 'x-kubernetes-int-or-string': true })).toBe('80%');
    expect(valueOfText('80', { type: 'string' })).toBe('80');
    expect(valueOfText('', { type: 'string' })).toBeUndefined();
  });
});
