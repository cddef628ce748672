import { type Steps, doInTurns, settled } from '../../observability/index.js';
import type { AdmissionChain } from '../../admission/index.js';
import { type ApiObject, type ResultRule, checkAs, collectFieldErrors } from '../../apimachinery/index.js';
import { guardHooks } from '../kinds/hook-failure.js';
import type { ReviewHandler } from '../kinds/kind-definition.js';
import { matchNamespace } from '../store/object-metadata.js';
import { OwnerTracking } from '../store/writing/owner-tracking.js';
import type { ResolvedKind } from '../kinds/resolved-kind.js';
import type { StoreContext } from '../kinds/store-context.js';
import { statesOfRules, structuralErrors, versionErrors } from '../store/writing/structural-rules.js';
import { admissionAttributesOf, invalidStored, strategyContextOf } from '../store/writing/write-scope.js';

/** The dependencies of a kind whose objects are operations. */
export interface ReviewParts {
  readonly kind: ResolvedKind;
  readonly handler: ReviewHandler;
  readonly admission: AdmissionChain;
  readonly isEnabled: (gate: string) => boolean;
  readonly now: () => Date;
}

const REVIEW: ResultRule = {
  isRight: (result) => typeof result === 'object' && result !== null && !Array.isArray(result),
  wanted: 'the object with what has been decided in its status',
  mayWait: true,
};

/** A kind whose objects are operations: a create carries one out, nothing is stored. Knows no HTTP. */
export class ReviewOperation {
  private readonly owners: OwnerTracking<ApiObject>;
  private readonly handler: ReviewHandler;

  constructor(private readonly parts: ReviewParts) {
    const { kind, handler } = parts;
    this.handler = guardHooks(handler, { create: REVIEW }, { where: kind.place, declared: kind.definition });
    this.owners = new OwnerTracking(parts.kind);
  }

  /** Executes what an object in the working version asks for. Takes it over. 422 when it is invalid. */
  create(context: StoreContext, sent: ApiObject): Promise<ApiObject> {
    return doInTurns(this.createInSteps(context, sent), context.lane);
  }

  private *createInSteps(context: StoreContext, sent: ApiObject): Steps<ApiObject> {
    const { kind, admission, now } = this.parts;
    // Shown by answers that hand the object back, not by those that make their own.
    yield this.owners.track(context, { object: sent, now: now() });
    matchNamespace(sent, context.namespace);
    const { name = '' } = sent.metadata;
    const attributes = admissionAttributesOf(this.parts, context, { operation: 'CREATE', name, object: sent });
    const working = kind.workingVersion(context.version);
    yield admission.mutate(attributes, working.type);
    const object = attributes.object!;
    const states = { object };
    const requested = yield* settled(statesOfRules(kind, context.version, states));
    const write = { apiVersion: context.version, states, requested };
    const errors = checkAs(kind.release, () =>
      collectFieldErrors(() => [...structuralErrors(kind, write), ...versionErrors(kind, write)]),
    );
    if (errors.length > 0) throw invalidStored(kind, object, errors);
    yield admission.validate(attributes);
    context.signal?.throwIfAborted();
    const scope = strategyContextOf(this.parts, context);
    return yield* settled(checkAs(kind.release, () => this.handler.create(object, scope)));
  }
}
