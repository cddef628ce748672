import { FieldPath, required } from '../apimachinery/index.js';
import { shapeOf } from './class-shape.js';
import { findDeclarationFaults } from './declaration-faults.js';
import { ApiType, Field } from './decorators.js';
import { layoutOf } from './field-path.js';
import type { ApiClass } from './type-metadata.js';

@ApiType({ name: 'k8s.io.api.harbor.v1.Former' })
class Former {
  @Field(1, 'string')
  name?: string;
}

@ApiType({ name: 'k8s.io.api.harbor.v1.Line' })
class Line {
  @Field(1, 'string')
  name?: string;

  @Field(2, 'bool', { since: '1.25', default: true })
  isTaut?: boolean;
}

interface Given {
  lights?: string;
  lines?: Line[];
}

@ApiType<Given>({
  name: 'k8s.io.api.harbor.v1.Berth',
  defaults: (berth) => {
    berth.lights ??= 'on';
  },
})
class Berth {
  @Field(1, 'string', { variants: [{ until: '1.19', required: true }] })
  name?: string;

  @Field(2, 'string', { since: '1.20' })
  lights?: string;

  @Field(3, 'string', { until: '1.22' })
  rope?: string;

  @Field(4, Line, { list: true })
  lines?: Line[];

  @Field(5, Line, { pointer: true, variants: [{ until: '1.22', type: Former }] })
  mast?: Line;
}

@ApiType({ name: 'k8s.io.api.harbor.v1beta1.Berth', inherits: true })
class FormerBerth extends Berth {
  @Field(2, 'string', { since: '1.18' })
  override lights?: string;
}

const membersOf = (type: ApiClass, release: string): string[] =>
  layoutOf(type, release)!.fields.map(({ name }) => name);

describe('A view of a type', () => {
  it.each([
    ['1.19', ['name', 'rope', 'lines', 'mast']],
    ['1.20', ['name', 'lights', 'rope', 'lines', 'mast']],
    ['1.22', ['name', 'lights', 'rope', 'lines', 'mast']],
    ['1.23', ['name', 'lights', 'lines', 'mast']],
    ['1.36', ['name', 'lights', 'lines', 'mast']],
  ])('has the fields of %s', (release, fields) => {
    expect(membersOf(Berth, release)).toEqual(fields);
  });

  it('takes over the fields of a parent, with the releases it gives them', () => {
    expect(membersOf(FormerBerth, '1.17')).toEqual(['name', 'rope', 'lines', 'mast']);
    expect(membersOf(FormerBerth, '1.18')).toEqual(['name', 'lights', 'rope', 'lines', 'mast']);
  });

  it('has the options and types of the release', () => {
    expect(layoutOf(Berth, '1.19')!.field('name')!.required).toBe(true);
    expect(layoutOf(Berth, '1.20')!.field('name')!.required).toBeUndefined();
    expect(layoutOf(Berth, '1.22')!.field('mast')!.struct!.shortName).toBe('Former');
    expect(layoutOf(Berth, '1.23')!.field('mast')!.struct!.shortName).toBe('Line');
  });

  it('is made once for each release, and apart for two', () => {
    expect(shapeOf(Berth, '1.20')).toBe(shapeOf(Berth, '1.20'));
    expect(shapeOf(Berth, '1.20')).not.toBe(shapeOf(Berth, '1.21'));
  });

  it('drops and reports what the release does not know', () => {
    const unknown: string[] = [];
    const given = { name: 'a', lights: 'off', lines: [{ name: 'l', isTaut: true }] };
    const read = shapeOf(Berth, '1.19').decode(given, { onUnknown: (path) => unknown.push(path) });
    expect(read).toEqual({ name: 'a', lines: [{ name: 'l' }] });
    expect(unknown).toEqual(['lights', 'lines[0].isTaut']);
  });

  it('is not filled in with fields of other releases', () => {
    const berth = { name: 'a', lines: [{ name: 'l' }] };
    shapeOf(Berth, '1.19').applyDefaults(berth);
    expect(berth).toEqual({ name: 'a', lines: [{ name: 'l' }] });
    shapeOf(Berth, '1.26').applyDefaults(berth);
    expect(berth).toEqual({ name: 'a', lights: 'on', lines: [{ name: 'l', isTaut: true }] });
  });

  it('removes the same from stored objects, and names it', () => {
    const dropped: string[] = [];
    const stored = { name: 'a', lights: 'on', lines: [{ name: 'l', isTaut: true }, { isTaut: false }] };
    expect(shapeOf(Berth, '1.19').completeStored(stored, (field) => dropped.push(field))).toBe(true);
    expect(stored).toEqual({ name: 'a', lines: [{ name: 'l' }, {}] });
    expect(dropped).toEqual(['lights', 'lines[].isTaut', 'lines[].isTaut']);
    expect(shapeOf(Berth, '1.19').completeStored(stored)).toBe(false);
  });

  it.each([
    ['lights', true],
    ['lines[0].isTaut', true],
    ['lines[key.with.dots].isTaut', true],
    ['name', false],
    ['lines[0].name', false],
    ['metadata.name', false],
  ])('knows of the error at %s whether the field is its own: %s', (field, isOut) => {
    const { field: path } = required(FieldPath.of(field));
    expect(shapeOf(Berth, '1.19').isOutOfView(path)).toBe(isOut);
  });
});

describe('The releases of fields', () => {
  it('are refused on the types of plugins, with the fix', () => {
    @ApiType({ name: 'harbor.example.com.v1.Pier' })
    class Pier {
      @Field(1, 'string', { since: '1.20' })
      name?: string;
    }
    expect(findDeclarationFaults(Pier)).toEqual([
      'harbor.example.com.v1.Pier.name: `since` is about releases of Kubernetes; remove it, or add a version of the kind',
    ]);
  });
});
