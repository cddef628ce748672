import type { AuthorizationAttributes } from '../authorizer.js';
import { AllowedPathsAuthorizer } from './allowed-paths.authorizer.js';

const asked = (path: string, isResourceRequest = false): AuthorizationAttributes => ({
  user: { name: 'eve', groups: [] },
  verb: 'get',
  namespace: '',
  group: '',
  version: '',
  resource: '',
  subresource: '',
  name: '',
  isResourceRequest,
  path,
});

describe('AllowedPathsAuthorizer', () => {
  const authorizer = new AllowedPathsAuthorizer(['/healthz', 'livez', '/debug/*']);

  it.each([
    ['/healthz', 'Allow'],
    ['/livez', 'Allow'],
    ['/debug/', 'Allow'],
    ['/debug/pprof/heap', 'Allow'],
    ['/debug', 'NoOpinion'],
    ['/healthz/etcd', 'NoOpinion'],
    ['/', 'NoOpinion'],
    ['/metrics', 'NoOpinion'],
  ])('says of %s: %s', (path, verdict) => {
    expect(authorizer.authorize(asked(path)).verdict).toBe(verdict);
  });

  it('has no opinion on resources', () => {
    expect(new AllowedPathsAuthorizer(['/*']).authorize(asked('/api/v1/secrets', true)).verdict).toBe('NoOpinion');
    expect(new AllowedPathsAuthorizer(['/*']).authorize(asked('/anything')).verdict).toBe('Allow');
  });

  it.each(['/a*b', '*/b', '*b', '/a**'])('refuses a star that is not at the end: %s', (path) => {
    expect(() => new AllowedPathsAuthorizer(['/', path])).toThrow(`only trailing * allowed in "${path}"`);
  });

  it('takes what ends with a star for a beginning alone', () => {
    const debug = new AllowedPathsAuthorizer(['/debug*']);
    expect(['/debug', '/debugger', '/debu', '/'].map((path) => debug.authorize(asked(path)).verdict)).toEqual([
      ...['Allow', 'Allow', 'NoOpinion', 'NoOpinion'],
    ]);
    expect(new AllowedPathsAuthorizer(['/debug']).authorize(asked('/debug*')).verdict).toBe('NoOpinion');
    expect(debug.authorize(asked('/debug*')).verdict).toBe('Allow');
  });

  it('explains its decision in one step', async () => {
    expect(await authorizer.trace(asked('/livez'))).toEqual([
      { type: 'AllowedPaths', name: 'always-allow-paths', verdict: 'Allow', reason: '' },
    ]);
  });
});
