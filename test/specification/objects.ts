import type { Json } from '../support/test-client.js';

/** The path of the ConfigMaps of a namespace. */
export const mapsIn = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;

/** The path of the ConfigMaps of the default namespace. */
export const MAPS = mapsIn('default');

/** The path of the Deployments of the default namespace. */
export const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';

/** The path of the group rbac.authorization.k8s.io. */
export const RBAC = '/apis/rbac.authorization.k8s.io/v1';

/** A ConfigMap as a client sends it. */
export function configMap(name: string, { metadata, ...more }: Json = {}): Json {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, ...more };
}

/** A Namespace as a client sends it. */
export function namespace(name: string): Json {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

/** A Deployment as a client sends it. */
export function deployment(name: string, spec: Json = {}): Json {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'a' }] } },
      ...spec,
    },
  };
}
