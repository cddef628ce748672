import { Inject, Injectable } from '@nestjs/common';
import {
  AdmissionPlugin,
  Authorizer,
  forbiddenResource,
  isDeepEqual,
  type AdmissionAttributes,
  type AdmissionOperation,
} from '../../../src/plugin-api/index.js';
import { mayActForSigner } from '../signer-permission.js';
import type { ClusterTrustBundle } from './cluster-trust-bundle.v1alpha1.js';

const BUNDLES = { group: 'certificates.k8s.io', resource: 'clustertrustbundles' };

/** Lets only those write the bundles of a signer who may attest for it. */
@Injectable()
export class ClusterTrustBundleAttestAdmission extends AdmissionPlugin {
  readonly name = 'ClusterTrustBundleAttest';

  constructor(@Inject(Authorizer) private readonly authorizer: Authorizer) {
    super();
  }

  handles(operation: AdmissionOperation): boolean {
    return operation === 'CREATE' || operation === 'UPDATE';
  }

  override async validate({ resource, object, oldObject, user, name }: AdmissionAttributes): Promise<void> {
    if (resource.resource !== BUNDLES.resource || resource.group !== BUNDLES.group) return;
    const { spec } = object as ClusterTrustBundle;
    const isSame = oldObject !== undefined && isDeepEqual(spec, (oldObject as ClusterTrustBundle).spec);
    if (isSame || !spec.signerName) return;
    const { signerName } = spec;
    if (await mayActForSigner(this.authorizer, { user, verb: 'attest', signerName })) return;
    throw forbiddenResource(BUNDLES, name, `user not permitted to attest for signerName ${JSON.stringify(signerName)}`);
  }
}
