export { ADMISSION_PLUGIN_NAMES } from './admission-plugin-names.js';
export * from './audit-options.js';
export { AUTHORIZATION_MODES, type AuthorizationMode } from './authorization-modes.js';
export type { MaskedMember } from './masked-members.js';
export { checkConfigFile, type ConfigFileProblem } from './check-config-file.js';
export { configSchema } from './config-schema.js';
export { configurationReader, documentsReader } from './configuration-text.js';
export * from './diagnostics-options.js';
export { parseServersOverride } from './etcd-servers-override.js';
export * from './feature-gates.js';
export { LeaderElectionOptions } from './leader-election.js';
export { isAllowedLabelKey } from './metrics-checks.js';
export * from './metrics-options.js';
export { didYouMean } from './nearest-name.js';
export * from './option-groups.js';
export { flagsOf, parseFlags, parseOptions } from './parse-options.js';
export { type PartialOptions, resolveOptions } from './resolve-options.js';
export {
  type PostgresAddress,
  type PostgresHost,
  PostgresUrlError,
  isLocalHost,
  parsePostgresUrl,
} from './postgres-url.js';
export { formatProblems, OptionsError, type OptionProblem } from './problem.js';
export { CURRENT_RELEASE, NEWEST_RELEASE, OLDEST_RELEASE, minorOf } from './release.js';
export * from './feature-span.js';
export * from './runtime-config.js';
export * from './server-address.js';
export { MASK } from './masked-values.js';
export type { FindPlugins } from './plugins/found-plugins.js';
export { flagsOfPlugin } from './plugins/plugin-flags.js';
export {
  type FlagForm,
  type PluginFeatureGates,
  type PluginOption,
  type PluginSettings,
  type PluginValues,
} from './plugins/plugin-settings.js';
export { settingsFaults } from './plugins/settings-faults.js';
export { secretFlags, shownFlags } from './shown-flags.js';
export { takeAll, waitForAll } from './start-failures.js';
export * from './tls-names.js';
export { WORKER_VARIABLE } from './workers-options.js';
