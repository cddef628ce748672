import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
} from '../custom-resource-definition/custom-resource-definition.v1.js';

/** The names that others have in a group. */
export interface TakenNames {
  /** Plurals, singulars and short names. */
  readonly resources: Pick<ReadonlySet<string>, 'has'>;
  /** Kinds and kinds of lists. */
  readonly kinds: Pick<ReadonlySet<string>, 'has'>;
}

/** The names a definition may use, and why it has or has not all it asks for. */
export interface NameDecision {
  readonly acceptedNames: CustomResourceDefinitionNames;
  readonly condition: CustomResourceDefinitionCondition;
}

interface KnownDefinition {
  readonly group: string;
  readonly resources: readonly string[];
  readonly kinds: readonly string[];
  /** True if names it asks for belong to others. */
  readonly lacksNames: boolean;
}

interface KnownGroup {
  /** The names of the definitions. */
  readonly members: Set<string>;
  readonly resources: CountedNames;
  readonly kinds: CountedNames;
}

/** The names that definitions have been granted, by group. Holds nothing else of them: schemas are large. */
export class GrantedNames {
  private readonly definitions = new Map<string, KnownDefinition>();
  private readonly groups = new Map<string, KnownGroup>();

  /** Adds a definition, or replaces it. */
  set(definition: CustomResourceDefinition): void {
    const { name = '' } = definition.metadata;
    this.delete(name);
    const known = factsOf(definition);
    this.definitions.set(name, known);
    const group = this.groups.get(known.group) ?? newGroup();
    this.groups.set(known.group, group);
    group.members.add(name);
    group.resources.add(known.resources);
    group.kinds.add(known.kinds);
  }

  /** Removes a definition. */
  delete(name: string): void {
    const known = this.definitions.get(name);
    const group = known && this.groups.get(known.group);
    if (!group) return;
    this.definitions.delete(name);
    group.members.delete(name);
    group.resources.delete(known.resources);
    group.kinds.delete(known.kinds);
    if (group.members.size === 0) this.groups.delete(known.group);
  }

  /** Returns the names that others than `definition` have in its group. */
  takenFrom({ metadata: { name = '' }, spec }: CustomResourceDefinition): TakenNames {
    const own = this.definitions.get(name);
    const { resources, kinds } = this.groups.get(spec.group) ?? newGroup();
    return { resources: resources.without(own?.resources ?? []), kinds: kinds.without(own?.kinds ?? []) };
  }

  /** Returns the definitions of a group that lack names. */
  lackingIn(group: string): readonly string[] {
    const { members = [] } = this.groups.get(group) ?? {};
    return [...members].filter((name) => this.definitions.get(name)?.lacksNames);
  }
}

/** Names with the number of their owners: a group may have thousands. */
class CountedNames {
  private readonly counts = new Map<string, number>();

  add(names: readonly string[]): void {
    for (const name of names) this.counts.set(name, this.countOf(name) + 1);
  }

  delete(names: readonly string[]): void {
    for (const name of names) {
      const left = this.countOf(name) - 1;
      if (left > 0) this.counts.set(name, left);
      else this.counts.delete(name);
    }
  }

  /** The names that have other owners than the one of `own`. */
  without(own: readonly string[]): TakenNames['kinds'] {
    const counted = new CountedNames();
    counted.add(own);
    return { has: (name) => this.countOf(name) > counted.countOf(name) };
  }

  private countOf(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}

function newGroup(): KnownGroup {
  return { members: new Set(), resources: new CountedNames(), kinds: new CountedNames() };
}

function factsOf({ spec, status }: CustomResourceDefinition): KnownDefinition {
  const { plural = '', singular = '', shortNames = [], kind = '', listKind = '' } = status?.acceptedNames ?? {};
  const isGiven = (name: string): boolean => name !== '';
  const accepted = status?.conditions?.find(({ type }) => type === 'NamesAccepted');
  return {
    group: spec.group,
    resources: [plural, singular, ...shortNames].filter(isGiven),
    kinds: [kind, listKind].filter(isGiven),
    lacksNames: accepted?.status === 'False',
  };
}

/**
 * Decides which names of a definition are accepted: those it has already, and free ones. Of several refused
 * names the condition names the last (upstream: NamingConditionController).
 */
export function decideNames({ spec, status }: CustomResourceDefinition, taken: TakenNames): NameDecision {
  const wanted = spec.names;
  const had: Partial<CustomResourceDefinitionNames> = status?.acceptedNames ?? {};
  const accepted: Partial<CustomResourceDefinitionNames> = { ...had };
  let refused: Pick<CustomResourceDefinitionCondition, 'reason' | 'message'> | undefined;
  const refuse = (reason: string, names: readonly string[]): void => {
    const texts = names.map((name) => `${JSON.stringify(name)} is already in use`);
    refused = { reason, message: texts.length === 1 ? texts[0] : `[${texts.join(', ')}]` };
  };
  const decide = (
    member: 'plural' | 'singular' | 'kind' | 'listKind',
    used: Pick<ReadonlySet<string>, 'has'>,
  ): void => {
    const name = wanted[member] ?? '';
    if (name !== had[member] && used.has(name)) refuse(REASONS[member], [name]);
    else accepted[member] = wanted[member];
  };
  decide('plural', taken.resources);
  decide('singular', taken.resources);
  const conflicts = (wanted.shortNames ?? []).filter(
    (name) => !had.shortNames?.includes(name) && taken.resources.has(name),
  );
  if (conflicts.length > 0) refuse('ShortNamesConflict', conflicts);
  else accepted.shortNames = wanted.shortNames;
  decide('kind', taken.kinds);
  decide('listKind', taken.kinds);
  accepted.categories = wanted.categories;
  return {
    acceptedNames: { ...accepted, plural: accepted.plural ?? '', kind: accepted.kind ?? '' },
    condition: conditionOf(refused),
  };
}

const REASONS = {
  plural: 'PluralConflict',
  singular: 'SingularConflict',
  kind: 'KindConflict',
  listKind: 'ListKindConflict',
} as const;

function conditionOf(
  refused: Pick<CustomResourceDefinitionCondition, 'reason' | 'message'> | undefined,
): CustomResourceDefinitionCondition {
  if (refused) return { type: 'NamesAccepted', status: 'False', ...refused };
  return { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' };
}
