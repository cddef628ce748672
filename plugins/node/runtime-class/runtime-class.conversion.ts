import type { Conversion } from '../../../src/plugin-api/index.js';
import type { RuntimeClassV1alpha1 } from './runtime-class.v1alpha1.js';
import type { RuntimeClass } from './runtime-class.v1.js';

/** Between v1 and v1alpha1, which had everything in a spec. */
export const runtimeClassConversion: Conversion<RuntimeClassV1alpha1, RuntimeClass> = {
  toHub({ spec: { runtimeHandler: handler = '', ...members } = {}, ...rest }) {
    return { ...rest, handler, ...members };
  },
  fromHub({ handler: runtimeHandler, overhead, scheduling, ...rest }) {
    return { ...rest, spec: { runtimeHandler, overhead, scheduling } };
  },
};
