import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type ApiObject,
  Stores,
  isAlreadyExists,
  notFound,
  systemContext,
} from '../../../src/plugin-api/index.js';

const NAMESPACES = { group: '', resource: 'namespaces' };

/** The namespace that a request is about the content of; empty where it is about none, or about the namespace itself. */
function namespaceOf({ namespace, resource }: AdmissionAttributes): string {
  const isNamespace = resource.group === '' && resource.resource === 'namespaces';
  return isNamespace ? '' : namespace;
}

/** Makes the namespace that an object is created in, if there is none yet. A dry run makes none. */
@Injectable()
export class NamespaceAutoProvisionAdmission extends AdmissionPlugin {
  readonly name = 'NamespaceAutoProvision';
  override readonly isOnByDefault = false;

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  handles(operation: AdmissionOperation): boolean {
    return operation === 'CREATE';
  }

  override async admit(attributes: AdmissionAttributes): Promise<false> {
    const namespace = namespaceOf(attributes);
    if (namespace === '' || attributes.dryRun) return false;
    const namespaces = this.stores.of('', 'namespaces');
    if (await namespaces.has(systemContext(), namespace)) return false;
    try {
      await namespaces.create(systemContext(), { metadata: { name: namespace } } as ApiObject);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
    return false;
  }
}

/** Refuses every write to the content of a namespace that does not exist. */
@Injectable()
export class NamespaceExistsAdmission extends AdmissionPlugin {
  readonly name = 'NamespaceExists';
  override readonly isOnByDefault = false;

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  handles(operation: AdmissionOperation): boolean {
    return operation !== 'CONNECT';
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    const namespace = namespaceOf(attributes);
    if (namespace === '') return;
    if (!(await this.stores.of('', 'namespaces').has(systemContext(), namespace)))
      throw notFound(NAMESPACES, namespace);
  }
}
