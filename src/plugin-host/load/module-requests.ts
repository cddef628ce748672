/** The parts of a hook's context that matter here. */
interface RequestContext {
  readonly parentURL?: string | undefined;
}

/** A specifier for Node to resolve, as seen from a module. */
interface Attempt<C> {
  readonly specifier: string;
  readonly context: C;
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
const PACKAGE = /^[@a-z]/i;
const TYPESCRIPT = /\.m?ts$/;

/**
 * Returns the ways to resolve what a module imports, of which the first counts that leads to a module. `server` is the URL of a
 * module of the server.
 */
export function attemptsOf<C extends RequestContext>(specifier: string, context: C, server: string): Attempt<C>[] {
  const asAsked = { specifier, context };
  const atServer = { specifier, context: { ...context, parentURL: server } };
  if (OWN_FILE.test(specifier)) return [asAsked, ...fromSource(specifier, context)];
  if (/^binnacle(\/|$)/.test(specifier)) return [atServer];
  if (!PACKAGE.test(specifier)) return [asAsked];
  const builtIn = BUILT_IN.get(specifier);
  if (builtIn === undefined) return [asAsked, atServer];
  return [asAsked, { specifier: new URL(`../plugin-host/load/packages/${builtIn}.js`, server).href, context }];
}

/** Modules in TypeScript name each other by the files they are compiled to. */
function fromSource<C extends RequestContext>(specifier: string, context: C): Attempt<C>[] {
  const source = specifier.replace(/\.(m?)js$/, '.$1ts');
  const isFromSource = context.parentURL !== undefined && isTypeScript(context.parentURL);
  return isFromSource && source !== specifier ? [{ specifier: source, context }] : [];
}

/**
 * Returns the URL of a found module: the files of a plugin are loaded again together with the one that imports them; packages
 * are not.
 */
export function inGeneration(specifier: string, found: string, parent: string | undefined): string {
  const generation = parent?.startsWith('file:') ? new URL(parent).searchParams.get(GENERATION) : null;
  const isOwn = OWN_FILE.test(specifier) && found.startsWith('file:') && !found.includes('/node_modules/');
  if (generation === null || !isOwn) return found;
  const url = new URL(found);
  url.searchParams.set(GENERATION, generation);
  return url.href;
}

/** Reports whether a URL is that of a file in TypeScript. */
export function isTypeScript(url: string): boolean {
  return url.startsWith('file:') && TYPESCRIPT.test(new URL(url).pathname);
}

/** Reports whether an attempt failed because there is no such module, so that the next one is due. */
export function isMissing(error: unknown): boolean {
  return (error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND';
}
