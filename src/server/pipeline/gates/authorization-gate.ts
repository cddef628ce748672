import type { MaybePromise } from '../../../apimachinery/index.js';
import { type Decision, attributesOf, decisionOfSteps, stepsOf } from '../../../authz/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import type { RequestObservers } from '../../../request/index.js';
import { deny } from '../../filters/deny.js';
import type { AskingGate, Passage } from '../gate.js';
import type { AccessParts } from '../pipeline-parts.js';

/** A decision, and the answer of each authorizer where an observer wants the steps. */
type SteppedDecision = Decision & { readonly steps?: readonly object[] };

/** Decides whether the user may do what the request asks for, and reports the decision to observers. Rejects with 403. */
export class AuthorizationGate implements AskingGate<SteppedDecision> {
  readonly isTimed = true;
  readonly isMeasured = true;

  constructor(
    private readonly access: Pick<AccessParts, 'authorizer'>,
    private readonly observers: RequestObservers,
  ) {}

  ask(context: RequestContext): MaybePromise<SteppedDecision> {
    if (this.observers.wantsSteps(context)) return this.decideInSteps(context);
    return this.access.authorizer.authorize(attributesOf(context.user, context.info));
  }

  decide(context: RequestContext, decision: SteppedDecision, askedAt: number): Passage {
    const { verdict, reason, steps } = decision;
    if (this.observers.hears('authorized')) {
      const seconds = (performance.now() - askedAt) / 1000;
      this.observers.authorized(context, { verdict, reason, steps, seconds });
    }
    if (verdict !== 'Allow') throw deny(context, attributesOf(context.user, context.info), reason);
    context.decision = decision;
    return 'passed';
  }

  failed(context: RequestContext): void {
    context.annotate('authorization.k8s.io/reason', 'internal error');
  }

  private async decideInSteps({ user, info }: RequestContext): Promise<SteppedDecision> {
    const steps = await stepsOf(this.access.authorizer, attributesOf(user, info));
    return { ...decisionOfSteps(steps), steps };
  }
}
