import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attributesFor } from '../../test/contract/authorizer.contract.js';
import { eventually } from '../../test/support/storage-recorder.js';
import { createLogger, MetricsRegistry, serverIdentity } from '../observability/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import { AuthorizerFactory } from './authorizer-factory.js';
import { ConfiguredAuthorizers, configurationOfModes, faultOf } from './configured-authorizers.js';

const fileOf = (...types: string[]): string =>
  JSON.stringify({
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'AuthorizationConfiguration',
    authorizers: types.map((type) => ({ type, name: type.toLowerCase() })),
  });

describe('ConfiguredAuthorizers', () => {
  let directory: string;
  let path: string;
  let clock: FakeClock;
  let metrics: MetricsRegistry;
  let lines: string[];
  let factory: AuthorizerFactory;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-authz-'));
    path = join(directory, 'file');
    [clock, metrics, lines] = [new FakeClock(), new MetricsRegistry(), []];
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function open(...types: string[]): Promise<ConfiguredAuthorizers> {
    const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
    const parts = { clock, logger, metrics };
    const objects = { follow: () => () => {} };
    factory = new AuthorizerFactory({ ...parts, objects, release: '1.32', isEnabled: () => false, policyFile: '' });
    await writeFile(path, fileOf(...types));
    return ConfiguredAuthorizers.open(path, { ...parts, factory });
  }

  /** Changes the file, and answers what is logged of the configuration then. */
  async function change(text: string): Promise<unknown> {
    const before = lines.length;
    const told = (): string | undefined =>
      lines.slice(before).find((line) => line.includes('authorization configuration'));
    await writeFile(path, text);
    clock.advance(60_000);
    await eventually(() => told() !== undefined, 'the change is logged');
    return JSON.parse(told()!);
  }

  async function reloads(status: string): Promise<string> {
    const name = 'apiserver_authorization_config_controller_automatic_reload';
    const labels = `{apiserver_id_hash="${serverIdentity()}",status="${status}"}`;
    const text = await metrics.expose();
    const valueOf = (family: string): string =>
      new RegExp(`^${family}\\{[^}]*status="${status}"\\} (\\S+)$`, 'm').exec(text)?.[1] ?? '';
    expect(text.includes(`${name}s_total${labels}`)).toBe(valueOf(`${name}s_total`) !== '');
    return `${valueOf(`${name}s_total`)} at ${Number(valueOf(`${name}_last_timestamp_seconds`))}`;
  }

  it('checks the file every minute, with or without change notifications [AZCFG-20, LIM-06]', async () => {
    const authorizers = await open('AlwaysAllow', 'AlwaysDeny');
    expect(await authorizers.authorize(attributesFor())).toEqual({ verdict: 'Allow', reason: '' });
    await writeFile(path, fileOf('AlwaysDeny', 'AlwaysAllow'));
    const order = (): string[] => authorizers.current.map(({ inner }) => inner.constructor.name);
    expect(order()).toEqual(['AlwaysAllowAuthorizer', 'AlwaysDenyAuthorizer']);
    clock.advance(60_000);
    await eventually(() => order()[0] === 'AlwaysDenyAuthorizer', 'the file is read');
    authorizers.close();
    expect(clock.pendingTimers).toBe(0);
  });

  it('decides, explains and lists rules by the file that is in effect, and logs changes', async () => {
    const authorizers = await open('AlwaysDeny', 'AlwaysAllow');
    expect(await change(fileOf('AlwaysAllow', 'AlwaysDeny'))).toMatchObject({
      ...{ level: 'info', msg: 'a changed authorization configuration is in effect', path },
    });
    expect((await authorizers.trace(attributesFor())).map(({ name, verdict }) => [name, verdict])).toEqual([
      ['alwaysallow', 'Allow'],
    ]);
    const rules = await authorizers.rulesFor({ name: 'eve', groups: [] }, 'n');
    expect(rules.resourceRules).toHaveLength(1);
    expect(await reloads('success')).toBe(`1 at ${clock.now() / 1000}`);
    expect(await reloads('failure')).toBe(' at 0');
    authorizers.close();
  });

  it.each([
    ['that is no JSON', '{', expect.any(String)],
    ['with another authorizer', fileOf('AlwaysDeny', 'AlwaysAllow'), expect.stringContaining(': AlwaysAllow, RBAC')],
    ['without one', fileOf('AlwaysAllow'), expect.stringContaining('cannot be added or removed while the server runs')],
  ])('keeps what it had where a file comes %s', async (_name, text, reason) => {
    const authorizers = await open('RBAC', 'AlwaysAllow');
    const before = authorizers.current;
    expect(await change(text)).toMatchObject({
      ...{ level: 'error', path, reason: reason as string },
      msg: 'a changed authorization configuration is invalid, the previous one stays in effect',
    });
    expect(authorizers.current).toBe(before);
    expect(await reloads('failure')).toBe(`1 at ${clock.now() / 1000}`);
    authorizers.close();
  });

  it('puts changes in force one after another, and none once closed', async () => {
    const authorizers = await open('AlwaysAllow', 'AlwaysDeny');
    const makings: (() => void)[] = [];
    const { make } = AuthorizerFactory.prototype;
    factory.make = async function (configurations) {
      await new Promise<void>((resolve) => makings.push(resolve));
      return make.call(this, configurations);
    };
    const { reload } = authorizers as unknown as { reload(text: string): Promise<void> };
    const names = (): string => authorizers.current.map(({ name }) => name).join();
    const first = reload.call(authorizers, fileOf('AlwaysDeny', 'AlwaysAllow'));
    const second = reload.call(authorizers, fileOf('AlwaysAllow', 'AlwaysDeny'));
    await eventually(() => makings.length > 0, 'the first is made');
    // A webhook that another list still uses must not be closed: lists are not made at the same time.
    await new Promise((resolve) => setImmediate(resolve));
    expect(makings).toHaveLength(1);
    makings[0]();
    await first;
    expect(names()).toBe('alwaysdeny,alwaysallow');
    await eventually(() => makings.length > 1, 'the second is made');
    makings[1]();
    await second;
    expect([names(), lines.length]).toEqual(['alwaysallow,alwaysdeny', 2]);
    const third = reload.call(authorizers, fileOf('AlwaysDeny', 'AlwaysAllow'));
    await eventually(() => makings.length > 2, 'the third is made');
    authorizers.close();
    makings[2]();
    await third;
    expect(names()).toBe('alwaysallow,alwaysdeny');
  });

  it('closes what was made', async () => {
    const authorizers = await open('AlwaysAllow');
    let closed = 0;
    factory.close = () => void closed++;
    authorizers.close();
    expect(closed).toBe(1);
  });

  it('names the flag and the file where it cannot be used', async () => {
    await expect(open('Nobody')).rejects.toMatchObject({
      problems: [{ option: `--authorization-config: ${path}`, message: expect.stringContaining('Nobody') as string }],
    });
  });
});

describe('configurationOfModes()', () => {
  it('names each mode in small letters, and gives the webhook its flags', () => {
    const options = { webhookCacheAuthorizedTtl: 1, webhookCacheUnauthorizedTtl: 2, webhookVersion: 'v1beta1' };
    const modes = configurationOfModes(['RBAC', 'Webhook'], { ...options, webhookConfigFile: '/k' } as never);
    expect(modes).toEqual([
      { type: 'RBAC', name: 'rbac' },
      {
        type: 'Webhook',
        name: 'webhook',
        webhook: {
          ...{ authorizedTtl: 1, unauthorizedTtl: 2, timeout: 30_000, reviewVersion: 'v1beta1' },
          ...{ failurePolicy: 'NoOpinion', kubeConfigFile: '/k', matchConditions: [] },
        },
      },
    ]);
  });
});

describe('faultOf()', () => {
  it.each([
    [new Error('gone'), 'gone'],
    ['gone', 'gone'],
  ])('%#: says what is wrong', (error, message) => {
    expect(faultOf('--x', error)).toMatchObject({ problems: [{ option: '--x', message }] });
  });
});
