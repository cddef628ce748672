import { Inject, Injectable } from '@nestjs/common';
import {
  AdmissionPlugin,
  Authorizer,
  forbiddenResource,
  type AdmissionAttributes,
  type AdmissionOperation,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { mayActForSigner } from '../signer-permission.js';
import type { CertificateSigningRequest } from './certificate-signing-request.v1.js';
import { isRequestWrite, REQUESTS } from './request-write.js';

/** Rejects approvals and denials by users without the permission to approve for the signer. */
@Injectable()
export class CertificateApprovalAdmission extends AdmissionPlugin {
  readonly name = 'CertificateApproval';

  constructor(@Inject(Authorizer) private readonly authorizer: Authorizer) {
    super();
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return operation === 'UPDATE' && isRequestWrite(resource, 'approval');
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    const { signerName = '' } = (attributes.oldObject as CertificateSigningRequest).spec;
    if (await mayActForSigner(this.authorizer, { user: attributes.user, verb: 'approve', signerName })) return;
    const why = `user not permitted to approve requests with signerName ${JSON.stringify(signerName)}`;
    throw forbiddenResource(REQUESTS, attributes.name, why);
  }
}
