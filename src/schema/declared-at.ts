/** The stack of each declaration: the one frame of the module that has it. */
const SITES = new WeakMap<object, Site>();

/** A stack of one frame; its text is made when it is first read. */
export interface Site {
  readonly stack?: string;
}

/** Returns the line that calls `declaring`; cheap, since thousands of types are declared at a start and few sites are ever read. */
export function callSite(declaring: (...args: never[]) => unknown): Site {
  const site = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  Error.captureStackTrace(site, declaring);
  Error.stackTraceLimit = stackTraceLimit;
  return site;
}

/** Remembers where something is declared. */
export function noteSite(declared: object, site: Site): void {
  SITES.set(declared, site);
}

/** Returns the stack that ends where something was declared; undefined if it was not recorded. */
export function stackOfDeclaration(declared: object): string | undefined {
  return SITES.get(declared)?.stack;
}
