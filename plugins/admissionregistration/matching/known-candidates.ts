import type { AdmissionAttributes } from '../../../src/plugin-api/index.js';
import { LabelIndex } from './label-index.js';
import type { Labels, MatchCandidate, Matchable } from './match-candidate.js';

const NO_LABELS = {};

/** The candidates of one operation on one resource, in one scope. */
export class KnownCandidates<T extends Matchable> {
  private readonly byObject: LabelIndex<MatchCandidate<T>>;
  /** By the labels of a namespace, which are the same object until it changes. */
  private readonly inNamespaces = new WeakMap<object, LabelIndex<MatchCandidate<T>>>();
  /** True where the labels of the namespace decide on one of them. */
  readonly dependsOnNamespace: boolean;

  constructor(
    /** The list they were computed from; another one after served resources have changed. */
    readonly equivalents: AdmissionAttributes['equivalents'],
    private readonly candidates: readonly MatchCandidate<T>[],
  ) {
    this.byObject = indexed(candidates);
    this.dependsOnNamespace = candidates.some(
      ({ item }) => !item.criteria.selectsAllNamespaces || item.mayApplyIn !== undefined,
    );
  }

  get isEmpty(): boolean {
    return this.candidates.length === 0;
  }

  /** Returns those that the labels of the objects do not exclude. */
  find({ object, oldObject }: AdmissionAttributes): readonly MatchCandidate<T>[] {
    return this.byObject.find(labelsOf(object), labelsOf(oldObject));
  }

  /** Returns those that neither the labels of the objects nor those of the namespace exclude. */
  findIn(labels: Labels, attributes: AdmissionAttributes): readonly MatchCandidate<T>[] {
    const { object, oldObject } = attributes;
    return this.inNamespace(labels, attributes).find(labelsOf(object), labelsOf(oldObject));
  }

  /** Reports whether there are candidates in a namespace with these labels. */
  hasIn(labels: Labels, attributes: AdmissionAttributes): boolean {
    return !this.inNamespace(labels, attributes).isEmpty;
  }

  private inNamespace(labels: Labels, attributes: AdmissionAttributes): LabelIndex<MatchCandidate<T>> {
    if (!this.dependsOnNamespace) return this.byObject;
    const key = labels ?? NO_LABELS;
    let known = this.inNamespaces.get(key);
    if (!known) {
      known = indexed(this.candidates.filter(({ item }) => mayApply(item, labels, attributes)));
      this.inNamespaces.set(key, known);
    }
    return known;
  }
}

function indexed<T extends Matchable>(candidates: readonly MatchCandidate<T>[]): LabelIndex<MatchCandidate<T>> {
  return new LabelIndex(candidates, ({ item }) => item.criteria.objectSelector);
}

function mayApply(item: Matchable, labels: Labels, attributes: AdmissionAttributes): boolean {
  const { criteria } = item;
  // A selector that cannot be read fails for each request.
  if (criteria.hasReadableSelectors && !criteria.selectsNamespace(labels)) return false;
  return item.mayApplyIn?.(labels, attributes) ?? true;
}

/** Options of connections are no objects and have no labels. */
function labelsOf(object: AdmissionAttributes['object']): Labels {
  const metadata = object?.metadata as { readonly labels?: Labels } | undefined;
  return metadata?.labels;
}
