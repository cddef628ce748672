import { WriteAttributes, type WriteFacts } from '../../../src/admission/index.js';
import type { AdmissionAttributes, AdmissionPlugin, ApiObject, Stores } from '../../../src/plugin-api/index.js';
import {
  NamespaceAutoProvisionAdmission,
  NamespaceExistsAdmission,
} from '../namespace/namespace-presence.admission.js';
import { AlwaysPullImagesAdmission } from '../pod/admission/always-pull-images.admission.js';
import { LimitPodHardAntiAffinityTopologyAdmission } from '../pod/admission/anti-affinity-topology.admission.js';
import { ExtendedResourceTolerationAdmission } from '../pod/admission/extended-resource-toleration.admission.js';
import { DenyServiceExternalIpsAdmission } from '../service/deny-external-ips.admission.js';
import { AlwaysAdmitAdmission, AlwaysDenyAdmission } from './always.admission.js';

const of = (resource: string, kind: string, facts: Partial<WriteFacts>): AdmissionAttributes =>
  new WriteAttributes({
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind },
    resource: { group: '', version: 'v1', resource },
    namespace: 'n',
    name: 'x',
    user: { name: 'alice', groups: [] },
    ...facts,
  });
const pod = (spec: object, old?: object): AdmissionAttributes =>
  of('pods', 'Pod', {
    operation: old ? 'UPDATE' : 'CREATE',
    object: { metadata: { name: 'x' }, spec } as ApiObject,
    oldObject: old && ({ metadata: { name: 'x' }, spec: old } as ApiObject),
  });
const service = (externalIPs: string[], old?: string[]): AdmissionAttributes =>
  of('services', 'Service', {
    object: { metadata: {}, spec: { externalIPs } } as ApiObject,
    oldObject: old && ({ metadata: {}, spec: { externalIPs: old } } as ApiObject),
  });
const specOf = ({ object }: AdmissionAttributes): Record<string, unknown> =>
  (object as unknown as { spec: Record<string, unknown> }).spec;

describe('plugins that are off unless named', () => {
  const stores = {} as unknown as Stores;

  it.each<AdmissionPlugin>([
    new AlwaysAdmitAdmission(),
    new AlwaysDenyAdmission(),
    new NamespaceAutoProvisionAdmission(stores),
    new NamespaceExistsAdmission(stores),
    new LimitPodHardAntiAffinityTopologyAdmission(),
    new AlwaysPullImagesAdmission(),
    new ExtendedResourceTolerationAdmission(),
    new DenyServiceExternalIpsAdmission(),
  ])('$name', ({ isOnByDefault }) => {
    expect(isOnByDefault).toBe(false);
  });
});

describe('AlwaysDenyAdmission', () => {
  it('refuses every write', () => {
    expect(() => new AlwaysDenyAdmission().admit(pod({}))).toThrow(
      'pods "x" is forbidden: admission control is denying all modifications',
    );
  });
});

describe('the namespace of what is written', () => {
  const made: string[] = [];
  const stores = {
    of: () => ({
      has: async (_context: object, name: string) => name === 'there',
      create: async (_context: object, { metadata }: ApiObject) => void made.push(metadata.name!),
    }),
  } as unknown as Stores;

  it('is made where there is none, but by no dry run, and not for itself', async () => {
    const plugin = new NamespaceAutoProvisionAdmission(stores);
    for (const facts of [{}, { namespace: 'there' }, { dryRun: true, namespace: 'dry' }, { namespace: '' }])
      await plugin.admit(of('configmaps', 'ConfigMap', facts));
    await plugin.admit(of('namespaces', 'Namespace', { namespace: 'itself' }));
    expect(made).toEqual(['n']);
  });

  it('has to be there', async () => {
    const plugin = new NamespaceExistsAdmission(stores);
    await expect(plugin.validate(of('configmaps', 'ConfigMap', {}))).rejects.toMatchObject({
      status: { code: 404, message: 'namespaces "n" not found' },
    });
    await plugin.validate(of('configmaps', 'ConfigMap', { namespace: 'there', operation: 'DELETE' }));
    await plugin.validate(of('namespaces', 'Namespace', { namespace: 'itself', operation: 'UPDATE' }));
  });
});

describe('AlwaysPullImagesAdmission', () => {
  const plugin = new AlwaysPullImagesAdmission();

  it('makes images of all containers and volumes be pulled', () => {
    const attributes = pod({
      containers: [{ image: 'a', imagePullPolicy: 'Never' }],
      initContainers: [{ image: 'b' }],
      volumes: [{ image: { reference: 'c', pullPolicy: 'IfNotPresent' } }, { emptyDir: {} }],
    });
    expect(() => plugin.validate(attributes)).toThrow(
      'spec.initContainers[0].imagePullPolicy: Unsupported value: "": supported values: "Always"',
    );
    expect(plugin.admit(attributes)).toBe(true);
    expect(specOf(attributes)).toMatchObject({
      containers: [{ imagePullPolicy: 'Always' }],
      initContainers: [{ imagePullPolicy: 'Always' }],
      volumes: [{ image: { pullPolicy: 'Always' } }, { emptyDir: {} }],
    });
    expect(() => plugin.validate(attributes)).not.toThrow();
  });

  it('leaves pods alone whose images stay', () => {
    const spec = { containers: [{ image: 'a', imagePullPolicy: 'Never' }] };
    expect(plugin.admit(pod(spec, spec))).toBe(false);
    expect(plugin.admit(pod(spec, { containers: [{ image: 'old' }] }))).toBe(true);
  });
});

describe('LimitPodHardAntiAffinityTopologyAdmission', () => {
  const plugin = new LimitPodHardAntiAffinityTopologyAdmission();
  const affine = (topologyKey: string): AdmissionAttributes =>
    pod({
      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey }] } },
    });

  it('lets pods keep others off their node only', () => {
    expect(() => plugin.validate(affine('kubernetes.io/hostname'))).not.toThrow();
    expect(() => plugin.validate(affine('zone'))).toThrow(
      'pods "x" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
    );
  });
});

describe('ExtendedResourceTolerationAdmission', () => {
  it('tolerates the taints named like the extended resources asked for, each once', () => {
    const attributes = pod({
      tolerations: [{ key: 'a.io/b', operator: 'Exists' }],
      containers: [{ resources: { requests: { cpu: '1', 'x.io/gpu': '1', 'a.io/b': 1 } } }],
      initContainers: [{ resources: { requests: { 'kubernetes.io/y': '1' } } }],
    });
    expect(new ExtendedResourceTolerationAdmission().admit(attributes)).toBe(true);
    expect(specOf(attributes).tolerations).toEqual([
      { key: 'a.io/b', operator: 'Exists' },
      { key: 'x.io/gpu', operator: 'Exists' },
    ]);
    expect(new ExtendedResourceTolerationAdmission().admit(pod({ containers: [{}] }))).toBe(false);
  });
});

describe('DenyServiceExternalIpsAdmission', () => {
  it('refuses external addresses that are new', () => {
    const plugin = new DenyServiceExternalIpsAdmission();
    const why = 'services "x" is forbidden: Use of external IPs is denied by admission control';
    expect(() => plugin.validate(service(['1.2.3.4']))).toThrow(why);
    expect(() => plugin.validate(service(['1.2.3.4', '1.2.3.5'], ['1.2.3.4']))).toThrow(why);
    expect(() => plugin.validate(service(['1.2.3.4'], ['1.2.3.4', '1.2.3.5']))).not.toThrow();
    expect(() => plugin.validate(service([]))).not.toThrow();
  });
});
