import type { AdmissionAttributes } from '../../../src/plugin-api/index.js';
import type { MaybePromise } from '../../../src/plugin-api/built-in.js';
import type { MatchCriteria, RequestMatch, RuleHit } from './match-criteria.js';
import { type RequestNamespace, isOfNamespaces } from './request-namespace.js';

/** Labels of an object; undefined where it has none. */
export type Labels = Readonly<Record<string, string>> | undefined;

/** A webhook, policy or binding, and which requests it is about. */
export interface Matchable {
  readonly criteria: MatchCriteria;
  /**
   * Reports whether it may have an effect in a namespace with these labels on requests of this operation and resource, as
   * far as more than its criteria decides on that. The answer is kept.
   */
  mayApplyIn?(labels: Labels, attributes: AdmissionAttributes): boolean;
}

/** An item whose rules are about the requests of one operation on one resource. */
export class MatchCandidate<T extends Matchable> {
  constructor(
    readonly item: T,
    private readonly hits: { readonly inclusions: readonly RuleHit[]; readonly exclusions: readonly RuleHit[] },
  ) {}

  /**
   * Matches selectors and names. The answer is a promise only where the namespace must be read; undefined where the item is
   * not about the request. Throws StatusError for a selector or namespace that cannot be read.
   */
  match(attributes: AdmissionAttributes, namespace: RequestNamespace): MaybePromise<RequestMatch | undefined> {
    const { criteria } = this.item;
    const found = this.matchRules(attributes);
    if (!found) return undefined;
    // Without a namespace nothing is left out by its labels.
    if (namespace.name === '' && !isOfNamespaces(attributes)) return this.matchObject(attributes, found);
    if (criteria.selectsAllNamespaces) return this.matchObject(attributes, found);
    return this.matchNamespace(attributes, namespace, found);
  }

  private async matchNamespace(
    attributes: AdmissionAttributes,
    namespace: RequestNamespace,
    found: RequestMatch,
  ): Promise<RequestMatch | undefined> {
    // A failure does not matter where the object is not selected.
    const match = this.matchObject(attributes, found);
    const isSelected = match !== undefined && this.item.criteria.selectsNamespace(await namespace.labels());
    return isSelected ? match : undefined;
  }

  private matchObject({ object, oldObject }: AdmissionAttributes, found: RequestMatch): RequestMatch | undefined {
    return this.item.criteria.selectsObject(object, oldObject) ? found : undefined;
  }

  private matchRules({ name, resource, kind }: AdmissionAttributes): RequestMatch | undefined {
    const { inclusions, exclusions } = this.hits;
    if (exclusions.some((hit) => isOfName(hit, name))) return undefined;
    const hit = inclusions.find((each) => isOfName(each, name));
    return hit && (hit.equivalent ?? { resource, kind });
  }
}

function isOfName({ names }: RuleHit, name: string): boolean {
  return names === undefined || names.includes(name);
}
