import type { PodSpec } from '../pod/shape/pod.v1.js';
import { enforcesMountableSecrets, unlistedEphemeralSecret, unlistedSecret } from './mountable-secrets.js';
import type { ServiceAccount } from './service-account.v1.js';

const account: ServiceAccount = {
  metadata: { name: 'a' },
  secrets: [{ name: 'listed' }],
  imagePullSecrets: [{ name: 'pull' }],
};
const env = [{ name: 'E', valueFrom: { secretKeyRef: { name: 'other', key: 'k' } } }];
const envFrom = [{ secretRef: { name: 'other' } }];

describe('enforcesMountableSecrets()', () => {
  it.each([
    ['true', true],
    ['1', true],
    ['yes', false],
    [undefined, false],
  ])('reads %p', (value, expected) => {
    const annotations = value === undefined ? undefined : { 'kubernetes.io/enforce-mountable-secrets': value };
    expect(enforcesMountableSecrets({ metadata: { annotations } })).toBe(expected);
  });
});

describe('unlistedSecret()', () => {
  const secret = 'is not allowed because service account a does not reference that secret';

  it.each<[PodSpec, string | undefined]>([
    [{ volumes: [{ name: 'v', secret: { secretName: 'listed' } }], imagePullSecrets: [{ name: 'pull' }] }, undefined],
    [{ volumes: [{ name: 'v', secret: { secretName: 'other' } }] }, `volume with secret.secretName="other" ${secret}`],
    [
      { initContainers: [{ name: 'i', env }] },
      `init container i with envVar E referencing secret.secretName="other" ${secret}`,
    ],
    [
      { containers: [{ name: 'c', envFrom }] },
      `container c with envFrom referencing secret.secretName="other" ${secret}`,
    ],
    [
      { imagePullSecrets: [{ name: 'pull' }, { name: 'other' }] },
      'imagePullSecrets[1].name="other" is not allowed because service account a does not reference that imagePullSecret',
    ],
    [{ ephemeralContainers: [{ name: 'e', env }] }, undefined],
  ])('%j', (spec, expected) => {
    expect(unlistedSecret(spec, account)).toBe(expected);
  });

  it('is asked of added containers by themselves', () => {
    const spec: PodSpec = { containers: [{ name: 'c', env }], ephemeralContainers: [{ name: 'e', env }] };
    expect(unlistedEphemeralSecret(spec, account)).toBe(
      `ephemeral container e with envVar E referencing secret.secretName="other" ${secret}`,
    );
  });
});
