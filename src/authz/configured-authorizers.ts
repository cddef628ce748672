import { type Clock, type Logger, type MetricsRegistry, ReloadedFile, serverIdentity } from '../observability/index.js';
import { configurationReader, type AuthorizationOptions, OptionsError } from '../options/index.js';
import type { UserInfo } from '../request/index.js';
import {
  type AuthorizationAttributes,
  Authorizer,
  type Decision,
  type RuleResolver,
  type UserRules,
} from './authorizer.js';
import type { AuthorizerFactory } from './authorizer-factory.js';
import type { AuthorizerConfiguration } from './configuration/authorization-configuration.js';
import type { DecisionStep, TracingAuthorizer } from './decision-steps.js';
import { parseAuthorizationConfiguration } from './configuration/parse-configuration.js';
import type { InstrumentedAuthorizer } from './instrumented.authorizer.js';
import { UnionAuthorizer, UnionRuleResolver } from './union.authorizer.js';

/** The dependencies of configured authorizers. */
export interface ConfiguredParts {
  readonly factory: AuthorizerFactory;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
}

const OPTION = '--authorization-config';
const WEBHOOK_TIMEOUT = 30_000;

/** Returns the configuration that the flags for modes and webhooks stand for. */
export function configurationOfModes(
  modes: readonly string[],
  options: AuthorizationOptions,
): AuthorizerConfiguration[] {
  return modes.map((mode) => {
    const type = mode as AuthorizerConfiguration['type'];
    return { type, name: mode.toLowerCase(), ...(type === 'Webhook' && { webhook: webhookOf(options) }) };
  });
}

function webhookOf(options: AuthorizationOptions): AuthorizerConfiguration['webhook'] {
  return {
    authorizedTtl: options.webhookCacheAuthorizedTtl,
    unauthorizedTtl: options.webhookCacheUnauthorizedTtl,
    timeout: WEBHOOK_TIMEOUT,
    reviewVersion: options.webhookVersion,
    failurePolicy: 'NoOpinion',
    kubeConfigFile: options.webhookConfigFile,
    matchConditions: [],
  };
}

/** The authorizers of `--authorization-config`, in its order; the file is read again when it changes. */
export class ConfiguredAuthorizers extends Authorizer implements RuleResolver, TracingAuthorizer {
  private members: readonly InstrumentedAuthorizer[] = [];
  private union = new UnionAuthorizer([]);
  private rules = new UnionRuleResolver([]);
  private types = '';
  private isClosed = false;
  private reloading: Promise<void> = Promise.resolve();
  private readonly file: ReloadedFile<string>;
  private parse: (text: string) => unknown = JSON.parse;

  private constructor(
    private readonly path: string,
    private readonly parts: ConfiguredParts,
  ) {
    super();
    const { clock, logger } = parts;
    this.file = new ReloadedFile({
      path,
      clock,
      logger,
      parse: (text) => text,
      onReload: (text) => void this.reload(text),
      onFailure: () => this.observe('failure'),
    });
  }

  /** Reads the file and keeps up with it. Throws OptionsError when it cannot be used. */
  static async open(path: string, parts: ConfiguredParts): Promise<ConfiguredAuthorizers> {
    const authorizers = new ConfiguredAuthorizers(path, parts);
    authorizers.parse = await configurationReader();
    try {
      const configurations = authorizers.read(await authorizers.file.load());
      authorizers.types = typesOf(configurations);
      authorizers.use(await parts.factory.make(configurations));
    } catch (error) {
      throw faultOf(`${OPTION}: ${path}`, error);
    }
    authorizers.file.start();
    return authorizers;
  }

  authorize(attributes: AuthorizationAttributes): Decision | Promise<Decision> {
    return this.union.authorize(attributes);
  }

  trace(attributes: AuthorizationAttributes): Promise<readonly DecisionStep[]> {
    return this.union.trace(attributes);
  }

  rulesFor(user: UserInfo, namespace: string): Promise<UserRules> {
    return this.rules.rulesFor(user, namespace);
  }

  /** Those that are asked now, in their order. */
  get current(): readonly InstrumentedAuthorizer[] {
    return this.members;
  }

  /** Stops following the file, and closes what was made. */
  close(): void {
    this.isClosed = true;
    this.file.stop();
    this.parts.factory.close();
  }

  private read(text: string): AuthorizerConfiguration[] {
    return parseAuthorizationConfiguration(this.parse(text));
  }

  /** Puts a changed file in force once the one before it is: the factory closes webhooks that a list does not name. */
  private reload(text: string): Promise<void> {
    this.reloading = this.reloading.then(() => this.putInForce(text));
    return this.reloading;
  }

  private async putInForce(text: string): Promise<void> {
    const { logger, factory } = this.parts;
    try {
      const configurations = this.read(text);
      if (typesOf(configurations) !== this.types) {
        throw new Error(
          `authorizers other than webhooks cannot be added or removed while the server runs: ${this.types}`,
        );
      }
      const made = await factory.make(configurations);
      if (this.isClosed) return;
      this.use(made);
      this.observe('success');
      logger.info('a changed authorization configuration is in effect', { path: this.path });
    } catch (error) {
      this.observe('failure');
      logger.error('a changed authorization configuration is invalid, the previous one stays in effect', {
        path: this.path,
        reason: (error as Error).message,
      });
    }
  }

  private use(members: readonly InstrumentedAuthorizer[]): void {
    this.members = members;
    this.union = new UnionAuthorizer(members);
    this.rules = new UnionRuleResolver(members);
  }

  private observe(status: 'success' | 'failure'): void {
    const { metrics, clock } = this.parts;
    const prefix = 'apiserver_authorization_config_controller_automatic_reload';
    const labels = ['apiserver_id_hash', 'status'];
    const total = {
      name: `${prefix}s_total`,
      help: 'Times a changed authorization configuration was put in force, or could not be.',
      labels,
    };
    const last = {
      name: `${prefix}_last_timestamp_seconds`,
      help: 'When that was last, in seconds since 1970.',
      labels,
    };
    metrics.counter(total).labels(serverIdentity(), status).increment();
    metrics
      .gauge(last)
      .labels(serverIdentity(), status)
      .set(clock.now() / 1000);
  }
}

/** The part that cannot change at run time: all but webhooks. */
function typesOf(configurations: readonly AuthorizerConfiguration[]): string {
  const types = configurations.map(({ type }) => type).filter((type) => type !== 'Webhook');
  return types.sort().join(', ');
}

/** Returns the error for a file that an option names. */
export function faultOf(option: string, error: unknown): OptionsError {
  const message = error instanceof Error ? error.message : String(error);
  return new OptionsError([{ option, message, remedy: 'Fix the file, or the files it names.' }]);
}
