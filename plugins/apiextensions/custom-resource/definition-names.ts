import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
} from '../custom-resource-definition/custom-resource-definition.v1.js';

/** The names that others have in a group. */
export interface TakenNames {
  /** Plurals, singulars and short names. */
  readonly resources: ReadonlySet<string>;
  /** Kinds and kinds of lists. */
  readonly kinds: ReadonlySet<string>;
}

/** The names a definition may use, and why it has or has not all it asks for. */
export interface NameDecision {
  readonly acceptedNames: CustomResourceDefinitionNames;
  readonly condition: CustomResourceDefinitionCondition;
}

/** The names that definitions have been granted in a group; `besides` is left out. */
export function grantedNames(
  definitions: Iterable<CustomResourceDefinition>,
  group: string,
  besides: string,
): TakenNames {
  const [resources, kinds] = [new Set<string>(), new Set<string>()];
  for (const { metadata, spec, status } of definitions) {
    if (spec.group !== group || metadata.name === besides) continue;
    const { plural, singular = '', shortNames = [], kind = '', listKind = '' } = status?.acceptedNames ?? {};
    for (const name of [plural ?? '', singular, ...shortNames]) if (name !== '') resources.add(name);
    for (const name of [kind, listKind]) if (name !== '') kinds.add(name);
  }
  return { resources, kinds };
}

/**
 * Decides which names of a definition are accepted: those it has already, and those nobody else has. Of several refused
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
  const decide = (member: 'plural' | 'singular' | 'kind' | 'listKind', used: ReadonlySet<string>): void => {
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
