import { turns } from '../../observability/index.js';
import type { AdmissionChain } from '../../admission/index.js';
import { type ApiObject, collectFieldErrors } from '../../apimachinery/index.js';
import type { ReviewHandler } from '../kinds/kind-definition.js';
import { matchNamespace } from '../store/object-metadata.js';
import { OwnerTracking } from '../store/writing/owner-tracking.js';
import type { ResolvedKind } from '../kinds/resolved-kind.js';
import type { StoreContext } from '../store/store-context.js';
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

/** A kind whose objects are operations: a create carries one out, nothing is stored. Knows no HTTP. */
export class ReviewOperation {
  private readonly owners: OwnerTracking<ApiObject>;

  constructor(private readonly parts: ReviewParts) {
    this.owners = new OwnerTracking(parts.kind);
  }

  /** Carries out what an object in the working version asks for. Takes it over. 422 when it is invalid. */
  async create(context: StoreContext, sent: ApiObject): Promise<ApiObject> {
    const { kind, handler, admission, now } = this.parts;
    // Shown by answers that hand the object back, not by those that make one of their own.
    const tracking = this.owners.track(context, { object: sent, now: now() });
    if (tracking) await tracking;
    matchNamespace(sent, context.namespace);
    const { name = '' } = sent.metadata;
    const attributes = admissionAttributesOf(this.parts, context, { operation: 'CREATE', name, object: sent });
    const working = kind.workingVersion(context.version);
    await admission.mutate(attributes, working.type);
    const object = attributes.object!;
    if (turns.isOver()) await turns.next();
    const states = { object };
    const requested = await statesOfRules(kind, context.version, states);
    const write = { apiVersion: context.version, states, requested };
    const errors = collectFieldErrors(() => [...structuralErrors(kind, write), ...versionErrors(kind, write)]);
    if (errors.length > 0) throw invalidStored(kind, object, errors);
    await admission.validate(attributes);
    if (turns.isOver()) await turns.next();
    context.signal?.throwIfAborted();
    return handler.create(object, strategyContextOf(this.parts, context));
  }
}
