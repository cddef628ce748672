import { plainToInstance } from 'class-transformer';
import { parseArguments } from './argument-parser.js';
import { authenticationWarnings } from './authentication-checks.js';
import { parseConfigFile } from './config-file.js';
import { CONFIG_VARIABLE, parseEnvironment, type Environment } from './environment.js';
import { FeatureGates } from './feature-gates.js';
import { formatHelp } from './flag-help.js';
import type { Flag } from './flag.js';
import { FLAGS } from './flags.js';
import type { Occurrences } from './occurrences.js';
import { checkAdmissionNames, checkOptions } from './option-checks.js';
import { ApiServerOptions, OptionGroups } from './option-groups.js';
import { OptionValueError, type OptionProblem } from './problem.js';

/** Reads a whole file as text; throws what node:fs throws. */
export type ReadFile = (path: string) => string;

/** The result of parsing the options; exactly one of these. */
export type ParsedOptions =
  | { readonly options: ApiServerOptions; readonly warnings: readonly string[] }
  | { readonly problems: readonly OptionProblem[] }
  | { readonly help: string }
  | { readonly wantsVersion: true };

/** Some of the options, group by group; the rest keeps its default. */
export type PartialOptions = {
  readonly [G in keyof OptionGroups]?: Partial<OptionGroups[G]>;
};

/** The flags of a cluster's own server, with the usual help. */
const OF_CLUSTER = { flags: FLAGS, head: undefined };

/** Values as they were given, group by group. */
type PlainGroups = Record<string, Record<string, unknown>>;

/** The properties that have a rule in option-rules.ts, which is loaded only when one of them is set. */
export const RULED_PROPERTIES = new Set([
  'maxConnections',
  'maxRequestsInFlight',
  'maxMutatingRequestsInFlight',
  'minRequestTimeoutSeconds',
  'shutdownDelay',
  'livezGracePeriod',
  'requestTimeout',
  'idleTimeout',
  'headersTimeout',
  'strictTransportSecurityDirectives',
  'http2MaxStreamsPerConnection',
  'continueTokenTtl',
  'deleteCollectionWorkers',
  'maxObjectBytes',
  'eventTtl',
  'modes',
  'verbosity',
]);

/** Reads flags, environment and config file, in this order of precedence. Never throws: problems come back together. */
export function parseOptions(
  argv: readonly string[],
  environment: Environment,
  readFile: ReadFile,
): Promise<ParsedOptions> {
  return parseFlags({ argv, environment, readFile, role: 'cluster' });
}

/** Does the same for an extension server, which has flags of its own. */
export function parseExtensionOptions(
  argv: readonly string[],
  environment: Environment,
  readFile: ReadFile,
): Promise<ParsedOptions> {
  return parseFlags({ argv, environment, readFile, role: 'extension' });
}

/** The sources of options, and the role of the server they are for. */
interface OptionSources {
  readonly argv: readonly string[];
  readonly environment: Environment;
  readonly readFile: ReadFile;
  readonly role: 'cluster' | 'extension';
}

async function parseFlags({ argv, environment, readFile, role }: OptionSources): Promise<ParsedOptions> {
  const { flags, head } = await tableOf(role);
  const fromArguments = parseArguments(argv, flags);
  if (fromArguments.wantsHelp) return { help: formatHelp(flags, head) };
  if (fromArguments.wantsVersion) return { wantsVersion: true };
  const configPath = fromArguments.configFile ?? environment[CONFIG_VARIABLE];
  const fromFile = await readConfig(configPath, readFile, flags);
  const fromEnvironment = parseEnvironment(environment, flags);
  const merged: Occurrences = new Map([
    ...fromFile.occurrences,
    ...fromEnvironment.occurrences,
    ...fromArguments.occurrences,
  ]);
  const { plain, problems: unreadable } = readOccurrences(merged);
  if (role === 'extension') (plain.cluster ??= {}).isExtension = true;
  const options = optionsOf(plain);
  const problems = [
    ...fromArguments.problems,
    ...fromEnvironment.problems,
    ...fromFile.problems,
    ...unreadable,
    ...checkFiles(merged, readFile),
    ...(await checkAll(options)),
    ...checkAdmissionNames(options),
  ];
  if (problems.length > 0) return { problems };
  const deprecated = options.api.warnDeprecated ? deprecations(merged) : [];
  return { options, warnings: [...deprecated, ...warningsOf(options)] };
}

/** The table of flags of a server. */
export async function flagsOf(role: OptionSources['role']): Promise<readonly Flag[]> {
  return (await tableOf(role)).flags;
}

async function tableOf(role: OptionSources['role']): Promise<{ flags: readonly Flag[]; head: string | undefined }> {
  return role === 'extension' ? import('./extension-flags.js') : OF_CLUSTER;
}

/** Completes options given by a program that embeds the server. Never throws. */
export async function resolveOptions(
  partial: PartialOptions = {},
): Promise<Exclude<ParsedOptions, { help: string } | { wantsVersion: true }>> {
  const { plain, problems: unknown } = keepKnown(partial);
  const options = optionsOf(plain);
  const problems = [...unknown, ...(await checkAll(options))];
  return problems.length > 0 ? { problems } : { options, warnings: warningsOf(options) };
}

function optionsOf(plain: PlainGroups): ApiServerOptions {
  const options = plainToInstance(ApiServerOptions, plain);
  options.isAnonymousAuthGiven = plain.authentication?.anonymousAuth !== undefined;
  return options;
}

function keepKnown(partial: PartialOptions): { plain: PlainGroups; problems: OptionProblem[] } {
  const known = new OptionGroups() as unknown as PlainGroups;
  const plain: PlainGroups = {};
  const problems: OptionProblem[] = [];
  for (const [name, values] of Object.entries(partial)) {
    if (!Object.hasOwn(known, name) || typeof values !== 'object') {
      if (values !== undefined) problems.push(unknownOption(name));
      continue;
    }
    for (const [property, value] of Object.entries(values ?? {})) {
      if (Object.hasOwn(known[name], property)) (plain[name] ??= {})[property] = value;
      else problems.push(unknownOption(`${name}.${property}`));
    }
  }
  return { plain, problems };
}

function unknownOption(option: string): OptionProblem {
  return { option, message: 'unknown option', remedy: 'See ApiServerOptions.' };
}

async function readConfig(path: string | undefined, readFile: ReadFile, flags: readonly Flag[]) {
  if (path === undefined || path === '') return { occurrences: new Map() as Occurrences, problems: [] };
  try {
    return await parseConfigFile(path, readFile(path), flags);
  } catch (error) {
    return { occurrences: new Map() as Occurrences, problems: [unreadable('--config', path, error)] };
  }
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

function unreadable(option: string, path: string, error: unknown): OptionProblem {
  const message = `cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`;
  return { option, message, remedy: 'Check the path and the permissions of the file.' };
}

async function checkAll(options: ApiServerOptions): Promise<OptionProblem[]> {
  const problems = checkOptions(options);
  if (!hasRuledValue(options)) return problems;
  const { ruleProblems } = await import('./option-rules.js');
  return [...ruleProblems(options, FLAGS), ...problems];
}

function hasRuledValue(options: ApiServerOptions): boolean {
  const defaults = new ApiServerOptions() as unknown as PlainGroups;
  return Object.entries(options as unknown as PlainGroups).some(([name, group]) =>
    Object.keys(group).some(
      (key) => RULED_PROPERTIES.has(key) && JSON.stringify(group[key]) !== JSON.stringify(defaults[name][key]),
    ),
  );
}

function warningsOf(options: ApiServerOptions): string[] {
  const { featureGates, emulatedRelease } = options.api;
  return [
    ...FeatureGates.warnings(featureGates, emulatedRelease),
    ...closeAnonymousAccess(options),
    ...authenticationWarnings(options),
  ];
}

/** Returns the deprecation messages of flags in use, in the wording of the reference's flag library. */
function deprecations(occurrences: Occurrences): string[] {
  return [...occurrences.values()].flatMap(({ flag, option }) =>
    flag.deprecated === undefined ? [] : [`Flag ${option} has been deprecated, ${flag.deprecated}`],
  );
}

/** Anonymous requests under AlwaysAllow would give everything to everyone who can reach the port. */
function closeAnonymousAccess(options: ApiServerOptions): string[] {
  if (!options.authentication.anonymousAuth || !options.authorizationModes.includes('AlwaysAllow')) return [];
  options.authentication.anonymousAuth = false;
  return ['anonymous-auth is not allowed with the AlwaysAllow authorizer and was turned off; use another authorizer'];
}
