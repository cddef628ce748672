import { plainToInstance } from 'class-transformer';
import { authenticationWarnings } from './authentication-checks.js';
import { FeatureGates } from './feature-gates.js';
import { releaseWarnings } from './release.js';
import { FLAGS } from './flags.js';
import { checkOptions } from './option-checks.js';
import { ApiServerOptions } from './option-groups.js';
import type { OptionProblem } from './problem.js';

/** Values as they were given, group by group. */
export type PlainGroups = Record<string, Record<string, unknown>>;

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

/** Returns the options with the values that were given; the others keep their defaults. */
export function optionsOf(plain: PlainGroups): ApiServerOptions {
  const options = plainToInstance(ApiServerOptions, plain);
  options.isAnonymousAuthGiven = plain.authentication?.anonymousAuth !== undefined;
  return options;
}

/** Checks all options. */
export async function checkAll(options: ApiServerOptions): Promise<OptionProblem[]> {
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

/** Returns warnings about options that can be used. Turns off what cannot be meant. */
export function warningsOf(options: ApiServerOptions): string[] {
  return [
    ...releaseWarnings(options.api.emulatedRelease),
    ...FeatureGates.warnings(options.api.featureGates, options.gateTable),
    ...closeAnonymousAccess(options),
    ...authenticationWarnings(options),
  ];
}

/** Anonymous requests under AlwaysAllow would give everything to everyone who can reach the port. */
function closeAnonymousAccess(options: ApiServerOptions): string[] {
  if (!options.authentication.anonymousAuth || !options.authorizationModes.includes('AlwaysAllow')) return [];
  options.authentication.anonymousAuth = false;
  return ['anonymous-auth is not allowed with the AlwaysAllow authorizer and was turned off; use another authorizer'];
}
