import type { AdmissionAttributes } from '../../../src/plugin-api/index.js';
import type { GroupVersionResource, MaybePromise } from '../../../src/plugin-api/built-in.js';
import type { RuledRequest } from './admission-rule.js';
import { KnownCandidates } from './known-candidates.js';
import { type Labels, MatchCandidate, type Matchable } from './match-candidate.js';
import { type RequestNamespace, isOfNamespaces } from './request-namespace.js';

type ByResource<T extends Matchable> = WeakMap<GroupVersionResource, Map<string, KnownCandidates<T>>>;

/**
 * Finds those of many configurations whose rules are about a request. Rules are matched once for each operation and
 * resource, so that configurations about other resources cost a request nothing. Rebuilt when a configuration changes.
 */
export class MatchIndex<T extends Matchable> {
  private readonly namespaced: ByResource<T> = new WeakMap();
  private readonly clusterScoped: ByResource<T> = new WeakMap();

  constructor(private readonly items: readonly T[]) {}

  /** Returns the items whose rules are about a request, in their order; selectors and names are still to be matched. */
  candidates(attributes: AdmissionAttributes): readonly MatchCandidate<T>[] {
    return this.items.length === 0 ? [] : this.known(attributes).find(attributes);
  }

  /** Returns the same without those that the labels of the namespace exclude. A promise only where these must be read. */
  candidatesIn(
    attributes: AdmissionAttributes,
    namespace: RequestNamespace,
  ): MaybePromise<readonly MatchCandidate<T>[]> {
    if (this.items.length === 0) return [];
    const known = this.known(attributes);
    // Namespaces that are written have their own labels each time.
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
