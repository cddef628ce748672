import type { AuthorizationAttributes } from '../authorizer.js';
import { compileMatchConditions } from './match-conditions.js';
import { conditionSpecOf, reviewSpecOf } from './review-spec.js';
import { FieldPath } from '../../apimachinery/index.js';

const LIST: AuthorizationAttributes = {
  ...{ user: { name: 'ada', groups: [] }, verb: 'list', namespace: '', group: '', version: 'v1', resource: 'pods' },
  ...{ subresource: '', name: '', isResourceRequest: true, path: '' },
};

type Attributes = Readonly<Record<'fieldSelector' | 'labelSelector', { requirements: unknown } | undefined>>;

const attributesOf = (attributes: Partial<AuthorizationAttributes>, tellsSelectors = true): Attributes =>
  reviewSpecOf({ ...LIST, ...attributes }, { tellsSelectors }).resourceAttributes as Attributes;

describe('reviewSpecOf()', () => {
  it.each<[string | undefined, unknown]>([
    ['a', [{ key: 'a', operator: 'Exists' }]],
    ['!a', [{ key: 'a', operator: 'DoesNotExist' }]],
    ['a=b', [{ key: 'a', operator: 'In', values: ['b'] }]],
    ['a==b', [{ key: 'a', operator: 'In', values: ['b'] }]],
    ['a!=b', [{ key: 'a', operator: 'NotIn', values: ['b'] }]],
    ['a in (c,b)', [{ key: 'a', operator: 'In', values: ['b', 'c'] }]],
    ['a notin (c,b)', [{ key: 'a', operator: 'NotIn', values: ['b', 'c'] }]],
    // A review has no word for comparisons: what it says is wider than what is selected.
    ['a>1', undefined],
    ['a<1,b', [{ key: 'b', operator: 'Exists' }]],
    ['a in (', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('says of the label selector %j: %j', (labelSelector, requirements) => {
    expect(attributesOf({ labelSelector }).labelSelector?.requirements).toEqual(requirements);
    expect(attributesOf({ labelSelector }, false).labelSelector).toBeUndefined();
  });

  it.each<[string | undefined, unknown]>([
    ['a=b', [{ key: 'a', operator: 'In', values: ['b'] }]],
    ['a==b', [{ key: 'a', operator: 'In', values: ['b'] }]],
    [
      'a!=b,c=',
      [
        { key: 'a', operator: 'NotIn', values: ['b'] },
        { key: 'c', operator: 'In', values: [''] },
      ],
    ],
    ['a', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('says of the field selector %j: %j', (fieldSelector, requirements) => {
    expect(attributesOf({ fieldSelector }).fieldSelector?.requirements).toEqual(requirements);
    expect(attributesOf({ fieldSelector }, false).fieldSelector).toBeUndefined();
  });
});

describe('compileMatchConditions()', () => {
  const compile = (count: number) =>
    compileMatchConditions(
      Array.from({ length: count }, (_, i) => ({ expression: `request.user != "${i}"` })),
      FieldPath.of('webhook'),
      31,
    );

  it('takes 64 conditions', async () => {
    const { matcher, errors } = await compile(64);
    expect([errors, matcher!(reviewSpecOf(LIST, { tellsSelectors: true })).verdict]).toEqual([[], 'match']);
    expect((await compile(65)).matcher).toBeUndefined();
  });

  it('completes what conditions see', () => {
    expect(conditionSpecOf({ nonResourceAttributes: { path: '/a' } })).toEqual({
      ...{ user: '', groups: [], uid: '', extra: {} },
      nonResourceAttributes: { path: '/a', verb: '' },
    });
  });
});
