import type { ApiGroupDeclaration } from '../../plugin-api/built-in.js';
import type { KindDefinition, KindVersion, VersionFeatures } from '../../registry/index.js';
import { kindLabel } from '../mistakes/index.js';
import {
  type RequiredMember,
  listedDeclarations,
  missingMembers,
  optional,
  optionalBoolean,
  presentMember,
  textMember,
  textsMember,
} from './required-members.js';

const NO_CLASS_YET = '(files that import each other in a circle have none yet)';

const PLUGIN: readonly RequiredMember[] = [
  textMember('group', 'a domain such as harbor.example.com'),
  optional({ name: 'priority', isRight: Number.isFinite, expected: 'a number' }),
];
const PLUGIN_VERSIONS = [textsMember('versions', 'a list of names such as v1')];
const GENERATIONS: ReadonlySet<unknown> = new Set(['none', 'spec', 'givenSpec']);
const KIND = [
  textMember('kind', 'text in PascalCase'),
  textMember('plural', 'text of lower-case letters and digits'),
  optional(textMember('singular', 'text of lower-case letters and digits')),
  optional(textsMember('shortNames', 'a list of texts')),
  optional(textsMember('categories', 'a list of texts')),
  optionalBoolean('namespaced'),
  optionalBoolean('hasStatus'),
  optional({
    name: 'generation',
    isRight: (value) => typeof value === 'function' || GENERATIONS.has(value),
    expected: `'none', 'spec', 'givenSpec' or a function that returns true or false`,
  }),
];
const RULE_LIST = { isRight: Array.isArray, expected: 'a list of rules, such as { apiGroups, resources, verbs }' };
const RULES_OR_ALL = { ...RULE_LIST, isRight: (value: unknown) => value === true || Array.isArray(value) };
const ROLES = [
  optional({ name: 'view', ...RULES_OR_ALL }),
  optional({ name: 'edit', ...RULES_OR_ALL }),
  optional({ name: 'admin', ...RULE_LIST }),
];
const RULE = [textsMember('verbs', 'a list of verbs such as get')];
const STORAGE_VERSION = [textMember('storageVersion', 'the name of one of its versions')];
const VERSION = [
  textMember('name', 'text such as v1 or v1beta1'),
  presentMember('type', `a class with @ApiType ${NO_CLASS_YET}`),
];
const VERSIONS = [presentMember('versions', 'a list of versions')];
const RESOURCE = [textMember('group', 'the group of a kind'), textMember('resource', 'the plural of a kind')];
const OF = [presentMember('of', 'the group and the resource of a kind')];
const PART = [
  textMember('name', 'text: the last part of its path'),
  textsMember('verbs', 'a list of verbs such as get'),
];
const SUBRESOURCE = [...PART, presentMember('type', `the class of its body, with @ApiType ${NO_CLASS_YET}`)];
const CONNECTION = [
  ...PART,
  ...['group', 'version', 'kind', 'passage'].map((name) => textMember(name, 'text')),
  presentMember('options', `the class of its query, with @ApiType ${NO_CLASS_YET}`),
];
const COLUMN: readonly RequiredMember[] = [
  textMember('name', 'text: the heading of the column'),
  textMember('type', 'string, integer, number, boolean or date'),
  { name: 'cell', isRight: (value) => typeof value === 'function', expected: 'a function that returns the cell' },
];

/**
 * Finds members without which a plugin cannot be served, and which are missing or of another type: not all authors check
 * types. The other checks rely on these members, so that a plugin with such mistakes is not looked at further.
 */
export function checkRequired(plugin: string, declaration: ApiGroupDeclaration): string[] {
  const { kinds, versionsOf } = declaration;
  const added = listedDeclarations(plugin, 'versionsOf', versionsOf);
  const ofKinds = kinds.flatMap((kind, i) => requiredOfKind(`${plugin}: ${kindLabel(kind, i)}`, kind));
  return [
    ...missingMembers(plugin, declaration, PLUGIN),
    ...requiredOfRoles(plugin, declaration.roles),
    ...ofKinds,
    ...added.faults,
    ...added.entries.flatMap(([i, entry]) => requiredOfAdded(plugin, `versionsOf[${i}]`, entry)),
    // Versions that are not given are those of the kinds, whose mistakes are reported.
    ...(ofKinds.length > 0 ? [] : missingMembers(plugin, declaration, PLUGIN_VERSIONS)),
  ];
}

function requiredOfRoles(plugin: string, roles: object | undefined): string[] {
  if (roles === undefined) return [];
  const where = `${plugin}: roles`;
  const wrong = missingMembers(where, roles, ROLES);
  if (wrong.length > 0) return wrong;
  return Object.entries(roles as Readonly<Record<string, unknown>>).flatMap(([name, rules]) => {
    if (name === 'clusterRoles' || rules === true) return [];
    const { entries, faults } = listedDeclarations(where, name, rules);
    return [...faults, ...entries.flatMap(([i, rule]) => missingMembers(`${where}: ${name}[${i}]`, rule, RULE))];
  });
}

/** Returns the same for one kind; `where` is the place that texts begin with. */
export function requiredOfKind(where: string, kind: KindDefinition<never>): string[] {
  const ofVersions = requiredOfVersions(where, where, kind.versions);
  return [
    ...missingMembers(where, kind, KIND),
    ...ofVersions,
    ...requiredOfFeatures(where, kind),
    // It is the name of a version where it is not given.
    ...(ofVersions.length > 0 ? [] : missingMembers(where, kind, STORAGE_VERSION)),
  ];
}

/** `kind` is the place that those of versions begin with. */
function requiredOfVersions(where: string, kind: string, list: unknown): string[] {
  const { entries, faults } = listedDeclarations(where, 'versions', list);
  return [
    ...missingMembers(where, { versions: list }, VERSIONS),
    ...faults,
    ...entries.flatMap(([i, entry]) => {
      const { name } = entry as KindVersion;
      const place = typeof name === 'string' ? `${kind}/${name}` : `${kind}: versions[${i}]`;
      return [...missingMembers(place, entry, VERSION), ...requiredOfFeatures(place, entry)];
    }),
  ];
}

function requiredOfAdded(plugin: string, place: string, entry: object): string[] {
  const { of, versions } = entry as { readonly of?: unknown; readonly versions?: unknown };
  const where = `${plugin}: ${place}`;
  if (typeof of !== 'object' || of === null) return missingMembers(where, { of: of ?? undefined }, OF);
  const { resource = place } = of as { readonly resource?: unknown };
  return [
    ...missingMembers(`${where}: of`, of, RESOURCE),
    ...requiredOfVersions(where, `${plugin}: ${String(resource)}`, versions),
  ];
}

function requiredOfFeatures(where: string, { columns, subresources, connections }: VersionFeatures<never>): string[] {
  return [
    ...requiredOfEach(where, { name: 'columns', list: columns, required: COLUMN }),
    ...requiredOfEach(where, { name: 'subresources', list: subresources, required: SUBRESOURCE }),
    ...requiredOfEach(where, { name: 'connections', list: connections, required: CONNECTION }),
  ];
}

/** A list of declarations, and the members of each. */
interface PartList {
  readonly name: 'columns' | 'subresources' | 'connections';
  readonly list: unknown;
  readonly required: readonly RequiredMember[];
}

function requiredOfEach(where: string, { name: listName, list, required }: PartList): string[] {
  const { entries, faults } = listedDeclarations(where, listName, list);
  return [
    ...faults,
    ...entries.flatMap(([i, entry]) => {
      const { name } = entry as { readonly name?: unknown };
      const label = listName === 'columns' ? `: column "${String(name)}"` : `/${String(name)}`;
      const place = typeof name === 'string' ? label : `: ${listName}[${i}]`;
      return missingMembers(`${where}${place}`, entry, required);
    }),
  ];
}
