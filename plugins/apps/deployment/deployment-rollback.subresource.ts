import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  type FieldError,
  FieldPath,
  Stores,
  type SubresourceHandler,
  type SubresourceRequest,
  badRequest,
  notFound,
  required,
} from '../../../src/plugin-api/index.js';
import { validateNonNegative } from '../../../src/plugin-api/built-in.js';
import type { DeploymentRollback } from './deployment-rollback.v1beta1.js';
import type { Deployment } from './deployment.v1.js';
import { ROLLBACK_TO } from './rollback.js';

/** Checks what is asked for. */
export function validateDeploymentRollback({ name, rollbackTo }: DeploymentRollback): FieldError[] {
  const revision = FieldPath.of('rollback', 'revision');
  return [
    ...(name ? [] : [required(FieldPath.of('name'), 'name is required')]),
    ...validateNonNegative(rollbackTo?.revision ?? 0, revision),
  ];
}

/** Handles `deployments/{name}/rollback` of former versions: records on the deployment the revision that its controller restores. */
@Injectable()
export class DeploymentRollbackHandler implements SubresourceHandler {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async handle({ name, body, storeContext }: SubresourceRequest): Promise<ApiObject> {
    const rollback = body as unknown as DeploymentRollback;
    if (rollback.name !== name) {
      throw badRequest('name in URL does not match name in DeploymentRollback object');
    }
    const noted = { ...rollback.updatedAnnotations, [ROLLBACK_TO]: String(rollback.rollbackTo?.revision ?? 0) };
    const deployments = this.stores.of<Deployment>('apps', 'deployments');
    await deployments.update({ ...storeContext, subresource: '', version: undefined }, name, (deployment) => {
      if (!deployment) throw notFound({ group: 'apps', resource: 'deployments' }, name);
      const { metadata } = deployment;
      return { ...deployment, metadata: { ...metadata, annotations: { ...metadata.annotations, ...noted } } };
    });
    const message = `rollback request for deployment ${JSON.stringify(name)} succeeded`;
    const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', message, code: 200 };
    return success;
  }
}
