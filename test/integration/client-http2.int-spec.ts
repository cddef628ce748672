import { ConfigMap } from '../../plugins/core/index.js';
import { type Client, type ConnectSettings, Informers, connect } from '../../src/client/index.js';
import { type CutProxy, startCutProxy } from '../support/cut-proxy.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';

/** More than one connection takes: servers take 100 requests at a time. */
const INFORMERS = 120;

describe('a client over HTTP/2', () => {
  let server: TestServer;
  let relay: CutProxy;
  let client: Client;

  beforeAll(async () => {
    server = await startTestServer();
  });

  afterAll(() => server.close());

  async function connectBy(settings: Partial<ConnectSettings>): Promise<void> {
    relay = await startCutProxy(server.url);
    const certificates = { authority: server.certificateAuthority };
    client = await connect({ url: relay.url, token: ADMIN_TOKEN, certificates, ...settings });
  }

  afterEach(async () => {
    await client.close();
    await relay.close();
  });

  const maps = () => client.of(ConfigMap).namespace('default');

  async function followed(count: number): Promise<Informers> {
    const informers = new Informers(client);
    for (let index = 0; index < count; index++) {
      informers.of(ConfigMap, { namespace: 'default', labelSelector: `index!=${index}` });
    }
    informers.start();
    await informers.synced({ timeout: 30_000 });
    return informers;
  }

  const sees = (informers: Informers, name: string) => {
    const { lister } = informers.of(ConfigMap, { namespace: 'default', labelSelector: 'index!=0' });
    return eventually(async () => expect(lister.get(`default/${name}`)).toBeDefined());
  };

  it('has all watches and calls on one connection, and on another where it has no room', async () => {
    await connectBy({});
    const few = await followed(50);
    await maps().create({ metadata: { name: 'first' } });
    await sees(few, 'first');
    expect(relay.accepted).toBe(1);
    const many = await followed(INFORMERS);
    await maps().create({ metadata: { name: 'second' } });
    await sees(many, 'second');
    expect(relay.accepted).toBe(2);
    await Promise.all([few.stop(), many.stop()]);
  });

  it('has a connection for each watch over HTTP/1.1', async () => {
    await connectBy({ httpVersion: 1 });
    const few = await followed(5);
    expect(relay.accepted).toBeGreaterThanOrEqual(5);
    await few.stop();
  });

  it('goes on after its connection broke', async () => {
    await connectBy({ httpVersion: 2 });
    const few = await followed(3);
    relay.cut();
    await eventually(() => maps().create({ metadata: { name: 'after-the-cut' } }));
    await sees(few, 'after-the-cut');
    await few.stop();
  });
});
