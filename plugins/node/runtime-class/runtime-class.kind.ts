import { defineKind } from '../../../src/plugin-api/index.js';
import { runtimeClassColumns } from './runtime-class.columns.js';
import { runtimeClassStrategy } from './runtime-class.strategy.js';
import { RuntimeClass } from './runtime-class.v1.js';
import { FORMER_RUNTIME_CLASS_VERSIONS } from './runtime-class.former-versions.js';

/** RuntimeClass: names how containers of pods are run. */
export const runtimeClassKind = defineKind<RuntimeClass>({
  kind: 'RuntimeClass',
  plural: 'runtimeclasses',
  namespaced: false,
  versions: [{ name: 'v1', type: RuntimeClass, introduced: '1.20' }, ...FORMER_RUNTIME_CLASS_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'runtimeclasses',
  strategy: runtimeClassStrategy,
  quirks: { allowsPlainFinalizers: true },
  putCreates: true,
  generation: 'none',
  columns: runtimeClassColumns,
});
