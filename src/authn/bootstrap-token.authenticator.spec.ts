import { createLogger, FakeClock } from '../observability/index.js';
import { BootstrapTokenAuthenticator } from './bootstrap-token.authenticator.js';
import type { CredentialSecret } from './secret-lookup.js';

const TOKEN = 'abcdef.0123456789abcdef';
const DATA: Readonly<Record<string, string>> = {
  'token-id': 'abcdef',
  'token-secret': '0123456789abcdef',
  'usage-bootstrap-authentication': 'true',
};

describe('BootstrapTokenAuthenticator', () => {
  const ask = async (data: Record<string, string | undefined>, more: Partial<CredentialSecret> = {}, token = TOKEN) => {
    const present = Object.entries({ ...DATA, ...data }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const encoded = Object.fromEntries(present.map(([key, value]) => [key, Buffer.from(value).toString('base64')]));
    const secret = { type: 'bootstrap.kubernetes.io/token', data: encoded, isBeingDeleted: false, ...more };
    const authenticator = new BootstrapTokenAuthenticator({
      audiences: ['api'],
      lookup: { findSecret: () => secret },
      clock: new FakeClock(),
      logger: createLogger({ isEnabled: false }),
    });
    return authenticator.authenticateToken(token, ['api']);
  };

  it('identifies a joining node, with the extra groups of its token', async () => {
    expect((await ask({}))?.user).toEqual({ name: 'system:bootstrap:abcdef', groups: ['system:bootstrappers'] });
    const groups = 'system:bootstrappers:z,system:bootstrappers:a:b';
    expect((await ask({ 'auth-extra-groups': groups }))?.user.groups).toEqual([
      'system:bootstrappers',
      'system:bootstrappers:a:b',
      'system:bootstrappers:z',
    ]);
  });

  it.each(['bootstrap.kubernetes.io/token', 'bootstrap.k8s.io/token'])('accepts Secrets of type %s', async (type) => {
    expect(await ask({}, { type })).toBeDefined();
  });

  it('accepts a token until it expires', async () => {
    expect(await ask({ expiration: '2024-01-01T00:00:01Z' })).toBeDefined();
    expect(await ask({ expiration: '2023-12-31T23:59:59+00:00' })).toBeUndefined();
  });

  it.each<[string, Record<string, string | undefined>, Partial<CredentialSecret>]>([
    ['another secret', { 'token-secret': '0123456789abcdeX' }, {}],
    ['a shorter secret', { 'token-secret': '0123' }, {}],
    ['another id', { 'token-id': 'fedcba' }, {}],
    ['a token for other uses', { 'usage-bootstrap-authentication': 'True' }, {}],
    ['an unreadable expiration', { expiration: 'tomorrow' }, {}],
    ['a group outside of the bootstrappers', { 'auth-extra-groups': 'system:masters' }, {}],
    ['another type of Secret', {}, { type: 'Opaque' }],
    ['a Secret that is being deleted', {}, { isBeingDeleted: true }],
    ['a Secret without data', {}, { data: null }],
  ])('does not accept %s', async (_, data, more) => {
    expect(await ask(data, more)).toBeUndefined();
  });

  it.each(['abcdef', 'ABCDEF.0123456789abcdef', 'abcdef.0123456789abcdefg', ' abcdef.0123456789abcdef'])(
    'has nothing to say about "%s"',
    async (token) => {
      expect(await ask({}, {}, token)).toBeUndefined();
    },
  );
});
