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
import type { CertificateSigningRequest } from './certificate-signing-request.v1.js';
import { isRequestWrite, REQUESTS } from './request-write.js';

/** Lets only those issue certificates, or tell that it failed, who may sign for the signer. */
@Injectable()
export class CertificateSigningAdmission extends AdmissionPlugin {
  readonly name = 'CertificateSigning';

  constructor(@Inject(Authorizer) private readonly authorizer: Authorizer) {
    super();
  }

  handles(operation: AdmissionOperation): boolean {
    return operation === 'UPDATE';
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    if (!isRequestWrite(attributes, 'status')) return;
    const old = attributes.oldObject as CertificateSigningRequest;
    const { status } = attributes.object as CertificateSigningRequest;
    const isSame =
      status?.certificate === old.status?.certificate &&
      isDeepEqual(status?.conditions ?? [], old.status?.conditions ?? []);
    const { signerName = '' } = old.spec;
    if (isSame || (await mayActForSigner(this.authorizer, { user: attributes.user, verb: 'sign', signerName }))) return;
    const why = `user not permitted to sign requests with signerName ${JSON.stringify(signerName)}`;
    throw forbiddenResource(REQUESTS, attributes.name, why);
  }
}
