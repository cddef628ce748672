import type { AdmissionAttributes, Stores } from '../../../src/plugin-api/index.js';
import { handlesWrite } from '../../../test/support/handles-write.js';
import type { LimitRangeItem } from './limit-range.v1.js';
import { LimitRangerAdmission } from './limit-ranger.admission.js';

const ranger = (...ranges: Partial<LimitRangeItem>[][]): LimitRangerAdmission => {
  const list = async () => ranges.map((limits) => ({ metadata: {}, spec: { limits } }));
  return new LimitRangerAdmission({ of: () => ({ list }) } as unknown as Stores);
};
const asked = (resource: string, spec: object, more: object = {}): AdmissionAttributes => {
  const object = { metadata: { name: 'x' }, spec };
  const where = { resource: { group: '', resource }, subresource: '', namespace: 'n', name: 'x' };
  return { operation: 'CREATE', ...where, object, ...more } as unknown as AdmissionAttributes;
};
const container = (name: string, requests?: object, limits?: object, more: object = {}): object => ({
  name,
  resources: { requests, limits },
  ...more,
});
const podWith = (containers: object[], initContainers: object[] = []) => asked('pods', { containers, initContainers });
const claimWith = (requests: object, more?: object) =>
  asked('persistentvolumeclaims', { resources: { requests } }, more);

const refusal = async (admission: LimitRangerAdmission, attributes: AdmissionAttributes): Promise<string> => {
  if (!handlesWrite(admission, attributes)) return '';
  const error: unknown = await admission.validate(attributes).catch((thrown: unknown) => thrown);
  return (
    (error as { status?: { message: string } } | undefined)?.status?.message.replace(/^.* is forbidden: /, '') ?? ''
  );
};

describe('LimitRangerAdmission', () => {
  describe('defaults', () => {
    const defaults = { type: 'Container', default: { memory: '1Gi', cpu: '1' }, defaultRequest: { cpu: '100m' } };

    it('fills in what containers do not say and notes it', async () => {
      const attributes = podWith([container('a'), container('b', { cpu: '2' }, { cpu: '2' })], [container('i')]);
      await ranger([defaults]).admit(attributes);
      expect(attributes.object).toMatchObject({
        metadata: {
          annotations: {
            'kubernetes.io/limit-ranger':
              'LimitRanger plugin set: cpu request for container a; cpu, memory limit for container a; ' +
              'memory limit for container b; cpu request for init container i; cpu, memory limit for init container i',
          },
        },
        spec: {
          containers: [
            container('a', { cpu: '100m' }, { cpu: '1', memory: '1Gi' }),
            container('b', { cpu: '2' }, { cpu: '2', memory: '1Gi' }),
          ],
          initContainers: [container('i', { cpu: '100m' }, { cpu: '1', memory: '1Gi' })],
        },
      });
    });

    it('leaves pods alone that say everything, that change, or that no item is about', async () => {
      const said = podWith([container('a', { cpu: '1' }, { cpu: '1', memory: '1Gi' })]);
      await ranger([defaults]).admit(said);
      const changed = asked('pods', { containers: [{ name: 'a' }] }, { operation: 'UPDATE' });
      await ranger([defaults]).admit(changed);
      const other = podWith([{ name: 'a' }]);
      await ranger([{ ...defaults, type: 'Pod' }]).admit(other);
      for (const { object } of [said, changed, other]) expect(object?.metadata.annotations).toBeUndefined();
    });
  });

  describe('bounds of containers', () => {
    const bounds = { type: 'Container', min: { cpu: '100m' }, max: { cpu: '2' } };
    const cases: [string, object | undefined, object | undefined, string][] = [
      ['within', { cpu: '0.1' }, { cpu: '2000m' }, ''],
      ['low request', { cpu: '50m' }, { cpu: '1' }, 'minimum cpu usage per Container is 100m, but request is 50m'],
      ['high limit', { cpu: '1' }, { cpu: '3' }, 'maximum cpu usage per Container is 2, but limit is 3'],
      ['high request', { cpu: '3' }, { cpu: '1' }, 'maximum cpu usage per Container is 2, but request is 3'],
      ['low limit', { cpu: '1' }, { cpu: '10m' }, 'minimum cpu usage per Container is 100m, but limit is 10m'],
      ['no limit', { cpu: '1' }, undefined, 'maximum cpu usage per Container is 2.  No limit is specified'],
      ['no request', undefined, { cpu: '1' }, 'minimum cpu usage per Container is 100m.  No request is specified'],
    ];

    it.each(cases)('%s', async (_name, requests, limits, message) => {
      expect(await refusal(ranger([bounds]), podWith([container('a', requests, limits)]))).toBe(message);
    });

    it('hold for init containers; what is wrong twice is said once', async () => {
      const low = container('i', { cpu: '1m' }, { cpu: '3' });
      expect(await refusal(ranger([bounds]), podWith([low], [low]))).toBe(
        '[minimum cpu usage per Container is 100m, but request is 1m, maximum cpu usage per Container is 2, but limit is 3]',
      );
    });

    it('name the ratio of limit and request', async () => {
      const admission = ranger([{ type: 'Container', maxLimitRequestRatio: { cpu: '1500m' } }]);
      const rule = 'cpu max limit to request ratio per Container is 1500m, but';
      const of = (requests: object, limits: object) => refusal(admission, podWith([container('a', requests, limits)]));
      expect(await of({ cpu: '100m' }, { cpu: '150m' })).toBe('');
      expect(await of({ cpu: '100m' }, { cpu: '2' })).toBe(`${rule} provided ratio is 20.000000`);
      expect(await of({ cpu: '0' }, { cpu: '2' })).toBe(`${rule} no request is specified or request is 0`);
      expect(await of({ cpu: '1' }, {})).toBe(`${rule} no limit is specified or limit is 0`);
    });
  });

  describe('bounds of pods', () => {
    const most = (cpu: string) => ranger([{ type: 'Pod', max: { cpu } }]);
    const using = (cpu: string, more?: object) => container(`c${cpu}`, { cpu }, { cpu }, more);

    it('hold for the sum of the containers', async () => {
      const message = 'maximum cpu usage per Pod is 3, but limit is 3500m';
      expect(await refusal(most('3'), podWith([using('2'), using('1500m')]))).toBe(message);
      expect(await refusal(most('3500m'), podWith([using('2'), using('1500m')]))).toBe('');
    });

    it('count the largest init container, and sidecars all along', async () => {
      const starting = podWith([using('1')], [using('4'), using('2')]);
      expect(await refusal(most('3'), starting)).toMatch(/limit is 4$/);
      const always = { restartPolicy: 'Always' };
      expect(await refusal(most('3'), podWith([using('1')], [using('3', always), using('1')]))).toMatch(/limit is 4$/);
      expect(await refusal(most('3'), podWith([using('1')], [using('1', always), using('4')]))).toMatch(/limit is 5$/);
    });
  });

  describe('bounds of claims', () => {
    const admission = ranger([], [{ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } }]);

    it('hold for what is requested, whenever it changes', async () => {
      const rule = 'usage per PersistentVolumeClaim is';
      expect(await refusal(admission, claimWith({ storage: '1.5Gi' }))).toBe('');
      expect(await refusal(admission, claimWith({ storage: '1Mi' }))).toBe(
        `minimum storage ${rule} 1Gi, but request is 1Mi`,
      );
      const grown = claimWith({ storage: '3Gi' }, { operation: 'UPDATE', oldObject: { metadata: {} } });
      expect(await refusal(admission, grown)).toBe(`maximum storage ${rule} 2Gi, but request is 3Gi`);
      expect(await refusal(admission, claimWith({}))).toContain(
        `maximum storage ${rule} 2Gi.  No request is specified`,
      );
    });

    it('let a claim go that is being deleted', async () => {
      const oldObject = { metadata: { deletionTimestamp: '2024-01-01T00:00:00Z' } };
      expect(await refusal(admission, claimWith({ storage: '3Gi' }, { operation: 'UPDATE', oldObject }))).toBe('');
      expect(await refusal(admission, claimWith({ storage: '3Gi' }, { subresource: 'status' }))).toBe('');
    });
  });
});
