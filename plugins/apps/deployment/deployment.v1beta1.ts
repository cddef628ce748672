import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { Deployment, DeploymentSpec } from './deployment.v1.js';
import { defaultAppsV1beta1Deployment, defaultExtensionsDeployment } from './former-deployment.defaults.js';

/** Shape of v1beta1.RollbackConfig. */
@ApiType({ name: 'k8s.io.api.apps.v1beta1.RollbackConfig', doc: 'What to go back to.' })
export class RollbackConfig {
  @Field(1, 'int64', { doc: 'Revision to go back to; 0 is the last one.' })
  revision?: number;
}

/** Shape of v1beta1.DeploymentSpec. */
@ApiType({ name: 'k8s.io.api.apps.v1beta1.DeploymentSpec', inherits: true })
export class DeploymentSpecV1beta1 extends DeploymentSpec {
  @Field(8, RollbackConfig, { pointer: true, doc: 'What to go back to; cleared when that is done.' })
  rollbackTo?: RollbackConfig;
}

/** Deployment as apps/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.apps.v1beta1.Deployment', inherits: true, defaults: defaultAppsV1beta1Deployment })
export class DeploymentV1beta1 extends Deployment {
  @Field(2, DeploymentSpecV1beta1, { doc: 'What is wanted.' })
  override spec?: DeploymentSpecV1beta1;
}

/** Deployment as extensions/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.extensions.v1beta1.Deployment', inherits: true, defaults: defaultExtensionsDeployment })
export class DeploymentExtensions extends DeploymentV1beta1 {}
