import type { FactoryProvider } from '@nestjs/common';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attributesFor } from '../../test/contract/authorizer.contract.js';
import { AccessObjects } from '../access/index.js';
import { Clock, createLogger, Logger, MetricsRegistry } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { type ClusterConnections, fixedConnection, PLAIN_TLS } from '../outbound/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import { AccessInspection } from './access-inspection.js';
import { AuthorizerFactory } from './authorizer-factory.js';
import { Authorizer, RuleResolver } from './authorizer.js';
import { AuthzModule, MODE_AUTHORIZERS } from './authz.module.js';
import type { ClosableAuthorizer } from './instrumented.authorizer.js';
import { UnionAuthorizer } from './union.authorizer.js';

const ROOT = attributesFor({ user: { name: 'root', groups: ['system:masters'] } });
const HEALTH = attributesFor({ isResourceRequest: false, path: '/healthz' });

describe('AuthzModule', () => {
  let directory: string;
  let clock: FakeClock;
  let module: AuthzModule | undefined;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-authz-'));
    [clock, module] = [new FakeClock(), undefined];
  });
  afterEach(async () => {
    module?.onApplicationShutdown();
    await rm(directory, { recursive: true });
  });

  /** Resolves the providers of the module by their tokens. */
  async function open(further: object, cluster?: ClusterConnections): Promise<(token: unknown) => Promise<unknown>> {
    const options = {
      ...{ authorizationModes: ['Node', 'AlwaysAllow'], features: { enabled: () => false } },
      releaseState: { release: '1.32', isEnabled: () => false },
      authorization: { configFile: '', policyFile: '', webhookConfigFile: '' },
      cluster: { alwaysAllowedPaths: ['/healthz'], authorizedTtl: 0, unauthorizedTtl: 0 },
      ...further,
    };
    const resolved = new Map<unknown, unknown>([
      ...([
        [ApiServerOptions, options],
        [Clock, clock],
        [MetricsRegistry, new MetricsRegistry()],
      ] as const),
      ...([
        [Logger, createLogger({ isEnabled: false })],
        [AccessObjects, { follow: () => () => {} }],
      ] as const),
    ]);
    const { providers = [] } = AuthzModule.forRoot({ imports: [], cluster });
    const resolve = async (token: unknown): Promise<unknown> => {
      if (resolved.has(token)) return resolved.get(token);
      const found = providers.find(
        (each) => 'provide' in (each as FactoryProvider) && (each as FactoryProvider).provide === token,
      );
      if (found && 'useExisting' in (found as object))
        return resolve((found as unknown as { useExisting: unknown }).useExisting);
      const { useFactory, inject = [] } = found as FactoryProvider;
      const args: unknown[] = [];
      for (const each of inject) args.push(await resolve(each));
      const made: unknown = await useFactory(...args);
      resolved.set(token, made);
      return made;
    };
    module = new AuthzModule((await resolve(MODE_AUTHORIZERS)) as ClosableAuthorizer[]);
    return resolve;
  }

  const verdictsOf = async (authorizer: Authorizer): Promise<string[]> => {
    const asked = [attributesFor(), ROOT, HEALTH].map(async (each) => (await authorizer.authorize(each)).verdict);
    return Promise.all(asked);
  };

  it('asks the modes of the flags, behind the privileged groups', async () => {
    const resolve = await open({ authorizationModes: ['Node', 'AlwaysDeny'] });
    const authorizer = (await resolve(Authorizer)) as UnionAuthorizer;
    expect(authorizer).toBeInstanceOf(UnionAuthorizer);
    expect(await verdictsOf(authorizer)).toEqual(['NoOpinion', 'Allow', 'NoOpinion']);
    const inspection = (await resolve(AccessInspection)) as AccessInspection;
    expect(inspection.statistics().map(({ type }) => type)).toEqual(['Node', 'AlwaysDeny']);
    expect((await inspection.decide(attributesFor())).map(({ type }) => type)).toEqual([
      ...['PrivilegedGroups', 'Node', 'AlwaysDeny'],
    ]);
  });

  it('asks the authorizers of a file in place of the modes, and lists their rules', async () => {
    const configFile = join(directory, 'authorization.yaml');
    // YAML, as files are written by hand.
    await writeFile(
      configFile,
      'apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\nauthorizers:\n- {type: AlwaysAllow, name: all}\n',
    );
    const resolve = await open({ authorizationModes: ['AlwaysDeny'], authorization: { configFile, policyFile: '' } });
    expect(await verdictsOf((await resolve(Authorizer)) as Authorizer)).toEqual(['Allow', 'Allow', 'Allow']);
    const rules = await ((await resolve(RuleResolver)) as RuleResolver).rulesFor({ name: 'eve', groups: [] }, 'n');
    expect(rules).toMatchObject({ resourceRules: [{ verbs: ['*'] }], incomplete: false });
    expect(clock.pendingTimers).toBe(1);
    module!.onApplicationShutdown();
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives the factory the features and the policy file of the options', async () => {
    const policyFile = join(directory, 'policy');
    await writeFile(policyFile, '{"user":"alice"}\n');
    const releaseState = { release: '1.32', isEnabled: (gate: string) => gate === 'On' };
    const resolve = await open({
      releaseState,
      authorizationModes: ['ABAC'],
      authorization: { configFile: '', policyFile },
    });
    const alice = attributesFor({ user: { name: 'alice', groups: [] } });
    expect((await ((await resolve(Authorizer)) as Authorizer).authorize(alice)).verdict).toBe('Allow');
    const { parts } = (await resolve(AuthorizerFactory)) as unknown as { parts: { isEnabled(gate: string): boolean } };
    expect([parts.isEnabled('On'), parts.isEnabled('Off')]).toEqual([true, false]);
  });

  it('names the flag where a mode cannot be made', async () => {
    await expect(open({ authorizationModes: ['ABAC'] })).rejects.toMatchObject({
      problems: [{ option: '--authorization-mode', message: 'authorizer type ABAC needs --authorization-policy-file' }],
    });
  });

  it('leaves decisions to the cluster, but for paths that are always allowed', async () => {
    const connection = fixedConnection({ server: 'https://127.0.0.1:1', tls: PLAIN_TLS, proxyUrl: '' });
    const cluster = { authentication: connection, core: connection, authorization: connection };
    const resolve = await open({ authorizationModes: ['AlwaysAllow'] }, cluster);
    const authorizer = (await resolve(Authorizer)) as Authorizer;
    const verdicts = [HEALTH, ROOT].map(async (each) => (await authorizer.authorize(each)).verdict);
    expect(await Promise.all(verdicts)).toEqual(['Allow', 'Allow']);
    const inspection = (await resolve(AccessInspection)) as AccessInspection;
    expect(inspection.statistics().map(({ type, name }) => [type, name])).toEqual([['Webhook', 'cluster']]);
    await expect(
      open({ cluster: { alwaysAllowedPaths: ['/a*b'] } }, cluster).then((again) => again(Authorizer)),
    ).rejects.toMatchObject({
      problems: [{ option: '--authorization-always-allow-paths', message: 'only trailing * allowed in "/a*b"' }],
    });
  });
});
