import type { MaybePromise } from '../../../apimachinery/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import { type Impersonated, ImpersonationFilter } from '../../filters/impersonation/impersonation.filter.js';
import type { AskingGate, Passage } from '../gate.js';
import type { AccessParts } from '../pipeline-parts.js';
import { hasImpersonation } from '../request-marks.js';

/** Continues a request with `Impersonate-*` headers as the named user. Rejects with 403 or 400. */
export class ImpersonationGate implements AskingGate<Impersonated | undefined> {
  readonly isTimed = true;
  private readonly filter: ImpersonationFilter;

  constructor(access: Pick<AccessParts, 'authorizer' | 'release' | 'constrainsImpersonation'>) {
    this.filter = new ImpersonationFilter(access);
  }

  ask(context: RequestContext): MaybePromise<Impersonated | undefined> {
    return hasImpersonation(context) ? this.filter.impersonate(context) : undefined;
  }

  decide(context: RequestContext, impersonated: Impersonated | undefined): Passage {
    if (impersonated) context.actAs(impersonated.user, impersonated.constraint);
    return 'passed';
  }
}
