import type { Operation } from './operation.js';
import type { Parameter } from './query-parameters.js';

/** How clients authenticate, as both dialects say it. */
export const BEARER_TOKEN = {
  description: 'Bearer token in the Authorization header.',
  type: 'apiKey',
  name: 'authorization',
  in: 'header',
} as const;

/** The name and the version of a described API. */
export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
}

/** Custom resources are described apart from the server that has their definitions (upstream: getOpenAPIConfig). */
const CUSTOM_RESOURCES: DocumentInfo = { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' };

/** The head of a document. */
export function infoOf(release: string, isOfCustomResources: boolean): DocumentInfo {
  return isOfCustomResources ? CUSTOM_RESOURCES : { title: 'Kubernetes', version: release };
}

/** The paths in order, each with its operations and the parameters they share. */
export function orderedPaths(
  operations: readonly Operation[],
  describeParameter: (parameter: Parameter) => object,
  describe: (operation: Operation) => object,
): [string, object][] {
  const paths = new Map<string, Record<string, unknown>>();
  for (const operation of operations) {
    const item = paths.get(operation.path) ?? {};
    item[operation.method] = describe(operation);
    if (operation.shared.length > 0) item.parameters = operation.shared.map(describeParameter);
    paths.set(operation.path, item);
  }
  return [...paths].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The JSON text of a document around the members of its paths and of its definitions. */
export interface DocumentFrame {
  readonly start: string;
  readonly middle: string;
  readonly end: string;
}
