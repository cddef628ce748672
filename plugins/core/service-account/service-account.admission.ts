import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  Stores,
  forbiddenResource,
  systemContext,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { isPathSegmentName } from '../../../src/plugin-api/built-in.js';
import { isPodWrite, podOf } from '../pod/admission/admitted-pod.js';
import type { Pod, PodSpec } from '../pod/shape/pod.v1.js';
import { MIRROR_ANNOTATION } from '../pod/validation/annotations.js';
import { enforcesMountableSecrets, unlistedEphemeralSecret, unlistedSecret } from './mountable-secrets.js';
import type { ServiceAccount } from './service-account.v1.js';
import { mountToken } from './token-volume.js';

const DEFAULT_ACCOUNT = 'default';

/** Sets the service account of pods, which has to exist, with its token and its image pull secrets. */
@Injectable()
export class ServiceAccountAdmission extends AdmissionPlugin {
  readonly name = 'ServiceAccount';

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return isNewPod(operation, resource) || isAddition(operation, resource);
  }

  override async admit(attributes: AdmissionAttributes): Promise<boolean> {
    const pod = attributes.operation === 'CREATE' ? podOf(attributes) : undefined;
    if (!pod?.spec) return false;
    if (isMirror(pod)) {
      checkMirror(attributes, pod.spec);
      return false;
    }
    const { spec } = pod;
    spec.serviceAccountName ||= DEFAULT_ACCOUNT;
    spec.serviceAccount = spec.serviceAccountName;
    const account = await this.accountOf(attributes, spec.serviceAccountName);
    if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true) mountToken(spec);
    const { imagePullSecrets = [] } = account;
    if ((spec.imagePullSecrets ?? []).length === 0 && imagePullSecrets.length > 0)
      spec.imagePullSecrets = imagePullSecrets;
    if (enforcesMountableSecrets(account)) refuseFor(attributes, unlistedSecret(spec, account));
    return true;
  }

  /** Validates a new pod again after changes by other plugins, and containers that are added to a running one. */
  override async validate(attributes: AdmissionAttributes): Promise<void> {
    const { operation, object, namespace, name } = attributes;
    const isNew = operation === 'CREATE';
    const pod = object as Pod;
    if (!pod.spec) return;
    if (isNew && isMirror(pod)) return checkMirror(attributes, pod.spec);
    const { serviceAccountName } = pod.spec;
    if (!serviceAccountName) throw refuse(attributes, `no service account specified for pod ${namespace}/${name}`);
    const account = await this.accountOf(attributes, serviceAccountName);
    if (!enforcesMountableSecrets(account)) return;
    refuseFor(attributes, isNew ? unlistedSecret(pod.spec, account) : unlistedEphemeralSecret(pod.spec, account));
  }

  private async accountOf(attributes: AdmissionAttributes, name: string): Promise<ServiceAccount> {
    const { namespace } = attributes;
    const accounts = this.stores.of<ServiceAccount>('', 'serviceaccounts');
    // No object can have a name that does not fit into a path, and a lookup is no place to complain of it.
    const isName = isPathSegmentName(name).length === 0;
    const account = isName ? await accounts.find(systemContext(namespace), name) : undefined;
    if (account) return account;
    const missing = `serviceaccount ${JSON.stringify(name)} not found`;
    throw refuse(attributes, `error looking up service account ${namespace}/${name}: ${missing}`);
  }
}

function isNewPod(operation: AdmissionOperation, resource: AdmittedResource): boolean {
  return operation === 'CREATE' && isPodWrite(resource);
}

function isAddition(operation: AdmissionOperation, { group, resource, subresource }: AdmittedResource): boolean {
  return operation === 'UPDATE' && group === '' && resource === 'pods' && subresource === 'ephemeralcontainers';
}

function isMirror({ metadata }: Pod): boolean {
  return metadata.annotations?.[MIRROR_ANNOTATION] !== undefined;
}

/** A node's reports of its own pods must not give it access to other objects. */
function checkMirror(attributes: AdmissionAttributes, spec: PodSpec): void {
  if (spec.serviceAccountName) throw refuse(attributes, 'a mirror pod may not reference service accounts');
  const parts = [spec.volumes, spec.initContainers, spec.containers];
  const usesSecrets = spec.imagePullSecrets?.length || /"(secret|secretRef|secretKeyRef)":/.test(JSON.stringify(parts));
  if (usesSecrets) throw refuse(attributes, 'a mirror pod may not reference secrets');
  const hasToken = spec.volumes?.some(({ projected }) =>
    projected?.sources?.some((source) => source.serviceAccountToken),
  );
  if (hasToken) throw refuse(attributes, 'a mirror pod may not use service account token volume projections');
}

function refuseFor(attributes: AdmissionAttributes, why: string | undefined): void {
  if (why !== undefined) throw refuse(attributes, why);
}

function refuse({ resource, name }: AdmissionAttributes, why: string): Error {
  return forbiddenResource(resource, name, why);
}
