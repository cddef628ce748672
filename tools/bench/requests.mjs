export const JSON_TYPE = 'application/json';
export const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';

/** Returns the bytes of a request. */
export function formatRequest(
  { method = 'GET', path, body, accept = JSON_TYPE, contentType = JSON_TYPE },
  { url, token },
) {
  const payload = body === undefined ? '' : body;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${token}`,
    `Accept: ${accept}`,
    'User-Agent: binnacle-bench',
    ...(body === undefined ? [] : [`Content-Type: ${contentType}`, `Content-Length: ${Buffer.byteLength(payload)}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${payload}`);
}

/** Returns a ConfigMap with so many bytes of data, as text. */
export function configMap(name, bytes, { labels, ...extra } = {}) {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'bench', tier: 'data', ...labels } },
    data: { ...extra, payload: 'x'.repeat(bytes) },
  });
}

/** Returns a ConfigMap with so many bytes of data in so many keys, as text. */
export function mapOfKeys(name, bytes, count) {
  const text = 'x'.repeat(bytes / count);
  const data = Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, text]));
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'bench', tier: 'data' } },
    data,
  });
}

/** Returns the path of the ConfigMaps of a namespace, or of one of them. */
export function configMapPath(namespace, name) {
  return `/api/v1/namespaces/${namespace}/configmaps${name === undefined ? '' : `/${name}`}`;
}

/** Returns a Deployment of three containers, as text; `change` is the value of a variable in one of them. */
export function deployment(name, change) {
  const container = (index) => ({
    name: `c${index}`,
    image: `registry.example/c${index}:1`,
    ports: [{ name: 'http', containerPort: 8080 + index }],
    env: [
      { name: 'CHANGE', value: index === 0 ? change : 'none' },
      { name: 'MODE', value: 'bench' },
    ],
    resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { cpu: '500m', memory: '128Mi' } },
    livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
  });
  const labels = { app: name };
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [0, 1, 2].map(container) } },
    },
  });
}

/** Returns the path of the Deployments of a namespace, or of one of them. */
export function deploymentPath(namespace, name) {
  return `/apis/apps/v1/namespaces/${namespace}/deployments${name === undefined ? '' : `/${name}`}`;
}
