import { ConfigMap } from '../../../plugins/core/index.js';
import { createLogger } from '../../../src/observability/index.js';
import { ApiGroupPlugin, Injectable, KindController } from '../../../src/plugin-api/index.js';
import { type Fault, type TestServer, startTestServer } from '../../../src/testing/index.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

/** Copies each map with the label `copy` into one whose name ends in `-copy`. */
@Injectable()
class CopyController extends KindController<ConfigMap> {
  readonly name = 'copy-controller';
  protected readonly type = ConfigMap;

  protected async reconcileObject({ metadata: { name, namespace = '', labels }, data }: ConfigMap): Promise<void> {
    if (labels?.copy === undefined) return;
    const maps = this.client.of(ConfigMap).namespace(namespace);
    if (await maps.find(`${name}-copy`)) return;
    await maps.create({ metadata: { name: `${name}-copy` }, data });
  }
}

@ApiGroupPlugin({ group: 'copy.example.com', versions: ['v1'], kinds: [], controllers: [CopyController] })
class CopyPlugin {}

/** A fault, how many of the controller's requests have it, and the time after which the work succeeds, in milliseconds. */
const FAULTS: readonly (readonly [name: string, fault: Fault, selector: object, within: number])[] = [
  ['503, at once again', { status: 503 }, { verb: 'create', times: 3 }, 0],
  ['429, at once again', { status: 429 }, { verb: 'create', times: 3 }, 0],
  ['503 for half a minute', { status: 503, retryAfter: 30 }, { verb: 'create', times: 1 }, 30_000],
  ['429 of a read for half a minute', { status: 429, retryAfter: 30 }, { verb: 'get', times: 1 }, 30_000],
  ['500', { status: 500 }, { verb: 'create', times: 2 }, 0],
  ['409', { status: 409 }, { verb: 'create', times: 2 }, 0],
  ['latency', { latency: 20 }, { verb: 'create', times: 2 }, 0],
  ['cut watches', { cutWatch: 0 }, { times: 2 }, 0],
  ['lost history', { expireHistory: true }, { verb: 'create', times: 1 }, 0],
];

describe.each(['running', 'stepped'] as const)('faults under a fake clock, controllers %s', (controllers) => {
  let server: TestServer;
  let log = '';

  beforeAll(async () => {
    const logger = createLogger({ destination: { write: (text: string) => void (log += text) } });
    server = await startTestServer({ clock: 'fake', plugins: [CopyPlugin], controllers, logger });
  });
  afterAll(() => server.close());
  afterEach(async () => {
    await server.reset();
    expect(log).not.toMatch(/has been working on \S+ for (?:[5-9]|\d{2,}) s/);
  });

  const hasCopy = async (): Promise<boolean> => (await server.request('GET', `${MAPS}/a-copy`)).status === 200;
  const begin = async (fault: Fault, selector: object): Promise<void> => {
    const user = 'system:apiserver';
    await server.faults.add({ user, resource: 'configmaps', name: ['', 'a', 'a-copy'], ...selector }, fault);
    await server.request('POST', MAPS, { body: { metadata: { name: 'a', labels: { copy: 'yes' } } } });
  };

  it.each(FAULTS)('settled(): %s', async (_name, fault, selector, within) => {
    await begin(fault, selector);
    await server.settled();
    expect(await hasCopy()).toBe(within === 0);
  });

  it.each(FAULTS)('advance(): %s', async (_name, fault, selector, within) => {
    await begin(fault, selector);
    await server.advance(Math.max(within, 1000));
    expect(await hasCopy()).toBe(true);
  });

  it.each(FAULTS)('reset() in the middle of it: %s', async (_name, fault, selector) => {
    await begin(fault, { ...selector, times: undefined });
    await server.settled();
    await server.reset();
    expect((await server.request('GET', `${MAPS}/a`)).status).toBe(404);
  });

  it('close() in the middle of it', async () => {
    const other = await startTestServer({
      clock: 'fake',
      plugins: [CopyPlugin],
      controllers,
      logger: createLogger({ isEnabled: false }),
    });
    await other.faults.add({ user: 'system:apiserver', verb: 'create' }, { status: 503, retryAfter: 30 });
    await other.request('POST', MAPS, { body: { metadata: { name: 'a', labels: { copy: 'yes' } } } });
    await other.settled();
    await other.close();
  });
});
