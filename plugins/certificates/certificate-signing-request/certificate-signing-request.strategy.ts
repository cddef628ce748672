import { Inject, Injectable } from '@nestjs/common';
import {
  Clock,
  formatTime,
  type FieldError,
  type Strategy,
  type StrategyContext,
} from '../../../src/plugin-api/index.js';
import { checkAs, collectFieldErrors } from '../../../src/plugin-api/built-in.js';
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
  CertificateSigningRequestStatus,
} from './certificate-signing-request.v1.js';
import {
  validateCertificateSigningRequest,
  validateCertificateSigningRequestUpdate,
} from './certificate-signing-request.validation.js';
import { validateRequest } from './pkcs10.js';

const FORMER_VERSION = 'certificates.k8s.io/v1beta1';

/** The rules of requests for certificates: who asks is what the server says, and decisions have their own subresources. */
@Injectable()
export class CertificateSigningRequestStrategy implements Strategy<CertificateSigningRequest> {
  readonly checksMetadataOnUpdate = true;

  constructor(@Inject(Clock) private readonly clock: Clock) {}

  prepareForCreate(request: CertificateSigningRequest, { user }: StrategyContext): void {
    const { name: username, uid, groups, extra } = user;
    request.spec = { ...request.spec, username, uid, groups: [...groups], extra: extra && { ...extra } };
    request.status = {};
  }

  prepareForUpdate(
    request: CertificateSigningRequest,
    old: CertificateSigningRequest,
    { subresource }: StrategyContext,
  ): void {
    if (subresource === '') return;
    const status = (request.status ??= {});
    if (subresource === 'status') keepDecisions(status, old.status);
    fillTimes(status.conditions ?? [], old.status?.conditions ?? [], formatTime(new Date(this.clock.now())));
  }

  async validateAsync(
    request: CertificateSigningRequest,
    old: CertificateSigningRequest | undefined,
    { subresource, apiVersion, release }: StrategyContext,
  ): Promise<FieldError[]> {
    const collect = (rules: () => FieldError[]): FieldError[] => checkAs(release, () => collectFieldErrors(rules));
    if (old) return collect(() => validateCertificateSigningRequestUpdate(request, old, subresource));
    const isFormer = apiVersion === FORMER_VERSION;
    return [
      ...(await validateRequest(request.spec.request, release)),
      ...collect(() => validateCertificateSigningRequest(request, { isFormer })),
    ];
  }
}

/**
 * A write of the status cannot approve or deny: those conditions stay unchanged, unless one was added or is missing.
 */
function keepDecisions(
  status: CertificateSigningRequestStatus,
  old: CertificateSigningRequestStatus | undefined,
): void {
  for (const type of ['Approved', 'Denied']) {
    const before = (old?.conditions ?? []).filter((condition) => condition.type === type);
    const isOfType = (condition: CertificateSigningRequestCondition): boolean => condition.type === type;
    if ((status.conditions ?? []).filter(isOfType).length !== before.length) return;
    let next = 0;
    status.conditions = status.conditions?.map((condition) =>
      isOfType(condition) ? { ...before[next++] } : condition,
    );
  }
}

function fillTimes(
  conditions: readonly CertificateSigningRequestCondition[],
  old: readonly CertificateSigningRequestCondition[],
  now: string,
): void {
  const changed = new Map(old.map(({ type, status, lastTransitionTime }) => [`${status} ${type}`, lastTransitionTime]));
  for (const condition of conditions) {
    condition.lastUpdateTime ||= now;
    condition.lastTransitionTime ||= changed.get(`${condition.status} ${condition.type}`) || now;
  }
}
