import type { InitializeHook, LoadHook, ResolveFnOutput, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileTypeScript } from './typescript-source.js';

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

/** The query of modules that are loaded again: Node keeps modules by their URL. */
const GENERATION = 'generation';
const OWN_FILE = /^(?:\.{1,2}\/|file:)/;
const TYPESCRIPT = /\.m?ts$/;

let server = '';

/** Called by Node once, with what `serveOwnPackages` hands over. */
export const initialize: InitializeHook<HookData> = (data) => {
  server = data.server;
};

/** Called by Node for every import; see `serveOwnPackages`. Runs in its own thread. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  if (OWN_FILE.test(specifier))
    return inGeneration(await resolveFile(specifier, context, nextResolve), context.parentURL);
  const atServer = { ...context, parentURL: server };
  if (/^binnacle(\/|$)/.test(specifier)) return nextResolve(specifier, atServer);
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    if (!/^[@a-z]/i.test(specifier) || !isMissing(error)) throw error;
    const builtIn = BUILT_IN.get(specifier);
    if (builtIn) return nextResolve(new URL(`../plugin-host/load/packages/${builtIn}.js`, server).href, context);
    // Where the server has none either, the complaint names the module that asked.
    return Promise.resolve(nextResolve(specifier, atServer)).catch(() => Promise.reject(error as Error));
  }
};

/** Called by Node for every module: compiles those in TypeScript. */
export const load: LoadHook = async (url, context, nextLoad) => {
  if (!url.startsWith('file:') || !TYPESCRIPT.test(new URL(url).pathname)) return nextLoad(url, context);
  return { format: 'module', source: await compileTypeScript(fileURLToPath(url), server), shortCircuit: true };
};

/** Modules in TypeScript name each other by the files they are compiled to. */
const resolveFile: ResolveHook = async (specifier, context, nextResolve) => {
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    const source = specifier.replace(/\.(m?)js$/, '.$1ts');
    const isFromSource = context.parentURL !== undefined && TYPESCRIPT.test(new URL(context.parentURL).pathname);
    if (!isFromSource || source === specifier || !isMissing(error)) throw error;
    return Promise.resolve(nextResolve(source, context)).catch(() => Promise.reject(error as Error));
  }
};

/** The files of a plugin are loaded again together with the one that imports them; packages are not. */
function inGeneration(found: ResolveFnOutput, parent: string | undefined): ResolveFnOutput {
  const generation = parent?.startsWith('file:') ? new URL(parent).searchParams.get(GENERATION) : null;
  if (generation === null || !found.url.startsWith('file:') || found.url.includes('/node_modules/')) return found;
  const url = new URL(found.url);
  url.searchParams.set(GENERATION, generation);
  return { ...found, url: url.href };
}

function isMissing(error: unknown): boolean {
  return (error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND';
}
