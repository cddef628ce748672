import {
  ApiGroupPlugin,
  ApiType,
  Field,
  FieldPath,
  type FieldOptions,
  IsDefined,
  IsIn,
  type KindDraft,
  KubernetesObject,
  type Strategy,
  defineKind,
  required,
} from '../../plugin-api/index.js';
import type { PluginError } from '../plugin-error.js';
import { tryPlugins } from './self-test.js';

const CARGOES = ['Oil', 'Grain'];

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
  try {
    await tryPlugins([HoldPlugin]);
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
