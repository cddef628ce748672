import { readWebhookAdmission } from './webhook-admission.configuration.js';

const V1 = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'WebhookAdmissionConfiguration' };
const V1ALPHA1 = { apiVersion: 'apiserver.config.k8s.io/v1alpha1', kind: 'WebhookAdmission' };
const FILE = { kubeConfigFile: '/etc/webhooks' };
const MANIFESTS = { staticManifestsDir: '/etc/manifests' };
const NOTHING = { kubeConfigFile: '', staticManifestsDir: '' };

describe('readWebhookAdmission()', () => {
  it.each<[string, unknown, object]>([
    ['1.36', { ...V1, ...FILE, ...MANIFESTS }, { ...FILE, ...MANIFESTS }],
    ['1.36', { ...V1, ...MANIFESTS }, { ...NOTHING, ...MANIFESTS }],
    ['1.36', { ...V1ALPHA1, ...FILE }, { ...NOTHING, ...FILE }],
    ['1.36', V1, NOTHING],
    ['1.35', { ...V1, ...FILE }, { ...NOTHING, ...FILE }],
    ['1.35', undefined, NOTHING],
  ])('reads in %s %j', (release, configuration, expected) => {
    expect(readWebhookAdmission(configuration, release)).toEqual(expected);
  });

  it.each<[string, unknown, string]>([
    ['1.35', { ...V1, ...FILE, ...MANIFESTS }, 'unknown key "staticManifestsDir"'],
    ['1.36', { ...V1ALPHA1, ...FILE, ...MANIFESTS }, 'unknown key "staticManifestsDir"'],
    ['1.35', V1, 'kubeConfigFile: Invalid value: "": must be an absolute file path'],
    ['1.36', { ...V1, kubeConfigFile: 'webhooks' }, 'must be an absolute file path'],
    ['1.36', { ...V1, staticManifestsDir: {} }, 'staticManifestsDir: is no text'],
  ])('refuses in %s %j', (release, configuration, fault) => {
    expect(() => readWebhookAdmission(configuration, release)).toThrow(fault);
  });
});
