import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '../support/authority.js';
import { eventually } from '../support/eventually.js';
import { OidcIssuer } from '../support/oidc-issuer.js';
import { type TestServer, type TestServerOptions, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const GROUP = 'authentication.k8s.io/v1';
const SELF = `/apis/${GROUP}/selfsubjectreviews`;
const RELOADS = 'apiserver_authentication_config_controller_automatic_reloads_total';

let directory: string;
let authority: TestAuthority;
let issuer: OidcIssuer;
let server: TestServer;

const file = (): string => join(directory, 'authentication.yaml');

/** A configuration, as JSON, with what differs from a plain one. */
function configuration(jwt: Json = {}, others: Json = {}): string {
  return JSON.stringify({
    apiVersion: 'apiserver.config.k8s.io/v1beta1',
    kind: 'AuthenticationConfiguration',
    jwt: [
      {
        issuer: { url: issuer.url, audiences: ['cluster'], certificateAuthority: authority.pem, ...jwt.issuer },
        claimMappings: jwt.claimMappings ?? {
          username: { claim: 'sub', prefix: 'oidc:' },
          groups: { expression: 'claims.?roles.orValue([])' },
        },
        claimValidationRules: jwt.claimValidationRules,
        userValidationRules: [{ expression: "!user.username.startsWith('system:')", message: 'reserved' }],
      },
    ],
    ...others,
  });
}

async function whoIs(token: string, on = server): Promise<TestAnswer> {
  return on.connect(token).post(SELF, { apiVersion: GROUP, kind: 'SelfSubjectReview' });
}

/** Waits until tokens are known. */
async function userOf(token: string, on = server): Promise<Json> {
  return eventually(async () => {
    const { status, body } = await whoIs(token, on);
    expect(status).toBe(201);
    return body.status.userInfo as Json;
  });
}

async function reloads(status: string): Promise<number> {
  const { text } = await server.client.get('/metrics');
  const line = text.split('\n').find((each) => each.startsWith(RELOADS) && each.includes(`status="${status}"`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-issuers-'));
  authority = await TestAuthority.create('issuers');
  issuer = await OidcIssuer.start(authority);
  await writeFile(file(), configuration());
  server = await startTestServer({ authentication: { authenticationConfig: file() } });
});

afterAll(async () => {
  await server.close();
  await issuer.close();
  await rm(directory, { recursive: true });
});

describe('an issuer that a file configures [ANON-06, AUTHGAP-06]', () => {
  it('identifies the bearers of its tokens', async () => {
    issuer.claims = { roles: ['devs', ''] };
    const user = await userOf(await issuer.token('cluster'));
    expect(user).toEqual({
      username: 'oidc:robot',
      groups: ['devs', 'system:authenticated'],
      extra: { 'authentication.kubernetes.io/credential-id': [expect.stringMatching(/^JTI=/)] },
    });
  });

  it('issues nothing for this server that is for another, and TokenReview says so', async () => {
    const token = await issuer.token('elsewhere');
    expect((await whoIs(token)).status).toBe(401);
    const review = { apiVersion: GROUP, kind: 'TokenReview', spec: { token } };
    const { body } = await server.client.post(`/apis/${GROUP}/tokenreviews`, review);
    expect(body.status).toMatchObject({ error: expect.stringContaining('none of the expected audiences') });
  });

  it('may sign by another key at any time', async () => {
    await userOf(await issuer.token('cluster'));
    issuer.rotate();
    expect(await userOf(await issuer.token('cluster'))).toMatchObject({ username: 'oidc:robot' });
  });

  it('is asked for its keys only now and then, whatever tokens name', async () => {
    const token = await issuer.token('cluster');
    await userOf(token);
    const [, payload, signature] = token.split('.');
    const asked = issuer.asked.filter((path) => path.includes('jwks')).length;
    const made = Array.from({ length: 20 }, (_, i) =>
      [Buffer.from(`{"alg":"RS256","kid":"k${i}"}`).toString('base64url'), payload, signature].join('.'),
    );
    for (const each of made) expect((await whoIs(each)).status).toBe(401);
    expect(issuer.asked.filter((path) => path.includes('jwks')).length - asked).toBeLessThanOrEqual(1);
  });

  it('is measured', async () => {
    const { text } = await server.client.get('/metrics');
    const name = 'apiserver_authentication_jwt_authenticator_latency_seconds_count';
    expect(text).toMatch(new RegExp(`${name}\\{jwt_issuer_hash="sha256:[0-9a-f]{64}",result="success"\\} [1-9]`));
    expect(text).toMatch(new RegExp(`${name}\\{jwt_issuer_hash="sha256:[0-9a-f]{64}",result="failure"\\} [1-9]`));
  });
});

describe('a configuration that changes', () => {
  it('comes into force, and what was known of tokens is forgotten', async () => {
    issuer.claims = { tenant: 'acme' };
    const token = await issuer.token('cluster');
    expect(await userOf(token)).toMatchObject({ username: 'oidc:robot' });
    const claimMappings = {
      username: { expression: "claims.sub + ':' + claims.tenant" },
      extra: [{ key: 'example.com/tenant', valueExpression: 'claims.tenant' }],
    };
    await writeFile(file(), configuration({ claimMappings }));
    await eventually(async () => {
      expect(await userOf(token)).toMatchObject({
        username: 'robot:acme',
        extra: { 'example.com/tenant': ['acme'] },
      });
    });
    expect(await reloads('success')).toBeGreaterThan(0);
  });

  it.each<[string, () => string]>([
    ['is no YAML', () => '{'],
    ['cannot be read', () => configuration({}, { odd: 1 })],
    ['cannot be compiled', () => configuration({ claimMappings: { username: { expression: 'claims.' } } })],
  ])('leaves the last one in force where it %s', async (_, text) => {
    const token = await issuer.token('cluster');
    const before = await reloads('failure');
    await writeFile(file(), text());
    await eventually(async () => expect(await reloads('failure')).toBe(before + 1));
    expect(await userOf(token)).toMatchObject({ username: 'robot:acme' });
  });

  it('refuses those whom a rule refuses', async () => {
    const claimValidationRules = [{ expression: "claims.tenant == 'other'", message: 'only others' }];
    const token = await issuer.token('cluster');
    await writeFile(file(), configuration({ claimValidationRules }));
    await eventually(async () => expect((await whoIs(token)).status).toBe(401));
  });

  it('says who may be anonymous', async () => {
    await writeFile(file(), configuration({}, { anonymous: { enabled: true, conditions: [{ path: '/livez' }] } }));
    const nobody = server.connect('');
    await eventually(async () => expect((await nobody.get('/version')).status).toBe(401));
    expect((await nobody.get('/livez')).status).toBe(200);
  });
});

/** Runs a server by its own configuration. */
async function withServer(options: TestServerOptions, use: (own: TestServer) => Promise<void>): Promise<void> {
  const own = await startTestServer(options);
  try {
    await use(own);
  } finally {
    await own.close();
  }
}

/** A server whose file says only this of anonymous requests. */
async function anonymousBy(anonymous: Json, use: (own: TestServer) => Promise<void>): Promise<void> {
  const own = join(directory, 'anonymous.yaml');
  await writeFile(own, configuration({}, { jwt: [], anonymous }));
  await withServer({ authentication: { authenticationConfig: own } }, use);
}

describe('anonymous requests by a file', () => {
  it('are accepted for the exact paths of conditions only [ANON-08, ANON-09]', async () => {
    await anonymousBy({ enabled: true, conditions: [{ path: '/livez' }, { path: '/readyz' }] }, async (own) => {
      const nobody = own.connect('');
      const statusOf = async (path: string): Promise<number> => (await nobody.get(path)).status;
      expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 200]);
      for (const path of ['/livez/ping', '/version', '/healthz', '/livez/', '//livez', '/api/v1/pods']) {
        expect([path, await statusOf(path)]).toEqual([path, 401]);
      }
    });
  });

  it('are all accepted without conditions, and rejected when disabled [ANON-07]', async () => {
    await anonymousBy({ enabled: true }, async (own) =>
      expect((await own.connect('').get('/version')).status).toBe(200),
    );
    await anonymousBy({ enabled: false }, async (own) =>
      expect((await own.connect('').get('/livez')).status).toBe(401),
    );
  });

  it('stay closed under AlwaysAllow', async () => {
    const own = join(directory, 'anonymous.yaml');
    await writeFile(own, configuration({}, { jwt: [], anonymous: { enabled: true } }));
    const options = { authentication: { authenticationConfig: own }, authorization: { modes: ['AlwaysAllow'] } };
    await withServer(options, async (open) => expect((await open.connect('').get('/version')).status).toBe(401));
  });

  it('cannot be set by the flag as well [ANON-11]', async () => {
    const own = join(directory, 'anonymous.yaml');
    await writeFile(own, configuration({}, { jwt: [], anonymous: { enabled: true } }));
    const authentication = { authenticationConfig: own, anonymousAuth: true };
    await expect(startTestServer({ authentication })).rejects.toThrow(
      '--anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file',
    );
  });

  it('cannot be set without the gate [ANON-10]', async () => {
    const own = join(directory, 'anonymous.yaml');
    await writeFile(own, configuration({}, { jwt: [], anonymous: { enabled: true } }));
    const api = { featureGates: { AnonymousAuthConfigurableEndpoints: false } };
    await expect(startTestServer({ api, authentication: { authenticationConfig: own } })).rejects.toThrow(
      'anonymous is not supported when AnonymousAuthConfigurableEndpoints feature gate is disabled',
    );
  });
});

describe('an issuer that flags describe [AUTHGAP-06]', () => {
  it('maps users from claims, prefixed with its URL', async () => {
    const oidcCaFile = join(directory, 'issuer-ca.pem');
    await writeFile(oidcCaFile, authority.pem);
    issuer.claims = { groups: 'devs', team: 'a=b' };
    const authentication = {
      oidcIssuerUrl: issuer.url,
      oidcClientId: 'cluster',
      oidcCaFile,
      oidcGroupsClaim: 'groups',
      oidcGroupsPrefix: 'g:',
      oidcRequiredClaims: { team: 'a=b' },
    };
    await withServer({ authentication }, async (own) => {
      expect(await userOf(await issuer.token('cluster'), own)).toMatchObject({
        username: `${issuer.url}#robot`,
        groups: ['g:devs', 'system:authenticated'],
      });
      issuer.claims = { groups: 'devs', team: 'other' };
      expect((await whoIs(await issuer.token('cluster'), own)).status).toBe(401);
    });
  });
});

describe('an issuer that cannot be asked', () => {
  it('keeps nobody from starting, and is refused when it is not who it should be', async () => {
    const own = join(directory, 'liar.yaml');
    await writeFile(
      own,
      configuration({
        issuer: { url: 'https://somebody', discoveryURL: `${issuer.url}/.well-known/openid-configuration` },
      }),
    );
    await withServer({ authentication: { authenticationConfig: own } }, async (started) => {
      issuer.claims = { iss: 'https://somebody' };
      expect((await whoIs(await issuer.token('cluster'), started)).status).toBe(401);
    });
  });
});
