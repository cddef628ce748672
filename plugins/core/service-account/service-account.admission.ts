import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  Stores,
  forbiddenResource,
  systemContext,
} from '../../../src/plugin-api/index.js';
import { podOf } from '../pod/admitted-pod.js';
import type { Pod, PodSpec } from '../pod/pod.v1.js';
import { MIRROR_ANNOTATION } from '../pod/validation/annotations.js';
import { enforcesMountableSecrets, unlistedEphemeralSecret, unlistedSecret } from './mountable-secrets.js';
import type { ServiceAccount } from './service-account.v1.js';
import { mountToken } from './token-volume.js';

const DEFAULT_ACCOUNT = 'default';

/** Gives pods a service account, which has to exist, and what comes with it: its token and its image pull secrets. */
@Injectable()
export class ServiceAccountAdmission extends AdmissionPlugin {
  readonly name = 'ServiceAccount';

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  handles(operation: AdmissionOperation): boolean {
    return operation === 'CREATE' || operation === 'UPDATE';
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

  /** What other plugins made of a new pod is looked at again, as are containers that are added to a running one. */
  override async validate(attributes: AdmissionAttributes): Promise<void> {
    const { operation, resource, subresource, object, namespace, name } = attributes;
    const isAddition = operation === 'UPDATE' && subresource === 'ephemeralcontainers';
    const isNew = operation === 'CREATE' && subresource === '';
    if (resource.group !== '' || resource.resource !== 'pods' || !(isNew || isAddition)) return;
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
    const account = await this.stores.of<ServiceAccount>('', 'serviceaccounts').find(systemContext(namespace), name);
    if (account) return account;
    const missing = `serviceaccount ${JSON.stringify(name)} not found`;
    throw refuse(attributes, `error looking up service account ${namespace}/${name}: ${missing}`);
  }
}

function isMirror({ metadata }: Pod): boolean {
  return metadata.annotations?.[MIRROR_ANNOTATION] !== undefined;
}

/** What a node reports of its own pods must not give it access to anything. */
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
