import { FieldPath, formatFieldError } from '../../apimachinery/index.js';
import type { AuthorizationAttributes } from '../authorizer.js';
import { compileMatchConditions } from './match-conditions.js';
import { reviewSpecOf } from './review-spec.js';

const PATH = FieldPath.of('authorizers').index(0).child('webhook');
const REQUEST: AuthorizationAttributes = {
  user: { name: 'ada', uid: '', groups: ['a', 'b'], extra: { scope: ['x'] } },
  verb: 'get',
  namespace: 'ns',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  name: '',
  isResourceRequest: true,
  path: '',
};
const PLAIN = { ...REQUEST, isResourceRequest: false, path: '/metrics' };

const specOf = (attributes: AuthorizationAttributes) => reviewSpecOf(attributes, { tellsSelectors: true });
const compile = (...expressions: string[]) => {
  return compileMatchConditions(
    expressions.map((expression) => ({ expression })),
    PATH,
    31,
  );
};

describe('compileMatchConditions()', () => {
  it('makes nothing of no conditions', async () => {
    expect(await compile()).toEqual({ errors: [] });
  });

  it.each<[string[], string[]]>([
    [['request.user == "ada"'], []],
    [[' '], ['authorizers[0].webhook.matchConditions[0].expression: Required value']],
    [['true', 'true'], ['authorizers[0].webhook.matchConditions[1].expression: Duplicate value: "true"']],
    [
      ['request.user'],
      [
        'authorizers[0].webhook.matchConditions[0].expression: Invalid value: "request.user": must evaluate to bool but got string',
      ],
    ],
    [
      ['request.nobody == ""'],
      [
        `authorizers[0].webhook.matchConditions[0].expression: Invalid value: "request.nobody == \\"\\"": compilation failed: ERROR: <input>:1:8: undefined field 'nobody'\n | request.nobody == ""\n | .......^`,
      ],
    ],
    [
      Array.from({ length: 65 }, (_, i) => `request.user == "${i}"`),
      ['authorizers[0].webhook: Too many: 65: must have at most 64 items'],
    ],
  ])('finds in %j: %j [AZCFG-14, LIM-05]', async (expressions, errors) => {
    expect((await compile(...expressions)).errors.map(formatFieldError)).toEqual(errors);
  });

  it.each<[string, boolean]>([
    ['request.user == "ada" && "a" in request.groups && request.extra["scope"] == ["x"]', true],
    ['has(request.resourceAttributes) && request.resourceAttributes.namespace == "ns"', true],
    ['has(request.nonResourceAttributes)', false],
    ['has(request.resourceAttributes.fieldSelector)', false],
    ['has(request.resourceAttributes.labelSelector)', false],
  ])('sees of a request what a review of it says: %s [AZCFG-15, AZCFG-16]', async (expression, isMet) => {
    const { matcher } = await compile(expression);
    expect(matcher!(specOf(REQUEST))).toEqual({ verdict: isMet ? 'match' : 'no-match' });
  });

  const EMPTY: AuthorizationAttributes = {
    ...REQUEST,
    user: { name: '', groups: [] },
    verb: '',
    namespace: '',
    version: '',
    resource: '',
  };
  const NOWHERE: AuthorizationAttributes = { ...EMPTY, isResourceRequest: false };

  it.each<[string, string, AuthorizationAttributes]>([
    ['request.user', '""', EMPTY],
    ['request.uid', '""', EMPTY],
    ['request.groups', '[]', EMPTY],
    ['request.extra', '{}', EMPTY],
    ['request.resourceAttributes.namespace', '""', EMPTY],
    ['request.resourceAttributes.verb', '""', EMPTY],
    ['request.resourceAttributes.group', '""', EMPTY],
    ['request.resourceAttributes.version', '""', EMPTY],
    ['request.resourceAttributes.resource', '""', EMPTY],
    ['request.resourceAttributes.subresource', '""', EMPTY],
    ['request.resourceAttributes.name', '""', EMPTY],
    ['request.nonResourceAttributes.path', '""', NOWHERE],
    ['request.nonResourceAttributes.verb', '""', NOWHERE],
  ])('has %s as %s where it is empty [AZCFG-15]', async (field, empty, attributes) => {
    const { matcher, errors } = await compile(`has(${field}) && ${field} == ${empty}`);
    expect(errors).toEqual([]);
    expect(matcher!(specOf(attributes))).toEqual({ verdict: 'match' });
  });

  it.each(['fieldSelector', 'labelSelector'])('has empty values of a requirement of a %s', async (selector) => {
    const { matcher } = await compile(
      `request.resourceAttributes.${selector}.requirements.all(r, has(r.values) && r.values == [])`,
    );
    const resourceAttributes = { [selector]: { requirements: [{ key: 'a', operator: 'Exists' }] } };
    expect(matcher!({ resourceAttributes })).toEqual({ verdict: 'match' });
  });

  it('matches cluster-scoped requests by an unequal namespace', async () => {
    const { matcher } = await compile('request.resourceAttributes.namespace != "kube-system"');
    expect(matcher!(specOf({ ...REQUEST, namespace: '' }))).toEqual({ verdict: 'match' });
    expect(matcher!(specOf({ ...REQUEST, namespace: 'kube-system' }))).toEqual({ verdict: 'no-match' });
  });

  it('sees the selectors of a request, as far as they can be read [AUTHZ-16]', async () => {
    const { matcher } = await compile(
      'request.resourceAttributes.fieldSelector.requirements.exists(r, r.key == "spec.nodeName" && r.values == ["n"])' +
        ' && request.resourceAttributes.labelSelector.requirements.exists(r, r.operator == "In" && "b" in r.values)',
    );
    const selecting = { ...REQUEST, verb: 'list', fieldSelector: 'spec.nodeName=n', labelSelector: 'a in (b,c),n > 1' };
    expect(matcher!(specOf(selecting))).toEqual({ verdict: 'match' });
    expect(specOf({ ...selecting, fieldSelector: '=,=', labelSelector: 'x' })).toMatchObject({
      resourceAttributes: { labelSelector: { requirements: [{ key: 'x', operator: 'Exists' }] } },
    });
    const blind = reviewSpecOf(selecting, { tellsSelectors: false });
    expect(Object.keys(blind.resourceAttributes as object)).toEqual(['namespace', 'verb', 'version', 'resource']);
  });

  it('sees paths', async () => {
    const { matcher } = await compile('request.nonResourceAttributes.path == "/metrics"');
    expect(matcher!(specOf(PLAIN))).toEqual({ verdict: 'match' });
  });

  it('does not match when one is false, whatever becomes of the others [AZCFG-15]', async () => {
    const { matcher } = await compile('request.nonResourceAttributes.path == "/x"', 'request.user == "bob"');
    expect(matcher!(specOf(REQUEST))).toEqual({ verdict: 'no-match' });
  });

  it('fails when one fails and none is false [AZCFG-17, AZCFG-18]', async () => {
    const { matcher } = await compile('request.nonResourceAttributes.path == "/x"', 'request.user == "ada"');
    expect(matcher!(specOf(REQUEST))).toEqual({
      verdict: 'failed',
      reason:
        `cel evaluation error: expression 'request.nonResourceAttributes.path == "/x"' resulted in error: ` +
        'no such key: nonResourceAttributes',
    });
  });

  it('throws errors that are not of the expression, instead of reporting a failed condition', async () => {
    const { matcher } = await compile('request.extra["scope"] == ["x"]');
    const broken = {
      get scope(): never {
        throw new TypeError('broken');
      },
    };
    expect(() => matcher!({ ...specOf(REQUEST), extra: broken })).toThrow(new TypeError('broken'));
  });

  it('fails when one costs too much', async () => {
    const many = '[1,2,3,4,5,6,7,8,9,10]';
    const nested = [1, 2, 3, 4, 5, 6].reduce((inner, n) => `${many}.all(x${n}, ${inner})`, 'request.user == "ada"');
    const { matcher } = await compile(nested);
    expect(matcher!(specOf(REQUEST))).toMatchObject({ verdict: 'failed' });
  });
});
