import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  StatusError,
  Stores,
  forbiddenResource,
  notFound,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';

const NAMESPACES = { group: '', resource: 'namespaces' };

/**
 * Rejects writes in namespaces that do not exist, and creates in those that are being deleted. Runs before all other
 * plugins and before validation.
 */
@Injectable()
export class NamespaceLifecycleAdmission extends AdmissionPlugin {
  readonly name = 'NamespaceLifecycle';

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return !isAccessReview(resource) && (operation === 'CREATE' || operation === 'UPDATE');
  }

  override async admit(attributes: AdmissionAttributes): Promise<false> {
    const { namespace, operation } = attributes;
    if (namespace === '') return false;
    const facts = await this.stores.of('', 'namespaces').facts({ namespace: '' }, namespace);
    if (!facts) throw notFound(NAMESPACES, namespace);
    if (operation === 'CREATE' && facts.fields['status.phase'] === 'Terminating') throw terminating(attributes);
    return false;
  }
}

/** Responses to access reviews must not reveal whether a namespace exists. */
function isAccessReview({ group, resource }: AdmittedResource): boolean {
  return group === 'authorization.k8s.io' && resource === 'localsubjectaccessreviews';
}

function terminating({ resource, name, namespace }: AdmissionAttributes): StatusError {
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const { status } = forbiddenResource(resource, name, why);
  const message = `namespace ${namespace} is being terminated`;
  const causes = [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }];
  return new StatusError({ ...status, details: { ...status.details, causes } });
}
