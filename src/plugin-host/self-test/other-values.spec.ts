import {
  type Mooring,
  type MooringSpec,
  type OldMooring,
  mooringKind,
} from '../../../test/fixtures/plugins/mooring.plugin.js';
import { ApiGroupPlugin, type ApiObject, type KindDefinition, type KindVersion } from '../../plugin-api/index.js';
import type { PluginError } from '../plugin-error.js';
import { tryPlugins } from './self-test.js';

type ToSpec = (spec: OldMooring['spec']) => MooringSpec;
type FromSpec = (spec: MooringSpec) => OldMooring['spec'];

const toSpec: ToSpec = ({ shipName, lineCount }) => ({ ship: shipName, lines: lineCount });
const fromSpec: FromSpec = ({ ship, lines }) => ({ shipName: ship, lineCount: lines });

/** The mistakes of moorings that are converted by these functions. */
async function faultsOf(toHub: ToSpec, fromHub: FromSpec): Promise<readonly string[]> {
  class TriedPlugin {
    readonly isTried = true;
  }
  const [v2, v1] = mooringKind.versions;
  const conversion = {
    toHub: ({ spec = {}, ...rest }: OldMooring): ApiObject => ({ ...rest, spec: toHub(spec) }) as ApiObject,
    fromHub: ({ spec = {}, ...rest }: Mooring): ApiObject => ({ ...rest, spec: fromHub(spec) }) as ApiObject,
  };
  const kind = { ...mooringKind, versions: [v2, { ...v1, conversion } as KindVersion] } as KindDefinition<Mooring>;
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
