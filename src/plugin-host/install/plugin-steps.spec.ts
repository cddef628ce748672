import type { ApiGroupDeclaration, ContributedParts } from '../../plugin-api/built-in.js';
import { Contributions, InstalledPages, InstalledRoles, KindNameOwners, RouteClaims } from '../catalogue/index.js';
import { type InstalledPlugin, InstalledPlugins } from './installed-plugins.js';
import type { InstalledKind, KindOrder } from './kind-installer.js';
import { PluginSteps } from './plugin-steps.js';

const GROUP = 'sea.example.com';

/** A plugin with kinds, and with versions of kinds of others. */
function declare(plurals: readonly string[], versionsOf: readonly string[] = []): ApiGroupDeclaration {
  const kinds = plurals.map((plural) => ({ kind: plural, plural, versions: [] }));
  const added = versionsOf.map((resource) => ({ of: { group: GROUP, resource }, versions: [{ name: 'v2' }] }));
  const roles = { clusterRoles: [{ name: 'sailor', rules: [] }] };
  const declaration = { group: GROUP, versions: ['v1'], kinds, versionsOf: added, clusterKinds: ['pods'], roles };
  return declaration as unknown as ApiGroupDeclaration;
}

describe('PluginSteps', () => {
  let log: string[];
  let faults: unknown[];
  let failing: string;
  let plugins: InstalledPlugins;
  let names: KindNameOwners;
  let contributions: Contributions;
  let roles: InstalledRoles;
  let steps: PluginSteps;

  /** Logs what is done, and how it is undone. Fails where the test wants it to. */
  const act = (text: string): (() => void) => {
    if (failing === text) throw new Error(`${text} failed`);
    log.push(text);
    return () => {
      if (failing === `-${text}`) throw new Error(`${text} stays`);
      log.push(`-${text}`);
    };
  };

  beforeEach(() => {
    [log, faults, failing] = [[], [], ''];
    plugins = new InstalledPlugins();
    names = new KindNameOwners();
    names.onFreed(() => log.push('free names'));
    contributions = new Contributions();
    contributions.onChange(() => log.push('contributions'));
    roles = new InstalledRoles();
    const undoKind = new Map<InstalledKind, () => void>();
    steps = new PluginSteps({
      catalogue: { place: () => {} },
      plugins,
      names,
      contributions,
      roles,
      routes: new RouteClaims(),
      pages: new InstalledPages(),
      cluster: { open: (kind) => act(String(kind)) },
      logger: { error: (_message, fields) => void faults.push(fields) },
      installer: {
        install: ({ group, definition }: KindOrder) => {
          const undo = act(definition.plural);
          const kind = { kind: { group, kind: definition.kind, definition } } as unknown as InstalledKind;
          undoKind.set(kind, undo);
          return kind;
        },
        uninstall: (kind) => undoKind.get(kind)!(),
        installVersion: ({ kind }, { name }) => act(`${kind.definition.plural}/${name}`),
      },
    });
  });

  class SeaPlugin {
    readonly water = 'salt';
  }

  class LakePlugin {
    readonly water = 'fresh';
  }

  function begin(plugin: new () => object, declaration: ApiGroupDeclaration): InstalledPlugin {
    const contributed = { admission: [] } as unknown as ContributedParts;
    return steps.begin({ plugin, declaration, contributed, resolve: () => undefined as never });
  }

  function install(plugin: InstalledPlugin): void {
    plugin.held.undo.run(steps.holding, plugin);
    plugin.joined.run(steps.joining, plugin);
  }

  function uninstall({ joined, held }: InstalledPlugin): void {
    joined.undo();
    held.undo.undo();
  }

  it('install in order, and are undone in reverse order', () => {
    const sea = begin(SeaPlugin, declare(['buoys', 'rafts'], ['buoys']));
    install(sea);
    expect(log).toEqual(['buoys', 'rafts', 'pods', 'buoys/v2', 'contributions']);
    expect([plugins.find(SeaPlugin), roles.all().length]).toEqual([sea, 1]);
    log = [];
    uninstall(sea);
    expect(log).toEqual(['contributions', '-buoys/v2', '-pods', '-rafts', '-buoys', 'free names']);
    expect([plugins.all(), roles.all()]).toEqual([[], []]);
  });

  it.each<[failing: string, undone: string[]]>([
    ['buoys', ['free names']],
    ['rafts', ['buoys', '-buoys', 'free names']],
    ['pods', ['buoys', 'rafts', '-rafts', '-buoys', 'free names']],
    ['rafts/v2', ['buoys', 'rafts', 'pods', 'buoys/v2', '-buoys/v2', '-pods', '-rafts', '-buoys', 'free names']],
  ])('undo what was done where %s fails', (step, expected) => {
    failing = step;
    const sea = begin(SeaPlugin, declare(['buoys', 'rafts'], ['buoys', 'rafts']));
    expect(() => install(sea)).toThrow(`${step} failed`);
    uninstall(sea);
    expect(log).toEqual(expected);
    expect([plugins.all(), roles.all(), contributions.all('admission')]).toEqual([[], [], []]);
    failing = '';
    install(begin(SeaPlugin, declare(['buoys', 'rafts'])));
    expect(plugins.find(SeaPlugin)?.held.kinds).toHaveLength(2);
  });

  it.each(['rafts', 'pods', 'buoys/v2'])('log that %s cannot be undone, and undo the rest', (step) => {
    const sea = begin(SeaPlugin, declare(['buoys', 'rafts'], ['buoys']));
    install(sea);
    [log, failing] = [[], `-${step}`];
    uninstall(sea);
    const undone = ['contributions', '-buoys/v2', '-pods', '-rafts', '-buoys', 'free names'];
    expect(log).toEqual(undone.filter((each) => each !== `-${step}`));
    expect(faults).toEqual([expect.objectContaining({ plugin: 'SeaPlugin', error: new Error(`${step} stays`) })]);
    expect(plugins.all()).toEqual([]);
  });

  it('take no name where another plugin has one of them', () => {
    install(begin(SeaPlugin, declare(['buoys'])));
    const lake = begin(LakePlugin, declare(['rafts', 'buoys']));
    log = [];
    expect(() => install(lake)).toThrow(
      'LakePlugin: kind "buoys" of group "sea.example.com" is already brought by SeaPlugin',
    );
    expect(log).toEqual(['free names']);
    install(begin(LakePlugin, declare(['rafts'])));
    expect(plugins.all()).toHaveLength(2);
  });

  it('renew versions that other plugins add to a group', () => {
    install(begin(SeaPlugin, declare(['buoys'])));
    install(begin(LakePlugin, { ...declare([], ['buoys']), group: 'lake.example.com' }));
    log = [];
    steps.renewVersionsIn(GROUP);
    expect(log).toEqual(['-buoys/v2', 'buoys/v2']);
    steps.renewVersionsIn('lake.example.com');
    expect(log).toHaveLength(2);
  });
});
