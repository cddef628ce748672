import type { AdmissionChain } from '../admission/index.js';
import { type ApiObject, collectFieldErrors } from '../apimachinery/index.js';
import type { ReviewHandler } from './kind-definition.js';
import { matchNamespace } from './object-metadata.js';
import { OwnerTracking } from './owner-tracking.js';
import type { ResolvedKind } from './resolved-kind.js';
import type { StoreContext } from './store-context.js';
import { admissionAttributesOf, invalidStored, strategyContextOf } from './write-scope.js';

/** What a kind whose objects are operations works with. */
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

  /** Carries out what an object in hub shape asks for. Takes it over. 422 when it is invalid. */
  async create(context: StoreContext, sent: ApiObject): Promise<ApiObject> {
    const { kind, handler, admission, now } = this.parts;
    // Shown by answers that hand the object back, not by those that make one of their own.
    this.owners.track(context, { object: sent, now: now() });
    matchNamespace(sent, context.namespace);
    const { name = '' } = sent.metadata;
    const attributes = admissionAttributesOf(kind, context, { operation: 'CREATE', name, object: sent });
    await admission.mutate(attributes, kind.storage.type);
    const object = attributes.object!;
    const errors = collectFieldErrors(() => [
      ...kind.storage.type.validate(object),
      ...kind.validateIn(context.version, object),
    ]);
    if (errors.length > 0) throw invalidStored(kind, object, errors);
    await admission.validate(attributes);
    return handler.create(object, strategyContextOf(this.parts, context));
  }
}
