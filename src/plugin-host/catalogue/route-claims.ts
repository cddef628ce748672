import type { DeclaredRoute } from './declared-routes.js';
import { nameOf, PluginError } from '../mistakes/index.js';

/** Returns the first segment of a path that begins with a slash. */
export function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path.slice(1) : path.slice(1, end);
}

/** The owner of routes: the class of a plugin or controller, whose name messages show. */
export type RouteOwner = abstract new (...dependencies: never[]) => object;

/** The routes of one owner. */
interface Claim {
  readonly owner: RouteOwner;
  readonly routes: readonly DeclaredRoute[];
}

/**
 * Which paths lead to Nest controllers now: each first segment belongs to one plugin, for as long as it is installed.
 * An unclaimed path never reaches Nest's router.
 */
export class RouteClaims {
  private readonly claims = new Map<string, Claim>();

  /** Claims the first segments of routes; the result gives them back. Throws PluginError where another owner has one. */
  claim(owner: RouteOwner, routes: readonly DeclaredRoute[]): () => void {
    const segments = new Set(routes.map(({ path }) => firstSegment(path)));
    const mistakes = [...segments].flatMap((segment) => {
      const other = this.claims.get(segment)?.owner;
      return other === undefined
        ? []
        : [`${nameOf(owner)} and ${nameOf(other)} both bring routes below /${segment}; rename one of them`];
    });
    if (mistakes.length > 0) throw new PluginError(mistakes);
    for (const segment of segments) {
      this.claims.set(segment, { owner, routes: routes.filter(({ path }) => firstSegment(path) === segment) });
    }
    return () => segments.forEach((segment) => this.claims.delete(segment));
  }

  /** Returns the owner of the first segment of a path; undefined if it is unclaimed. */
  ownerOf(path: string): RouteOwner | undefined {
    return this.claims.size > 0 ? this.claims.get(firstSegment(path))?.owner : undefined;
  }

  /** Returns the paths of all routes, each once; with a slash at the end where a parameter or wildcard follows. */
  paths(): string[] {
    const routes = [...this.claims.values()].flatMap((claim) => claim.routes);
    return [...new Set(routes.map(({ path }) => fixedPart(path)))];
  }
}

function fixedPart(path: string): string {
  const at = path.search(/[:*({]/);
  return at < 0 ? path : path.slice(0, path.lastIndexOf('/', at) + 1);
}
