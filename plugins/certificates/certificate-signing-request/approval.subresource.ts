import { Inject, Injectable } from '@nestjs/common';
import {
  Stores,
  type ApiObject,
  type SubresourceHandler,
  type SubresourceRequest,
} from '../../../src/plugin-api/index.js';
import type { CertificateSigningRequest } from './certificate-signing-request.v1.js';

/** Handles `certificatesigningrequests/{name}/approval`: the only way to approve or deny. */
@Injectable()
export class ApprovalHandler implements SubresourceHandler {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async handle({ verb, name, body, storeContext }: SubresourceRequest): Promise<ApiObject> {
    const requests = this.stores.of<CertificateSigningRequest>('certificates.k8s.io', 'certificatesigningrequests');
    if (verb === 'get') return requests.get(storeContext, name);
    const context = { ...storeContext, subresource: 'approval' };
    return requests.update(context, name, () => structuredClone(body as CertificateSigningRequest));
  }
}
