import type { ApiObject } from '../../apimachinery/index.js';
import type { ApiClass } from '../../schema/index.js';

/**
 * A kind in one version, as paths name it, and by its type parameter the type of its objects. `binnacle types` writes one
 * for each kind of a server.
 *
 * @public
 * @example
 * const group = { group: 'harbor.example.com', version: 'v1' };
 * const berths: ResourceKind<Berth> = { ...group, kind: 'Berth', resource: 'berths', scope: 'Namespaced' };
 */
export interface ResourceKind<T extends ApiObject = ApiObject> {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The plural, as it stands in paths. */
  readonly resource: string;
  readonly scope: 'Namespaced' | 'Cluster';
  /** Never set: it ties the type of the objects to the kind. */
  readonly objectType?: T;
}

/**
 * The name of a kind for a client: the class that a plugin declares it with, or its names.
 *
 * @public
 * @example
 * const listAll = <T extends ApiObject>(kind: KindSource<T>) => client.of(kind).list();
 */
export type KindSource<T extends ApiObject> = ResourceKind<T> | ApiClass<T>;

/** A kind with the examples of its version. */
export interface DeclaredKind extends ResourceKind {
  readonly examples?: readonly object[];
}

/** Found on classes by every copy of this library in the process. */
const KINDS = Symbol.for('binnacle.resourceKinds');

/**
 * Records on a class that its objects are of a kind, in a version. The first one that is noted counts, unless the next is
 * of another resource.
 */
export function declareResource(type: object, kind: DeclaredKind): void {
  const known = declaredOn(type);
  const isSame = ({ group, version, resource }: ResourceKind): boolean =>
    group === kind.group && version === kind.version && resource === kind.resource;
  if (known?.some(isSame)) return;
  if (known) known.push(kind);
  else Object.defineProperty(type, KINDS, { value: [kind] });
}

/** Returns the kind that a class or names stand for. Throws TypeError for a class of no plugin, or of several kinds, and for no kind. */
export function resourceKindOf<T extends ApiObject>(source: KindSource<T>): ResourceKind<T> {
  if (typeof source !== 'function') {
    if (typeof (source as Partial<ResourceKind> | undefined)?.resource === 'string') return source;
    throw new TypeError(
      `${describe(source)} is no kind: give the class of one, or group, version, kind, resource and scope; a class that is undefined comes from files that import each other in a circle`,
    );
  }
  const kinds = declaredOn(source);
  if (!kinds) {
    throw new TypeError(
      `${source.name} is the class of no plugin that is loaded: import its plugin, or give group, version, kind, resource and scope`,
    );
  }
  const names = new Set(kinds.map(({ group, resource }) => `${resource}.${group}`));
  if (names.size > 1) {
    throw new TypeError(`${source.name} is the class of ${[...names].join(' and ')}: give the names of one`);
  }
  return kinds[0] as ResourceKind<T>;
}

/**
 * Returns the examples that the plugin of a class declares for the version that the class is of. Throws TypeError as
 * `resourceKindOf` does.
 */
export function declaredExamples<T extends ApiObject>(type: ApiClass<T>): readonly T[] {
  const { examples = [] } = resourceKindOf(type) as DeclaredKind;
  return examples as readonly T[];
}

function describe(source: unknown): string {
  if (typeof source !== 'object' || source === null) return String(source);
  return `an object with ${Object.keys(source).slice(0, SHOWN_MEMBERS).join(', ') || 'no members'}`;
}

/** Members of an object that an error names. */
const SHOWN_MEMBERS = 5;

function declaredOn(type: object): DeclaredKind[] | undefined {
  return Object.hasOwn(type, KINDS) ? (type as Record<symbol, DeclaredKind[]>)[KINDS] : undefined;
}
