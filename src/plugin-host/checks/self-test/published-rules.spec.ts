import {
  ApiGroupPlugin,
  ApiType,
  Field,
  FieldPath,
  IsDefined,
  IsIn,
  KubernetesObject,
  ObjectMeta,
  type Strategy,
  defineKind,
  required,
} from '../../../plugin-api/index.js';
import { type FieldOptions, type KindDraft } from '../../../plugin-api/built-in.js';
import type { PluginError } from '../../mistakes/index.js';
import { tryPlugins } from './self-test.js';

const CARGOES = ['Oil', 'Grain'];
const LIKE = ['Oil', 'OilOther'];

interface Declared {
  readonly options: FieldOptions;
  readonly rules?: readonly PropertyDecorator[];
  readonly strategy?: Partial<Strategy<Hold>> | (new () => object);
}

interface Hold extends KubernetesObject {
  spec: { cargo?: string };
}

/** The mistakes of a kind whose only member is declared so. */
async function faultsOf({ options, rules = [], strategy = {} }: Declared): Promise<readonly string[]> {
  class HoldSpec {
    cargo?: string;
  }
  for (const decorate of [Field(1, 'string', options), ...rules]) decorate(HoldSpec.prototype, 'cargo');
  ApiType({ name: 'com.example.hold.v1.HoldSpec' })(HoldSpec);
  @ApiType({ name: 'com.example.hold.v1.Hold' })
  class Hold extends KubernetesObject {
    @Field(2, HoldSpec) spec: HoldSpec;
  }
  class HoldPlugin {
    readonly isTried = true;
  }
  const kind = defineKind({
    kind: 'Hold',
    plural: 'holds',
    versions: [{ name: 'v1', type: Hold }],
    strategy,
  } as KindDraft);
  ApiGroupPlugin({ group: 'hold.example.com', versions: ['v1'], kinds: [kind] })(HoldPlugin);
  return faultsOfPlugin(HoldPlugin);
}

async function faultsOfPlugin(plugin: new () => object): Promise<readonly string[]> {
  try {
    await tryPlugins([plugin]);
    return [];
  } catch (error) {
    return (error as PluginError).mistakes;
  }
}

const OPEN =
  'HoldPlugin: Hold/v1: spec.cargo: is published with its values, but others are accepted; @IsIn(values) enforces';
const MISSING =
  'HoldPlugin: Hold/v1: spec.cargo: is published as required, but objects without it are accepted; @IsDefined()';

describe('a field that is published with a rule', () => {
  it.each<[string, string, Declared]>([
    ['values that nothing enforces', OPEN, { options: { enum: CARGOES } }],
    [
      'values of a list',
      OPEN.replace('(values)', '(values, { each: true })'),
      { options: { enum: CARGOES, list: true } },
    ],
    ['a requirement that nothing enforces', MISSING, { options: { required: true } }],
  ])('is reported: %s', async (_what, mistake, declared) => {
    expect(await faultsOf(declared)).toContainEqual(expect.stringContaining(mistake));
  });

  const wanted: Partial<Strategy<Hold>> = {
    validate: ({ spec }) => (spec.cargo === undefined ? [required(FieldPath.of('spec', 'cargo'))] : []),
  };
  class Waiting {
    readonly isWaiting = true;
  }

  it.each<[string, Declared]>([
    ['values of which one looks like another', { options: { enum: LIKE }, rules: [IsIn(LIKE)] }],
    ['values that a rule enforces', { options: { enum: CARGOES }, rules: [IsIn(CARGOES)] }],
    ['a requirement that a rule enforces', { options: { required: true }, rules: [IsDefined()] }],
    ['one that a strategy enforces', { options: { required: true }, strategy: wanted }],
    ['one that a default meets', { options: { required: true, default: 'Oil' } }],
    ['a strategy that cannot be asked yet', { options: { required: true }, strategy: Waiting }],
    ['a strategy that waits', { options: { required: true }, strategy: { validateAsync: () => Promise.resolve([]) } }],
  ])('is accepted: %s', async (_what, declared) => {
    expect(await faultsOf(declared)).toEqual([]);
  });
});

@ApiType({ name: 'com.example.stow.v1.Crate' })
class Crate {
  @Field(1, 'string', { required: true }) label?: string;
}

@ApiType({ name: 'com.example.stow.v1.StowSpec' })
class StowSpec {
  @Field(1, Crate) first: Crate;
  @Field(2, Crate, { list: true }) others?: Crate[];
  @Field(3, Crate, { map: true }) byName?: Record<string, Crate>;
  @Field(4, 'string', { map: true, enum: CARGOES }) cargoes?: Record<string, string>;
  @Field(5, Crate) metadata: Crate;
  @Field(6, ObjectMeta) template: ObjectMeta;
}

@ApiType({ name: 'com.example.stow.v1.StowStatus' })
class StowStatus {
  @Field(1, 'string', { required: true }) phase?: string;
}

@ApiType({ name: 'com.example.stow.v1.Stow' })
class Stow {
  apiVersion?: string;
  kind?: string;
  @Field(1, ObjectMeta, { required: true }) metadata: ObjectMeta;
  @Field(2, StowSpec, { required: true }) spec: StowSpec;
  @Field(3, StowStatus) status?: StowStatus;
}

describe('the members of a kind that are tried', () => {
  const placesOf = async (hasStatus: boolean): Promise<string[]> => {
    class StowPlugin {
      readonly isTried = true;
    }
    const kind = defineKind({ kind: 'Stow', plural: 'stows', versions: [{ name: 'v1', type: Stow }], hasStatus });
    ApiGroupPlugin({ group: 'stow.example.com', versions: ['v1'], kinds: [kind as never] })(StowPlugin);
    return (await faultsOfPlugin(StowPlugin)).flatMap(
      (fault) => /Stow\/v1: ([\w.]+): is published/.exec(fault)?.[1] ?? [],
    );
  };
  const inside = ['spec', 'spec.first.label', 'spec.others.label', 'spec.metadata.label'];

  it('are those in structs and lists, but not in maps and types of the reference', async () => {
    expect(await placesOf(false)).toEqual([...inside, 'status.phase']);
  });

  it('are without the status where controllers write it', async () => {
    expect(await placesOf(true)).toEqual(inside);
  });

  it('are at most 256 in a version', async () => {
    class LongSpec {
      readonly isLong = true;
    }
    for (let n = 1; n <= 258; n++) Field(n, 'string', { required: true })(LongSpec.prototype, `member${n}`);
    ApiType({ name: 'com.example.long.v1.LongSpec' })(LongSpec);
    @ApiType({ name: 'com.example.long.v1.Long' })
    class Long extends KubernetesObject {
      @Field(2, LongSpec) spec: LongSpec;
    }
    class LongPlugin {
      readonly isTried = true;
    }
    const kind = defineKind({ kind: 'Long', plural: 'longs', versions: [{ name: 'v1', type: Long }] });
    ApiGroupPlugin({ group: 'long.example.com', versions: ['v1'], kinds: [kind as never] })(LongPlugin);
    const faults = (await faultsOfPlugin(LongPlugin)).filter((fault) => fault.includes('is published'));
    // The spec is the first member.
    expect(faults).toHaveLength(255);
    expect(faults.at(-1)).toContain('Long/v1: spec.member255: is published as required');
  });
});
