import { readPolicyAdmission } from './policy-admission.configuration.js';

const KIND = 'ValidatingAdmissionPolicyConfiguration';
const WHOLE = { apiVersion: 'apiserver.config.k8s.io/v1', kind: KIND, staticManifestsDir: '/etc/policies' };
const read = (configuration: unknown, release = '1.36'): string => readPolicyAdmission(configuration, KIND, release);

describe('readPolicyAdmission()', () => {
  it.each<[unknown, string]>([
    [WHOLE, '/etc/policies'],
    [{ ...WHOLE, staticManifestsDir: null }, ''],
    [{ apiVersion: WHOLE.apiVersion, kind: KIND }, ''],
    [undefined, ''],
  ])('reads %j', (configuration, directory) => {
    expect(read(configuration)).toBe(directory);
  });

  it.each<[unknown, string]>([
    ['text', 'is no mapping'],
    [{ ...WHOLE, apiVersion: 'v1' }, 'apiVersion: "v1" is not apiserver.config.k8s.io/v1'],
    [{ ...WHOLE, kind: 'MutatingAdmissionPolicyConfiguration' }, `kind: must be ${KIND}`],
    [{ ...WHOLE, staticManifestDir: '' }, 'unknown key "staticManifestDir"'],
    [{ ...WHOLE, staticManifestsDir: 1 }, 'staticManifestsDir: is no text'],
  ])('refuses %j', (configuration, fault) => {
    expect(() => read(configuration)).toThrow(fault);
  });

  it('takes no configuration before 1.36', () => {
    expect(read(undefined, '1.35')).toBe('');
    expect(() => read(WHOLE, '1.35')).toThrow('takes no configuration');
  });
});
