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

/** Returns the head of a document. */
export function infoOf(release: string, isOfCustomResources: boolean): DocumentInfo {
  return isOfCustomResources ? CUSTOM_RESOURCES : { title: 'Kubernetes', version: release };
}

/** Returns the paths in order, each with its operations and the parameters that all of them have. */
export function orderedPaths(
  operations: readonly Operation[],
  describeParameter: (parameter: Parameter) => object,
  describe: (operation: Operation) => object,
): [string, object][] {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    const others = byPath.get(operation.path);
    if (others) others.push(operation);
    else byPath.set(operation.path, [operation]);
  }
  const paths = [...byPath].sort(([a], [b]) => (a < b ? -1 : 1));
  return paths.map(([path, all]) => {
    const shared = sharedParameters(all);
    const described = all.map((each) => {
      const parameters = each.parameters.filter((parameter) => !shared.has(keyOf(parameter)));
      return [each.method, describe({ ...each, parameters: inOrder(parameters) })] as const;
    });
    const item = Object.fromEntries<object>(described);
    if (shared.size > 0) item.parameters = inOrder([...shared.values()]).map(describeParameter);
    return [path, item];
  });
}

/** The parameters that all operations have, by place and name (upstream: findCommonParameters). */
function sharedParameters([first, ...others]: readonly Operation[]): Map<string, Parameter> {
  const shared = new Map(first.parameters.map((parameter) => [keyOf(parameter), parameter]));
  for (const { parameters } of others) {
    const keys = new Set(parameters.map(keyOf));
    for (const key of shared.keys()) if (!keys.has(key)) shared.delete(key);
  }
  return shared;
}

function keyOf(parameter: Parameter): string {
  return `${parameter.in} ${parameter.name}`;
}

function inOrder(parameters: readonly Parameter[]): Parameter[] {
  return [...parameters].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The JSON text of a document around the members of its paths and of its definitions. */
export interface DocumentFrame {
  readonly start: string;
  readonly middle: string;
  readonly end: string;
}
