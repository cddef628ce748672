import { type DynamicModule, type InjectionToken, Module } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';

type NestModule = ModulesContainer extends Map<string, infer M> ? M : never;

/** The providers of the server in the application of a plugin. */
@Module({})
class ServerSurface {}

/** Values for one plugin by what they are injected by. */
export type OwnValues = ReadonlyMap<InjectionToken, unknown>;

/**
 * Returns a global module with what the server's global modules export: the same instances, which remain the server's,
 * except for values of the plugin's own. Called when Nest has created them.
 */
export function surfaceOf(
  modules: ModulesContainer,
  globals: ReadonlySet<unknown>,
  own: (found: OwnValues) => OwnValues = () => new Map(),
): DynamicModule {
  const found = new Map<InjectionToken, unknown>();
  for (const module of modules.values()) if (globals.has(module.metatype)) collectExports(module, found);
  for (const [token, value] of own(found)) found.set(token, value);
  const providers = [...found].map(([provide, useValue]) => ({ provide, useValue }));
  return { module: ServerSurface, global: true, providers, exports: [...found.keys()] };
}

/**
 * Takes that module out of an application that has been created. What was injected stays; Nest calls lifecycle hooks on
 * the rest only, so that a plugin's end does not end what belongs to the server.
 */
export function detachSurface(modules: ModulesContainer): void {
  for (const [token, { metatype }] of modules) if (metatype === ServerSurface) modules.delete(token);
}

/** Collects the instances a module exports, those of modules that it exports as a whole among them. */
function collectExports({ exports, providers, imports }: NestModule, found: Map<InjectionToken, unknown>): void {
  for (const token of exports) {
    const provider = providers.get(token);
    if (provider) found.set(token, provider.instance);
    else for (const module of imports) if (module.metatype === token) collectExports(module, found);
  }
}
