import { WriteAttributes, type WriteFacts } from '../../../src/admission/index.js';
import { type ApiObject, type Clock, MetricsRegistry, type Stores } from '../../../src/plugin-api/index.js';
import type { ObservedRequest } from '../../../src/request/index.js';
import { PodSecurityAdmission } from './pod-security.admission.js';

const ENFORCE = 'pod-security.kubernetes.io/enforce';
const POD = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c' }], hostPID: true } };
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

let registry: MetricsRegistry;

beforeEach(() => {
  registry = new MetricsRegistry({ isWithoutProcess: true });
});

/** An admission plugin for a namespace with labels and so many pods, of which each takes a millisecond. */
function admissionFor(labels: Record<string, string>, count = 0): PodSecurityAdmission {
  let time = 0;
  const store = {
    facts: async (_context: object, name: string) => (name === 'gone' ? undefined : { labels, fields: {} }),
    list: async (_context: object, filter: (facts: object) => boolean) =>
      Array.from({ length: count }, () => POD).filter(() => filter({ fields: {} })),
  };
  const clock = { monotonic: () => time++ } as unknown as Clock;
  return new PodSecurityAdmission({ of: () => store } as unknown as Stores, clock, registry);
}

function asked(object: object, more: Partial<WriteFacts> = {}): WriteAttributes {
  return new WriteAttributes({
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    namespace: 'n',
    name: 'p',
    user: { name: 'alice', groups: [] },
    object: object as ApiObject,
    ...more,
  });
}

function configured(labels: Record<string, string>, members: object): PodSecurityAdmission {
  const admission = admissionFor(labels);
  const apiVersion = 'pod-security.admission.config.k8s.io/v1';
  admission.configure({ apiVersion, kind: 'PodSecurityConfiguration', ...members });
  return admission;
}

const relabelled = (name: string, label: string, warn: (text: string) => void): WriteAttributes =>
  asked(
    { metadata: { name, labels: { [ENFORCE]: label } } },
    { operation: 'UPDATE', resource: NAMESPACES, oldObject: { metadata: { name } } as ApiObject, warn },
  );

describe('audit annotations', () => {
  const audit = { 'pod-security.kubernetes.io/audit': 'baseline', 'pod-security.kubernetes.io/audit-version': 'v1.30' };
  const violation = 'would violate PodSecurity "baseline:v1.30": host namespaces (hostPID=true)';
  const annotationsOf = async (
    admission: PodSecurityAdmission,
    object: object = POD,
    more: Partial<WriteFacts> = {},
  ): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    const annotate = (key: string, value: string): void => void (found[key.split('/')[1]] = value);
    const request = { annotate } as unknown as ObservedRequest;
    await Promise.resolve(admission.validate(asked(object, { request, ...more }))).catch(() => {});
    return found;
  };
  const deployment = { metadata: { name: 'd' }, spec: { template: POD } };
  const DEPLOYMENTS = { resource: { group: 'apps', version: 'v1', resource: 'deployments' } };

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['nothing', {}, { 'enforce-policy': 'privileged:latest' }],
    ['an audited level', audit, { 'enforce-policy': 'privileged:latest', 'audit-violations': violation }],
    [
      'an enforced level too',
      { ...audit, [ENFORCE]: 'restricted' },
      { 'enforce-policy': 'restricted:latest', 'audit-violations': violation },
    ],
    [
      'labels that cannot be read',
      { 'pod-security.kubernetes.io/audit': 'safe' },
      {
        'enforce-policy': 'privileged:latest',
        error:
          'Failed to parse policy: metadata.labels[pod-security.kubernetes.io/audit]: Invalid value: "safe": must be one of privileged, baseline, restricted',
      },
    ],
  ])('of a pod whose namespace has %s', async (_title, labels, annotations) => {
    expect(await annotationsOf(admissionFor(labels))).toEqual(annotations);
  });

  it('of what makes pods have violations only', async () => {
    expect(await annotationsOf(admissionFor({ ...audit, [ENFORCE]: 'baseline' }), deployment, DEPLOYMENTS)).toEqual({
      'audit-violations': violation,
    });
    expect(await annotationsOf(admissionFor({ [ENFORCE]: 'baseline' }), deployment, DEPLOYMENTS)).toEqual({});
    expect(await annotationsOf(admissionFor({}), deployment, { ...DEPLOYMENTS, namespace: 'gone' })).toEqual({
      error: 'failed to lookup namespace "gone": namespaces "gone" not found',
    });
  });

  it.each<[string, object]>([
    ['user', { usernames: ['alice'] }],
    ['namespace', { namespaces: ['n'], usernames: ['alice'] }],
    ['runtimeClass', { runtimeClasses: ['vm'] }],
  ])('name the exemption by %s', async (exempt, exemptions) => {
    const object = { ...POD, spec: { ...POD.spec, runtimeClassName: 'vm' } };
    expect(await annotationsOf(configured(audit, { exemptions }), object)).toEqual({ exempt });
  });

  it('are missing on updates that change nothing of what runs', async () => {
    const update = { operation: 'UPDATE', oldObject: POD as ApiObject } as const;
    expect(await annotationsOf(admissionFor(audit), POD, update)).toEqual({});
  });
});

describe('PodSecurityAdmission.validate()', () => {
  it('takes the levels of the configuration for namespaces that name none', async () => {
    const admission = configured({}, { defaults: { enforce: 'baseline', 'enforce-version': 'v1.20' } });
    await expect(admission.validate(asked(POD))).rejects.toThrow('violates PodSecurity "baseline:v1.20"');
  });

  it.each<[object, Partial<WriteFacts>, object]>([
    [{ usernames: ['alice'] }, {}, {}],
    [{ namespaces: ['n'] }, {}, {}],
    [{ runtimeClasses: ['vm'] }, {}, { runtimeClassName: 'vm' }],
  ])('lets everything pass for %j', async (exemptions, more, members) => {
    const object = { ...POD, spec: { ...POD.spec, ...members } };
    const labels = { [ENFORCE]: 'baseline' };
    await configured(labels, { exemptions }).validate(asked(object, more));
    await expect(admissionFor(labels).validate(asked(object, more))).rejects.toThrow('host namespaces');
  });

  it('takes labels that cannot be read for restricted', async () => {
    const admission = admissionFor({ [ENFORCE]: 'safe' });
    await expect(admission.validate(asked(POD))).rejects.toThrow('violates PodSecurity "restricted:latest"');
  });

  it('truncates the details for a pod of many containers', async () => {
    const containers = Array.from({ length: 20_000 }, (_, i) => ({ name: `container-${i}` }));
    const refusal = admissionFor({ [ENFORCE]: 'restricted' }).validate(asked({ ...POD, spec: { containers } }));
    const { message } = (await (refusal as Promise<void>).catch((error: Error) => error as Error)) as Error;
    expect(message.length).toBeLessThan(20_000);
    expect(message).toContain('seccompProfile (pod or containers "container-0", ');
  });

  it('lets no pod pass whose namespace it does not find', async () => {
    await expect(admissionFor({}).validate(asked(POD, { namespace: 'gone' }))).rejects.toThrow(
      'failed to lookup namespace "gone"',
    );
  });

  it('looks at what changes a pod only', async () => {
    const admission = admissionFor({ [ENFORCE]: 'baseline' });
    const old = { operation: 'UPDATE', oldObject: POD as ApiObject } as const;
    await admission.validate(asked(POD, old));
    await admission.validate(asked(POD, { ...old, subresource: 'status' }));
    const added = { ...POD, spec: { ...POD.spec, ephemeralContainers: [{ name: 'e' }] } };
    await expect(admission.validate(asked(added, { ...old, subresource: 'ephemeralcontainers' }))).rejects.toThrow(
      'host namespaces',
    );
  });

  it('says that the labels of an exempt namespace count for nothing', async () => {
    const warnings: string[] = [];
    const admission = configured({}, { exemptions: { namespaces: ['kube-system'] } });
    await admission.validate(relabelled('kube-system', 'baseline', (text) => warnings.push(text)));
    expect(warnings).toEqual([
      'namespace "kube-system" is exempt from Pod Security, and the policy (enforce=baseline:latest) will be ignored',
    ]);
  });

  it('looks at so many pods of a relabelled namespace only, and for so long', async () => {
    const warnings: string[] = [];
    await admissionFor({}, 3001).validate(relabelled('n', 'baseline', (text) => warnings.push(text)));
    expect(warnings).toEqual([
      'new PodSecurity enforce level only checked against the first 1000 of 3001 existing pods',
      'existing pods in namespace "n" violate the new PodSecurity enforce level "baseline:latest"',
      'p (and 999 other pods): host namespaces',
    ]);
  });
});

describe('metrics', () => {
  const DEPLOYMENT = { resource: { group: 'apps', version: 'v1', resource: 'deployments' } };
  const deployment = { metadata: { name: 'd' }, spec: { template: POD } };
  const decided = (values: string, count = 1): string => {
    const [decision, mode, level, version, resource] = values.split(' ');
    const labels = { decision, mode, policy_level: level, policy_version: version, request_operation: 'create' };
    const texts = Object.entries({ ...labels, resource, subresource: '' }).map(([name, value]) => `${name}="${value}"`);
    return `pod_security_evaluations_total{${texts.join(',')}} ${count}`;
  };
  const countsOf = async (
    admission: PodSecurityAdmission,
    object: object = POD,
    more: Partial<WriteFacts> = {},
  ): Promise<string[]> => {
    await Promise.resolve(admission.validate(asked(object, more))).catch(() => {});
    return [...((await registry.expose()).match(/^pod_security_.*$/gm) ?? [])];
  };
  const audited = { 'pod-security.kubernetes.io/audit': 'baseline', 'pod-security.kubernetes.io/warn': 'restricted' };

  it.each<[string, Record<string, string>, string[]]>([
    ['nothing asked', {}, ['allow enforce privileged latest pod']],
    ['a level enforced', { [ENFORCE]: 'baseline' }, ['deny enforce baseline latest pod']],
    [
      'a level of the future',
      { [ENFORCE]: 'baseline', [`${ENFORCE}-version`]: 'v1.99' },
      ['deny enforce baseline future pod'],
    ],
    ['a former level', { [ENFORCE]: 'baseline', [`${ENFORCE}-version`]: 'v1.20' }, ['deny enforce baseline v1.20 pod']],
    [
      'levels audited and warned of',
      audited,
      ['allow enforce privileged latest pod', 'deny audit baseline latest pod', 'deny warn restricted latest pod'],
    ],
  ])('count decisions on a pod with %s', async (_what, labels, expected) => {
    expect(await countsOf(admissionFor(labels))).toEqual(expected.map((values) => decided(values)));
  });

  it('count what makes pods apart, without what is enforced', async () => {
    expect(await countsOf(admissionFor({ ...audited, [ENFORCE]: 'baseline' }), deployment, DEPLOYMENT)).toEqual([
      decided('deny audit baseline latest controller'),
      decided('deny warn restricted latest controller'),
    ]);
  });

  it.each([{ usernames: ['alice'] }, { namespaces: ['n'] }])('count the exemption by %j', async (exemptions) => {
    expect(await countsOf(configured({ [ENFORCE]: 'baseline' }, { exemptions }))).toEqual([
      'pod_security_exemptions_total{request_operation="create",resource="pod",subresource=""} 1',
    ]);
  });

  it.each<[string, Record<string, string>, Partial<WriteFacts>]>([
    ['true', {}, { namespace: 'gone' }],
    ['false', { 'pod-security.kubernetes.io/audit': 'safe' }, {}],
  ])('count failures, fatal: %s', async (fatal, labels, more) => {
    expect(await countsOf(admissionFor(labels), POD, more)).toContain(
      `pod_security_errors_total{fatal="${fatal}",request_operation="create",resource="pod",subresource=""} 1`,
    );
  });
});
