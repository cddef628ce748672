import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { FORMER_SCALES } from '../former-scale.v1beta1.js';
import { defaultDeployment } from './deployment.defaults.js';
import { Deployment } from './deployment.v1.js';
import { DeploymentExtensions, DeploymentV1beta1 } from './deployment.v1beta1.js';
import { DeploymentRollbackHandler, validateDeploymentRollback } from './deployment-rollback.subresource.js';
import { DeploymentRollback, DeploymentRollbackExtensions } from './deployment-rollback.v1beta1.js';
import { rollbackConversion } from './rollback.conversion.js';

/** Deployment as apps/v1beta2 had it. */
@ApiType({ name: 'k8s.io.api.apps.v1beta2.Deployment', inherits: true, defaults: defaultDeployment })
class DeploymentV1beta2 extends Deployment {}

const ROLLBACK = {
  name: 'rollback',
  verbs: ['create'],
  version: 'v1beta1',
  kind: 'DeploymentRollback',
  handler: DeploymentRollbackHandler,
  validate: validateDeploymentRollback,
} as const;

const REPLACED = { removed: '1.16', replacement: 'apps/v1 Deployment' };

/** The versions of deployments before v1. */
export const FORMER_DEPLOYMENT_VERSIONS: readonly KindVersion[] = [
  {
    ...REPLACED,
    name: 'v1beta2',
    type: DeploymentV1beta2,
    scaleForm: FORMER_SCALES.v1beta2,
    conversion: sameShape,
    introduced: '1.8',
    deprecated: '1.9',
  },
  {
    ...REPLACED,
    name: 'v1beta1',
    type: DeploymentV1beta1,
    scaleForm: FORMER_SCALES.v1beta1,
    subresources: [{ ...ROLLBACK, group: 'apps', type: DeploymentRollback }],
    conversion: rollbackConversion,
    introduced: '1.6',
    deprecated: '1.8',
  },
  {
    ...REPLACED,
    group: 'extensions',
    name: 'v1beta1',
    type: DeploymentExtensions,
    scaleForm: FORMER_SCALES.extensions,
    subresources: [{ ...ROLLBACK, group: 'extensions', type: DeploymentRollbackExtensions }],
    conversion: rollbackConversion,
    introduced: '1.1',
    deprecated: '1.8',
  },
];
