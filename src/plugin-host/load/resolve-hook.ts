import type { InitializeHook, LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import { attemptsOf, inGeneration, isMissing, isTypeScript } from './module-requests.js';
import { compileTypeScript } from './typescript-source.js';

/** The registration data of the hook: the URL of a module of the server. */
interface HookData {
  readonly server: string;
}

let server = '';

/** Called by Node once, with what `serveOwnPackages` hands over. */
export const initialize: InitializeHook<HookData> = (data) => {
  server = data.server;
};

/** Called by Node for every import; see `serveOwnPackages`. Runs in its own thread. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  let missing: unknown;
  for (const attempt of attemptsOf(specifier, context, server)) {
    try {
      const found = await nextResolve(attempt.specifier, attempt.context);
      return { ...found, url: inGeneration(specifier, found.url, context.parentURL) };
    } catch (error) {
      if (missing === undefined && !isMissing(error)) throw error;
      // Where no attempt leads to a module, the complaint names the one that asked.
      missing ??= error;
    }
  }
  throw missing;
};

/** Called by Node for every module: compiles those in TypeScript. */
export const load: LoadHook = async (url, context, nextLoad) => {
  if (!isTypeScript(url)) return nextLoad(url, context);
  return { format: 'module', source: compileTypeScript(fileURLToPath(url), server), shortCircuit: true };
};
