export { compiledPackages } from './compiled-packages.js';
export {
  awaitReadiness,
  economizeStart,
  endStart,
  keepCompiledCode,
  settleEngine,
  settleStore,
} from './engine-settings.js';
export { versionText } from './program-version.js';
