import { type PlainGroups, checkAll, optionsOf, warningsOf } from './complete-options.js';
import type { Environment } from './environment.js';
import { FeatureGates } from './feature-gates.js';
import { formatHelp } from './flag-help.js';
import type { Flag } from './flag.js';
import { FLAGS } from './flags.js';
import type { Occurrences } from './occurrences.js';
import { checkAdmissionNames } from './option-checks.js';
import {
  type OptionSources,
  type ReadFile,
  type ReadSources,
  readOnce,
  readSources,
  unreadable,
} from './option-sources.js';
import {
  type FindPlugins,
  type FoundPlugins,
  foundPlugins,
  misreadPlugins,
  namedPlugins,
} from './plugins/found-plugins.js';
import type { ResolvedOptions } from './resolve-options.js';
import { takePluginValues } from './plugins/plugin-flags.js';
import type { PluginSettings, PluginValues } from './plugins/plugin-settings.js';
import { OptionsError, OptionValueError, type OptionProblem } from './problem.js';

/** The result of parsing the options; exactly one of these. */
export type ParsedOptions = ResolvedOptions | { readonly help: string } | { readonly wantsVersion: true };

/** The flags of a cluster's own server, with the usual help. */
const OF_CLUSTER = { flags: FLAGS, head: undefined };

/** Reads flags, environment and config file, in this order of precedence. Never throws: problems come back together. */
export function parseOptions(
  argv: readonly string[],
  environment: Environment,
  readFile: ReadFile,
): Promise<ParsedOptions> {
  return parseFlags({ argv, environment, readFile }, { role: 'cluster' });
}

/** The role of the server that options are for, and what finds the plugins that it names. */
export interface ParseSettings {
  readonly role: 'cluster' | 'extension';
  /** Without it the flags of plugins are unknown. */
  readonly findPlugins?: FindPlugins;
}

/** Parses the flags of either server, with the plugins that it names. Rejects where one cannot be loaded. */
export async function parseFlags(given: OptionSources, settings: ParseSettings): Promise<ParsedOptions> {
  const { flags, head } = await tableOf(settings.role);
  const sources = { ...given, readFile: readOnce(given.readFile) };
  const first = await readSources(sources, flags);
  if (first.wantsVersion && !first.wantsHelp) return { wantsVersion: true };
  if (first.wantsHelp) return { help: await helpOf(first, { flags, head }, settings) };
  const found = await findNamed(first, settings);
  const { plain, values, problems, occurrences } = await readValues(sources, { flags, found, first });
  if (settings.role === 'extension') (plain.cluster ??= {}).isExtension = true;
  const options = optionsOf(plain);
  const reread = (wanted: readonly PluginSettings[]): Promise<PluginValues> => readAgain(given, flags, wanted);
  const ofPlugins = await options.ofPlugins.start(found.settings, values, settings.findPlugins && reread);
  problems.push(...(await checkAll(options)), ...checkAdmissionNames(options), ...ofPlugins);
  if (problems.length > 0) return { problems };
  const deprecated = options.api.warnDeprecated ? deprecations(occurrences) : [];
  return { options, warnings: [...deprecated, ...warningsOf(options)] };
}

/** Loads the plugins that the sources name and finds what they declare. */
async function findNamed({ occurrences }: ReadSources, { findPlugins }: ParseSettings): Promise<FoundPlugins> {
  return foundPlugins((await findPlugins?.(namedPlugins(occurrences))) ?? []);
}

async function helpOf(
  first: ReadSources,
  { flags, head }: { readonly flags: readonly Flag[]; readonly head: string | undefined },
  settings: ParseSettings,
): Promise<string> {
  const gates = FeatureGates.descriptions(releaseOf(first));
  try {
    const { flags: more, featureGates } = await findNamed(first, settings);
    return formatHelp([...flags, ...more], { head, gates: [...gates, ...FeatureGates.descriptionsOf(featureGates)] });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${formatHelp(flags, { head, gates })}\nThe flags of plugins are missing, because one cannot be loaded: ${reason}\n`;
  }
}

/** The help is shown for the emulated release; one that cannot be read is reported at the start. */
function releaseOf({ occurrences }: ReadSources): string | undefined {
  const { emulatedRelease } = readOccurrences(occurrences).plain.api ?? {};
  return emulatedRelease as string | undefined;
}

/** The tables by which sources are read: that of the server, and that of the plugins which it names. */
interface ReadTables {
  readonly flags: readonly Flag[];
  readonly found: FoundPlugins;
  /** The sources as they were read by the first table alone. */
  readonly first: ReadSources;
}

/** The values in the sources, and everything that is wrong with how they are written. */
async function readValues(
  sources: OptionSources,
  { flags, found, first }: ReadTables,
): Promise<{ plain: PlainGroups; values: PluginValues; problems: OptionProblem[]; occurrences: Occurrences }> {
  const read = found.flags.length === 0 ? first : await readSources(sources, [...flags, ...found.flags]);
  const { plain, problems: unreadable } = readOccurrences(read.occurrences);
  const problems = [
    ...found.problems,
    ...misreadPlugins(first.occurrences, read.occurrences),
    ...read.problems,
    ...unreadable,
    ...checkFiles(read.occurrences, sources.readFile),
  ];
  return { values: takePluginValues(plain), plain, problems, occurrences: read.occurrences };
}

/** Reads the values of plugins again, for one that is loaded while the server runs. Throws OptionsError. */
async function readAgain(
  given: OptionSources,
  flags: readonly Flag[],
  settings: readonly PluginSettings[],
): Promise<PluginValues> {
  const sources = { ...given, readFile: readOnce(given.readFile) };
  const first = await readSources(sources, flags);
  const found = foundPlugins(settings);
  const { plain, values, problems } = await readValues(sources, { flags, found, first });
  const gates = (plain.api?.featureGates ?? {}) as Record<string, boolean>;
  problems.push(...FeatureGates.problems(gates, { ...optionsOf(plain).gateTable, ofPlugins: found.featureGates }));
  if (problems.length > 0) throw new OptionsError(problems);
  return values;
}

/** Returns the table of flags of a server. */
export async function flagsOf(role: ParseSettings['role']): Promise<readonly Flag[]> {
  return (await tableOf(role)).flags;
}

async function tableOf(role: ParseSettings['role']): Promise<{ flags: readonly Flag[]; head: string | undefined }> {
  return role === 'extension' ? import('./extension-flags.js') : OF_CLUSTER;
}

function readOccurrences(occurrences: Occurrences): { plain: PlainGroups; problems: OptionProblem[] } {
  const plain: PlainGroups = {};
  const problems: OptionProblem[] = [];
  for (const { flag, option, texts } of occurrences.values()) {
    try {
      (plain[flag.group] ??= {})[flag.property] = flag.kind.parse(texts);
    } catch (error) {
      if (!(error instanceof OptionValueError)) throw error;
      problems.push({ option, message: error.message, remedy: error.remedy });
    }
  }
  return { plain, problems };
}

function checkFiles(occurrences: Occurrences, readFile: ReadFile): OptionProblem[] {
  return [...occurrences.values()]
    .filter(({ flag }) => flag.isFile)
    .flatMap(({ option, texts }) =>
      texts.flatMap((path) => {
        try {
          readFile(path);
          return [];
        } catch (error) {
          return [unreadable(option, path, error)];
        }
      }),
    );
}

/** Returns the deprecation messages of flags in use, in the wording of the reference's flag library. */
function deprecations(occurrences: Occurrences): string[] {
  return [...occurrences.values()].flatMap(({ flag, option }) =>
    flag.deprecated === undefined ? [] : [`Flag ${option} has been deprecated, ${flag.deprecated}`],
  );
}
