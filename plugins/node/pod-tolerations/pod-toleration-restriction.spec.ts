import { WriteAttributes } from '../../../src/admission/index.js';
import type { ApiObject, Stores } from '../../../src/plugin-api/index.js';
import { areAllowed } from './merge-tolerations.js';
import { PodTolerationRestrictionAdmission } from './pod-toleration-restriction.admission.js';
import { readTolerationsConfiguration } from './tolerations.configuration.js';

const CONFIGURATION = {
  apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1',
  kind: 'Configuration',
  default: [{ key: 'cluster', operator: 'Exists' }],
  whitelist: [
    { key: 'cluster', operator: 'Exists' },
    { key: 'a', operator: 'Exists' },
  ],
};
const ANNOTATION = 'scheduler.alpha.kubernetes.io';

function pluginFor(annotations: Record<string, string> | undefined, configuration?: unknown) {
  const stores = { of: () => ({ find: async () => ({ metadata: { annotations } }) }) } as unknown as Stores;
  const plugin = new PodTolerationRestrictionAdmission(stores);
  plugin.configure(configuration);
  return plugin;
}

const podWith = (tolerations: object[], requests?: object): WriteAttributes =>
  new WriteAttributes({
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    namespace: 'n',
    name: 'p',
    user: { name: 'alice', groups: [] },
    object: {
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'a', resources: { requests } }], tolerations },
    } as unknown as ApiObject,
  });
const keysOf = ({ object }: WriteAttributes): string[] =>
  (object as unknown as { spec: { tolerations: { key: string }[] } }).spec.tolerations.map(({ key }) => key);

describe('PodTolerationRestrictionAdmission', () => {
  it.each<[string, Record<string, string> | undefined, object | undefined, string[]]>([
    ['the cluster, where the namespace says nothing', undefined, undefined, ['own', 'cluster']],
    [
      'the namespace',
      { [`${ANNOTATION}/defaultTolerations`]: '[{"key":"ns","operator":"Exists"}]' },
      undefined,
      ['own', 'ns'],
    ],
    ['nobody, where the namespace wants none', { [`${ANNOTATION}/defaultTolerations`]: '' }, undefined, ['own']],
    [
      'what pods that are promised something bear',
      undefined,
      { cpu: '1' },
      ['own', 'cluster', 'node.kubernetes.io/memory-pressure'],
    ],
  ])('adds the tolerations of %s', async (_title, annotations, requests, keys) => {
    const attributes = podWith([{ key: 'own', operator: 'Exists' }], requests);
    await pluginFor(annotations, CONFIGURATION).admit(attributes);
    expect(keysOf(attributes)).toEqual(keys);
  });

  it.each<[string | undefined, Record<string, string> | undefined, object[]]>([
    [undefined, undefined, [{ key: 'a', value: 'x', effect: 'NoSchedule' }]],
    [undefined, undefined, []],
    [
      'pod tolerations (possibly merged with cluster default tolerations) conflict with its cluster whitelist',
      undefined,
      [{ key: 'b', operator: 'Exists' }],
    ],
    [
      'pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist',
      { [`${ANNOTATION}/tolerationsWhitelist`]: '[{"key":"b","operator":"Exists"}]' },
      [{ key: 'a', operator: 'Exists' }],
    ],
    [
      `the annotation ${ANNOTATION}/tolerationsWhitelist of its namespace is no list of tolerations`,
      { [`${ANNOTATION}/tolerationsWhitelist`]: '{' },
      [{ key: 'a', operator: 'Exists' }],
    ],
  ])('answers %j', async (why, annotations, tolerations) => {
    const checked = pluginFor(annotations, CONFIGURATION).validate(podWith(tolerations));
    if (why === undefined) await expect(checked).resolves.toBeUndefined();
    else await expect(checked).rejects.toThrow(`pods "p" is forbidden: ${why}`);
  });
});

describe('areAllowed()', () => {
  const within = { key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 };

  it.each<[boolean, object, object]>([
    [true, within, within],
    [true, { ...within, tolerationSeconds: 30 }, within],
    [false, { ...within, tolerationSeconds: 90 }, within],
    [false, { ...within, tolerationSeconds: undefined }, within],
    [true, { key: 'x', value: 'y' }, { operator: 'Exists' }],
    [false, { operator: 'Exists' }, { key: 'x', operator: 'Exists' }],
    [false, { key: 'x', operator: 'Exists' }, { key: 'x', operator: 'Equal', value: 'y' }],
    [true, { key: 'x', value: 'y', effect: 'NoSchedule' }, { key: 'x', operator: 'Equal', value: 'y' }],
  ])('answers %p for %j within %j', (isAllowed, toleration, allowed) => {
    expect(areAllowed([toleration], [allowed])).toBe(isAllowed);
  });
});

describe('readTolerationsConfiguration()', () => {
  it.each<[string, unknown]>([
    ['is no mapping', []],
    ['is no Configuration of podtolerationrestriction.admission.k8s.io/v1alpha1', { kind: 'Other' }],
    ['extra: is unknown', { ...CONFIGURATION, extra: 1 }],
    ['default: is no list', { ...CONFIGURATION, default: {} }],
    ['whitelist[0].key: is no text', { ...CONFIGURATION, whitelist: [{ key: 1 }] }],
    ['whitelist[0].kay: is unknown', { ...CONFIGURATION, whitelist: [{ kay: 'a' }] }],
    ['whitelist[0].tolerationSeconds: is no integer', { ...CONFIGURATION, whitelist: [{ tolerationSeconds: '1' }] }],
  ])('says: %s', (why, configuration) => {
    expect(() => readTolerationsConfiguration(configuration)).toThrow(why);
  });
});
