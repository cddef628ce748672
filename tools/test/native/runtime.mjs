import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { compiledPath } from './compiled-tree.mjs';

const MOCKS = ['fn', 'spyOn', 'restoreAllMocks'];
const TIMERS = ['useFakeTimers', 'useRealTimers', 'advanceTimersByTime', 'advanceTimersByTimeAsync', 'getTimerCount'];

const require = createRequire(import.meta.url);

/**
 * Loads tests with the modules of Node in place of Jest's: files that a process runs one after another share the modules that
 * they import, compiled and optimized once. docs/decisions/0315-tests-in-shared-modules.md
 */
export default class NativeRuntime {
  constructor({ rootDir }, { moduleMocker, fakeTimersModern }) {
    this.root = rootDir;
    const members = [...ofObject(moduleMocker, MOCKS), ...ofObject(fakeTimersModern, TIMERS)];
    globalThis.jestOfFile = { ...Object.fromEntries(members), mocked: (value) => value };
  }

  requireInternalModule(path) {
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(compiledPath(this.root, path)).href);
  }

  /** Returns no source maps: compiled files name theirs. */
  getSourceMaps() {
    return new Map();
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  getAllCoverageInfoCopy() {}
  teardown() {}
}

function ofObject(object, names) {
  return names.map((name) => [name, (...args) => object[name](...args)]);
}
