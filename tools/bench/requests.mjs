export const JSON_TYPE = 'application/json';
export const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';

/** The bytes of a request. */
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

/** A ConfigMap with so many bytes of data, as text. */
export function configMap(name, bytes, extra = {}) {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'bench', tier: 'data' } },
    data: { ...extra, payload: 'x'.repeat(bytes) },
  });
}

/** The path of the ConfigMaps of a namespace, or of one of them. */
export function configMapPath(namespace, name) {
  return `/api/v1/namespaces/${namespace}/configmaps${name === undefined ? '' : `/${name}`}`;
}
