import { type DynamicModule, Inject, Module, type ModuleMetadata, type OnApplicationBootstrap } from '@nestjs/common';
import { provideFrom } from '../injection/index.js';
import { Clock } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { Contributions, PluginError } from '../plugin-host/index.js';
import { Encryption, Storage } from '../storage/index.js';
import { HealthChecks } from './health-checks.js';
import { HealthIndicators } from './health-indicators.js';
import { ServerHealth } from './server-health.js';

const SERVER_PARTS = { storage: Storage, clock: Clock, options: ApiServerOptions };
const CHECK_PARTS = { server: ServerHealth, contributions: Contributions, indicators: HealthIndicators };

/** Provides `HealthChecks`, all there are, `HealthIndicators` and `ServerHealth`; its imports provide storage and contributions. */
@Module({})
export class HealthModule implements OnApplicationBootstrap {
  constructor(
    @Inject(ServerHealth) private readonly server: ServerHealth,
    @Inject(Contributions) private readonly contributions: Contributions,
    @Inject(Encryption) private readonly encryption: Encryption,
  ) {}

  /** Returns the module. */
  static forRoot({ imports }: Pick<ModuleMetadata, 'imports'>): DynamicModule {
    return {
      module: HealthModule,
      imports,
      providers: [
        provideFrom(ServerHealth, SERVER_PARTS, ({ options: { serving }, ...parts }) => {
          const { livezGracePeriod: livezGraceMs, shutdownDelay: shutdownDelayMs } = serving;
          return new ServerHealth({ ...parts, livezGraceMs, shutdownDelayMs });
        }),
        { provide: HealthIndicators, useValue: new HealthIndicators() },
        provideFrom(HealthChecks, CHECK_PARTS, ({ server, contributions, indicators }) => {
          return new HealthChecks(() => [...server.checks, ...contributions.all('healthChecks')], indicators);
        }),
      ],
      exports: [HealthChecks, HealthIndicators, ServerHealth],
    };
  }

  onApplicationBootstrap(): void {
    const { encryption } = this;
    if (encryption.hasServices) this.server.addCheck({ name: 'kms-providers', check: () => encryption.check() });
    const own = new Set(this.server.checks.map(({ name }) => name));
    const taken = this.contributions.all('healthChecks').filter(({ name }) => own.has(name));
    if (taken.length === 0) return;
    const mistakes = taken.map(
      ({ name }) => `the health check "${name}" is one of the server; rename that of the plugin`,
    );
    throw new PluginError(mistakes);
  }
}
