import {
  MODULE_METADATA,
  OPTIONAL_DEPS_METADATA,
  PARAMTYPES_METADATA,
  PATH_METADATA,
  SELF_DECLARED_DEPS_METADATA,
} from '@nestjs/common/constants.js';
import {
  type ApiGroupDeclaration,
  CONTRIBUTION_POINTS,
  type ContributionPoint,
  declarationOf,
  overwrittenModuleParts,
} from '../../plugin-api/built-in.js';
import type { KindDefinition, VersionFeatures } from '../../registry/index.js';
import { checkContributedHooks } from './check-hooks.js';
import { CONTRIBUTION_CLASSES, expectedClass } from './contribution-classes.js';

/** A class of a plugin, or one that Nest creates in its module. */
type PartClass = abstract new (...dependencies: never[]) => object;

/** A plugin class with its declaration, and how messages name it. */
export interface CheckedPlugin {
  readonly plugin: PartClass;
  readonly name: string;
  readonly declaration: ApiGroupDeclaration;
}

/**
 * Finds parts of a plugin that Nest could not create or that would be dropped: values that are no classes or of another role,
 * constructor parameters that name no dependency, and modules beside the plugin's own. Each text names the place.
 */
export function checkParts({ plugin, name, declaration }: CheckedPlugin): string[] {
  const found = [
    ...CONTRIBUTION_POINTS.flatMap((point) => checkContributions(point, declaration[point])),
    ...declaration.kinds.flatMap(checkKindParts),
    ...checkModule(plugin),
  ];
  // Providers follow from these parts, and are checked once these are right.
  const mistakes = found.length > 0 ? found : checkCreated(plugin, declaration);
  return mistakes.map((mistake) => `${name}: ${mistake}`);
}

function checkContributions(point: ContributionPoint, declared: unknown): string[] {
  if (declared === undefined) return [];
  if (!Array.isArray(declared)) return [`${point} is no list; name classes in it, such as ${point}: [MyClass]`];
  return declared.flatMap((value: unknown, i) => {
    const place = `${point}[${i}]`;
    const fault = classFault(value) ?? roleFault(point, value as PartClass);
    if (fault !== undefined) return [`${place}${fault.text}; expected ${expectedClass(point)}${fault.remedy}`];
    return checkContributedHooks(point, value as PartClass).map((text) => `${place}: ${text}`);
  });
}

interface Fault {
  /** Follows the place. */
  readonly text: string;
  readonly remedy: string;
}

function classFault(value: unknown): Fault | undefined {
  if (value === undefined)
    return { text: ' is undefined', remedy: ': files that import each other in a circle have no classes yet' };
  if (typeof value === 'function' && typeof value.prototype === 'object') return undefined;
  const what = value === null ? 'null' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  return { text: ` is ${what}, no class`, remedy: '' };
}

function roleFault(point: ContributionPoint, part: PartClass): Fault | undefined {
  const { name } = part;
  if (isOf(point, part)) return undefined;
  if (Reflect.hasMetadata(PATH_METADATA, part)) {
    const module = `@Module({ controllers: [${name}] })`;
    return { text: `: ${name} is a controller of Nest`, remedy: `; routes come with a module in imports: ${module}` };
  }
  const other = CONTRIBUTION_POINTS.find((each) => isOf(each, part));
  if (other === undefined) return undefined;
  return { text: `: ${name} extends ${CONTRIBUTION_CLASSES[other].base.name}`, remedy: `; move it to ${other}` };
}

function isOf(point: ContributionPoint, { prototype }: PartClass): boolean {
  return prototype instanceof CONTRIBUTION_CLASSES[point].base;
}

/** Members of a kind that have to be classes, and what those implement. */
const KIND_PARTS = { review: 'ReviewHandler', source: 'ObjectSource', backend: 'ResourceBackend' } as const;

function checkKindParts(kind: KindDefinition<never>): string[] {
  const named = Object.entries(KIND_PARTS).filter(([part]) => kind[part as keyof typeof KIND_PARTS] !== undefined);
  const strategy: unknown = kind.strategy ?? {};
  return [
    ...named.flatMap(([part, role]) => checkClass(part, kind[part as keyof typeof KIND_PARTS], role)),
    ...(typeof strategy === 'object'
      ? []
      : checkClass('strategy', strategy, 'Strategy, or an object with its functions')),
    ...[kind, ...kind.versions].flatMap(checkHandlers),
  ].map((mistake) => `${kind.kind}: ${mistake}`);
}

function checkHandlers({
  subresources = [],
  connections = [],
}: Pick<VersionFeatures<never>, 'subresources' | 'connections'>): string[] {
  return [
    ...subresources.flatMap(({ name, handler }) => checkClass(`handler of ${name}`, handler, 'SubresourceHandler')),
    ...connections.flatMap(({ name, connector }) => checkClass(`connector of ${name}`, connector, 'Connector')),
  ];
}

function checkClass(what: string, value: unknown, role: string): string[] {
  const fault = classFault(value);
  return fault ? [`its ${what}${fault.text}; expected a class that implements ${role}${fault.remedy}`] : [];
}

function checkModule(plugin: PartClass): string[] {
  const lost = overwrittenModuleParts(plugin);
  return [
    ...(lost.length === 0
      ? []
      : [
          `its @Module has ${lost.join(' and ')}, of which @ApiGroupPlugin takes no notice; name imports, providers and exports in @ApiGroupPlugin, and controllers of Nest in a module of the imports`,
        ]),
    ...checkBase(plugin, Object.getPrototypeOf(plugin)),
  ];
}

/** A declaration is inherited as a static member: a subclass without one would be its parent once more. */
function checkBase(plugin: PartClass, base: unknown): string[] {
  const inherited = declarationOf(base);
  if (inherited === undefined) return [];
  const { name } = base as PartClass;
  return declarationOf(plugin) === inherited
    ? [`extends the plugin ${name} and has no @ApiGroupPlugin of its own; give it one, and extend no plugin`]
    : [
        `extends the plugin ${name}, whose kinds and parts it does not have; name them in its own @ApiGroupPlugin, and extend no plugin`,
      ];
}

function checkListed(part: string, values: readonly unknown[]): string[] {
  return [...values.entries()].flatMap(([i, value]) => {
    const fault = value === undefined ? classFault(value) : undefined;
    return fault ? [`${part}[${i}]${fault.text}; expected a class or what Nest takes there${fault.remedy}`] : [];
  });
}

function checkCreated(plugin: PartClass, declaration: ApiGroupDeclaration): string[] {
  const providers = metadataList<unknown>(plugin, MODULE_METADATA.PROVIDERS);
  const imports = metadataList<unknown>(plugin, MODULE_METADATA.IMPORTS);
  const missing = [...checkListed('imports', imports), ...checkListed('providers', providers)];
  if (missing.length > 0) return missing;
  // Imported modules create some of the contributions.
  const contributed = CONTRIBUTION_POINTS.flatMap((point): readonly PartClass[] => declaration[point] ?? []);
  const classes = providers.filter((each): each is PartClass => typeof each === 'function');
  const created = [plugin, ...classes, ...contributed];
  return [...new Set(created)].flatMap(checkConstructor);
}

/** A plugin's build drops types, and what nothing names would be undefined. */
function checkConstructor(part: PartClass): string[] {
  const types = metadataList<unknown>(part, PARAMTYPES_METADATA);
  const named = metadataList<{ index: number }>(part, SELF_DECLARED_DEPS_METADATA).map(({ index }) => index);
  const optional = metadataList<number>(part, OPTIONAL_DEPS_METADATA);
  return Array.from({ length: part.length }, (_, i) => i)
    .filter((i) => (types[i] ?? Object) === Object && !named.includes(i) && !optional.includes(i))
    .map(
      (i) =>
        `${part.name}: parameter ${i + 1} of its constructor names nothing to inject, and would be undefined; put @Inject(…) before it`,
    );
}

function metadataList<T>(target: object, key: string): readonly T[] {
  return (Reflect.getMetadata(key, target) as readonly T[] | undefined) ?? [];
}
