import { isWithin } from '../../../src/plugin-api/built-in.js';
import { MANIFESTS_SPAN } from '../static-manifests/index.js';

const API_VERSION = 'apiserver.config.k8s.io/v1';
const MEMBERS = ['apiVersion', 'kind', 'staticManifestsDir'];

/** The kinds of the configurations of plugins for policies. */
export type PolicyConfigurationKind = 'ValidatingAdmissionPolicyConfiguration' | 'MutatingAdmissionPolicyConfiguration';

/**
 * Reads the configuration of a plugin for policies in a release: the path of the directory with policies and bindings, empty if
 * there is none. Throws an Error that says what is wrong with it.
 */
export function readPolicyAdmission(
  configuration: unknown,
  expected: PolicyConfigurationKind,
  release: string,
): string {
  if (configuration === undefined) return '';
  if (!isWithin(MANIFESTS_SPAN, release)) throw new Error('takes no configuration in this release');
  if (typeof configuration !== 'object' || configuration === null) throw new Error('the configuration is no mapping');
  const { apiVersion, kind, ...paths } = configuration as Record<string, unknown>;
  const staticManifestsDir = paths.staticManifestsDir ?? '';
  if (apiVersion !== API_VERSION) throw new Error(`apiVersion: ${JSON.stringify(apiVersion)} is not ${API_VERSION}`);
  if (kind !== expected) throw new Error(`kind: must be ${expected}`);
  const other = Object.keys(configuration).find((member) => !MEMBERS.includes(member));
  if (other !== undefined) throw new Error(`unknown key ${JSON.stringify(other)}`);
  if (typeof staticManifestsDir !== 'string') throw new Error('staticManifestsDir: is no text');
  return staticManifestsDir;
}
