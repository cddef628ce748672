import { Inject, Injectable } from '@nestjs/common';
import {
  AdmissionPlugin,
  Authorizer,
  forbiddenResource,
  type AdmissionAttributes,
  type AdmissionOperation,
} from '../../../src/plugin-api/index.js';
import { mayActForSigner } from '../signer-permission.js';
import type { CertificateSigningRequest } from './certificate-signing-request.v1.js';
import { isRequestWrite, REQUESTS } from './request-write.js';

/** Lets only those decide on requests who may approve for their signer. */
@Injectable()
export class CertificateApprovalAdmission extends AdmissionPlugin {
  readonly name = 'CertificateApproval';

  constructor(@Inject(Authorizer) private readonly authorizer: Authorizer) {
    super();
  }

  handles(operation: AdmissionOperation): boolean {
    return operation === 'UPDATE';
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    if (!isRequestWrite(attributes, 'approval')) return;
    const { signerName = '' } = (attributes.oldObject as CertificateSigningRequest).spec;
    if (await mayActForSigner(this.authorizer, { user: attributes.user, verb: 'approve', signerName })) return;
    const why = `user not permitted to approve requests with signerName ${JSON.stringify(signerName)}`;
    throw forbiddenResource(REQUESTS, attributes.name, why);
  }
}
