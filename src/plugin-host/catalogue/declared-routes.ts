import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { declarationOf } from '../../plugin-api/built-in.js';

/** A route of a Nest controller, as its decorators declare it. */
export interface DeclaredRoute {
  /** In upper case; `ALL` for any. */
  readonly method: string;
  /** Begins with a slash; parameters and wildcards as the router spells them. */
  readonly path: string;
}

type Class = abstract new (...dependencies: never[]) => object;

/** An entry of `imports` other than a class. */
interface ImportedModule {
  readonly module?: Class;
  readonly imports?: readonly unknown[];
  readonly controllers?: readonly Class[];
  readonly forwardRef?: () => unknown;
}

/**
 * Returns the routes of all Nest controllers in the modules that a plugin's module imports, directly or not. Modules
 * that are plugins themselves are left out, and so is what comes as a promise: nothing is known of it until Nest has
 * awaited it.
 */
export function declaredRoutes(plugin: Class): DeclaredRoute[] {
  const controllers = new Set<Class>();
  const visited = new Set<unknown>([plugin]);
  const visitAll = (imports: readonly unknown[]): void => imports.forEach(visit);
  const visit = (imported: unknown): void => {
    if (imported === undefined || imported === null || visited.has(imported) || declarationOf(imported)) return;
    visited.add(imported);
    if (typeof imported === 'function') {
      for (const controller of listed(imported, MODULE_METADATA.CONTROLLERS)) controllers.add(controller as Class);
      return visitAll(listed(imported, MODULE_METADATA.IMPORTS));
    }
    const { module, imports = [], controllers: own = [], forwardRef } = imported as ImportedModule;
    own.forEach((controller) => controllers.add(controller));
    visitAll([module, forwardRef?.(), ...imports]);
  };
  visitAll(listed(plugin, MODULE_METADATA.IMPORTS));
  return [...controllers].flatMap(routesOfController);
}

/** Returns the routes of one Nest controller. */
export function routesOfController(controller: Class): DeclaredRoute[] {
  const prototype = controller.prototype as Record<string, object>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const paths = pathsOf(handler);
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    return pathsOf(controller).flatMap((base) => paths.map((path) => ({ method, path: joined(base, path) })));
  });
}

function listed(target: object, key: string): readonly unknown[] {
  return (Reflect.getMetadata(key, target) as readonly unknown[] | undefined) ?? [];
}

function pathsOf(target: object): readonly string[] {
  const paths = Reflect.getMetadata(PATH_METADATA, target) as string | readonly string[] | undefined;
  return paths === undefined ? [] : [paths].flat();
}

function joined(...parts: readonly string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.join('/')}`;
}
