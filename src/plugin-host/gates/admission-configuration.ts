import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AdmissionPlugin } from '../../admission/index.js';
import { ADMISSION_PLUGIN_NAMES, OptionsError, type OptionProblem } from '../../options/index.js';

/** The section of one plugin in the file of `--admission-control-config-file`. */
interface PluginConfiguration {
  /** The file it stands in, for messages. */
  readonly file: string;
  readonly content: unknown;
}

type Mapping = Readonly<Record<string, unknown>>;

const OPTION = '--admission-control-config-file';
const KIND = 'AdmissionConfiguration';
const VERSIONS = ['apiserver.config.k8s.io/v1', 'apiserver.config.k8s.io/v1alpha1', 'apiserver.k8s.io/v1alpha1'];
const MEMBERS = ['apiVersion', 'kind', 'plugins'];
const ENTRY_MEMBERS = ['name', 'path', 'configuration'];

/** The configuration of admission plugins, and which of them have received it. */
export class AdmissionConfiguration {
  private readonly configured = new WeakSet<AdmissionPlugin>();
  private pending: Promise<OptionProblem[]>[] = [];

  constructor(
    private readonly file: string,
    private readonly byPlugin: ReadonlyMap<string, PluginConfiguration>,
  ) {}

  /** Reads the file and those it names; without a path it says nothing. Throws OptionsError for what is no such file. */
  static async read(file: string): Promise<AdmissionConfiguration> {
    if (file === '') return new AdmissionConfiguration(file, new Map());
    const content = await parseFile(file);
    const byPlugin = new Map<string, PluginConfiguration>();
    for (const [i, entry] of entriesOf(content, file).entries()) {
      const { name, configuration } = await readEntry(entry, file, `plugins[${i}]`);
      if (byPlugin.has(name)) throw fault(file, `plugins[${i}]: ${name} is configured twice`);
      byPlugin.set(name, configuration);
    }
    return new AdmissionConfiguration(file, byPlugin);
  }

  /**
   * Configures the plugins that are on and have not been configured before. Throws OptionsError with all that they, and
   * the names in the file, have against it; those that answer with a promise are awaited by `settled`.
   */
  configure(active: readonly AdmissionPlugin[], available: readonly AdmissionPlugin[]): void {
    const problems = [...this.faultsOfNames(available), ...active.flatMap((plugin) => this.configureOne(plugin))];
    if (problems.length > 0) throw new OptionsError(problems);
  }

  /** Waits for the plugins that configure themselves asynchronously. Fails with OptionsError as `configure` throws. */
  async settled(): Promise<void> {
    const problems = (await Promise.all(this.pending.splice(0))).flat();
    if (problems.length > 0) throw new OptionsError(problems);
  }

  private faultsOfNames(available: readonly AdmissionPlugin[]): OptionProblem[] {
    return [...this.byPlugin].flatMap(([name, { content }]) => {
      const plugin = available.find((each) => each.name === name);
      if (plugin ? content === undefined || plugin.configure : ADMISSION_PLUGIN_NAMES.includes(name)) return [];
      return [
        problem(this.file, plugin ? `${name} takes no configuration` : `plugin ${JSON.stringify(name)} is unknown`),
      ];
    });
  }

  private configureOne(plugin: AdmissionPlugin): OptionProblem[] {
    if (!plugin.configure || this.configured.has(plugin)) return [];
    const found = this.byPlugin.get(plugin.name);
    const refusal = (error: unknown): OptionProblem[] => {
      this.configured.delete(plugin);
      return [problem(found?.file ?? this.file, `${plugin.name}: ${textOf(error)}`)];
    };
    try {
      this.configured.add(plugin);
      const answer = plugin.configure(found?.content);
      if (answer) this.pending.push(answer.then(() => [], refusal));
      return [];
    } catch (error) {
      return refusal(error);
    }
  }
}

async function parseFile(file: string): Promise<unknown> {
  const { load } = await import('js-yaml');
  try {
    return load(await readFile(file, 'utf8'));
  } catch (error) {
    throw fault(file, textOf(error));
  }
}

function entriesOf(content: unknown, file: string): readonly unknown[] {
  if (!isMapping(content) || content.kind !== KIND) throw fault(file, `is no ${KIND}`);
  if (!VERSIONS.includes(content.apiVersion as string)) {
    throw fault(file, `apiVersion: ${JSON.stringify(content.apiVersion)} is not one of ${VERSIONS.join(', ')}`);
  }
  refuseOthers(content, MEMBERS, (message) => fault(file, message));
  const { plugins } = content;
  if (plugins === undefined || plugins === null) return [];
  if (!Array.isArray(plugins)) throw fault(file, 'plugins: is not a list');
  return plugins;
}

async function readEntry(
  entry: unknown,
  file: string,
  at: string,
): Promise<{ name: string; configuration: PluginConfiguration }> {
  if (!isMapping(entry) || typeof entry.name !== 'string') throw fault(file, `${at}: has no name`);
  refuseOthers(entry, ENTRY_MEMBERS, (message) => fault(file, `${at}: ${message}`));
  const { name, configuration } = entry;
  const target = entry.path ?? '';
  if (typeof target !== 'string') throw fault(file, `${at}.path: is no text`);
  if (isGiven(configuration) || target === '') {
    return { name, configuration: { file, content: isGiven(configuration) ? configuration : undefined } };
  }
  const ownFile = path.resolve(path.dirname(file), target);
  return { name, configuration: { file: ownFile, content: await parseFile(ownFile) } };
}

function refuseOthers(mapping: Mapping, members: readonly string[], refuse: (message: string) => OptionsError): void {
  const other = Object.keys(mapping).find((member) => !members.includes(member));
  if (other !== undefined) throw refuse(`unknown key ${JSON.stringify(other)}`);
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0];
}

function fault(file: string, message: string): OptionsError {
  return new OptionsError([problem(file, message)]);
}

function problem(file: string, message: string): OptionProblem {
  return {
    option: file === '' ? OPTION : `${OPTION}: ${file}`,
    message,
    remedy: file === '' ? 'Give a file that configures it.' : 'Fix the file.',
  };
}
