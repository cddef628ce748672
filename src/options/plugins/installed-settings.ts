import { type OptionProblem, OptionsError } from '../problem.js';
import type { PluginFeatureGates, PluginSettings, PluginValues } from './plugin-settings.js';
import { valuesOf } from './plugin-values.js';

/** Reads the values of plugins' options again, from where the program has them; throws OptionsError. */
export type RereadValues = (settings: readonly PluginSettings[]) => Promise<PluginValues>;

interface Installed {
  readonly settings: PluginSettings;
  /** The options with their values; undefined for a plugin without options. */
  readonly instance?: object;
}

/** The options and feature gates of the plugins that are installed. They change when plugins come and go. */
export class InstalledSettings {
  private readonly installed = new Map<object, Installed>();
  private given: PluginValues = {};
  private reread: RereadValues | undefined;

  /**
   * Adds the settings of the plugins that a server starts with. `reread` is called for those that come later, who otherwise
   * get the values that are given here. Returns the problems of values.
   */
  async start(
    settings: readonly PluginSettings[],
    given: PluginValues,
    reread?: RereadValues,
  ): Promise<OptionProblem[]> {
    this.given = given;
    this.reread = reread;
    const checked = await Promise.all(settings.map((each) => this.add(each)));
    const prefixes = settings.map(({ set }) => set?.prefix);
    const unknown = Object.keys(given).filter((prefix) => !prefixes.includes(prefix));
    return [...checked.flat(), ...unknown.map((prefix) => unknownPlugin(prefix, prefixes))];
  }

  /** Adds a plugin that is installed later; of `replaced` the names are free. Throws OptionsError, with nothing added. */
  async install(settings: PluginSettings, replaced?: object): Promise<void> {
    if (this.installed.has(settings.key)) return;
    if (this.reread) this.given = await this.reread([...this.besides(replaced), settings]);
    const problems = await this.add(settings);
    if (problems.length === 0) return;
    this.remove(settings.key);
    throw new OptionsError(problems);
  }

  /** Sets the values of a plugin that is about to be installed. */
  give(prefix: string, values: Readonly<Record<string, unknown>>): void {
    this.given = { ...this.given, [prefix]: values };
  }

  /** Removes a plugin; one that is not there is ignored. */
  remove(plugin: object): void {
    this.installed.delete(plugin);
  }

  /** Returns the settings of all plugins besides one. */
  besides(plugin?: object): PluginSettings[] {
    return this.all().filter(({ key }) => key !== plugin);
  }

  /** Returns the settings of all plugins. */
  all(): PluginSettings[] {
    return [...this.installed.values()].map(({ settings }) => settings);
  }

  /** Returns the options of a plugin with their values; undefined for one without options, and where it is not installed. */
  optionsOf(plugin: object): object | undefined {
    return this.installed.get(plugin)?.instance;
  }

  /** The feature gates of all plugins. */
  get featureGates(): PluginFeatureGates {
    return Object.assign({}, ...this.all().map(({ featureGates }) => featureGates)) as PluginFeatureGates;
  }

  private async add(settings: PluginSettings): Promise<readonly OptionProblem[]> {
    const { key, set } = settings;
    if (!set) {
      this.installed.set(key, { settings });
      return [];
    }
    const { instance, problems } = await valuesOf(set, this.given[set.prefix]);
    this.installed.set(key, { settings, instance });
    return problems;
  }
}

function unknownPlugin(prefix: string, known: readonly (string | undefined)[]): OptionProblem {
  const names = known.filter((each) => each !== undefined);
  const remedy = names.length === 0 ? 'No plugin has options.' : `Plugins with options: ${names.join(', ')}.`;
  return { option: `pluginOptions.${prefix}`, message: 'no plugin has options of that prefix', remedy };
}
