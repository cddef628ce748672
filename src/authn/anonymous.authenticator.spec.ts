import { AnonymousAuthenticator } from './anonymous.authenticator.js';

describe('AnonymousAuthenticator', () => {
  const ask = (authenticator: AnonymousAuthenticator, path = '/x', audiences?: string[]) =>
    authenticator.authenticate({ headers: {}, path, audiences });

  it('accepts nobody before it is configured, or where it is off', () => {
    const authenticator = new AnonymousAuthenticator(['api']);
    expect(ask(authenticator)).toBeUndefined();
    authenticator.use({ enabled: false, paths: [] });
    expect(ask(authenticator)).toBeUndefined();
  });

  it('accepts every path, or those that are named', () => {
    const authenticator = new AnonymousAuthenticator(['api']);
    authenticator.use({ enabled: true, paths: [] });
    expect(ask(authenticator)).toEqual({
      user: { name: 'system:anonymous', groups: ['system:unauthenticated'] },
      audiences: ['api'],
      knownBy: 'anonymous',
    });
    expect(ask(authenticator, '/x', ['other'])?.audiences).toEqual(['other']);
    authenticator.use({ enabled: true, paths: ['/livez'] });
    expect([ask(authenticator, '/livez')?.user.name, ask(authenticator, '/livez/ping')]).toEqual([
      'system:anonymous',
      undefined,
    ]);
  });
});
