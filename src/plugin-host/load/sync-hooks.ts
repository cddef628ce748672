import type { LoadFnOutput, LoadHookContext, ResolveFnOutput, ResolveHookContext } from 'node:module';
import { fileURLToPath } from 'node:url';
import { attemptsOf, inGeneration, isMissing, isTypeScript } from './module-requests.js';
import { compileTypeScript } from './typescript-source.js';

type NextResolve = (specifier: string, context: ResolveHookContext) => ResolveFnOutput;
type NextLoad = (url: string, context: LoadHookContext) => LoadFnOutput;

/** Hooks that Node calls in the thread of the import itself. */
export interface SyncHooks {
  resolve(specifier: string, context: ResolveHookContext, nextResolve: NextResolve): ResolveFnOutput;
  load(url: string, context: LoadHookContext, nextLoad: NextLoad): LoadFnOutput;
}

/** Returns the hooks of `serveOwnPackages` for releases of Node.js that take them without a thread. */
export const createSyncHooks = (server: string): SyncHooks => ({
  resolve(specifier, context, nextResolve) {
    // Node calls hooks of a thread for imports alone, and plugins may not depend on the release.
    if (context.conditions.includes('require')) return nextResolve(specifier, context);
    let missing: unknown;
    for (const attempt of attemptsOf(specifier, context, server)) {
      try {
        const found = nextResolve(attempt.specifier, attempt.context);
        return { ...found, url: inGeneration(specifier, found.url, context.parentURL) };
      } catch (error) {
        if (missing === undefined && !isMissing(error)) throw error;
        missing ??= error;
      }
    }
    throw missing;
  },
  load(url, context, nextLoad) {
    if (!isTypeScript(url)) return nextLoad(url, context);
    return { format: 'module', source: compileTypeScript(fileURLToPath(url), server), shortCircuit: true };
  },
});
