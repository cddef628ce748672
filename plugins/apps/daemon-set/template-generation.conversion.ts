import type { Conversion } from '../../../src/plugin-api/index.js';
import type { DaemonSetExtensions } from './daemon-set.v1beta1.js';
import type { DaemonSet } from './daemon-set.v1.js';
import { TEMPLATE_GENERATION, templateGenerationOf } from './template-generation.js';

/** Between v1 and the version with `spec.templateGeneration`, which is an annotation there. */
export const templateGenerationConversion: Conversion<DaemonSetExtensions, DaemonSet> = {
  toHub({ metadata, spec, ...rest }) {
    const { templateGeneration = 0, ...kept } = spec ?? {};
    const annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: String(templateGeneration) };
    return { ...rest, metadata: { ...metadata, annotations }, spec: spec && (kept as DaemonSet['spec']) };
  },

  fromHub({ metadata, spec, ...rest }) {
    const templateGeneration = templateGenerationOf({ metadata });
    const { [TEMPLATE_GENERATION]: _generation, ...annotations } = metadata.annotations ?? {};
    return { ...rest, metadata: { ...metadata, annotations }, spec: spec && { ...spec, templateGeneration } };
  },
};
