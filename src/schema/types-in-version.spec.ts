import { ApiType, Field, TypesInVersion, metadataOf, shapeOf } from './index.js';
import { compileType } from './compiled-type.js';

/** A part that the type nests. */
@ApiType({ name: 'k8s.io.api.pier.v1.Part' })
class Part {
  @Field(1, 'string', { alias: 'v1.Grade' }) grade?: string;
}

/** A type that embeds another one and holds itself. */
@ApiType({ name: 'k8s.io.api.pier.v1.Berth', embed: 3 })
class Berth extends Part {
  @Field(1, Part, { map: true, keyAlias: 'v1.PartName' }) parts?: Record<string, Part>;
  @Field(2, () => Berth, { list: true, since: '1.34' }) inner?: Berth[];
}

/** A part of the older version, with another number. */
@ApiType({ name: 'k8s.io.api.pier.v1beta1.Part' })
class PartV1beta1 {
  @Field(7, 'string') grade?: string;
}

describe('TypesInVersion', () => {
  const v1beta2 = new TypesInVersion('k8s.io.api.pier.v1', 'v1beta2');

  it('names the types of the group after the version, wherever they stand', () => {
    const type = compileType(v1beta2.of(Berth), '1.34');
    expect(type.name).toBe('k8s.io.api.pier.v1beta2.Berth');
    expect(type.embedded?.type.name).toBe('k8s.io.api.pier.v1beta2.Part');
    expect(type.field('parts')).toMatchObject({ keyAlias: 'v1beta2.PartName', struct: type.embedded?.type });
    expect(type.field('inner')?.struct).toBe(type);
    expect(type.field('grade')?.alias).toBe('v1beta2.Grade');
  });

  it('has the fields of each release, and makes each type once', () => {
    expect(compileType(v1beta2.of(Berth), '1.33').field('inner')).toBeUndefined();
    expect(v1beta2.of(Berth)).toBe(v1beta2.of(Berth));
    expect(metadataOf(Berth)?.name).toBe('k8s.io.api.pier.v1.Berth');
  });

  it('puts replacements in the place of types that differ', () => {
    const v1beta1 = new TypesInVersion('k8s.io.api.pier.v1', 'v1beta1').replace(Part, PartV1beta1);
    const { struct } = compileType(v1beta1.of(Berth)).field('parts')!;
    expect(struct?.field('grade')?.number).toBe(7);
  });

  it('leaves types of other groups as they are', () => {
    expect(v1beta2.of(PartV1beta1)).toBe(PartV1beta1);
    expect(shapeOf(v1beta2.of(Part)).name).toBe('k8s.io.api.pier.v1beta2.Part');
  });
});
