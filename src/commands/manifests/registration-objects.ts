import type { ManifestSettings } from './manifest-settings.js';
import type { ServedNames } from './served-kinds.js';
import { secretNameOf } from './workload-objects.js';

/** Where groups without their own priority stand in discovery. */
const GROUP_PRIORITY = 1000;
/** Of the preferred version; others follow below it. */
const VERSION_PRIORITY = 100;

/** Returns the APIServices by which the cluster leads requests to the server. `authority` is in PEM; empty where others fill it in. */
export function apiServices(settings: ManifestSettings, { versions }: ServedNames, authority: string): object[] {
  const { name, namespace, trust } = settings;
  const annotations = { 'cert-manager.io/inject-ca-from': `${namespace}/${secretNameOf(settings)}` };
  return versions.map(({ group, version }, i) => ({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: `${version}.${group}`, ...(trust === 'cert-manager' && { annotations }) },
    spec: {
      group,
      version,
      groupPriorityMinimum: GROUP_PRIORITY,
      versionPriority: Math.max(VERSION_PRIORITY - i, 1),
      service: { namespace, name, port: 443 },
      ...(authority !== '' && { caBundle: Buffer.from(authority).toString('base64') }),
    },
  }));
}

/** Returns the certificate that cert-manager issues and renews, with a self-signed issuer. */
export function certManagerObjects(settings: ManifestSettings): object[] {
  const { name, namespace } = settings;
  const secretName = secretNameOf(settings);
  const metadata = { name: secretName, namespace };
  return [
    {
      apiVersion: 'cert-manager.io/v1',
      kind: 'Issuer',
      metadata: { name: `${name}-self-signed`, namespace },
      spec: { selfSigned: {} },
    },
    {
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      metadata,
      spec: {
        secretName,
        dnsNames: [`${name}.${namespace}.svc`],
        issuerRef: { kind: 'Issuer', name: `${name}-self-signed` },
      },
    },
  ];
}
