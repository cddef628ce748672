export { tolerateBrokenOutput } from './broken-output.js';
export { compiledPackages } from './compiled-packages.js';
export {
  awaitReadiness,
  economizeStart,
  endStart,
  keepCompiledCode,
  settleEngine,
  settleStore,
} from './engine-settings.js';
export { loadNodeModules } from './node-modules.js';
export { versionText } from './program-version.js';
