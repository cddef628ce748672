import { type StatusError } from '../apimachinery/index.js';
import { AnonymousAuthenticator } from './anonymous.authenticator.js';
import {
  Authenticator,
  TokenAuthenticator,
  type AuthenticationRequest,
  type AuthenticationResult,
} from './authenticator.js';
import { BearerTokenAuthenticator } from './bearer-token.authenticator.js';
import { CredentialError, rejectionReason } from './credential-error.js';
import { UnionAuthenticator, UnionTokenAuthenticator } from './union.authenticator.js';

const AUDIENCES = ['api'];
const ALICE = { name: 'alice', groups: ['devs'] };

class KnownTokens extends TokenAuthenticator {
  authenticateToken(token: string, audiences: readonly string[]): AuthenticationResult | undefined {
    if (token === 'broken') throw new CredentialError('it is broken');
    return token === 'good' ? { user: ALICE, audiences } : undefined;
  }
}

class LateTokens extends TokenAuthenticator {
  async authenticateToken(token: string): Promise<AuthenticationResult | undefined> {
    if (token === 'stale') throw new CredentialError('it is stale');
    return token === 'late' ? { user: { name: 'late', groups: [] } } : undefined;
  }
}

class Certificates extends Authenticator {
  authenticate(request: AuthenticationRequest): AuthenticationResult | undefined {
    if (request.headers.from === 'bad') throw new CredentialError('bad certificate');
    return request.headers.from === 'node' ? { user: { name: 'node', groups: [] } } : undefined;
  }
}

function anonymous(paths: readonly string[] = []): AnonymousAuthenticator {
  const authenticator = new AnonymousAuthenticator(AUDIENCES);
  authenticator.use({ enabled: true, paths });
  return authenticator;
}

describe('UnionAuthenticator', () => {
  const tokens = new UnionTokenAuthenticator([new KnownTokens(), new LateTokens()]);
  const bearer = new BearerTokenAuthenticator({ tokens, audiences: AUDIENCES });
  const union = new UnionAuthenticator({
    members: [new Certificates(), bearer],
    fallback: anonymous(),
  });
  const ask = (headers: AuthenticationRequest['headers']): ReturnType<Authenticator['authenticate']> =>
    union.authenticate({ headers, path: '/' });
  const reasonOf = async (headers: AuthenticationRequest['headers']): Promise<[number, string | undefined]> => {
    try {
      await ask(headers);
    } catch (error) {
      return [(error as StatusError).code, rejectionReason(error)];
    }
    return [200, undefined];
  };

  it('answers at once where its members do, and adds the group of authenticated users', () => {
    const user = { name: 'alice', groups: ['devs', 'system:authenticated'] };
    expect(ask({ authorization: 'Bearer good' })).toEqual({ user, audiences: AUDIENCES });
    expect(ask({ authorization: 'bearer good trailing' })).toMatchObject({ user });
  });

  it('shares the user between requests, so that decisions can be remembered by it', () => {
    const first = ask({ authorization: 'Bearer good' }) as AuthenticationResult;
    expect((ask({ authorization: 'Bearer good' }) as AuthenticationResult).user).toBe(first.user);
  });

  it('waits for members that need time', async () => {
    expect((await ask({ authorization: 'Bearer late' }))?.user.name).toBe('late');
  });

  it.each([
    [{}],
    [{ authorization: 'Basic eDp5' }],
    [{ authorization: 'Bearer' }],
    [{ authorization: 'Bearer  good' }],
  ])('takes %j as anonymous', async (headers) => {
    expect((await ask(headers))?.user).toEqual({ name: 'system:anonymous', groups: ['system:unauthenticated'] });
  });

  it.each([
    ['unknown', 'invalid bearer token'],
    ['broken', '[invalid bearer token, it is broken]'],
    ['stale', '[invalid bearer token, it is stale]'],
  ])('answers 401 to the token "%s"', async (token, reason) => {
    expect(await reasonOf({ authorization: `Bearer ${token}` })).toEqual([401, reason]);
  });

  it('lets a good token make up for a bad certificate', async () => {
    expect((await ask({ from: 'bad', authorization: 'Bearer good' }))?.user.name).toBe('alice');
    expect(await reasonOf({ from: 'bad' })).toEqual([401, 'bad certificate']);
  });

  it('reads tokens from the subprotocols of WebSockets', async () => {
    const protocol = `base64url.bearer.authorization.k8s.io.${Buffer.from('good').toString('base64url')}`;
    const headers = { upgrade: 'websocket', 'sec-websocket-protocol': `${protocol}, v4.channel.k8s.io` };
    expect((await ask(headers))?.user.name).toBe('alice');
    expect(await reasonOf({ ...headers, 'sec-websocket-protocol': protocol })).toEqual([
      401,
      'missing additional subprotocol',
    ]);
  });

  it('answers nothing where nobody may be anonymous', async () => {
    const strict = new UnionAuthenticator({
      members: [bearer],
      fallback: anonymous(['/livez']),
    });
    expect(await strict.authenticate({ headers: {}, path: '/api' })).toBeUndefined();
    expect((await strict.authenticate({ headers: {}, path: '/livez' }))?.user.name).toBe('system:anonymous');
  });
});
