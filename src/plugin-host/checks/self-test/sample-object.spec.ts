import { IsIn, Matches, Max, MaxLength, Min, MinLength } from 'class-validator';
import { ApiType, Field, type StructLayout, shapeOf } from '../../../schema/index.js';
import { extremeSampleObjects, sampleObject, variedSampleObject } from './sample-object.js';

const NAMES = { kind: 'Hold', apiVersion: 'example.com/v1' };
const CARGOES = Array.from({ length: 17 }, (_, i) => `cargo-${i}`);

@ApiType({ name: 'com.example.v1.Hatch' })
class Hatch {
  @Field(1, 'int32') bolts?: number;
  @Field(2, () => Hatch, { pointer: true }) inner?: Hatch;
}

@ApiType({ name: 'com.example.v1.Hold' })
class Hold {
  @Field(1, 'string', { default: 'open', enum: ['open', 'shut'] }) state?: string;
  @Field(2, 'string') @IsIn(['oil', 'grain']) cargo?: string;
  @Field(3, 'int32') @Min(5) @Max(9) depth?: number;
  @Field(4, 'int64') weight?: number;
  @Field(5, 'string') @MinLength(9) @MaxLength(11) label?: string;
  @Field(6, 'string') @MaxLength(4) code?: string;
  @Field(7, 'string') @MaxLength(4) @Matches(/^a/) pattern?: string;
  @Field(8, 'bytes') @MaxLength(4) seal?: string;
  @Field(9, 'duration') airing?: string;
  @Field(10, 'string', { list: true, default: ['a', 'b'] }) tags?: string[];
  @Field(11, 'int32', { map: true }) counts?: Record<string, number>;
  @Field(12, Hatch) hatch: Hatch;
  @Field(13, 'string', { enum: [] }) note?: string;
  @Field(14, 'string') @MinLength(20_000) long?: string;
  @Field(15, 'string', { enum: ['only'] }) only?: string;
}

@ApiType({ name: 'com.example.v1.Gauge' })
class Gauge {
  @Field(1, 'bool') isOpen?: boolean;
  @Field(2, 'int32') level?: number;
  @Field(3, 'int64') total?: number;
  @Field(4, 'uint64') count?: number;
  @Field(5, 'double') ratio?: number;
  @Field(6, 'intOrString') port?: number | string;
  @Field(7, 'json') extra?: unknown;
}

function layoutOf(type: new () => object): StructLayout {
  return (shapeOf(type as never).published as { readonly layout: StructLayout }).layout;
}

const HOLD = layoutOf(Hold);
const SEAL = 'c2FtcGxl';
const LONG = 'z'.repeat(63);
const lasting = { only: 'only', seal: SEAL, tags: ['a', 'b'] };

describe('samples of a type', () => {
  it('have defaults, first values, and values that rules allow', () => {
    const { metadata, long, ...sample } = sampleObject(HOLD, NAMES) as never as Record<string, unknown>;
    expect(sample).toEqual({
      ...NAMES,
      ...lasting,
      ...{ state: 'open', cargo: 'oil', depth: 5, weight: 1, label: 'samplezzz', code: 'samp', pattern: 'sample' },
      ...{ airing: '1m0s', counts: { sample: 1 }, hatch: { bolts: 1, inner: { bolts: 1 } }, note: 'sample' },
    });
    expect(metadata).toMatchObject({ name: 'sample', labels: { sample: 'true' } });
    expect(long).toHaveLength(10_000);
  });

  it('have a value of the type of each scalar, and great numbers at the greatest values', () => {
    const [isOpen, port, extra] = [true, 1, { sample: true }];
    expect(sampleObject(layoutOf(Gauge), NAMES)).toMatchObject({
      ...{ isOpen, level: 1, total: 1, count: 1, ratio: 1, port, extra },
    });
    const [greatest] = extremeSampleObjects(layoutOf(Gauge), NAMES);
    const large = 2_000_000_000;
    expect(greatest).toMatchObject({ isOpen, level: large, total: large, count: large, ratio: large, port, extra });
  });

  it('have values of their own where those differ', () => {
    const sample = variedSampleObject(HOLD, NAMES);
    expect(sample).toMatchObject({ ...lasting, state: 'open', cargo: 'oil', depth: 5, weight: 3, code: 'samp' });
    expect(sample).toMatchObject({ airing: '7m0s', counts: { sample: 8 }, hatch: { bolts: 9, inner: { bolts: 10 } } });
  });

  it('have the greatest values, and each of the named ones', () => {
    const [first, second, ...others] = extremeSampleObjects(HOLD, NAMES) as never as Record<string, unknown>[];
    const greatest = {
      ...lasting,
      depth: 9,
      weight: 2_000_000_000,
      label: LONG.slice(0, 11),
      code: 'zzzz',
      note: LONG,
    };
    const fixed = { pattern: 'sample', airing: '26h17m45s', counts: { sample: 2_000_000_000 } };
    expect(first).toMatchObject({ ...greatest, ...fixed, state: 'open', cargo: 'oil' });
    expect(second).toMatchObject({ ...greatest, ...fixed, state: 'shut', cargo: 'grain' });
    expect(others).toEqual([]);
  });

  it('are one where no values are named, and at most 16', () => {
    expect(extremeSampleObjects(layoutOf(Hatch), NAMES)).toHaveLength(1);
    class Many {
      readonly cargo?: string;
    }
    Field(1, 'string', { enum: CARGOES })(Many.prototype, 'cargo');
    ApiType({ name: 'com.example.v1.Many' })(Many);
    expect(extremeSampleObjects(layoutOf(Many), NAMES)).toHaveLength(16);
  });
});
