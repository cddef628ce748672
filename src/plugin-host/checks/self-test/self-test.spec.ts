import { HarborPlugin } from '../../../../plugins/example/index.js';
import { Widget, widgetKind } from '../../../../test/fixtures/plugins/widget.v1.js';
import {
  type Mooring,
  type MooringSpec,
  type OldMooring,
  type OldMooringSpec,
  mooringKind,
} from '../../../../test/fixtures/plugins/mooring.plugin.js';
import {
  ApiGroupPlugin,
  FieldPath,
  invalid,
  invalidObject,
  type KindDefinition,
  type KindVersion,
  type Strategy,
  required,
} from '../../../plugin-api/index.js';
import { BUILT_IN_PLUGINS } from '../../../plugins.js';
import type { PluginError } from '../../mistakes/index.js';
import type { PluginClass } from '../../load/index.js';
import { tryPlugins } from './self-test.js';

/** A plugin whose kind differs from a right one. */
function pluginWith(changes: Partial<KindDefinition<Widget>>): PluginClass {
  class TriedPlugin {
    readonly isTried = true;
  }
  const kind = { ...widgetKind, ...changes };
  ApiGroupPlugin({ group: 'fixture.example.com', versions: ['v1', 'v2'], kinds: [kind] })(TriedPlugin);
  return TriedPlugin;
}

function pluginOf(kind: KindDefinition<Mooring>): PluginClass {
  class TriedPlugin {
    readonly isTried = true;
  }
  ApiGroupPlugin({ group: 'fixture.example.com', versions: ['v1', 'v2'], kinds: [kind] })(TriedPlugin);
  return TriedPlugin;
}

/** Moorings whose specs are converted to the storage version by a function. */
function convertingMoorings(toSpec: (spec: OldMooringSpec) => MooringSpec): Partial<KindDefinition<Mooring>> {
  const [v2, v1] = mooringKind.versions;
  const toHub = ({ spec, ...rest }: OldMooring): Mooring => ({ ...rest, spec: toSpec(spec) });
  const conversion = { toHub, fromHub: v1.conversion!.fromHub } as KindVersion['conversion'];
  return { versions: [v2, { ...v1, conversion }] };
}

const SHIP = FieldPath.of('spec').child('ship');

async function mistakesOf(...plugins: PluginClass[]): Promise<readonly string[]> {
  try {
    await tryPlugins(plugins);
    return [];
  } catch (error) {
    return (error as PluginError).mistakes;
  }
}

const fail = (): never => {
  throw new Error('of undefined');
};
const converting = (toHub: (widget: Widget) => Widget, fromHub = (widget: Widget): Widget => widget) => ({
  versions: [
    { name: 'v1', type: Widget },
    { name: 'v2', type: Widget, conversion: { toHub, fromHub } },
  ],
});
const column = { name: 'Age', type: 'string', description: '' } as const;
const working = {
  replicas: ({ metadata }: Widget) => metadata.generation ?? 0,
  setReplicas: ({ metadata }: Widget, replicas: number) => (metadata.generation = replicas),
};
const scale = { replicas: () => 1, setReplicas: () => {}, statusReplicas: () => 1, selector: () => '' };

describe('tryPlugins()', () => {
  it('finds nothing wrong with the built-in plugins and the example', async () => {
    expect(await mistakesOf(...BUILT_IN_PLUGINS, HarborPlugin)).toEqual([]);
  });

  it('wants an example for a version whose conversion refuses values of clients', async () => {
    const refusing = converting((widget) => {
      if (widget.metadata.name === 'a') return widget;
      throw invalidObject({ group: '', kind: 'Widget' }, 'b', []);
    });
    expect(await mistakesOf(pluginWith(refusing))).toContainEqual(
      expect.stringMatching(
        /^TriedPlugin: Widget\/v2: its conversion refuses what it has made itself: .* give the version an example with one/,
      ),
    );
    const [v1, v2] = refusing.versions;
    const withExample = { versions: [v1, { ...v2, examples: [{ metadata: { name: 'a' } }] }] };
    expect(await mistakesOf(pluginWith(withExample))).toEqual([]);
    const wrong = { versions: [v1, { ...v2, examples: [{ metadata: { name: 'c' } }] }] };
    expect(await mistakesOf(pluginWith(wrong))).toContainEqual(
      expect.stringContaining('examples[0]: Widget "b" is inv'),
    );
  });

  it('allows a conversion to add redundant members', async () => {
    const annotated = ({ metadata, ...rest }: Widget): Widget => ({
      ...rest,
      metadata: { ...metadata, annotations: { ...metadata.annotations, 'example.com/name': metadata.name! } },
    });
    expect(await mistakesOf(pluginWith(converting(annotated)))).toEqual([]);
  });

  it.each(['labels', 'annotations', 'finalizers'] as const)('finds that a conversion drops %s', async (member) => {
    const drop = ({ metadata, ...rest }: Widget): Widget => ({
      ...rest,
      metadata: { ...metadata, [member]: undefined },
    });
    expect(await mistakesOf(pluginWith(converting(drop)))).toContainEqual(
      expect.stringContaining(`changes metadata.${member}`),
    );
  });

  it.each<[string, Partial<KindDefinition<Widget>>]>([
    ['TriedPlugin: Widget/v1: the cell of Age fails: of undefined', { columns: [{ ...column, cell: fail }] }],
    [
      'TriedPlugin: Widget/v1: selectableFields["spec.a"] fails: of undefined',
      { selectableFields: { 'spec.a': fail } },
    ],
    [
      'TriedPlugin: Widget/v1: examples[0]: metadata.uid: is set by the server; leave it out',
      { versions: [{ name: 'v1', type: Widget, examples: [{ metadata: { name: 'a', uid: 'u' } }] }] },
    ],
    [
      'TriedPlugin: Widget/v1: selectableFields["a"]: it returned 1; expected a text',
      { selectableFields: { a: () => 1 as never } },
    ],
    ['TriedPlugin: Widget/v1: rowConditions fails: of undefined', { rowConditions: fail }],
    ['TriedPlugin: Widget/v1: scale.selector fails', { scale: { ...scale, ...working, selector: fail } }],
    ['TriedPlugin: Widget/v1: scale.replicas does not show what scale.setReplicas has set', { scale }],
    ['TriedPlugin: Widget/v2: its conversion fails: Widget/v2: toHub failed: of undefined', converting(fail)],
    [
      'TriedPlugin: Widget/v2: its conversion fails: Widget/v2: fromHub failed: it returned undefined; expected an object with metadata',
      converting(
        (w) => w,
        () => undefined as never,
      ),
    ],
    [
      'TriedPlugin: Widget/v2: its conversion fails: Widget/v2: toHub failed: Cannot assign to read only property',
      converting((w) => Object.assign(w, { kind: 'Other' })),
    ],
    [
      'TriedPlugin: Widget/v2: its conversion to the storage version and back changes metadata.labels from {',
      converting(({ metadata: { labels: _labels, ...metadata }, ...rest }) => ({ ...rest, metadata })),
    ],
    [
      'TriedPlugin: Widget/v2: its conversion to the storage version and back changes metadata.generation from 1 to 2; it',
      converting(({ metadata, ...rest }) => {
        const generation = (metadata.generation ?? 0) + 1;
        return { ...rest, metadata: { ...metadata, generation } };
      }),
    ],
  ])('says: %s', async (mistake, changes) => {
    expect(await mistakesOf(pluginWith(changes))).toEqual([
      expect.stringContaining(mistake),
      'found by trying the plugins; --plugin-checks=false starts without that',
    ]);
  });

  it.each<[string, Partial<KindDefinition<Mooring>>]>([
    [
      "Mooring/v1: its conversion fails: Mooring/v1: toHub failed: Cannot read properties of undefined (reading 'split')",
      convertingMoorings(({ shipName, lineCount }) => ({ ship: shipName!.split(',')[0], lines: lineCount })),
    ],
    [
      'Mooring/v1: its conversion to the storage version and back changes spec.lineCount from 1 to 2; it has to',
      convertingMoorings(({ shipName, lineCount = 0 }) => ({ ship: shipName, lines: shipName ? lineCount : 2 })),
    ],
    [
      "Mooring/v2: validate of its strategy fails: Cannot read properties of undefined (reading 'startsWith')",
      { strategy: { validate: ({ spec }) => (spec.ship!.startsWith('x') ? [] : []) } },
    ],
    [
      'Mooring/v2: selectableFields["spec.ship"] fails: Cannot read properties of undefined',
      { selectableFields: { 'spec.ship': ({ spec }) => spec.ship!.trim() } },
    ],
  ])('tries objects that lack something, and says: %s', async (mistake, changes) => {
    const kind = { ...mooringKind, ...changes } as KindDefinition<Mooring>;
    const [said] = await mistakesOf(pluginOf(kind));
    expect(said).toMatch(/\(tried with an object (without spec|with nothing but metadata)/);
    expect(said).toContain(mistake);
  });

  it('names the place at which a function has thrown', async () => {
    const stack = 'Error: no ship\n    at shipOf (/harbor/src/mooring.ts:3:7)';
    const validate = (): never => {
      throw Object.assign(new Error('no ship'), { stack });
    };
    const [said] = await mistakesOf(pluginOf({ ...mooringKind, strategy: { validate } }));
    expect(said).toContain('validate of its strategy fails: no ship (/harbor/src/mooring.ts:3:7); it may neither');
  });

  describe('where a conversion loses values of a member that the rules refuse', () => {
    const onlyThreeLines = ({ spec: { shipName, lineCount } = {} }: OldMooring) =>
      shipName === undefined || lineCount === 3 ? [] : [invalid(SHIP, shipName, 'wants three lines')];
    const lines = ({ lineCount }: OldMooringSpec): MooringSpec => ({ lines: lineCount });
    const trying = (
      example: OldMooringSpec,
      toSpec: (spec: OldMooringSpec) => MooringSpec,
    ): Promise<readonly string[]> => {
      const [v2, v1] = convertingMoorings(toSpec).versions!;
      const versions = [
        v2,
        { ...v1, validate: onlyThreeLines, examples: [{ metadata: { name: 'a' }, spec: example }] },
      ];
      return mistakesOf(pluginOf({ ...mooringKind, versions } as unknown as KindDefinition<Mooring>));
    };

    it('asks for an example with it', async () => {
      expect(await trying({ lineCount: 1 }, lines)).toContainEqual(
        expect.stringContaining('give the version an example with spec.shipName, which is tried instead'),
      );
    });

    it('tries the example instead', async () => {
      expect(await trying({ shipName: 'ferry', lineCount: 3 }, lines)).toContainEqual(
        expect.stringMatching(/changes spec\.shipName from "ferry" to nothing.*\(tried with examples\[0\]\)/),
      );
    });

    it('tries the other values of the example, too', async () => {
      const ferries = ({ shipName, lineCount }: OldMooringSpec): MooringSpec => {
        return { ship: shipName === 'tug' ? undefined : shipName, lines: lineCount };
      };
      expect(await trying({ shipName: 'ferry', lineCount: 3 }, ferries)).toContainEqual(
        expect.stringContaining('changes spec.shipName from "tug" to nothing'),
      );
    });
  });

  it('allows conversions to lose what the rules refuse', async () => {
    const changes = convertingMoorings(({ shipName, lineCount }) =>
      shipName ? { ship: shipName, lines: lineCount } : {},
    );
    const strategy: Strategy<Mooring> = { validate: ({ spec: { ship } }) => (ship ? [] : [required(SHIP)]) };
    const kind = { ...mooringKind, ...changes, strategy } as unknown as KindDefinition<Mooring>;
    expect(await mistakesOf(pluginOf(kind))).toEqual([]);
  });
});
