import { isAbsolute } from 'node:path';

const GROUP = 'apiserver.config.k8s.io';
/** The kind in each version. */
const KINDS: ReadonlyMap<unknown, string> = new Map([
  [`${GROUP}/v1`, 'WebhookAdmissionConfiguration'],
  [`${GROUP}/v1alpha1`, 'WebhookAdmission'],
]);
const MEMBERS = ['apiVersion', 'kind', 'kubeConfigFile'];

/**
 * Reads the configuration of a webhook plugin: the path of the kubeconfig file with the credentials for webhooks, undefined
 * if there is none. Throws an Error that says what is wrong with it.
 */
export function readWebhookAdmission(configuration: unknown): string | undefined {
  if (configuration === undefined) return undefined;
  if (typeof configuration !== 'object' || configuration === null) throw new Error('the configuration is no mapping');
  const { apiVersion, kind, kubeConfigFile } = configuration as Record<string, unknown>;
  const expected = KINDS.get(apiVersion);
  if (expected === undefined) {
    throw new Error(`apiVersion: ${JSON.stringify(apiVersion)} is not one of ${[...KINDS.keys()].join(', ')}`);
  }
  if (kind !== expected) throw new Error(`kind: must be ${expected}`);
  const other = Object.keys(configuration).find((member) => !MEMBERS.includes(member));
  if (other !== undefined) throw new Error(`unknown key ${JSON.stringify(other)}`);
  if (typeof kubeConfigFile === 'string' && isAbsolute(kubeConfigFile)) return kubeConfigFile;
  const shown = JSON.stringify(kubeConfigFile ?? '');
  throw new Error(`kubeConfigFile: Invalid value: ${shown}: must be an absolute file path`);
}
