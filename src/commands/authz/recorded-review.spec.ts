import { reviewOf } from './recorded-review.js';

const annotations = { 'authorization.k8s.io/decision': 'allow' };
const user = { username: 'ada', groups: ['devs'] };
const event = { kind: 'Event', user, verb: 'get', requestURI: '/api/v1/namespaces/a/pods/b', annotations };
const decision = { kind: 'AuthorizationDecision', user, verdict: 'NoOpinion' };
const pods = { resource: 'pods', namespace: 'a', name: 'b', apiVersion: 'v1' };
const attributes = { group: '', version: 'v1', resource: 'pods', namespace: 'a' };

const spec = (line: object): unknown => {
  const review = reviewOf(line);
  return typeof review === 'string' ? review : { ...review.spec, allowed: review.status.allowed };
};

describe('reviewOf()', () => {
  it.each([
    [
      'an event about an object',
      { ...event, objectRef: pods },
      { resourceAttributes: { ...attributes, verb: 'get', name: 'b' }, allowed: true },
    ],
    [
      'an event of a list, with its selectors',
      {
        ...event,
        verb: 'list',
        objectRef: { ...pods, name: undefined },
        requestURI: '/api/v1/namespaces/a/pods?labelSelector=app%3Dweb&limit=5',
      },
      { resourceAttributes: { ...attributes, verb: 'list', labelSelector: { rawSelector: 'app=web' } }, allowed: true },
    ],
    [
      'an event of a new object, which has no name yet',
      { ...event, verb: 'create', objectRef: pods },
      { resourceAttributes: { ...attributes, verb: 'create' }, allowed: true },
    ],
    [
      'an event of a subresource that is created at an object',
      { ...event, verb: 'create', objectRef: { ...pods, subresource: 'exec' } },
      { resourceAttributes: { ...attributes, verb: 'create', name: 'b', subresource: 'exec' }, allowed: true },
    ],
    [
      'an event about a path that was refused',
      { ...event, requestURI: '/metrics?a=b', annotations: { 'authorization.k8s.io/decision': 'forbid' } },
      { nonResourceAttributes: { path: '/metrics', verb: 'get' }, allowed: false },
    ],
    [
      'a decision about an object',
      { ...decision, verdict: 'Allow', request: { verb: 'get', ...attributes } },
      { resourceAttributes: { verb: 'get', ...attributes }, allowed: true },
    ],
    [
      'a decision about a path',
      { ...decision, request: { verb: 'get', path: '/healthz' } },
      { nonResourceAttributes: { path: '/healthz', verb: 'get' }, allowed: false },
    ],
  ])('is a review of %s', (_, line, expected) => {
    expect(spec(line)).toEqual({ user: 'ada', groups: ['devs'], ...expected });
  });

  it('is about the user in whose name the caller acts', () => {
    const impersonatedUser = { username: 'bob', groups: [] };
    expect(spec({ ...event, objectRef: pods, impersonatedUser })).toMatchObject({ user: 'bob' });
  });

  it.each([
    ['no decision', { ...event, annotations: undefined }],
    ['no decision', { kind: 'Pod' }],
    ['no decision', undefined],
    ['masked', { ...decision, user: { username: 'masked:1' }, request: { verb: 'get', path: '/' } }],
    ['masked', { ...decision, user: { username: 'a', groups: ['masked:1'] }, request: { verb: 'get', path: '/' } }],
    ['masked', { ...decision, request: { verb: 'get', ...attributes, namespace: 'masked:1' } }],
  ])('is %s where nothing can be said of it', (why, line) => {
    expect(reviewOf(line)).toBe(why);
  });
});
