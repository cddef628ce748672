import { join } from 'node:path';
import type { Kubeconfig } from './kubeconfig.js';

/** Where pods find the token of their service account and the certificate authority of the cluster. */
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns how a pod reaches the API server of its cluster, by the variables and files that kubelets give to it. Throws
 * an Error where the variables are missing.
 */
export function inClusterConfig(environment: Environment): Kubeconfig {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = environment;
  if (host === '' || port === '') {
    throw new Error(
      'unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
    );
  }
  return {
    cluster: {
      server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
      tlsServerName: '',
      insecureSkipTlsVerify: false,
      certificateAuthority: join(SERVICE_ACCOUNT, 'ca.crt'),
      certificateAuthorityData: '',
      proxyUrl: '',
      disableCompression: false,
      execConfiguration: undefined,
    },
    credentials: {
      clientCertificate: '',
      clientCertificateData: '',
      clientKey: '',
      clientKeyData: '',
      token: '',
      tokenFile: join(SERVICE_ACCOUNT, 'token'),
      username: '',
      password: '',
      impersonate: { user: '', uid: '', groups: [], extra: new Map() },
    },
  };
}
