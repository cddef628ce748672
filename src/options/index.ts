export { ADMISSION_PLUGIN_NAMES } from './admission-plugin-names.js';
export * from './feature-gates.js';
export * from './option-groups.js';
export {
  parseOptions,
  resolveOptions,
  type ParsedOptions,
  type PartialOptions,
  type ReadFile,
} from './parse-options.js';
export { formatProblems, OptionsError, type OptionProblem } from './problem.js';
export { CURRENT_RELEASE, minorOf } from './release.js';
export * from './runtime-config.js';
export * from './server-address.js';
export { StartError, takeAll, waitForAll } from './start-failures.js';
export * from './tls-names.js';
