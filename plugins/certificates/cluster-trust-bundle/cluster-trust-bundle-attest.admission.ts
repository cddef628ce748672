import { Inject, Injectable } from '@nestjs/common';
import {
  AdmissionPlugin,
  Authorizer,
  forbiddenResource,
  isDeepEqual,
  type AdmissionAttributes,
  type AdmissionOperation,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { mayActForSigner } from '../signer-permission.js';
import type { ClusterTrustBundle } from './cluster-trust-bundle.v1alpha1.js';

const BUNDLES = { group: 'certificates.k8s.io', resource: 'clustertrustbundles' };

/** Rejects writes of a signer's bundles by users without the permission to attest for it. */
@Injectable()
export class ClusterTrustBundleAttestAdmission extends AdmissionPlugin {
  readonly name = 'ClusterTrustBundleAttest';

  constructor(@Inject(Authorizer) private readonly authorizer: Authorizer) {
    super();
  }

  handles(operation: AdmissionOperation, { group, resource }: AdmittedResource): boolean {
    const isBundle = resource === BUNDLES.resource && group === BUNDLES.group;
    return isBundle && (operation === 'CREATE' || operation === 'UPDATE');
  }

  override async validate({ object, oldObject, user, name }: AdmissionAttributes): Promise<void> {
    const { spec } = object as ClusterTrustBundle;
    const isSame = oldObject !== undefined && isDeepEqual(spec, (oldObject as ClusterTrustBundle).spec);
    if (isSame || !spec.signerName) return;
    const { signerName } = spec;
    if (await mayActForSigner(this.authorizer, { user, verb: 'attest', signerName })) return;
    throw forbiddenResource(BUNDLES, name, `user not permitted to attest for signerName ${JSON.stringify(signerName)}`);
  }
}
