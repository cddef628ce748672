import { WriteAttributes, type WriteFacts } from '../../../../src/admission/index.js';
import type { AdmissionAttributes, ApiObject, Stores } from '../../../../src/plugin-api/index.js';
import { handlesWrite } from '../../../../test/support/handles-write.js';
import { NamespaceLifecycleAdmission } from '../../namespace/namespace-lifecycle.admission.js';
import { ServiceAccountAdmission } from '../../service-account/service-account.admission.js';
import { DefaultTolerationSecondsAdmission } from './default-toleration-seconds.admission.js';
import type { Pod } from '../shape/pod.v1.js';
import { PriorityAdmission } from './priority.admission.js';

type Objects = Readonly<Record<string, Readonly<Record<string, ApiObject & { fields?: object }>>>>;

const storesOf = (objects: Objects): Stores => {
  const find = (_group: string, resource: string) =>
    objects[resource] && {
      find: async (_context: object, name: string) => objects[resource][name],
      list: async () => Object.values(objects[resource]),
      facts: async (_context: object, name: string) => objects[resource][name],
    };
  return { find, of: find } as unknown as Stores;
};

const asked = (object: object, more: Partial<WriteFacts> = {}): AdmissionAttributes =>
  new WriteAttributes({
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    namespace: 'n',
    name: 'p',
    user: { name: 'alice', groups: [] },
    object: object as ApiObject,
    ...more,
  });
const podWith = (spec: object, annotations?: Record<string, string>): Pod =>
  ({ metadata: { name: 'p', annotations }, spec }) as Pod;

describe('NamespaceLifecycleAdmission', () => {
  const admission = new NamespaceLifecycleAdmission(
    storesOf({
      namespaces: {
        n: { metadata: {}, fields: { 'status.phase': 'Active' } },
        ending: { metadata: {}, fields: { 'status.phase': 'Terminating' } },
      },
    }),
  );

  it('lets content into namespaces that are there', async () => {
    await admission.admit(asked(podWith({})));
    await admission.admit(asked(podWith({}), { namespace: 'ending', operation: 'UPDATE' }));
    await admission.admit(asked({}, { namespace: '' }));
    const resource = { group: 'authorization.k8s.io', version: 'v1', resource: 'localsubjectaccessreviews' };
    expect(handlesWrite(admission, asked({}, { namespace: 'missing', resource }))).toBe(false);
  });

  it('refuses content for a namespace that is not there', async () => {
    await expect(admission.admit(asked(podWith({}), { namespace: 'missing' }))).rejects.toMatchObject({
      status: { code: 404, message: 'namespaces "missing" not found' },
    });
  });

  it('refuses new content for a namespace that is being deleted', async () => {
    await expect(admission.admit(asked(podWith({}), { namespace: 'ending' }))).rejects.toMatchObject({
      status: {
        code: 403,
        message:
          'pods "p" is forbidden: unable to create new content in namespace ending because it is being terminated',
        details: { causes: [{ reason: 'NamespaceTerminating', field: 'metadata.namespace' }] },
      },
    });
  });
});

describe('DefaultTolerationSecondsAdmission', () => {
  const keysAfter = (tolerations: object[]): (string | undefined)[] => {
    const pod = podWith({ tolerations });
    new DefaultTolerationSecondsAdmission().admit(asked(pod));
    return (pod.spec?.tolerations ?? []).map(({ key }) => key);
  };
  const [NOT_READY, UNREACHABLE] = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

  it('adds what a pod does not tolerate by itself', () => {
    expect(keysAfter([])).toEqual([NOT_READY, UNREACHABLE]);
    expect(keysAfter([{ key: UNREACHABLE, operator: 'Exists' }])).toEqual([UNREACHABLE, NOT_READY]);
    expect(keysAfter([{ operator: 'Exists' }])).toEqual([undefined]);
    expect(keysAfter([{ key: NOT_READY, effect: 'NoSchedule' }])).toEqual([NOT_READY, NOT_READY, UNREACHABLE]);
  });
});

describe('PriorityAdmission', () => {
  const classes = {
    high: { metadata: { name: 'high' }, value: 9, preemptionPolicy: 'Never' },
    usual: { metadata: { name: 'usual' }, value: 5, globalDefault: true },
  };
  const admit = async (spec: object, objects: Objects = { priorityclasses: classes }) => {
    const pod = podWith(spec);
    await new PriorityAdmission(storesOf(objects)).admit(asked(pod));
    return pod.spec;
  };

  it('takes the priority of the class, of the default class, or none', async () => {
    expect(await admit({ priorityClassName: 'high' })).toMatchObject({ priority: 9, preemptionPolicy: 'Never' });
    expect(await admit({})).toMatchObject({
      priorityClassName: 'usual',
      priority: 5,
      preemptionPolicy: 'PreemptLowerPriority',
    });
    expect(await admit({}, {})).toEqual({ priority: 0, preemptionPolicy: 'PreemptLowerPriority' });
  });

  it.each([
    ['system-node-critical', 2_000_001_000],
    ['system-cluster-critical', 2_000_000_000],
  ])('knows %s, whether classes are stored or not', async (priorityClassName, priority) => {
    const expected = { priorityClassName, priority, preemptionPolicy: 'PreemptLowerPriority' };
    expect(await admit({ priorityClassName }, {})).toEqual(expected);
    expect(await admit({ priorityClassName })).toEqual(expected);
  });

  it('keeps a policy only where a client leaves it out of an update', async () => {
    const after = async (spec: object): Promise<unknown> => {
      const [pod, oldObject] = [podWith(spec), podWith({ priority: 9, preemptionPolicy: 'Never' })];
      await new PriorityAdmission(storesOf({})).admit(asked(pod, { operation: 'UPDATE', oldObject }));
      return pod.spec;
    };
    expect(await after({})).toEqual({ priority: 9, preemptionPolicy: 'Never' });
    expect(await after({ preemptionPolicy: '' })).toEqual({ priority: 9, preemptionPolicy: '' });
  });

  it('refuses classes that do not exist and priorities of the client', async () => {
    await expect(admit({ priorityClassName: 'no' })).rejects.toThrow('no PriorityClass with name no was found');
    await expect(admit({ priority: 7 })).rejects.toThrow('the integer value of priority (7) must not be provided');
    await expect(admit({ preemptionPolicy: '' })).rejects.toThrow('the string value of PreemptionPolicy () must not');
  });
});

describe('ServiceAccountAdmission', () => {
  const serviceaccounts = {
    default: { metadata: { name: 'default' }, imagePullSecrets: [{ name: 'reg' }] },
    quiet: { metadata: { name: 'quiet' }, automountServiceAccountToken: false },
  };
  const admit = async (pod: Pod) => {
    await new ServiceAccountAdmission(storesOf({ serviceaccounts })).admit(asked(pod));
    return pod.spec;
  };
  const PATH = '/var/run/secrets/kubernetes.io/serviceaccount';

  it('brings the account, its token and its pull secrets', async () => {
    const spec = await admit(
      podWith({ containers: [{ name: 'c' }, { name: 'd', volumeMounts: [{ name: 'x', mountPath: PATH }] }] }),
    );
    expect(spec).toMatchObject({
      serviceAccountName: 'default',
      serviceAccount: 'default',
      imagePullSecrets: [{ name: 'reg' }],
    });
    const [volume] = spec?.volumes ?? [];
    expect(volume.name).toMatch(/^kube-api-access-[a-z0-9]{5}$/);
    expect(spec?.containers?.map(({ volumeMounts }) => volumeMounts)).toEqual([
      [{ name: volume.name, readOnly: true, mountPath: PATH }],
      [{ name: 'x', mountPath: PATH }],
    ]);
  });

  it('leaves the token out where the pod or its account says so', async () => {
    expect(
      (await admit(podWith({ containers: [{ name: 'c' }], automountServiceAccountToken: false })))?.volumes,
    ).toBeUndefined();
    expect(
      (await admit(podWith({ containers: [{ name: 'c' }], serviceAccountName: 'quiet' })))?.volumes,
    ).toBeUndefined();
  });

  it('refuses accounts that do not exist', async () => {
    await expect(admit(podWith({ serviceAccountName: 'x' }))).rejects.toThrow(
      'pods "p" is forbidden: error looking up service account n/x: serviceaccount "x" not found',
    );
  });

  it.each([
    [{ serviceAccountName: 'default' }, 'a mirror pod may not reference service accounts'],
    [{ volumes: [{ name: 'v', secret: { secretName: 's' } }] }, 'a mirror pod may not reference secrets'],
    [
      { volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }] },
      'a mirror pod may not use service account token volume projections',
    ],
  ])('gives mirror pods nothing: %j', async (spec, message) => {
    await expect(admit(podWith(spec, { 'kubernetes.io/config.mirror': 'x' }))).rejects.toThrow(message);
  });

  describe('with an account that enforces its list of secrets', () => {
    const annotations = { 'kubernetes.io/enforce-mountable-secrets': 'true' };
    const strict = { metadata: { name: 'strict', annotations }, secrets: [{ name: 'listed' }] };
    const admission = new ServiceAccountAdmission(storesOf({ serviceaccounts: { ...serviceaccounts, strict } }));
    const podUsing = (secretName: string): Pod => {
      const envFrom = [{ secretRef: { name: secretName } }];
      return podWith({ serviceAccountName: 'strict', ephemeralContainers: [{ name: 'e', envFrom }] });
    };

    it('refuses others in new pods, before and after other plugins', async () => {
      const pod = podWith({ serviceAccountName: 'strict', volumes: [{ name: 'v', secret: { secretName: 'other' } }] });
      const message = 'pods "p" is forbidden: volume with secret.secretName="other" is not allowed';
      await expect(admission.admit(asked(pod))).rejects.toThrow(message);
      await expect(admission.validate(asked(pod))).rejects.toThrow(message);
    });

    it('refuses others in containers that are added to a running pod', async () => {
      const addition = { operation: 'UPDATE', subresource: 'ephemeralcontainers' } as const;
      await admission.validate(asked(podUsing('listed'), addition));
      expect(handlesWrite(admission, asked(podUsing('other'), addition))).toBe(true);
      expect(handlesWrite(admission, asked(podUsing('other'), { operation: 'UPDATE' }))).toBe(false);
      await expect(admission.validate(asked(podUsing('other'), addition))).rejects.toThrow('ephemeral container e');
    });
  });

  it('refuses a final pod without an account', async () => {
    const admission = new ServiceAccountAdmission(storesOf({ serviceaccounts }));
    await expect(admission.validate(asked(podWith({})))).rejects.toThrow('no service account specified for pod n/p');
  });
});
