import { formatFieldError } from '../apimachinery/index.js';
import { shapeOf } from './class-shape.js';
import { ApiType, Field } from './decorators.js';

@ApiType({ name: 'com.example.v1.Size' })
class Size {
  @Field(1, 'int32', { immutable: true }) length?: number;
  @Field(2, 'int32') draught?: number;
}

@ApiType({ name: 'com.example.v1.Ship' })
class Ship {
  @Field(1, 'string', { immutable: true }) cargo?: string;
  @Field(2, 'string', { map: true, immutable: true }) papers?: Record<string, string>;
  @Field(3, Size, { pointer: true }) size?: Size;
  @Field(4, 'string') name?: string;
  @Field(5, () => Ship, { pointer: true }) tug?: Ship;
}

const ship = shapeOf(Ship);
const old = { cargo: 'Oil', papers: { a: '1', b: '2' }, size: { length: 5, draught: 1 }, name: 'ark' };
const errorsOf = (object: object, before?: object): string[] =>
  ship.validate(object, { old: before }).map(formatFieldError);

describe('immutable fields', () => {
  it.each<[string, object]>([
    ['the same', { ...old, papers: { b: '2', a: '1' } }],
    ['another value of another field', { ...old, name: 'barge', size: { length: 5, draught: 2 } }],
    ['members that are undefined', { ...old, size: { length: 5, draught: 1, other: undefined } }],
    ['what is empty in place of what is missing', { ...old, tug: { papers: {} } }],
  ])('allow %s', (_what, object) => {
    expect(errorsOf(object, old)).toEqual([]);
  });

  it.each<[string, object]>([
    ['cargo: Invalid value: "Fuel": field is immutable', { ...old, cargo: 'Fuel' }],
    ['cargo: Invalid value: "null": field is immutable', { ...old, cargo: undefined }],
    ['papers: Invalid value: map[string]string{"a":"1"}: field is immutable', { ...old, papers: { a: '1' } }],
    ['size.length: Invalid value: 6: field is immutable', { ...old, size: { length: 6, draught: 1 } }],
    ['size.length: Invalid value: "null": field is immutable', { ...old, size: undefined }],
  ])('report %s', (error, object) => {
    expect(errorsOf(object, old)).toEqual([error]);
  });

  it('are found in types that contain themselves', () => {
    const behind = (length: number) => ({ ...old, tug: { tug: { size: { length } } } });
    expect(errorsOf(behind(6), behind(5))).toEqual(['tug.tug.size.length: Invalid value: 6: field is immutable']);
    expect(errorsOf(behind(5), behind(5))).toEqual([]);
  });

  it('may have any value in a new object, and count as rules', () => {
    expect(errorsOf(old)).toEqual([]);
    expect(ship.hasFieldRules).toBe(true);
    expect(shapeOf(Size).hasFieldRules).toBe(true);
  });
});
