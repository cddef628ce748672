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
import type { CertificateSigningRequest } from './certificate-signing-request.v1.js';
import { isRequestWrite, REQUESTS } from './request-write.js';

/** Rejects certificates, and failure conditions, by users without the permission to sign for the signer. */
@Injectable()
export class CertificateSigningAdmission extends AdmissionPlugin {
  readonly name = 'CertificateSigning';

  constructor(@Inject(Authorizer) private readonly authorizer: Authorizer) {
    super();
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return operation === 'UPDATE' && isRequestWrite(resource, 'status');
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
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
