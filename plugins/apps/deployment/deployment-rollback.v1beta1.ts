import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { RollbackConfig } from './deployment.v1beta1.js';

/** Shape of v1beta1.DeploymentRollback, which has no metadata. */
@ApiType({ name: 'k8s.io.api.apps.v1beta1.DeploymentRollback', doc: 'Asks for a deployment as it was.' })
export class DeploymentRollback {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'string', { always: true, required: true, doc: 'Name of the deployment.' })
  name: string;

  @Field(2, 'string', { map: true, doc: 'Annotations that the deployment gets.' })
  updatedAnnotations?: Record<string, string>;

  @Field(3, RollbackConfig, { always: true, required: true, doc: 'What to go back to.' })
  rollbackTo?: RollbackConfig;
}

/** The same in extensions/v1beta1. */
@ApiType({ name: 'k8s.io.api.extensions.v1beta1.DeploymentRollback', inherits: true })
export class DeploymentRollbackExtensions extends DeploymentRollback {}
