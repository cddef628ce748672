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

  it('refuses a star that is not at the end', () => {
    expect(() => new AllowedPathsAuthorizer(['/a*b'])).toThrow('only trailing * allowed in "/a*b"');
  });
});
