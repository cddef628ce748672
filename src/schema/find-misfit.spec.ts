import { shapeOf } from './class-shape.js';
import { ApiType, Field } from './decorators.js';
import { findMisfit } from './find-misfit.js';

@ApiType({ name: 'com.example.v1.Size' })
class Size {
  @Field(1, 'int32') length?: number;
}

@ApiType({ name: 'com.example.v1.Boat' })
class Boat {
  @Field(1, Size, { pointer: true }) size?: Size;
  @Field(2, 'string', { list: true }) crew?: string[];
  @Field(3, 'bool', { map: true }) lamps?: Record<string, boolean>;
  @Field(4, Size, { list: true }) boats?: Size[];
  @Field(5, 'quantity') load?: string;
  @Field(6, 'bytes') mark?: string;
  @Field(7, 'int32', { list: true, map: true }) depths?: Record<string, number[]>;
}

const { published } = shapeOf(Boat);
const layout = (published as Extract<typeof published, { layout: unknown }>).layout;

describe('findMisfit()', () => {
  it.each<[object, string, string, string]>([
    [{ size: 5 }, 'size', 'the number 5', 'a Size'],
    [{ size: { length: '5' } }, 'size.length', 'a string', 'int32'],
    [{ size: { length: 1.5 } }, 'size.length', 'a number with a fraction', 'int32'],
    [{ size: { length: NaN } }, 'size.length', 'NaN', 'int32'],
    [{ crew: 'a' }, 'crew', 'a string', 'a list of string'],
    [{ crew: ['a', true] }, 'crew[1]', 'a boolean', 'string'],
    [{ lamps: [] }, 'lamps', 'a list', 'a map of bool'],
    [{ lamps: { bow: {} } }, 'lamps[bow]', 'an object', 'bool'],
    [{ boats: [{}, { length: [] }] }, 'boats[1].length', 'a list', 'int32'],
    [{ load: 'heavy' }, 'load', 'a string of another form', 'quantity'],
    [{ mark: '!' }, 'mark', 'a string of another form', 'bytes'],
    [{ depths: { bow: 1 } }, 'depths[bow]', 'the number 1', 'a list of int32'],
    [{ depths: { bow: [1, 'a'] } }, 'depths[bow][1]', 'a string', 'int32'],
  ])('finds the value in %j', (object, path, found, wanted) => {
    expect(findMisfit(layout, object)).toEqual({ path, found, wanted });
    expect(() => shapeOf(Boat).canonicalize(object)).toThrow();
  });

  it('finds nothing in an object of the type', () => {
    const boat = { size: null, crew: ['a'], lamps: { a: true }, boats: [{}], load: 1, mark: [1], odd: 1 };
    expect(findMisfit(layout, boat)).toBeUndefined();
  });
});
