import { Injectable } from '@nestjs/common';
import {
  AdmissionPlugin,
  forbiddenResource,
  type AdmissionAttributes,
  type AdmissionOperation,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { MASTERS_GROUP } from '../../../src/plugin-api/built-in.js';
import type { CertificateSigningRequest } from './certificate-signing-request.v1.js';
import { organizationsOf } from './pkcs10.js';
import { isRequestWrite, REQUESTS } from './request-write.js';

/** The signer whose certificates this server takes as credentials of any user. */
const CLIENT_SIGNER = 'kubernetes.io/kube-apiserver-client';

/** Refuses requests for certificates of clients in the group that may do everything: it could never be taken back. */
@Injectable()
export class CertificateSubjectRestrictionAdmission extends AdmissionPlugin {
  readonly name = 'CertificateSubjectRestriction';

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return operation === 'CREATE' && isRequestWrite(resource, '');
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    const { spec } = attributes.object as CertificateSigningRequest;
    if (spec.signerName !== CLIENT_SIGNER) return;
    const organizations = await organizationsOf(spec.request);
    const refuse = (why: string): Error => forbiddenResource(REQUESTS, attributes.name, why);
    if (!organizations) throw refuse('unable to parse spec.request');
    if (!organizations.includes(MASTERS_GROUP)) return;
    throw refuse(`use of ${CLIENT_SIGNER} signer with ${MASTERS_GROUP} group is not allowed`);
  }
}
