import { type DeclaredRoute, firstSegment } from '../catalogue/index.js';

/**
 * First segments of paths that no plugin's routes may begin with, in lower case: the API, its documents, and what
 * Kubernetes API servers answer besides (facts: nonresource paths), whether it is served here or not.
 */
const RESERVED: ReadonlySet<string> = new Set([
  '',
  '.well-known',
  'api',
  'apis',
  'debug',
  'flagz',
  'healthz',
  'index.html',
  'livez',
  'logs',
  'metrics',
  'openapi',
  'openid',
  'readyz',
  'statusz',
  'swagger-2.0.0.json',
  'swaggerapi',
  'version',
]);

/** The valid first segments: no parameters, no wildcards, no characters that have to be percent-encoded. */
const PLAIN_SEGMENT = /^[\w~-][\w.~-]*$/;

/** Returns every mistake in the paths of a plugin's routes, with what to do about it. */
export function checkRoutes(plugin: string, routes: readonly DeclaredRoute[]): string[] {
  return routes.flatMap(({ method, path }) => {
    const first = firstSegment(path);
    const route = `${plugin}: the route ${method} ${path}`;
    if (RESERVED.has(first.toLowerCase()))
      return [`${route} is below a path that is the server's own; let its controller's path begin with another name`];
    if (PLAIN_SEGMENT.test(first)) return [];
    return [
      `${route} begins with a parameter, a wildcard or unusual characters; begin its controller's path with a name`,
    ];
  });
}
