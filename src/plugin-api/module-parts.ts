// Nest's own types are not among the installed packages of plugins: where they are missing, all would be `any`.

type Class = abstract new (...dependencies: never[]) => unknown;

/**
 * The name that a provider is injected by: a class, a text or a symbol.
 *
 * @public
 * @example
 * const BOARD: ProviderToken = 'BOARD';
 */
export type ProviderToken = Class | string | symbol;

/**
 * A provider of a plugin's module: a class, or what is injected for a token. Nest creates it once.
 *
 * @public
 * @example
 * const provider: ModuleProvider = { provide: 'BERTHS', useFactory: (stores: Stores) => stores.of(Berth), inject: [Stores] };
 */
export type ModuleProvider =
  | Class
  | { readonly provide: ProviderToken; readonly useClass: Class }
  | { readonly provide: ProviderToken; readonly useValue: unknown }
  | { readonly provide: ProviderToken; readonly useExisting: ProviderToken }
  | {
      readonly provide: ProviderToken;
      readonly useFactory: (...dependencies: never[]) => unknown;
      readonly inject?: readonly (ProviderToken | { readonly token: ProviderToken; readonly optional: boolean })[];
    };

/**
 * A Nest module that a plugin imports: a class decorated with `@Module`, or one with parts that depend on values.
 *
 * @public
 * @example
 * class BoardModule {}
 * const board: ImportedModule = { module: BoardModule, providers: [{ provide: 'SIZE', useValue: 3 }] };
 */
export type ImportedModule =
  Class | Promise<object> | ({ readonly module: Class; readonly controllers?: readonly Class[] } & ModuleParts);

/**
 * The parts of a Nest module.
 *
 * @public
 * @example
 * class Board {}
 * const parts: ModuleParts = { providers: [Board], exports: [Board] };
 */
export interface ModuleParts {
  readonly imports?: readonly ImportedModule[];
  readonly providers?: readonly ModuleProvider[];
  /** The providers that modules which import this one may inject. */
  readonly exports?: readonly (ProviderToken | ModuleProvider | ImportedModule)[];
}

/** Returns the classes that imported modules export: a plugin that names one as its part has theirs. */
export function exportedClasses(imports: readonly ImportedModule[] = []): ReadonlySet<unknown> {
  const exported = imports.flatMap((imported): readonly unknown[] => {
    if (typeof imported === 'function') return exportsOf(imported);
    const { module, exports = [] } = (imported ?? {}) as Partial<{ module: Class } & ModuleParts>;
    return module === undefined ? [] : [...exportsOf(module), ...exports];
  });
  return new Set(exported.filter((each) => typeof each === 'function'));
}

function exportsOf(module: Class): readonly unknown[] {
  return (Reflect.getMetadata('exports', module) as readonly unknown[] | undefined) ?? [];
}
