import type { ApiGroupDeclaration } from '../../plugin-api/built-in.js';
import type { HookClass, KindDefinition, VersionFeatures } from '../../registry/index.js';
import { kindLabel } from '../mistakes/index.js';

/** Finds the instance Nest has made of a class. */
type ResolveClass = (hook: HookClass<object>) => object;

/** A class that a kind names, what that is to the kind, and the functions it is called for. */
interface Part {
  readonly what: string;
  readonly part: HookClass<object>;
  readonly role: string;
  readonly functions: readonly string[];
}

/** Finds parts of kinds that lack what they would be called for, such as a handler whose `handle` is misspelt. */
export function checkHandlers(
  plugin: string,
  { kinds, versionsOf = [] }: Pick<ApiGroupDeclaration, 'kinds' | 'versionsOf'>,
  resolve: ResolveClass,
): string[] {
  const ofKinds = kinds.map((kind): [string, Part[]] => [
    kindLabel(kind),
    [...partsOfKind(kind), ...[kind, ...kind.versions].flatMap(partsOfFeatures)],
  ]);
  const added = versionsOf.map(({ of, versions }): [string, Part[]] => [
    of.resource,
    versions.flatMap(partsOfFeatures),
  ]);
  return [...ofKinds, ...added].flatMap(([label, parts]) => {
    return parts.flatMap((part) => missingFunctions(`${plugin}: ${label}`, part, resolve));
  });
}

function partsOfKind({ review, source }: KindDefinition<never>): Part[] {
  return [
    ...(review ? [{ what: 'review', part: review, role: 'ReviewHandler', functions: ['create'] }] : []),
    ...(source ? [{ what: 'source', part: source, role: 'ObjectSource', functions: ['get', 'list'] }] : []),
  ];
}

function partsOfFeatures({ subresources = [], connections = [] }: VersionFeatures<never>): Part[] {
  return [
    ...subresources.map(({ name, handler }) => {
      return { what: `handler of ${name}`, part: handler, role: 'SubresourceHandler', functions: ['handle'] };
    }),
    ...connections.map(({ name, connector }) => {
      return { what: `connector of ${name}`, part: connector, role: 'Connector', functions: ['locate'] };
    }),
  ];
}

function missingFunctions(where: string, { what, part, role, functions }: Part, resolve: ResolveClass): string[] {
  const instance = resolve(part) as Readonly<Record<string, unknown>>;
  const missing = functions.filter((name) => typeof instance[name] !== 'function').map((name) => `${name}()`);
  if (missing.length === 0) return [];
  return [
    `${where}: its ${what}, ${part.name}, has no ${missing.join(', ')}; expected a class that implements ${role}`,
  ];
}
