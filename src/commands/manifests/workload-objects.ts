import { type ManifestSettings, placeInImage } from './manifest-settings.js';

const PORT = 6443;
/** The user of the image. */
const USER = 1000;

/** Returns where the server runs: its account, volume, pods and Service. */
export function workload(settings: ManifestSettings): object[] {
  const { name, namespace, storageSize } = settings;
  const metadata = { name, namespace };
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata,
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: storageSize } } },
  };
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    ...(isLasting(settings) ? [claim] : []),
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector: labelsOf(settings), ports: [{ name: 'https', port: 443, targetPort: 'https' }] },
    },
    deployment(settings),
  ];
}

/** Returns the Secret with the serving certificate, where that is not made by the server. */
export function secretNameOf({ name }: ManifestSettings): string {
  return `${name}-serving-cert`;
}

function deployment(settings: ManifestSettings): object {
  const { name, namespace } = settings;
  const labels = labelsOf(settings);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels },
    spec: {
      // The store is one file: never two servers at a time.
      replicas: 1,
      strategy: { type: 'Recreate' },
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec(settings) },
    },
  };
}

function podSpec(settings: ManifestSettings): object {
  const { name, trust } = settings;
  const data = isLasting(settings) ? { persistentVolumeClaim: { claimName: name } } : { emptyDir: {} };
  const volumes = [
    { name: 'data', ...data },
    { name: 'tmp', emptyDir: {} },
    ...(trust === 'own' ? [] : [{ name: 'serving-cert', secret: { secretName: secretNameOf(settings) } }]),
  ];
  return {
    serviceAccountName: name,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: USER,
      runAsGroup: USER,
      fsGroup: USER,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [container(settings)],
    volumes,
  };
}

function container(settings: ManifestSettings): object {
  const probe = (path: string): object => ({ httpGet: { scheme: 'HTTPS', port: 'https', path } });
  const mounts = [
    { name: 'data', mountPath: '/data' },
    { name: 'tmp', mountPath: '/tmp' },
    ...(settings.trust === 'own' ? [] : [{ name: 'serving-cert', mountPath: '/serving-cert', readOnly: true }]),
  ];
  return {
    name: 'server',
    image: settings.image,
    args: argumentsOf(settings),
    ports: [{ name: 'https', containerPort: PORT }],
    startupProbe: { ...probe('/livez'), periodSeconds: 1, failureThreshold: 60 },
    livenessProbe: { ...probe('/livez'), periodSeconds: 10 },
    readinessProbe: { ...probe('/readyz'), periodSeconds: 5 },
    resources: { requests: { cpu: '50m', memory: '192Mi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: mounts,
  };
}

function argumentsOf({ name, namespace, plugins, trust }: ManifestSettings): string[] {
  const certificate =
    trust === 'own'
      ? [`--external-hostname=${name}.${namespace}.svc`, '--publish-ca-bundle']
      : ['--tls-cert-file=/serving-cert/tls.crt', '--tls-private-key-file=/serving-cert/tls.key'];
  return [
    'serve-extension',
    ...plugins.map((plugin) => `--plugins=${placeInImage(plugin)}`),
    `--secure-port=${PORT}`,
    ...certificate,
  ];
}

function labelsOf({ name }: ManifestSettings): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': name };
}

function isLasting({ storageSize }: ManifestSettings): boolean {
  return storageSize !== '0';
}
