import type { InitializeHook, ResolveHook } from 'node:module';

/** The registration data of the hook: the URL of a module of the server. */
interface HookData {
  readonly server: string;
}

/** Packages that are part of the build, by their modules there. */
const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ['@nestjs/common', 'nestjs-common'],
  ['class-validator', 'class-validator'],
  ['rxjs', 'rxjs'],
]);

let server = '';

/** Called by Node once, with what `serveOwnPackages` hands over. */
export const initialize: InitializeHook<HookData> = (data) => {
  server = data.server;
};

/** Called by Node for every import; see `serveOwnPackages`. Runs in a thread of its own. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const atServer = { ...context, parentURL: server };
  if (/^binnacle(\/|$)/.test(specifier)) return nextResolve(specifier, atServer);
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    if (!/^[@a-z]/i.test(specifier) || !isMissing(error)) throw error;
    const builtIn = BUILT_IN.get(specifier);
    if (builtIn) return nextResolve(new URL(`../plugin-host/packages/${builtIn}.js`, server).href, context);
    // Where the server has none either, the complaint names the module that asked.
    return Promise.resolve(nextResolve(specifier, atServer)).catch(() => Promise.reject(error as Error));
  }
};

function isMissing(error: unknown): boolean {
  return (error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND';
}
