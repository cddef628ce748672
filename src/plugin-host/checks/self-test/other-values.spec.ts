import {
  type Mooring,
  type MooringSpec,
  type OldMooring,
  mooringKind,
} from '../../../../test/fixtures/plugins/mooring.plugin.js';
import {
  ApiGroupPlugin,
  type ApiObject,
  FieldPath,
  type KindDefinition,
  type KindVersion,
  type Strategy,
  invalid,
} from '../../../plugin-api/index.js';
import type { PluginError } from '../../mistakes/index.js';
import { tryPlugins } from './self-test.js';

type ToSpec = (spec: OldMooring['spec']) => MooringSpec;
type FromSpec = (spec: MooringSpec) => OldMooring['spec'];

const toSpec: ToSpec = ({ shipName, lineCount }) => ({ ship: shipName, lines: lineCount });
const fromSpec: FromSpec = ({ ship, lines }) => ({ shipName: ship, lineCount: lines });

/** Examples of the versions, and rules. */
interface Besides {
  readonly examples?: { readonly v1?: readonly object[]; readonly v2?: readonly object[] };
  readonly strategy?: Strategy<Mooring>;
}

/** The mistakes of moorings that are converted by these functions. */
async function faultsOf(
  toHub: ToSpec,
  fromHub: FromSpec,
  { examples = {}, strategy = {} }: Besides = {},
): Promise<readonly string[]> {
  class TriedPlugin {
    readonly isTried = true;
  }
  const [v2, v1] = mooringKind.versions;
  const conversion = {
    toHub: ({ spec = {}, ...rest }: OldMooring): ApiObject => ({ ...rest, spec: toHub(spec) }) as ApiObject,
    fromHub: ({ spec = {}, ...rest }: Mooring): ApiObject => ({ ...rest, spec: fromHub(spec) }) as ApiObject,
  };
  const versions = [
    { ...v2, examples: examples.v2 },
    { ...v1, examples: examples.v1, conversion },
  ] as unknown as KindVersion[];
  const kind = { ...mooringKind, strategy, versions } as unknown as KindDefinition<Mooring>;
  ApiGroupPlugin({ group: 'mooring.example.com', versions: ['v2', 'v1'], kinds: [kind] })(TriedPlugin);
  try {
    await tryPlugins([TriedPlugin]);
    return [];
  } catch (error) {
    return (error as PluginError).mistakes;
  }
}

describe('trial runs with other values', () => {
  it('find nothing wrong with a conversion that keeps all of them', async () => {
    expect(await faultsOf(toSpec, fromSpec)).toEqual([]);
  });

  it('find a conversion that keeps small numbers only', async () => {
    expect(
      await faultsOf((spec) => ({ ...toSpec(spec), lines: Math.min(spec.lineCount ?? 0, 3) }), fromSpec),
    ).toContainEqual(
      expect.stringContaining(
        'Mooring/v1: its conversion to the storage version and back changes spec.lineCount from 4 to 3',
      ),
    );
  });

  it('find a conversion that knows some values only', async () => {
    const known: ToSpec = (spec) => ({ ...toSpec(spec), ship: spec.shipName === 'ferry' ? undefined : spec.shipName });
    expect(await faultsOf(known, fromSpec)).toContainEqual(
      expect.stringContaining(
        'its conversion to the storage version and back changes spec.shipName from "ferry" to nothing',
      ),
    );
  });

  it('leave out values that a version refuses', async () => {
    expect(await faultsOf(toSpec, (spec) => ({ ...fromSpec(spec), lineCount: Math.min(spec.lines ?? 0, 5) }))).toEqual(
      [],
    );
  });
});

describe('trial runs with one other value', () => {
  /** Refuses all objects with great values of both members, and samples too. */
  const strategy: Strategy<Mooring> = {
    validate: ({ spec: { ship, lines = 1 } }) =>
      ship === undefined || lines < 3 ? [] : [invalid(FieldPath.of('spec', 'lines'), lines, 'wants fewer lines')],
  };
  const v1 = [{ metadata: { name: 'a' }, spec: { lineCount: 2 } }];
  const v2 = [{ metadata: { name: 'a' }, spec: { lines: 2 } }];
  const fewLines: ToSpec = (spec) => ({ ...toSpec(spec), lines: Math.min(spec.lineCount ?? 0, 3) });

  it.each<[string, Besides['examples']]>([
    ['the version', { v1 }],
    ['the storage version', { v2 }],
  ])('find what a rule refuses together with others: examples of %s', async (_whose, examples) => {
    expect(await faultsOf(fewLines, fromSpec, { strategy, examples })).toContainEqual(
      expect.stringContaining('to the storage version and back changes spec.lineCount from 4 to 3'),
    );
  });

  it('find nothing wrong with a conversion that keeps all of them', async () => {
    expect(await faultsOf(toSpec, fromSpec, { strategy, examples: { v1, v2 } })).toEqual([]);
  });

  it('leave out examples that cannot be converted; others report them', async () => {
    const fails: FromSpec = (spec) => {
      if (spec.lines === 2) throw new TypeError('two lines');
      return fromSpec(spec);
    };
    expect((await faultsOf(fewLines, fails, { strategy, examples: { v1, v2 } }))[0]).toContain('failed: two lines');
  });
});
