import type { CertificateWithKey } from './key-pair.js';

/** The content of a kubeconfig file. */
export interface KubeconfigContent {
  readonly server: string;
  readonly authority: string;
  readonly user: string;
  readonly client: CertificateWithKey;
}

const CLUSTER = 'binnacle';

/** Writes a kubeconfig with one context and all keys and certificates inside of it. */
export function formatKubeconfig({ server, authority, user, client }: KubeconfigContent): string {
  // Names may have anything in them.
  const [name, context] = [JSON.stringify(user), JSON.stringify(`${user}@${CLUSTER}`)];
  return `apiVersion: v1
kind: Config
clusters:
- name: ${CLUSTER}
  cluster:
    server: ${JSON.stringify(server)}
    certificate-authority-data: ${base64(authority)}
users:
- name: ${name}
  user:
    client-certificate-data: ${base64(client.certificate)}
    client-key-data: ${base64(client.key)}
contexts:
- name: ${context}
  context:
    cluster: ${CLUSTER}
    user: ${name}
current-context: ${context}
preferences: {}
`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
