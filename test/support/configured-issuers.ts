import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { AnonymousAuthenticator } from '../../src/authn/anonymous.authenticator.js';
import { ConfiguredAuthentication } from '../../src/authn/configuration/configured-authentication.js';
import { createLogger, MetricsRegistry, requestReload } from '../../src/observability/index.js';
import type { ApiServerOptions } from '../../src/options/index.js';
import { FakeClock } from '../../src/testing/fake-clock.js';
import { TestAuthority } from './authority.js';
import { FakeWebhook } from './fake-webhook.js';
import { eventually } from './storage-recorder.js';

/** Flags beside the file. */
export interface AuthenticationFlags {
  readonly authorizationModes?: readonly string[];
  readonly anonymousAuth?: boolean;
  readonly isAnonymousAuthGiven?: boolean;
}

const authority = await TestAuthority.create('issuers');
const serving = await authority.issue({ name: 'CN=issuer', usage: 'server', hosts: ['127.0.0.1'] });
const pair = await generateKeyPair('ES256', { extractable: true });
const KEY = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' };
const NO_OIDC = { oidcIssuerUrl: '', oidcSigningAlgorithms: ['RS256'] };

/** An authentication configuration in its own file, with a server that plays the issuers it names. */
export class ConfiguredIssuers {
  readonly clock = new FakeClock();
  readonly anonymous = new AnonymousAuthenticator(['api']);
  /** Issuers that answer nothing. */
  readonly silent = new Set<string>();
  /** How often another configuration came into force. */
  changes = 0;
  /** Called while a configuration is checked. */
  whileChecked = (): void => {};
  private readonly metrics = new MetricsRegistry();
  private readonly lines: string[] = [];
  private configured: ConfiguredAuthentication | undefined;

  private constructor(
    private readonly directory: string,
    readonly server: FakeWebhook,
  ) {
    server.answer = ({ url }, response) => {
      const name = url.split('/')[1];
      if (this.silent.has(name)) return void response.writeHead(500).end();
      const about = { issuer: `${server.url}/${name}`, jwks_uri: `${server.url}/keys` };
      response.writeHead(200).end(JSON.stringify(url === '/keys' ? { keys: [KEY] } : about));
    };
  }

  static async start(): Promise<ConfiguredIssuers> {
    return new ConfiguredIssuers(await mkdtemp(join(tmpdir(), 'binnacle-authn-')), await FakeWebhook.start(serving));
  }

  async end(): Promise<void> {
    this.configured?.close();
    await this.server.close();
    await rm(this.directory, { recursive: true });
  }

  /** Where the configuration is. */
  get path(): string {
    return join(this.directory, 'file');
  }

  /** The messages of the log. */
  get logged(): string[] {
    return this.lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  }

  /** Reports whether a reason is in the log. */
  hasLogged(reason: string): boolean {
    return this.lines.some((line) => line.includes(reason));
  }

  /** A configuration with issuers, and further members of the file and of each issuer. */
  fileOf(issuers: readonly string[], further: object = {}, ofIssuers: object = {}): string {
    return JSON.stringify({
      ...{ apiVersion: 'apiserver.config.k8s.io/v1beta1', kind: 'AuthenticationConfiguration' },
      jwt: issuers.map((name) => ({
        issuer: { url: `${this.server.url}/${name}`, audiences: ['aud'], certificateAuthority: authority.pem },
        claimMappings: { username: { claim: 'sub', prefix: `${name}:` } },
        ...ofIssuers,
      })),
      ...further,
    });
  }

  /** Puts a file with this text in force; without one, the flags alone. */
  async open(text: string | undefined, flags: AuthenticationFlags = {}): Promise<ConfiguredAuthentication> {
    const { authorizationModes = ['RBAC'], anonymousAuth = true, isAnonymousAuthGiven = false } = flags;
    if (text !== undefined) await writeFile(this.path, text);
    const features = { enabled: (): boolean => (this.whileChecked(), true) };
    const options = {
      authentication: { authenticationConfig: text === undefined ? '' : this.path, anonymousAuth, ...NO_OIDC },
      ...{ apiAudiences: ['api'], serviceAccountIssuers: ['https://accounts'] },
      ...{ authorizationModes, isAnonymousAuthGiven, api: { emulatedRelease: '1.32' }, features },
    } as unknown as ApiServerOptions;
    const { clock, metrics, anonymous } = this;
    const logger = createLogger({ destination: { write: (line) => void this.lines.push(line) } });
    const onChange = (): void => void this.changes++;
    this.configured = await ConfiguredAuthentication.open({ options, clock, logger, metrics, anonymous, onChange });
    return this.configured;
  }

  /** The name of the user of a token, once the keys of its issuer are there; undefined where no one knows it. */
  async userOf(name: string): Promise<string | undefined> {
    const exp = this.clock.now() / 1000 + 600;
    const claims = { iss: `${this.server.url}/${name}`, aud: 'aud', sub: 'jane', exp };
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(pair.privateKey);
    return (await this.configured!.issuers.authenticateToken(token, ['api']))?.user.name;
  }

  /** Resolves when the keys of an issuer are there. */
  keysOf(name: string): Promise<void> {
    const isKnown = async (): Promise<boolean> => (await this.userOf(name).catch(() => undefined)) === `${name}:jane`;
    return eventually(isKnown, 'the keys are there');
  }

  /** Reports whether requests for a path may be anonymous. */
  isAnonymous(path: string): boolean {
    return this.anonymous.authenticate({ headers: {}, path }) !== undefined;
  }

  /** How many changes of the file had an outcome, and when the last, in seconds since 1970. */
  async reloads(status: 'success' | 'failure'): Promise<number[]> {
    const text = await this.metrics.expose();
    const name = 'apiserver_authentication_config_controller_automatic_reload';
    return ['s_total', '_last_timestamp_seconds'].map((suffix) => {
      const labels = `apiserver_id_hash="sha256:[0-9a-f]{64}",status="${status}"`;
      const line = new RegExp(`^${name}${suffix}\\{${labels}\\} (.*)$`, 'm');
      return Number(line.exec(text)?.[1] ?? 0);
    });
  }

  /** Changes the file, and has it read. */
  async write(text: string): Promise<void> {
    await writeFile(this.path, text);
    await requestReload();
  }

  /** Changes the file, and waits until the outcome is counted. */
  async change(text: string): Promise<void> {
    const count = async (): Promise<number> => (await this.reloads('success'))[0] + (await this.reloads('failure'))[0];
    const before = await count();
    await this.write(text);
    await eventually(async () => (await count()) > before, 'the change is counted');
  }

  /** Names an issuer in the file that answers nothing, and waits until it has been asked. */
  async changeToSilent(name: string): Promise<void> {
    this.silent.add(name);
    await this.write(this.fileOf([name]));
    await eventually(() => this.logged.includes('discovery of a token issuer failed'), 'the issuer is asked');
  }
}
