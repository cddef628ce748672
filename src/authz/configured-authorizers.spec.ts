import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attributesFor } from '../../test/contract/authorizer.contract.js';
import { eventually } from '../../test/support/storage-recorder.js';
import { createLogger, MetricsRegistry } from '../observability/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import { AuthorizerFactory } from './authorizer-factory.js';
import { ConfiguredAuthorizers } from './configured-authorizers.js';

const fileOf = (...types: string[]): string =>
  JSON.stringify({
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'AuthorizationConfiguration',
    authorizers: types.map((type) => ({ type, name: type.toLowerCase() })),
  });

describe('ConfiguredAuthorizers', () => {
  let directory: string;
  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'binnacle-authz-'))));
  afterEach(() => rm(directory, { recursive: true }));

  it('checks the file every minute, with or without change notifications [AZCFG-20, LIM-06]', async () => {
    const [path, clock, metrics] = [join(directory, 'file'), new FakeClock(), new MetricsRegistry()];
    const logger = createLogger({ isEnabled: false });
    const parts = { clock, logger, metrics };
    const objects = { follow: () => () => {} };
    const factory = new AuthorizerFactory({ ...parts, objects, isEnabled: () => false, policyFile: '' });
    await writeFile(path, fileOf('AlwaysAllow', 'AlwaysDeny'));
    const authorizers = await ConfiguredAuthorizers.open(path, { ...parts, factory });
    expect(await authorizers.authorize(attributesFor())).toEqual({ verdict: 'Allow', reason: '' });
    await writeFile(path, fileOf('AlwaysDeny', 'AlwaysAllow'));
    const order = (): string[] => authorizers.current.map(({ inner }) => inner.constructor.name);
    expect(order()).toEqual(['AlwaysAllowAuthorizer', 'AlwaysDenyAuthorizer']);
    clock.advance(60_000);
    await eventually(() => order()[0] === 'AlwaysDenyAuthorizer', 'the file is read');
    authorizers.close();
    expect(clock.pendingTimers).toBe(0);
  });
});
