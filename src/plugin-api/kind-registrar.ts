import type { GroupResource } from '../apimachinery/index.js';
import type { HookClass, KindDefinition, Stop } from '../registry/index.js';

/**
 * A kind that is to be served while the server runs, such as one made from a stored definition.
 *
 * @public
 * @example
 * const declaration: KindDeclaration = { owner: 'harbor', group: 'harbor.example.com', definition: berthKind };
 */
export interface KindDeclaration {
  /** The plugin or stored object that declares it, as conflicts name it. A plugin names itself by its class. */
  readonly owner: string;
  readonly group: string;
  // Kinds of different shapes are declared alike; each is typed by defineKind.
  readonly definition: KindDefinition<never>;
  /** Place of the group in discovery where it is new; higher first. */
  readonly priority?: number;
  /** Finds the instance of a class that the definition names as a hook; needed where it names one. */
  readonly resolve?: <T>(hook: HookClass<T>) => T;
}

/**
 * The member of a declaration whose value is taken.
 *
 * @public
 * @example
 * const names: readonly TakenName[] = ['plural', 'kind'];
 */
export type TakenName = 'plural' | 'singular' | 'shortNames' | 'kind' | 'listKind' | 'groupVersion' | 'storagePrefix';

/**
 * A name of a declaration that another kind has, or another plugin's group version.
 *
 * @public
 * @example
 * const describe = ({ name, value, owner }: NameConflict) => `${name} ${value} is taken by ${owner}`;
 */
export interface NameConflict {
  readonly name: TakenName;
  /** The name itself: `widgets`, `Widget`, `example.com/v1`. */
  readonly value: string;
  /** The owner of the name: the name of a plugin class, or the owner of another declaration. */
  readonly owner: string;
}

/**
 * A kind that is served by a registrar, until it is withdrawn.
 *
 * @public
 * @example
 * const resourceOf = ({ groupResource }: ServedKind) => groupResource.resource;
 */
export interface ServedKind {
  readonly groupResource: GroupResource;
  /** The declaration by which it is served now. */
  readonly declaration: KindDeclaration;
}

/**
 * The kind that is served, or every conflict that keeps it from being served.
 *
 * @public
 * @example
 * const isServed = (outcome: KindOutcome) => outcome.kind !== undefined;
 */
export type KindOutcome =
  | { readonly kind: ServedKind; readonly conflicts?: undefined }
  | { readonly kind?: undefined; readonly conflicts: readonly NameConflict[] };

/**
 * Serves kinds that are declared while the server runs. Provided by the server; every plugin may inject it, and uses it
 * from its start hooks and controllers on, when all kinds of plugins are installed. Discovery, OpenAPI, tables, garbage
 * collection, quota and the deletion of namespaces follow at once.
 *
 * @public
 * @example
 * const outcome = kinds.serve({ owner: 'HarborPlugin', group: 'harbor.example.com', definition: berthKind });
 * if (outcome.conflicts) logger.warn('Names are taken', { names: outcome.conflicts.map(({ value }) => value) });
 * else kinds.withdraw(outcome.kind);
 */
export abstract class KindRegistrar {
  /**
   * Serves a kind. Where names are taken nothing is served and the outcome says which. Throws PluginError for a
   * declaration that could never be served, such as one whose storage version it lacks.
   */
  abstract serve(declaration: KindDeclaration): KindOutcome;

  /**
   * Serves a kind by another declaration. Where names are taken it stays as it was. Watches continue while the group,
   * plural, scope and storage prefix stay the same and their version is served; watches of versions that have gone end.
   * Cached objects are read again where the storage version, its shape or a selectable field is another one: declarations
   * that share shape and functions with the one before are replaced at once. Requests under way end by the old
   * declaration. Replacements of one kind run one after the other. Rejects as `serve` throws, with the failure of the
   * store, and for a kind that is withdrawn.
   */
  abstract replace(kind: ServedKind, declaration: KindDeclaration): Promise<KindOutcome>;

  /** Ends serving a kind: its watches end, its names are free. What is stored stays stored. Done already, it does nothing. */
  abstract withdraw(kind: ServedKind): void;

  /**
   * Calls back with the group whenever names of it have become free, by a kind that was replaced or withdrawn or a plugin
   * that was uninstalled: declarations with conflicts may be tried again, even from within the callback.
   */
  abstract onNamesFreed(listener: (group: string) => void): Stop;
}
