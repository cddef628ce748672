import { type ApiGroupDeclaration, declarationOf, isOfAnotherCopy } from '../../plugin-api/built-in.js';
import { checkDeclarations } from './check-declarations.js';
import { checkPages } from './check-pages.js';
import { checkParts } from './check-parts.js';
import { checkRequired } from './check-required.js';
import { declaredRoutes, RouteClaims } from '../catalogue/index.js';
import { mistakesOf, nameOf, PluginError, withPlaces } from '../mistakes/index.js';
import type { PluginClass } from '../load/index.js';
import { checkRoutes } from './check-routes.js';

/**
 * Reads the declarations of plugin classes and checks them; throws PluginError with every mistake. Of the `own` ones,
 * which tests look through, only the names are checked.
 */
export function readDeclarations(
  plugins: readonly PluginClass[],
  own: readonly PluginClass[] = [],
): Map<PluginClass, ApiGroupDeclaration> {
  const mistakes: string[] = [];
  const declarations = new Map<PluginClass, ApiGroupDeclaration>();
  for (const plugin of plugins) {
    const declaration = declarationOf(plugin);
    if (declaration && isOfAnotherCopy(plugin)) mistakes.push(`${nameOf(plugin)}: ${ANOTHER_COPY}`);
    else if (declaration) declarations.set(plugin, declaration);
    else mistakes.push(`${nameOf(plugin)}: is not decorated with @ApiGroupPlugin`);
  }
  const named = [...declarations].map(([plugin, declaration]) => {
    return { plugin: nameOf(plugin), declaration, isOwn: own.includes(plugin), class: plugin };
  });
  const complete = named.filter(({ plugin, declaration, isOwn }) => {
    const missing = isOwn ? [] : checkRequired(plugin, declaration);
    mistakes.push(...missing);
    return missing.length === 0;
  });
  mistakes.push(...checkDeclarations(complete));
  const claims = new RouteClaims();
  for (const { plugin: name, declaration, isOwn, class: plugin } of complete) {
    const routes = declaredRoutes(plugin);
    if (!isOwn) mistakes.push(...checkParts({ plugin, name, declaration }));
    mistakes.push(...checkRoutes(name, routes), ...checkPages(name, declaration.pages ?? [], routes));
    mistakes.push(...mistakesOf(() => void claims.claim(plugin, routes)));
  }
  if (mistakes.length > 0) throw new PluginError(withPlaces(mistakes, declarations));
  return declarations;
}

const ANOTHER_COPY =
  'was declared with another copy of binnacle; import binnacle/plugin-api from outside the bundle, not a copy inside it';
