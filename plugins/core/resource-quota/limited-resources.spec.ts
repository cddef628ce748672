import type { ApiObject } from '../../../src/plugin-api/index.js';
import { LimitedResources } from './limited-resources.js';
import type { Charge } from './quota-charge.js';
import { evaluatorOf } from './usage/evaluators.js';

const HEAD = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'ResourceQuotaConfiguration' };
const GOLD = 'gold.storageclass.storage.k8s.io';
const CLAIMS = { resource: 'persistentvolumeclaims', matchContains: [GOLD] };
const SCOPE = { scopeName: 'PriorityClass', operator: 'In', values: ['high'] };

const of = (resource: string, spec: object): Charge => ({
  evaluator: evaluatorOf({ group: '', resource }),
  object: { metadata: { name: 'x' }, spec } as unknown as ApiObject,
  now: 0,
});
const read = (...limitedResources: object[]): LimitedResources => LimitedResources.read({ ...HEAD, limitedResources });

describe('LimitedResources', () => {
  const claim = of('persistentvolumeclaims', { storageClassName: 'gold' });
  const claims = { group: '', resource: 'persistentvolumeclaims' };
  const pod = of('pods', { priorityClassName: 'high', containers: [] });
  const pods = { group: '', resource: 'pods' };
  const quota = (members: object = {}) => ({ metadata: { name: 'q' }, spec: members });

  it('wants a quota that covers what is used', () => {
    const limited = read(CLAIMS);
    const resource = `${GOLD}/persistentvolumeclaims`;
    expect(limited.faultOf(claims, claim, [])).toBe(`insufficient quota to consume: ${resource}`);
    expect(limited.faultOf(claims, claim, [{ quota: quota(), resources: [resource] }])).toBeUndefined();
    expect(limited.faultOf(claims, of('persistentvolumeclaims', {}), [])).toBeUndefined();
  });

  it('wants a quota of the scopes that are entered', () => {
    const limited = read({ resource: 'pods', matchScopes: [SCOPE] });
    const scoped = quota({ scopeSelector: { matchExpressions: [SCOPE] } });
    expect(limited.faultOf(pods, pod, [])).toBe(
      'insufficient quota to match these scopes: [{PriorityClass In [high]}]',
    );
    expect(limited.faultOf(pods, pod, [{ quota: scoped, resources: ['pods'] }])).toBeUndefined();
  });

  it('limits nothing without a configuration', () => {
    expect(LimitedResources.read(undefined).isEmpty).toBe(true);
  });

  it.each<[unknown, string]>([
    ['x', 'is no mapping'],
    [{ ...HEAD, kind: 'Configuration' }, 'is no ResourceQuotaConfiguration'],
    [{ ...HEAD, limits: [] }, 'limits: is unknown'],
    [{ ...HEAD, limitedResources: {} }, 'limitedResources: is no list'],
    [{ ...HEAD, limitedResources: [{}] }, 'limitedResources[0].resource: is no text'],
    [{ ...HEAD, limitedResources: [{ ...CLAIMS, more: 1 }] }, 'limitedResources[0].more: is unknown'],
    [
      { ...HEAD, limitedResources: [{ ...CLAIMS, matchScopes: [{ ...SCOPE, operator: 'Near' }] }] },
      'matchScopes.operator: is not one of In',
    ],
  ])('refuses %j', (configuration, message) => {
    expect(() => LimitedResources.read(configuration)).toThrow(message);
  });
});
