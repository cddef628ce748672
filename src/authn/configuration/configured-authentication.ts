import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { FieldPath, type FieldError, forbidden, formatFieldError } from '../../apimachinery/index.js';
import {
  type Clock,
  type CounterFamily,
  type GaugeFamily,
  type Logger,
  type MetricsRegistry,
  ReloadedFile,
} from '../../observability/index.js';
import { type ApiServerOptions, configurationReader, minorOf, OptionsError } from '../../options/index.js';
import type { AnonymousAuthenticator } from '../anonymous.authenticator.js';
import { IssuersAuthenticator } from '../jwt/issuers.authenticator.js';
import { ALL_ALGORITHMS } from '../jwt/jwt.authenticator.js';
import type { AuthenticationConfiguration } from './authentication-configuration.js';
import { type CheckedIssuer, checkConfiguration } from './check-configuration.js';
import { readOidcFlags } from './oidc-flags.js';
import { parseConfiguration } from './parse-configuration.js';

/** The dependencies of the configuration, and its listeners. */
export interface ConfiguredParts {
  readonly options: ApiServerOptions;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
  readonly anonymous: AnonymousAuthenticator;
  /** Called when another configuration is in force: what was known of tokens may not be true any more. */
  readonly onChange: () => void;
}

/** Everything that follows from one state of the configuration. */
interface Checked {
  readonly configuration: AuthenticationConfiguration;
  readonly issuers: readonly CheckedIssuer[];
}

const OPTION = '--authentication-config';
/** Time limit for the discovery of new issuers, in milliseconds, before the old list stays. */
const PATIENCE = 60_000;

/**
 * Authentication by configuration: `--authentication-config`, which may change while the server runs, or the flags
 * `--oidc-*`. A changed file comes into force when its issuers have answered; one that cannot be used never does.
 */
export class ConfiguredAuthentication {
  /** Knows the tokens of the issuers that are configured. */
  readonly issuers: IssuersAuthenticator;
  private file: ReloadedFile<AuthenticationConfiguration> | undefined;
  private latest = 0;
  private hasBegun = false;
  private readonly reloads: CounterFamily;
  private readonly reloadedAt: GaugeFamily;
  private readonly ended = new AbortController();

  private constructor(private readonly parts: ConfiguredParts) {
    const { options, metrics } = parts;
    const isByFile = options.authentication.authenticationConfig !== '';
    const algorithms = isByFile ? ALL_ALGORITHMS : options.authentication.oidcSigningAlgorithms;
    this.issuers = new IssuersAuthenticator({ ...parts, audiences: options.apiAudiences, algorithms });
    const labels = ['apiserver_id_hash', 'status'];
    this.reloads = metrics.counter({
      name: 'apiserver_authentication_config_controller_automatic_reloads_total',
      help: 'Times that the authentication configuration was read again, by server and outcome.',
      labels,
    });
    this.reloadedAt = metrics.gauge({
      name: 'apiserver_authentication_config_controller_automatic_reload_last_timestamp_seconds',
      help: 'When the authentication configuration was last read again, by server and outcome.',
      labels,
    });
  }

  /** Reads what is configured and puts it in force. Throws OptionsError with everything that is wrong. */
  static async open(parts: ConfiguredParts): Promise<ConfiguredAuthentication> {
    const configured = new ConfiguredAuthentication(parts);
    await configured.begin();
    return configured;
  }

  /** Follows nothing any more. */
  close(): void {
    this.latest++;
    this.ended.abort();
    this.file?.stop();
    this.issuers.close();
  }

  private async begin(): Promise<void> {
    const { authenticationConfig: path } = this.parts.options.authentication;
    if (path !== '') return this.beginWithFile(path);
    const jwt = await readOidcFlags(this.parts.options.authentication);
    this.apply(await this.check({ jwt: jwt ? [jwt] : [] }).catch((error: unknown) => refuse('--oidc-*', error)));
  }

  private async beginWithFile(path: string): Promise<void> {
    const { clock, logger } = this.parts;
    const read = await configurationReader();
    const parse = (text: string): AuthenticationConfiguration => this.parse(read, text);
    const onReload = (configuration: AuthenticationConfiguration): void => void this.reload(configuration);
    this.file = new ReloadedFile({ path, parse, onReload, clock, logger });
    const checked = await this.file
      .load()
      .then((configuration) => this.check(configuration))
      .catch((error: unknown) => refuse(`${OPTION}: ${path}`, error));
    this.apply(checked);
    this.hasBegun = true;
    this.file.start();
  }

  private parse(read: (text: string) => unknown, text: string): AuthenticationConfiguration {
    try {
      const { configuration, errors } = parseConfiguration(read(text));
      throwAll(errors);
      return configuration;
    } catch (error) {
      if (this.hasBegun) this.note('failure');
      throw error;
    }
  }

  private async check(configuration: AuthenticationConfiguration): Promise<Checked> {
    const { options } = this.parts;
    const { issuers, errors } = await checkConfiguration(configuration, {
      disallowedIssuers: options.serviceAccountIssuers,
      compatibility: minorOf(options.api.emulatedRelease) - 1,
      allowsAnonymous: options.features.enabled('AnonymousAuthConfigurableEndpoints'),
    });
    const isGivenTwice = configuration.anonymous !== undefined && options.isAnonymousAuthGiven;
    throwAll(isGivenTwice ? [...errors, forbidden(FieldPath.of('anonymous'), GIVEN_TWICE)] : errors);
    return { configuration, issuers };
  }

  private apply({ configuration, issuers }: Checked): void {
    this.issuers.use(this.issuers.prepare(issuers));
    this.useAnonymous(configuration);
  }

  private useAnonymous({ anonymous }: AuthenticationConfiguration): void {
    const enabled = this.parts.options.authentication.anonymousAuth;
    // A file must not enable anonymous access that was disabled because of the authorizer.
    if (!this.parts.options.authorizationModes.includes('AlwaysAllow')) {
      this.parts.anonymous.use(anonymous ?? { enabled, paths: [] });
    }
  }

  /** Puts a changed file in force; the newest wins, whichever is ready first. */
  private async reload(configuration: AuthenticationConfiguration): Promise<void> {
    const turn = ++this.latest;
    try {
      const { issuers } = await this.check(configuration);
      const prepared = this.issuers.prepare(issuers);
      const isReady = await this.waitFor(prepared.ready);
      if (turn !== this.latest) return this.issuers.discard(prepared);
      if (!isReady) {
        this.issuers.discard(prepared);
        throw new Error('an issuer cannot be asked for its keys');
      }
      this.issuers.use(prepared);
      this.useAnonymous(configuration);
      this.parts.onChange();
      this.note('success');
    } catch (error) {
      if (turn !== this.latest) return;
      this.note('failure');
      this.parts.logger.error('a changed authentication configuration is invalid, the previous one stays in effect', {
        reason: (error as Error).message,
      });
    }
  }

  /** Reports whether something happens before patience, or the server, ends. */
  private async waitFor(event: Promise<unknown>): Promise<boolean> {
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, this.ended.signal]);
    const late = this.parts.clock.sleep(PATIENCE, signal).then(() => false);
    const isReady = await Promise.race([event.then(() => true), late]);
    done.abort();
    return isReady;
  }

  private note(status: 'success' | 'failure'): void {
    this.reloads.labels(SERVER, status).increment();
    this.reloadedAt.labels(SERVER, status).set(this.parts.clock.now() / 1000);
  }
}

const GIVEN_TWICE =
  '--anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file';

/** Distinguishes servers without revealing their names. */
const SERVER = `sha256:${createHash('sha256').update(hostname()).digest('hex')}`;

/** Faults of a configuration, one line each. */
class ConfigurationFaults extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join('; '));
  }
}

function throwAll(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new ConfigurationFaults(errors.map((error) => formatFieldError(error)));
}

function refuse(option: string, error: unknown): never {
  const faults = error instanceof ConfigurationFaults ? error.faults : [(error as Error).message.split('\n')[0]];
  const remedy = 'Fix the configuration there.';
  throw new OptionsError(faults.map((message) => ({ option, message, remedy })));
}
