import {
  type ApiObject,
  LabelMatcher,
  type LabelSelector,
  type StatusError,
  type AdmissionAttributes,
} from '../../../src/plugin-api/index.js';
import { type GroupVersionKind, type GroupVersionResource, internalError } from '../../../src/plugin-api/built-in.js';
import { type AdmissionRule, type RuledRequest, matchesRule } from './admission-rule.js';

/** The members of webhooks and policies that say which requests they are about. */
export interface MatchTerms {
  readonly rules?: readonly AdmissionRule[];
  readonly excludeRules?: readonly AdmissionRule[];
  /** True: about everything where there are no rules, as policies are; webhooks are about nothing then. */
  readonly matchesWithoutRules?: boolean;
  readonly matchPolicy?: string;
  /** Everything where it is unset, which is the default of the API. */
  readonly namespaceSelector?: LabelSelector;
  /** Likewise. */
  readonly objectSelector?: LabelSelector;
}

/** The resource that a rule has matched, and the kind in whose version objects are shown to its webhook or policy. */
export interface RequestMatch {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

/** Returns the apiVersion by which objects of a kind are shown. */
export function apiVersionOf({ group, version }: GroupVersionKind): string {
  return group === '' ? version : `${group}/${version}`;
}

/** A rule that is about a request if its object has one of the names; any name if there are none. */
export interface RuleHit {
  readonly names: readonly string[] | undefined;
  /** The equivalent that the rule names; undefined where it names the request's own resource. */
  readonly equivalent: RequestMatch | undefined;
}

type Labels = Readonly<Record<string, string>> | undefined;

/** A parsed selector, or the error with which every request that depends on it fails. */
type ParsedSelector = LabelMatcher | StatusError;

const ANY_RULE: readonly RuleHit[] = [{ names: undefined, equivalent: undefined }];

/** Which requests a webhook, policy or binding is about. Made once for a stored configuration. */
export class MatchCriteria {
  private readonly namespaces: ParsedSelector;
  private readonly objects: ParsedSelector;

  constructor(private readonly terms: MatchTerms) {
    this.namespaces = parseSelector(terms.namespaceSelector);
    this.objects = parseSelector(terms.objectSelector);
  }

  /** True where every namespace matches, so that its labels need not be read. */
  get selectsAllNamespaces(): boolean {
    return this.namespaces instanceof LabelMatcher && this.namespaces.isEverything;
  }

  /** True unless one of its selectors cannot be read. */
  get hasReadableSelectors(): boolean {
    return this.namespaces instanceof LabelMatcher && this.objects instanceof LabelMatcher;
  }

  /** The selector of objects; undefined where it cannot be read. */
  get objectSelector(): LabelMatcher | undefined {
    return this.objects instanceof LabelMatcher ? this.objects : undefined;
  }

  /** Reports whether a namespace with these labels is selected. Throws StatusError for a selector that cannot be read. */
  selectsNamespace(labels: Labels): boolean {
    return usable(this.namespaces).matches(labels);
  }

  /** Reports whether the new or the old object is selected. Throws StatusError for a selector that cannot be read. */
  selectsObject(object: ApiObject | undefined, oldObject: ApiObject | undefined): boolean {
    const selector = usable(this.objects);
    return selector.isEverything || matchesLabelsOf(selector, object) || matchesLabelsOf(selector, oldObject);
  }

  /** Returns the rules that include requests: first those that name the resource, then those that name an equivalent. */
  inclusions(request: RuledRequest, equivalents: AdmissionAttributes['equivalents']): readonly RuleHit[] {
    const { rules = [], matchesWithoutRules = false } = this.terms;
    if (rules.length === 0) return matchesWithoutRules ? ANY_RULE : [];
    return this.hits(rules, request, equivalents);
  }

  /** Returns the rules that exclude requests again. */
  exclusions(request: RuledRequest, equivalents: AdmissionAttributes['equivalents']): readonly RuleHit[] {
    return this.hits(this.terms.excludeRules ?? [], request, equivalents);
  }

  private hits(
    rules: readonly AdmissionRule[],
    request: RuledRequest,
    equivalents: AdmissionAttributes['equivalents'],
  ): readonly RuleHit[] {
    const exact = rules
      .filter((rule) => matchesRule(rule, request))
      .map((rule) => ({ names: namesOf(rule), equivalent: undefined }));
    if (this.terms.matchPolicy !== 'Equivalent') return exact;
    const others = rules.flatMap((rule) =>
      equivalents
        .filter(({ resource }) => matchesRule(rule, { ...request, resource }))
        .map((equivalent) => ({ names: namesOf(rule), equivalent })),
    );
    return [...exact, ...others];
  }
}

function namesOf({ resourceNames = [] }: AdmissionRule): readonly string[] | undefined {
  return resourceNames.length === 0 ? undefined : resourceNames;
}

function parseSelector(selector: LabelSelector | undefined): ParsedSelector {
  if (!selector) return LabelMatcher.everything;
  try {
    return LabelMatcher.fromObject(selector);
  } catch (error) {
    return internalError((error as Error).message, error);
  }
}

function usable(selector: ParsedSelector): LabelMatcher {
  if (selector instanceof LabelMatcher) return selector;
  throw selector;
}

/** Options of connections are no objects: they have no labels, and nothing selects them. */
function matchesLabelsOf(selector: LabelMatcher, object: ApiObject | undefined): boolean {
  const metadata = object?.metadata as ApiObject['metadata'] | undefined;
  return metadata !== undefined && selector.matches(metadata.labels);
}
