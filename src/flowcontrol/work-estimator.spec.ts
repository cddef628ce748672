import { requestOf } from '../../test/support/flow-requests.js';
import { WatchCounts } from './watch-counts.js';
import { WorkEstimator } from './work-estimator.js';

const PODS = '/api/v1/namespaces/a/pods';

interface Setting {
  readonly stored?: number;
  readonly watches?: number;
  readonly maxRequestSeats?: number;
}

function estimate(request: string, { stored, watches = 0, maxRequestSeats }: Setting) {
  const counts = new WatchCounts();
  for (let i = 0; i < watches; i++) counts.add(requestOf(`GET ${PODS}?watch=true`).info);
  const samples: number[] = [];
  const scope = { level: { maxRequestSeats }, counts: { countWatchers: (count: number) => samples.push(count) } };
  const found = new WorkEstimator(() => stored, counts).estimate(requestOf(request), scope);
  return { ...found, samples };
}

describe('the seats of lists', () => {
  it.each([
    ['one for few objects', 'GET /api/v1/pods', 1, 1],
    ['one for no object', 'GET /api/v1/pods', 0, 1],
    ['one for every hundred objects', 'GET /api/v1/pods', 301, 4],
    ['ten at most', 'GET /api/v1/pods', 50_000, 10],
    ['those of all objects for one namespace', `GET ${PODS}`, 500, 5],
    ['those of all objects with a limit, from the cache', 'GET /api/v1/pods?limit=10', 500, 5],
    ['those of all objects from any state', 'GET /api/v1/pods?resourceVersion=0&limit=10', 500, 5],
    ['twice the limit for an exact state', 'GET /api/v1/pods?resourceVersion=7&limit=150', 500, 3],
    ['twice the limit for a continued list', 'GET /api/v1/pods?continue=x&limit=150', 500, 3],
    [
      'twice the objects for an exact state without limit',
      'GET /api/v1/pods?resourceVersion=7&resourceVersionMatch=Exact',
      300,
      6,
    ],
    ['the objects and the limit with a selector', 'GET /api/v1/pods?continue=x&limit=100&labelSelector=a', 500, 6],
    [
      'those of all objects for a state not older',
      'GET /api/v1/pods?resourceVersion=7&resourceVersionMatch=NotOlderThan&limit=5',
      500,
      5,
    ],
    ['one for an object by name', 'GET /api/v1/pods?fieldSelector=metadata.name%3Da', 500, 1],
    ['the most for a query that cannot be read', 'GET /api/v1/pods?limit=x', 1, 10],
    ['the most for another such query', 'GET /api/v1/pods?timeoutSeconds=', 1, 10],
    ['one for a resource that is not stored here', 'GET /api/v1/pods', undefined, 1],
    ['one for a watch', 'GET /api/v1/pods?watch=true', 500, 1],
    [
      'those of all objects for a watch with initial events',
      'GET /api/v1/pods?watch=true&sendInitialEvents=true',
      500,
      5,
    ],
    ['one for a watch without them', 'GET /api/v1/pods?watch=true&sendInitialEvents=false', 500, 1],
  ])('are %s', (_, request, stored, seats) => {
    expect(estimate(request, { stored })).toMatchObject({ initialSeats: seats, finalSeats: 0, additionalLatency: 0 });
  });

  it('are no more than the level allows', () => {
    expect(estimate('GET /api/v1/pods', { stored: 5000, maxRequestSeats: 3 }).initialSeats).toBe(3);
    expect(estimate('GET /api/v1/pods', { stored: 5000, maxRequestSeats: 40 }).initialSeats).toBe(10);
  });
});

describe('the final seats of writes', () => {
  it.each([
    ['none for few watches', 9, {}, 0, 0],
    ['one for ten watches, for five milliseconds', 10, {}, 1, 5],
    ['one for every ten', 95, {}, 10, 5],
    ['the most, and longer, for many', 400, {}, 10, 20],
    ['those of the level, and longer', 40, { maxRequestSeats: 2 }, 2, 10],
  ])('are %s', (_, watches, setting, finalSeats, additionalLatency) => {
    const found = estimate(`PUT ${PODS}/p`, { watches, ...setting });
    expect(found).toEqual({ initialSeats: 1, finalSeats, additionalLatency, samples: [watches] });
  });

  it('do not exist for a token, whose watches are not counted', () => {
    const found = estimate('POST /api/v1/namespaces/a/serviceaccounts/x/token', { watches: 50 });
    expect(found).toEqual({ initialSeats: 1, finalSeats: 0, additionalLatency: 0, samples: [] });
  });

  it.each([`GET ${PODS}/p`, `DELETE ${PODS}`, 'POST /other'])('do not exist for %s', (request) => {
    expect(estimate(request, { watches: 50 })).toMatchObject({ finalSeats: 0, samples: [] });
  });
});

describe('WatchCounts', () => {
  const PATHS = [
    'GET /api/v1/pods?watch=true',
    `GET ${PODS}?watch=true`,
    `GET ${PODS}?watch=true&fieldSelector=metadata.name%3Dp`,
    'GET /api/v1/namespaces/b/pods?watch=true',
    `GET ${PODS}?watch=true&fieldSelector=spec.nodeName%3Dn1`,
    `GET ${PODS}?watch=true&fieldSelector=spec.nodeName%3D`,
    `GET ${PODS}?watch=true&fieldSelector=spec.nodeName%21%3Dn1`,
    'GET /apis/apps/v1/namespaces/a/deployments?watch=true',
  ];

  it('counts those of the resource, the namespace and the object', () => {
    const counts = new WatchCounts();
    const forget = PATHS.map((path) => counts.add(requestOf(path).info));
    const concernedBy = (request: string): number => counts.concernedBy(requestOf(request).info);
    expect(concernedBy(`PUT ${PODS}/p`)).toBe(5);
    expect(concernedBy(`PUT ${PODS}/q`)).toBe(4);
    expect(concernedBy(`POST ${PODS}`)).toBe(4);
    expect(concernedBy('POST /api/v1/namespaces/b/pods')).toBe(2);
    expect(concernedBy('PUT /api/v1/namespaces/b/deployments/d')).toBe(0);
    expect(concernedBy(`GET ${PODS}/p`)).toBe(0);
    forget.forEach((end) => end());
    expect(concernedBy(`PUT ${PODS}/p`)).toBe(0);
  });
});
