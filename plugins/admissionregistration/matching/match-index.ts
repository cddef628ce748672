import type { AdmissionAttributes, GroupVersionResource, MaybePromise } from '../../../src/plugin-api/index.js';
import type { RuledRequest } from './admission-rule.js';
import { KnownCandidates, type Labels } from './known-candidates.js';
import type { MatchCriteria, RequestMatch, RuleHit } from './match-criteria.js';
import { type RequestNamespace, isOfNamespaces } from './request-namespace.js';

/** A webhook, policy or binding, and which requests it is about. */
export interface Matchable {
  readonly criteria: MatchCriteria;
  /**
   * Reports whether it may have an effect in a namespace with these labels on requests of this operation and resource, as
   * far as more than its criteria decides on that. The answer is kept.
   */
  mayApplyIn?(labels: Labels, attributes: AdmissionAttributes): boolean;
}

type ByResource<T extends Matchable> = WeakMap<GroupVersionResource, Map<string, KnownCandidates<T>>>;

/**
 * Finds those of many configurations whose rules are about a request. Rules are matched once for each operation and
 * resource, so that configurations about other resources cost a request nothing. Rebuilt when a configuration changes.
 */
export class MatchIndex<T extends Matchable> {
  private readonly namespaced: ByResource<T> = new WeakMap();
  private readonly clusterScoped: ByResource<T> = new WeakMap();

  constructor(private readonly items: readonly T[]) {}

  /** The items whose rules are about a request, in their order; selectors and names are still to be matched. */
  candidates(attributes: AdmissionAttributes): readonly MatchCandidate<T>[] {
    return this.items.length === 0 ? [] : this.known(attributes).find(attributes);
  }

  /** The same without those that the labels of the namespace exclude. A promise only where these must be read. */
  candidatesIn(
    attributes: AdmissionAttributes,
    namespace: RequestNamespace,
  ): MaybePromise<readonly MatchCandidate<T>[]> {
    if (this.items.length === 0) return [];
    const known = this.known(attributes);
    // Namespaces that are written have labels of their own each time.
    if (!known.dependsOnNamespace || namespace.name === '' || isOfNamespaces(attributes)) return known.find(attributes);
    const labels = namespace.labels();
    if (!(labels instanceof Promise)) return known.findIn(labels, attributes);
    return labels.then(
      (read) => known.findIn(read, attributes),
      // Each of them fails for itself where the namespace cannot be read.
      () => known.find(attributes),
    );
  }

  /** Reports whether items may be about requests of this operation and resource in a namespace with these labels. */
  mayMatchIn(labels: Labels, attributes: AdmissionAttributes): boolean {
    return this.items.length > 0 && this.known(attributes).hasIn(labels, attributes);
  }

  private known(attributes: AdmissionAttributes): KnownCandidates<T> {
    const { operation, resource, subresource, namespace, equivalents } = attributes;
    const isNamespaced = namespace !== '' && !isOfNamespaces(attributes);
    const byRequest = mapOf(isNamespaced ? this.namespaced : this.clusterScoped, resource);
    const key = subresource === '' ? operation : `${operation} ${subresource}`;
    let known = byRequest.get(key);
    if (known?.equivalents !== equivalents) {
      known = new KnownCandidates(
        equivalents,
        this.resolve({ operation, resource, subresource, isNamespaced }, equivalents),
      );
      byRequest.set(key, known);
    }
    return known;
  }

  private resolve(
    request: RuledRequest,
    equivalents: AdmissionAttributes['equivalents'],
  ): readonly MatchCandidate<T>[] {
    return this.items.flatMap((item) => {
      const inclusions = item.criteria.inclusions(request, equivalents);
      const exclusions = item.criteria.exclusions(request, equivalents);
      const isAbout = inclusions.length > 0 && exclusions.every(({ names }) => names !== undefined);
      return isAbout ? [new MatchCandidate(item, { inclusions, exclusions })] : [];
    });
  }
}

function mapOf<V>(maps: WeakMap<GroupVersionResource, Map<string, V>>, resource: GroupVersionResource): Map<string, V> {
  let map = maps.get(resource);
  if (!map) maps.set(resource, (map = new Map()));
  return map;
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
