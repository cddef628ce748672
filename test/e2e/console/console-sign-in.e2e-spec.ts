import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResourceKind } from '../../../src/client/index.js';
import { TestAuthority } from '../../support/authority.js';
import { describeWithChromium } from '../../support/chromium.js';
import { eventually } from '../../support/eventually.js';
import { OidcDouble } from '../../support/oidc-double.js';
import { type ConsolePage, openConsole } from './console-page.js';
import { type ConsoleServer, startConsoleServer } from './console-server.js';

const CLIENT = 'console';
const BINDINGS: ResourceKind = {
  ...{ group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRoleBinding', scope: 'Cluster' },
  resource: 'clusterrolebindings',
};
const EVERYTHING = {
  metadata: { name: 'users' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: ['bob', 'carol'].map((name) => ({ kind: 'User', name, apiGroup: 'rbac.authorization.k8s.io' })),
};
const KEPT = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';

describeWithChromium('signing in to the console', () => {
  let directory: string;
  let issuer: OidcDouble;
  let first: ConsoleServer;
  let second: ConsoleServer;
  let open: ConsolePage;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'binnacle-console-sign-in-'));
    const authority = await TestAuthority.create('issuers');
    issuer = await OidcDouble.start(authority, CLIENT);
    const ca = join(directory, 'ca.crt');
    writeFileSync(ca, authority.pem);
    second = await startConsoleServer(['--cors-allowed-origins=^https://127\\.0\\.0\\.1:']);
    const oidc = [`--oidc-issuer-url=${issuer.url}`, `--oidc-client-id=${CLIENT}`, `--oidc-ca-file=${ca}`];
    first = await startConsoleServer([
      ...[...oidc, '--oidc-username-prefix=-', `--console-oidc-client-id=${CLIENT}`],
      `--console-servers=${second.server.url}`,
    ]);
    for (const { client } of [first, second]) await client.of(BINDINGS).create(EVERYTHING as never);
  });

  beforeEach(async () => {
    issuer.lifetime = 600;
    issuer.nonce = undefined;
    issuer.forms.length = 0;
    open = await openConsole(first.server.url);
  });

  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
  });

  afterAll(async () => {
    await first.close();
    await second.close();
    await issuer.close();
    rmSync(directory, { recursive: true });
  });

  const user = () => open.page.waitForSelector('.user').then((found) => found!.evaluate((each) => each.textContent));

  it('goes to the issuer with PKCE, returns to the same place, and keeps nothing', async () => {
    await open.go('#/r/core/configmaps/default');
    await open.click('Sign in at 127.0.0.1');
    expect(await user()).toBe('carol');
    await open.page.waitForFunction(`location.hash === '#/r/core/configmaps/default'`);
    expect(await open.page.evaluate('location.search')).toBe('');
    expect(await open.page.evaluate(KEPT)).toBe('[{},{},""]');
    expect(Object.fromEntries(issuer.asked.at(-1)!)).toMatchObject({
      ...{ response_type: 'code', response_mode: 'fragment', client_id: CLIENT, code_challenge_method: 'S256' },
      ...{ redirect_uri: `${first.server.url}/console`, scope: 'openid profile email' },
    });
  });

  it('renews the token before it expires', async () => {
    issuer.lifetime = 4;
    await open.click('Sign in at 127.0.0.1');
    expect(await user()).toBe('carol');
    await eventually(() => expect(issuer.forms.at(-1)!.get('grant_type')).toBe('refresh_token'));
    issuer.lifetime = 600;
    await eventually(() => expect(issuer.forms.length).toBeGreaterThan(2));
    await open.go('#/r/core/configmaps/default');
    await open.shows('live');
  });

  it('refuses an answer that belongs to no sign-in of the page', async () => {
    await open.page.goto(`${first.server.url}/console?code=stolen&state=guessed`);
    await open.shows('The answer belongs to no sign-in that this page began.');
    expect(await open.page.evaluate('location.href')).toBe(`${first.server.url}/console`);
    expect(issuer.forms).toEqual([]);
  });

  it('refuses a token that was made for another sign-in', async () => {
    issuer.nonce = 'another';
    await open.click('Sign in at 127.0.0.1');
    await open.shows('The token was not made for this sign-in.');
  });

  it('signs in with a context of a kubeconfig, and changes to that of another server', async () => {
    const context = (name: string, cluster: string, name_: string) => ({ name, context: { cluster, user: name_ } });
    const config = {
      contexts: [
        context('here', 'first', 'admin'),
        context('there', 'second', 'bob'),
        context('elsewhere', 'third', 'bob'),
        context('by-key', 'first', 'key'),
      ],
      clusters: [
        { name: 'first', cluster: { server: first.server.url } },
        { name: 'second', cluster: { server: second.server.url } },
        { name: 'third', cluster: { server: 'https://192.0.2.1:6443' } },
      ],
      users: [
        { name: 'admin', user: { token: 'admin-token' } },
        { name: 'bob', user: { token: 'bob-token' } },
        { name: 'key', user: { 'client-certificate-data': 'QUJD' } },
      ],
    };
    const file = join(directory, 'config');
    writeFileSync(file, JSON.stringify(config));
    const input = await open.page.waitForSelector('input[name=kubeconfig]');
    await (input as never as { uploadFile(path: string): Promise<void> }).uploadFile(file);
    await open.shows('its server needs --console-servers=https://192.0.2.1:6443');
    await open.shows('its client key cannot be used by a page');
    await open.click('there');
    expect(await user()).toBe('bob');
    await second.client
      .of({ group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced' })
      .namespace('default')
      .create({ metadata: { name: 'only-there' } });
    await open.go('#/r/core/configmaps/default');
    await open.shows('only-there');
    await open.page.select('.context select', 'here');
    await open.page.waitForFunction(`document.querySelector('.user')?.textContent === 'admin'`);
    await open.go('#/r/core/configmaps/default');
    await open.shows('kube-root-ca.crt');
    expect(await open.page.evaluate('document.body.innerText')).not.toContain('only-there');
    expect(await open.page.evaluate(KEPT)).toBe('[{},{},""]');
  });
});
