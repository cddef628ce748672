import { createLogger } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { BootstrapTokenAuthenticator } from './bootstrap-token.authenticator.js';
import type { CredentialSecret } from './secret-lookup.js';

const TOKEN = 'abcdef.0123456789abcdef';
const DATA: Readonly<Record<string, string>> = {
  'token-id': 'abcdef',
  'token-secret': '0123456789abcdef',
  'usage-bootstrap-authentication': 'true',
};

describe('BootstrapTokenAuthenticator', () => {
  const reasons: unknown[] = [];
  const logger = Object.assign(createLogger({ isEnabled: false }), {
    verbose: (level: number, _: string, details: object) => void reasons.push([level, details]),
  });
  const ask = async (
    data: Record<string, string | undefined>,
    more: Partial<CredentialSecret> | null = {},
    token = TOKEN,
    wanted = ['api'],
  ) => {
    reasons.length = 0;
    const present = Object.entries({ ...DATA, ...data }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const encoded = Object.fromEntries(present.map(([key, value]) => [key, Buffer.from(value).toString('base64')]));
    const secret = { type: 'bootstrap.kubernetes.io/token', data: encoded, isBeingDeleted: false, ...more };
    const authenticator = new BootstrapTokenAuthenticator({
      audiences: ['api'],
      lookup: { findSecret: () => (more ? secret : undefined) },
      clock: new FakeClock(),
      logger,
    });
    return authenticator.authenticateToken(token, wanted);
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
    const accepted = await ask({ expiration: '2024-01-01T00:00:00Z' });
    expect(accepted).toMatchObject({ validUntil: Date.UTC(2024, 0, 1), audiences: ['api'] });
    expect(await ask({ expiration: '2023-12-31T23:59:59.999+00:00' })).toBeUndefined();
    expect(await ask({})).toMatchObject({ validUntil: undefined });
  });

  it('knows nobody for other audiences', async () => expect(await ask({}, {}, TOKEN, ['other'])).toBeUndefined());

  const OTHER_TYPE = 'the Secret is of another type';
  it.each<[string, Record<string, string | undefined>, Partial<CredentialSecret> | null, string]>([
    ['another secret', { 'token-secret': '0123456789abcdeX' }, {}, 'token-secret differs'],
    ['a shorter secret', { 'token-secret': '0123' }, {}, 'token-secret differs'],
    ['another id', { 'token-id': 'fedcba' }, {}, 'token-id differs from the name of the Secret'],
    ['a token for other uses', { 'usage-bootstrap-authentication': 'True' }, {}, 'the token is not for authentication'],
    ['an unreadable expiration', { expiration: 'tomorrow' }, {}, 'the token has expired'],
    [
      'a group outside of the bootstrappers',
      { 'auth-extra-groups': 'system:masters' },
      {},
      'auth-extra-groups has a group that is not allowed',
    ],
    ['another type of Secret', {}, { type: 'Opaque' }, OTHER_TYPE],
    ['a Secret that is being deleted', {}, { isBeingDeleted: true }, 'the Secret is being deleted'],
    ['a Secret without data', {}, { data: null }, OTHER_TYPE],
    ['a Secret without type', {}, { type: undefined }, OTHER_TYPE],
    ['a token without Secret', {}, null, 'there is no such Secret'],
  ])('does not accept %s, and logs the reason', async (_, data, more, reason) => {
    expect(await ask(data, more)).toBeUndefined();
    expect(reasons).toEqual([[3, { name: 'bootstrap-token-abcdef', reason }]]);
  });

  it.each(['abcdef', 'ABCDEF.0123456789abcdef', 'abcdef.0123456789abcdefg', ' abcdef.0123456789abcdef'])(
    'has nothing to say about "%s"',
    async (token) => {
      expect(await ask({}, {}, token)).toBeUndefined();
    },
  );
});
