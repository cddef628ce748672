import type { Conversion } from '../../../src/plugin-api/index.js';
import type { DeploymentV1beta1 } from './deployment.v1beta1.js';
import type { Deployment } from './deployment.v1.js';
import { ROLLBACK_TO, rollbackRevisionOf } from './rollback.js';

/** Between v1 and the versions with `spec.rollbackTo`, which lives on in an annotation. */
export const rollbackConversion: Conversion<DeploymentV1beta1, Deployment> = {
  toHub({ metadata, spec, ...rest }) {
    if (!spec?.rollbackTo) return { ...rest, metadata, spec };
    const { rollbackTo, ...kept } = spec;
    const annotations = { ...metadata.annotations, [ROLLBACK_TO]: String(rollbackTo.revision ?? 0) };
    return { ...rest, metadata: { ...metadata, annotations }, spec: kept };
  },

  fromHub({ metadata, spec, ...rest }) {
    const revision = rollbackRevisionOf({ metadata });
    if (revision === undefined || !spec) return { ...rest, metadata, spec };
    const { [ROLLBACK_TO]: _rollback, ...annotations } = metadata.annotations!;
    return { ...rest, metadata: { ...metadata, annotations }, spec: { ...spec, rollbackTo: { revision } } };
  },
};
