import { type StatusError } from '../apimachinery/index.js';
import { AnonymousAuthenticator } from './anonymous.authenticator.js';
import {
  Authenticator,
  TokenAuthenticator,
  type AuthenticationRequest,
  type AuthenticationResult,
} from './authenticator.js';
import { BearerTokenAuthenticator } from './tokens/bearer-token.authenticator.js';
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

  it('does not add the group of authenticated users twice', () => {
    const user = { name: 'bob', groups: ['system:authenticated', 'devs'] };
    const members = [
      new (class extends Authenticator {
        authenticate = () => ({ user });
      })(),
    ];
    expect(new UnionAuthenticator({ members }).authenticate({ headers: {}, path: '/' })).toEqual({ user });
  });

  it('asks those of plugins after its own, and those of the last time no more', async () => {
    const named = (name: string): Authenticator =>
      new (class extends Authenticator {
        authenticate = () => ({ user: { name, groups: [] } });
      })();
    const open = new UnionAuthenticator({ members: [new Certificates()] });
    open.use([named('first')]);
    open.use([named('second')]);
    expect((await open.authenticate({ headers: {}, path: '/' }))?.user.name).toBe('second');
    expect((await open.authenticate({ headers: { from: 'node' }, path: '/' }))?.user.name).toBe('node');
  });

  it('throws on what is no wrong credential', async () => {
    const failing = (fail: () => never | Promise<never>): UnionAuthenticator =>
      new UnionAuthenticator({
        members: [
          new (class extends Authenticator {
            authenticate = fail;
          })(),
        ],
      });
    const request = { headers: {}, path: '/' };
    const late = failing(() => Promise.reject(new RangeError('late')));
    await expect(late.authenticate(request)).rejects.toThrow('late');
    const prompt = failing(() => {
      throw new RangeError('at once');
    });
    expect(() => prompt.authenticate(request)).toThrow('at once');
  });

  it('asks each member once, also behind one that takes time', async () => {
    const asked: string[] = [];
    const asks = (name: string, isLate: boolean): Authenticator =>
      new (class extends Authenticator {
        authenticate = () => {
          asked.push(name);
          return isLate ? Promise.resolve(undefined) : undefined;
        };
      })();
    const members = [asks('a', false), asks('b', true), asks('c', false), asks('d', true)];
    expect(await new UnionAuthenticator({ members }).authenticate({ headers: {}, path: '/' })).toBeUndefined();
    expect(asked).toEqual(['a', 'b', 'c', 'd']);
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

describe('UnionTokenAuthenticator', () => {
  const refusing = new (class extends TokenAuthenticator {
    authenticateToken(): never {
      throw new CredentialError('not mine');
    }
  })();

  it('lets one that knows a token make up for one that refuses it', () => {
    const union = new UnionTokenAuthenticator([refusing, new KnownTokens()]);
    expect(union.authenticateToken('good', AUDIENCES)).toMatchObject({ user: ALICE });
    expect(() => union.authenticateToken('unknown', AUDIENCES)).toThrow('not mine');
  });

  it('answers nothing where nobody knows a token, and nobody refuses it', async () => {
    const union = new UnionTokenAuthenticator([new KnownTokens(), new LateTokens()]);
    expect(await union.authenticateToken('unknown', AUDIENCES)).toBeUndefined();
  });
});
