import { isAbsolute } from 'node:path';
import { isWithin } from '../../../src/plugin-api/built-in.js';
import { MANIFESTS_SPAN } from '../static-manifests/index.js';

const GROUP = 'apiserver.config.k8s.io';
/** The version in which manifests can be configured. */
const CURRENT = `${GROUP}/v1`;
/** The kind in each version. */
const KINDS: ReadonlyMap<unknown, string> = new Map([
  [CURRENT, 'WebhookAdmissionConfiguration'],
  [`${GROUP}/v1alpha1`, 'WebhookAdmission'],
]);
const MEMBERS = ['apiVersion', 'kind', 'kubeConfigFile'];
const MANIFESTS = 'staticManifestsDir';

/** The configuration of a webhook plugin. */
export interface WebhookAdmissionConfiguration {
  /** The path of the kubeconfig file with the credentials for webhooks; empty if there is none. */
  readonly kubeConfigFile: string;
  /** The path of the directory with webhook configurations; empty if there is none. */
  readonly staticManifestsDir: string;
}

/** Reads the configuration of a webhook plugin in a release. Throws an Error that says what is wrong with it. */
export function readWebhookAdmission(configuration: unknown, release: string): WebhookAdmissionConfiguration {
  if (configuration === undefined) return { kubeConfigFile: '', staticManifestsDir: '' };
  if (typeof configuration !== 'object' || configuration === null) throw new Error('the configuration is no mapping');
  const { apiVersion, kind, ...paths } = configuration as Record<string, unknown>;
  const [kubeConfigFile, staticManifestsDir] = [paths.kubeConfigFile ?? '', paths.staticManifestsDir ?? ''];
  const expected = KINDS.get(apiVersion);
  if (expected === undefined) {
    throw new Error(`apiVersion: ${JSON.stringify(apiVersion)} is not one of ${[...KINDS.keys()].join(', ')}`);
  }
  if (kind !== expected) throw new Error(`kind: must be ${expected}`);
  const hasManifests = isWithin(MANIFESTS_SPAN, release);
  const members = hasManifests && apiVersion === CURRENT ? [...MEMBERS, MANIFESTS] : MEMBERS;
  const other = Object.keys(configuration).find((member) => !members.includes(member));
  if (other !== undefined) throw new Error(`unknown key ${JSON.stringify(other)}`);
  if (typeof staticManifestsDir !== 'string') throw new Error(`${MANIFESTS}: is no text`);
  // Since manifests can be configured, they may be all that is.
  const isOptional = hasManifests && kubeConfigFile === '';
  if (typeof kubeConfigFile === 'string' && (isOptional || isAbsolute(kubeConfigFile))) {
    return { kubeConfigFile, staticManifestsDir };
  }
  throw new Error(`kubeConfigFile: Invalid value: ${JSON.stringify(kubeConfigFile)}: must be an absolute file path`);
}
