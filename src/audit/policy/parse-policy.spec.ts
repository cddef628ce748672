import { parsePolicy } from './parse-policy.js';

const V1 = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy' };
const faultOf = (content: unknown): string => {
  try {
    parsePolicy(content);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};
const faultOfRule = (rule: object): string => faultOf({ ...V1, rules: [rule] });

describe('parsePolicy()', () => {
  it('reads every field, and names those that mean nothing', () => {
    const rule = {
      level: 'Request',
      users: ['a'],
      userGroups: ['b'],
      verbs: ['get'],
      resources: [{ group: 'apps', resources: ['deployments/*'], resourceNames: ['d'] }],
      namespaces: ['team'],
      omitStages: ['RequestReceived'],
      omitManagedFields: false,
    };
    const paths = { level: 'None', nonResourceURLs: ['/healthz*'] };
    const content = {
      ...V1,
      metadata: { name: 'x' },
      rules: [rule, paths],
      omitStages: ['Panic'],
      omitManagedFields: true,
    };
    expect(parsePolicy(content)).toMatchObject({
      policy: { rules: [rule, paths], omitStages: ['Panic'], omitManagedFields: true },
      unknown: [],
    });
    expect(parsePolicy({ ...V1, rules: [{ level: 'None', user: 'a' }] }).unknown).toEqual(['rules[0].user']);
  });

  it.each([
    ['no content', null, "failed decoding: Object 'Kind' is missing in 'null'"],
    ['no version', { kind: 'Policy' }, `failed decoding: Object 'apiVersion' is missing in '{"kind":"Policy"}'`],
    ['a former version', { ...V1, apiVersion: 'audit.k8s.io/v1beta1' }, 'no kind "Policy" is registered for version'],
    ['another kind', { ...V1, kind: 'Event' }, 'failed decoding: no kind "Event"'],
    ['no rules', V1, 'loaded illegal policy with 0 rules'],
    ['rules of the wrong type', { ...V1, rules: 'x' }, 'failed decoding: json: cannot unmarshal string'],
  ])('rejects %s', (_, content, message) => {
    expect(faultOf(content)).toContain(message);
  });

  it.each([
    ['no level', {}, 'rules[0].level: Required value'],
    [
      'an unknown level',
      { level: 'All' },
      'rules[0].level: Unsupported value: "All": supported values: "None", "Metadata", "Request", "RequestResponse"',
    ],
    [
      'a path without a slash',
      { level: 'None', nonResourceURLs: ['*', 'version'] },
      `rules[0].nonResourceURLs[1]: Invalid value: "version": non-resource URL rules must begin with a '/' character`,
    ],
    [
      'a star inside a path',
      { level: 'None', nonResourceURLs: ['/a*/b'] },
      `rules[0].nonResourceURLs[0]: Invalid value: "/a*/b": non-resource URL wildcards '*' must be the final character of the rule`,
    ],
    [
      'a group with its version',
      { level: 'None', resources: [{ group: 'apps/v1' }] },
      'rules[0].resources.group: Invalid value: "apps/v1": a lowercase RFC 1123 subdomain',
    ],
    [
      'names without resources',
      { level: 'None', resources: [{ resourceNames: ['x'] }] },
      'rules[0].resources.resourceNames: Invalid value: []string{"x"}: using resourceNames requires at least one resource',
    ],
    [
      'an unknown stage',
      { level: 'None', omitStages: ['Done'] },
      'rules[0].omitStages[0]: Invalid value: "Done": allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic',
    ],
    [
      'paths beside namespaces',
      { level: 'None', nonResourceURLs: ['/version'], namespaces: ['team'] },
      'rules[0].nonResourceURLs: Invalid value: []string{"/version"}: rules cannot apply to both regular resources and non-resource URLs',
    ],
  ])('rejects a rule with %s', (_, rule, message) => {
    expect(faultOfRule(rule)).toContain(message);
  });
});
