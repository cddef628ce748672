import { Inject, Injectable } from '@nestjs/common';
import {
  Authorizer,
  Clock,
  type FieldError,
  FieldPath,
  type Strategy,
  type StrategyContext,
  forbidden,
  isDeepEqual,
} from '../../../src/plugin-api/index.js';
import { mayActForSigner } from '../signer-permission.js';
import { validateIssued } from './issued-chain.validation.js';
import type { PodCertificateRequest } from './pod-certificate-request.v1beta1.js';
import {
  validatePodCertificateRequest,
  validatePodCertificateRequestUpdate,
} from './pod-certificate-request.validation.js';

const SIGNER = FieldPath.of('spec', 'signerName');

/** The rules of requests for certificates of pods. */
@Injectable()
export class PodCertificateRequestStrategy implements Strategy<PodCertificateRequest> {
  readonly repeatedMetadataCheck = 'change';

  constructor(
    @Inject(Authorizer) private readonly authorizer: Authorizer,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  prepareForCreate(request: PodCertificateRequest): void {
    request.status = {};
  }

  validateUpdate(request: PodCertificateRequest, old: PodCertificateRequest): FieldError[] {
    return validatePodCertificateRequestUpdate(request, old);
  }

  validateStatusUpdate(): FieldError[] {
    return [];
  }

  async validateAsync(
    request: PodCertificateRequest,
    old: PodCertificateRequest | undefined,
    { subresource, user }: StrategyContext,
  ): Promise<FieldError[]> {
    if (!old) return validatePodCertificateRequest(request);
    if (subresource !== 'status') return [];
    const errors = await validateIssued(request, old, this.clock.now());
    if (errors.length > 0 || isDeepEqual(request.status ?? {}, old.status ?? {})) return errors;
    const { signerName } = old.spec;
    if (await mayActForSigner(this.authorizer, { user, verb: 'sign', signerName })) return [];
    const [who, signer] = [user.name, signerName].map((text) => JSON.stringify(text));
    return [forbidden(SIGNER, `User ${who} is not permitted to "sign" for signer ${signer}`)];
  }
}
