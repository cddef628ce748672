import { formatFieldError, goQuantity } from '../../../src/plugin-api/built-in.js';
import { decodeAs } from '../../../test/support/decode-as.js';
import { roundResourceAmounts } from '../pod/shape/container.defaults.js';
import { validateResourceQuota, validateResourceQuotaUpdate } from './resource-quota.validation.js';
import { ResourceQuota, type ResourceQuotaSpec } from './resource-quota.v1.js';

function quota(spec: ResourceQuotaSpec): ResourceQuota {
  return { metadata: { name: 'q' }, spec };
}

describe('validateResourceQuota()', () => {
  it('accepts counts, amounts and resources of other domains', () => {
    const hard = { pods: '1', 'requests.cpu': '500m', 'count/deployments.apps': '2', 'example.com/thing': '1' };
    expect(validateResourceQuota(quota({ hard }))).toEqual([]);
  });

  it.each<[ResourceQuotaSpec, string]>([
    [{ hard: { pods: '-1' } }, 'spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0'],
    [{ hard: { pods: '1.5' } }, 'must be an integer'],
    [
      { hard: { bogus: '1' } },
      'spec.hard[bogus]: Invalid value: bogus: must be a standard resource type or fully qualified',
    ],
    [{ scopes: ['Nice'] }, 'spec.scopes: Invalid value: []core.ResourceQuotaScope{"Nice"}: unsupported scope'],
    [{ scopes: ['BestEffort', 'NotBestEffort'] }, 'conflicting scopes'],
    [{ hard: { 'requests.cpu': '1' }, scopes: ['BestEffort'] }, 'unsupported scope applied to resource'],
    [
      { scopeSelector: { matchExpressions: [{ scopeName: 'BestEffort', operator: 'In', values: ['x'] }] } },
      "must be 'Exists' when scope is any of",
    ],
  ])('refuses %j', (spec, text) => {
    expect(validateResourceQuota(quota(spec)).map(formatFieldError).join('\n')).toContain(text);
  });

  it.each(['1m', '100u', '0.1m', '1500m', '1.5'])('shows %s as it was written', (pods) => {
    const sent = decodeAs(ResourceQuota, { metadata: { name: 'q' }, spec: { hard: { pods } } });
    roundResourceAmounts(sent.spec!.hard);
    const [error] = validateResourceQuota(sent).map(formatFieldError);
    expect(error).toBe(`spec.hard[pods]: Invalid value: ${goQuantity(pods).text}: must be an integer`);
  });

  it('shows a selector once for all its errors', () => {
    let reads = 0;
    const expressions = Array.from({ length: 500 }, () => ({
      scopeName: 'BestEffort',
      get operator() {
        reads++;
        return 'Exists';
      },
    }));
    const hard = { 'requests.cpu': '1', 'limits.cpu': '1' };
    const errors = validateResourceQuota(quota({ hard, scopeSelector: { matchExpressions: expressions } }));
    expect(errors).toHaveLength(1000);
    expect(formatFieldError(errors[999])).toMatch(
      /^spec\.scopeSelector\.matchExpressions: Invalid value: &core\.ScopeSelector\{.*: unsupported scope applied to resource$/,
    );
    expect(reads).toBeLessThan(10 * expressions.length);
  });

  it('keeps the scopes', () => {
    const errors = validateResourceQuotaUpdate(quota({ scopes: ['Terminating'] }), quota({ scopes: ['BestEffort'] }));
    expect(errors.map(formatFieldError)).toEqual([
      'spec.scopes: Invalid value: []core.ResourceQuotaScope{"Terminating"}: field is immutable',
    ]);
  });
});
