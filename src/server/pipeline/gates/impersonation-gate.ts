import type { MaybePromise } from '../../../apimachinery/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import type { UserInfo } from '../../../request/index.js';
import { impersonate } from '../../filters/impersonation.filter.js';
import type { AskingGate, Passage } from '../gate.js';
import type { AccessParts } from '../pipeline-parts.js';
import { hasImpersonation } from '../request-marks.js';

/** Continues a request with `Impersonate-*` headers as the named user. Rejects with 403 or 400. */
export class ImpersonationGate implements AskingGate<UserInfo | undefined> {
  readonly isTimed = true;

  constructor(private readonly access: Pick<AccessParts, 'authorizer' | 'release'>) {}

  ask(context: RequestContext): MaybePromise<UserInfo | undefined> {
    return hasImpersonation(context) ? impersonate(context, this.access) : undefined;
  }

  decide(context: RequestContext, user: UserInfo | undefined): Passage {
    if (user) context.actAs(user);
    return 'passed';
  }
}
