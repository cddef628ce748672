import { column, defineKind, movedFields } from '../../plugin-api/index.js';
import { ApiType, Field, KubernetesObject } from '../../schema/index.js';
import { exportDefinition } from './export-definition.js';

@ApiType({ name: 'com.example.v1.BargeSpec' })
class BargeSpec {
  @Field(1, 'int32', { doc: 'Tons that it holds.' }) tons?: number;
  @Field(2, 'time') built?: string;
  @Field(3, 'string') home?: string;
}

@ApiType({ name: 'com.example.v1.Barge' })
class Barge extends KubernetesObject {
  @Field(2, BargeSpec) spec: BargeSpec;
}

@ApiType({ name: 'com.example.v1beta1.BargeSpec' })
class OldBargeSpec {
  @Field(1, 'int32') load?: number;
  @Field(4, 'string') tons?: string;
  @Field(2, 'time') built?: string;
  @Field(3, 'string') home?: string;
}

@ApiType({ name: 'com.example.v1beta1.Barge' })
class OldBarge extends KubernetesObject {
  @Field(2, OldBargeSpec) spec: OldBargeSpec;
}

const conversion = movedFields<OldBarge, Barge>({ 'spec.load': 'spec.tons' });
const names = { kind: 'Barge', plural: 'barges' };
const versions = [
  { name: 'v1', type: Barge },
  { name: 'v1beta1', type: OldBarge, conversion },
];

function exported(kind: unknown): { columns: unknown[]; omitted: readonly string[] } {
  const { definition, omitted } = exportDefinition('example.com', kind as never);
  const { spec } = definition as { spec: { versions: { additionalPrinterColumns?: unknown }[] } };
  return { columns: spec.versions.map((version) => version.additionalPrinterColumns), omitted };
}

const AGE = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };
const BUILT = { name: 'Built', type: 'string', jsonPath: '.spec.built', priority: 1 };
const TONS = { name: 'Tons', type: 'integer', jsonPath: '.spec.tons', description: 'Tons that it holds.' };

describe('the columns of an exported definition', () => {
  it('are those of fields, in the versions that have them there', () => {
    const built = { path: 'spec.built', priority: 1 } as const;
    const kind = defineKind<Barge>({ ...names, versions, columns: { Tons: 'spec.tons', Built: built } });
    const { columns, omitted } = exported(kind);
    expect(columns).toEqual([
      [TONS, BUILT, AGE],
      [{ ...TONS, jsonPath: '.spec.load' }, BUILT, AGE],
    ]);
    expect(omitted).toEqual(['conversion: needs a webhook']);
  });

  it('are left out of a version that has another field there', () => {
    const same = { toHub: (barge: Barge) => barge, fromHub: (barge: Barge) => barge };
    const older = [versions[0], { name: 'v1beta1', type: OldBarge, conversion: same }];
    const { columns, omitted } = exported(
      defineKind<Barge>({ ...names, versions: older, columns: { Tons: 'spec.tons' } }),
    );
    expect(columns).toEqual([[TONS, AGE], [AGE]]);
    expect(omitted).toContain('the column "Tons" of v1beta1: it does not have such a field');
  });

  it('are not those that functions make, which are named once', () => {
    const home = column<Barge>('Home', ({ spec }) => spec.home);
    const { columns, omitted } = exported(defineKind<Barge>({ ...names, versions, columns: [home] }));
    expect(columns).toEqual([undefined, undefined]);
    expect(omitted).toEqual(['conversion: needs a webhook', 'the column "Home": needs a jsonPath']);
  });
});
