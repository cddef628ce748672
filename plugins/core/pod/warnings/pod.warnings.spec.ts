import { FieldPath } from '../../../../src/plugin-api/index.js';
import { podSpecWarnings } from './pod.warnings.js';
import { templateWarnings } from '../workload-template.js';

const container = { name: 'c', image: 'img:1' };
const TEMPLATE = FieldPath.of('spec', 'template');

describe('podSpecWarnings()', () => {
  const pod = (spec: object, annotations: Record<string, string> = {}): string[] =>
    podSpecWarnings({ spec: { containers: [container], ...spec }, metadata: { annotations } }, FieldPath.of());

  it('warns of amounts of bytes that are not whole, in the order of the reference', () => {
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1m' } } };
    const warnings = pod({
      overhead: { memory: '1500m' },
      volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: claim } } }],
      containers: [{ ...container, resources: { limits: { memory: '100m' } } }],
    });
    expect(warnings).toEqual(
      [
        ['spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]', '1m'],
        ['spec.overhead[memory]', '1500m'],
        ['spec.containers[0].resources.limits[memory]', '100m'],
      ].map(([path, amount]) => `${path}: fractional byte value "${amount}" is invalid, must be an integer`),
    );
  });

  it('ignores seccomp annotations where the field is set', () => {
    const annotations = {
      'seccomp.security.alpha.kubernetes.io/pod': 'unconfined',
      'container.seccomp.security.alpha.kubernetes.io/c': 'unconfined',
      'container.seccomp.security.alpha.kubernetes.io/other': 'unconfined',
    };
    expect(pod({}, annotations)).toHaveLength(2);
    const seccompProfile = { type: 'Unconfined' };
    expect(pod({ securityContext: { seccompProfile } }, annotations)).toEqual([
      'metadata.annotations[container.seccomp.security.alpha.kubernetes.io/c]: non-functional in v1.27+; use the "seccompProfile" field instead',
    ]);
    const containers = [{ ...container, securityContext: { seccompProfile } }];
    expect(pod({ containers, securityContext: { seccompProfile } }, annotations)).toEqual([]);
  });

  it('calls empty names of pull secrets repeated as well', () => {
    expect(pod({ imagePullSecrets: [{}, {}] })).toEqual([
      'spec.imagePullSecrets[1].name: duplicate name ""',
      'spec.imagePullSecrets[0].name: invalid empty name ""',
      'spec.imagePullSecrets[1].name: invalid empty name ""',
    ]);
  });

  it('leaves AppArmor annotations to the preparation of pods, and warns of those of templates', () => {
    const annotations = { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined' };
    const spec = { containers: [container] };
    expect(pod(spec, annotations)).toEqual([]);
    expect(templateWarnings({ metadata: { annotations }, spec }, TEMPLATE)).toEqual([
      'spec.template.metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: deprecated since v1.30; use the "appArmorProfile" field instead',
    ]);
    const ofPod = { ...spec, securityContext: { appArmorProfile: { type: 'Unconfined' } } };
    expect(templateWarnings({ metadata: { annotations }, spec: ofPod }, TEMPLATE)).toEqual([]);
  });
});
