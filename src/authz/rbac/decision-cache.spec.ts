import type { AuthorizationAttributes, Decision } from '../authorizer.js';
import { DecisionCache } from './decision-cache.js';

const USER = { name: 'bob', groups: [] };
const attributesOf = (changes: Partial<AuthorizationAttributes> = {}): AuthorizationAttributes => ({
  user: USER,
  verb: 'get',
  namespace: 'n',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  name: 'p',
  isResourceRequest: true,
  path: '/x',
  ...changes,
});

describe('DecisionCache', () => {
  let cache: DecisionCache;
  let made: number;
  beforeEach(() => {
    cache = new DecisionCache();
    made = 0;
  });
  const decide = (): Decision => ({ verdict: 'Allow', reason: String(made++) });
  const reasonOf = (changes: Partial<AuthorizationAttributes> = {}): string =>
    cache.get(attributesOf(changes), decide).reason;

  it('decides once, until everything is forgotten', () => {
    expect([reasonOf(), reasonOf()]).toEqual(['0', '0']);
    cache.clear();
    expect([reasonOf(), reasonOf()]).toEqual(['1', '1']);
  });

  it('distinguishes users by identity', () => {
    expect([reasonOf(), reasonOf({ user: { ...USER } }), reasonOf()]).toEqual(['0', '1', '0']);
  });

  it.each<Partial<AuthorizationAttributes>>([
    { verb: 'list' },
    { namespace: 'm' },
    { group: 'apps' },
    { resource: 'nodes' },
    { subresource: 'log' },
    { name: 'q' },
    { namespace: 'np', name: '' },
    { isResourceRequest: false },
  ])('decides by itself about %j', (changes) => {
    expect([reasonOf(), reasonOf(changes), reasonOf(changes), reasonOf()]).toEqual(['0', '1', '1', '0']);
  });

  it('distinguishes verbs and paths', () => {
    const paths = [
      { verb: 'get', path: '/a' },
      { verb: 'get', path: '/b' },
      { verb: 'ge', path: 't/a' },
    ];
    const reasons = (): string[] => paths.map((each) => reasonOf({ isResourceRequest: false, ...each }));
    expect([reasons(), reasons()]).toEqual([
      ['0', '1', '2'],
      ['0', '1', '2'],
    ]);
  });

  it('keeps 256 decisions of a user, and starts again then', () => {
    for (let i = 0; i < 256; i++) reasonOf({ name: `p${i}` });
    expect([reasonOf({ name: 'p0' }), reasonOf({ name: 'p255' })]).toEqual(['0', '255']);
    expect(reasonOf({ name: 'more' })).toBe('256');
    expect([reasonOf({ name: 'more' }), reasonOf({ name: 'p0' })]).toEqual(['256', '257']);
  });
});
