import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigMap } from '../../plugins/core/index.js';
import { HarborPlugin } from '../../plugins/example/index.js';
import { Berth } from '../../plugins/example/berth/berth.v1.js';
import { BerthV1beta1 } from '../../plugins/example/berth/berth.v1beta1.js';
import { ApiGroupPlugin, Client, Inject, Injectable, QueueController } from '../../src/plugin-api/index.js';
import { Informers, isForbidden, keyOf } from '../../src/client/index.js';
import { ClientCapturePlugin, capturedClients } from '../support/client-capture.plugin.js';
import { eventually } from '../support/eventually.js';
import { RecorderPlugin, recorded } from '../support/recorder.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const POLICY = 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{ level: Metadata, users: [pilot] }]\n';
const pilot = { name: 'pilot', groups: ['system:authenticated'] };

class Unknown {
  metadata: { name?: string };
}

@Injectable()
class BusyBerthController extends QueueController {
  readonly name = 'busy-berth-controller';

  @Inject(Client) private readonly client: Client;

  protected watch(): void {
    this.follow(this.parts.stores.of<Berth>('harbor.example.com', 'berths'), (berth) => [keyOf(berth)]);
  }

  protected async reconcile(key: string): Promise<void> {
    const [namespace, name] = key.split('/');
    const berths = this.client.of(Berth).namespace(namespace);
    const berth = await berths.find(name);
    const phase = (berth?.status?.occupied ?? 0) > 0 ? 'Busy' : 'Free';
    if (berth && berth.status?.phase !== phase) await berths.status.patch(name, { status: { phase } });
  }
}

@ApiGroupPlugin({ group: 'busy.example.com', versions: ['v1'], kinds: [], controllers: [BusyBerthController] })
class BusyBerthPlugin {}

describe('the client that plugins inject', () => {
  let server: TestServer;
  let client: Client;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-inside-'));
    await writeFile(join(directory, 'policy.yaml'), POLICY);
    const audit = { policyFile: join(directory, 'policy.yaml'), logPath: join(directory, 'audit.log') };
    const plugins = [HarborPlugin, ClientCapturePlugin, RecorderPlugin];
    server = await startTestServer({ plugins, audit });
    client = capturedClients.at(-1)!;
  });

  afterAll(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('writes as the server, and as other users', async () => {
    recorded.length = 0;
    const maps = client.of(ConfigMap).namespace('default');
    await maps.create({ metadata: { name: 'mine' }, data: { c: 'd' } });
    const master = client
      .as({ name: 'master', groups: ['system:masters'] })
      .of(ConfigMap)
      .namespace('default');
    await master.patch('mine', { data: { a: 'b' } }, { fieldManager: 'hand' });
    const writes = recorded
      .filter(({ name }) => name === 'mine')
      .map(({ user, operation }) => `${operation} ${user.name}`);
    expect([...new Set(writes)]).toEqual(['CREATE system:apiserver', 'UPDATE master']);
    const owners = (await maps.get('mine')).metadata.managedFields!.map(({ manager }) => manager);
    expect(owners).toEqual(['binnacle-plugin', 'hand']);
    await maps.delete('mine');
  });

  it('is authorized and audited as a request of its user', async () => {
    const denied = client.as(pilot).of(ConfigMap).namespace('default').get('x');
    expect(await denied.catch(isForbidden)).toBe(true);
    await eventually(async () => {
      const log = await readFile(join(directory, 'audit.log'), 'utf8');
      expect(log).toContain('"username":"pilot"');
      expect(log).toContain('"requestURI":"/api/v1/namespaces/default/configmaps/x"');
    });
  });

  it('cannot be made to act as another by the headers of requests from outside', async () => {
    const headers = { 'x-remote-user': 'system:apiserver', 'impersonate-user': 'system:apiserver' };
    const { status } = await server.request('GET', '/api/v1/secrets', { headers, token: '' });
    expect(status).toBe(403);
  });

  it('reads and writes each version by its class', async () => {
    const older = client.of(BerthV1beta1).namespace('default');
    await older.create({ metadata: { name: 'flat' }, spec: { lengthMeters: 100, services: 'fuel,power' } });
    const newer = await client.of(Berth).namespace('default').get('flat');
    expect(newer.spec).toMatchObject({ size: { lengthMeters: 100 }, services: ['fuel', 'power'] });
    expect((await older.get('flat')).spec.services).toBe('fuel,power');
    await older.delete('flat');
    expect(() => client.of(Unknown)).toThrow('Unknown is the class of no plugin that is loaded');
  });

  it('is not closed by one of its users', async () => {
    await client.close();
    expect((await client.of(Berth).list()).items).toEqual([]);
  });

  it('works in controllers that are stepped', async () => {
    const plugins = [HarborPlugin, BusyBerthPlugin];
    const stepped = await startTestServer({ plugins, controllers: 'stepped' });
    const path = '/apis/harbor.example.com/v1/namespaces/default/berths';
    const created = await stepped.client.post(path, {
      metadata: { name: 'north' },
      spec: { size: { lengthMeters: 9 } },
    });
    await stepped.client.put(`${path}/north/status`, { ...created.body, status: { phase: 'Free', occupied: 1 } });
    await stepped.stepControllers();
    expect((await stepped.client.get(`${path}/north`)).body.status).toEqual({ phase: 'Busy', occupied: 1 });
    await stepped.close();
  });

  it('does not hold up the end of the server', async () => {
    const other = await startTestServer({ plugins: [HarborPlugin, ClientCapturePlugin] });
    const own = capturedClients.at(-1)!;
    const informer = new Informers(own).of(Berth).start();
    await informer.synced();
    const watch = own.of(Berth).watch({ patience: 100 });
    const next = watch.next().catch((error: Error) => error);
    const began = performance.now();
    await other.close();
    expect(performance.now() - began).toBeLessThan(30_000);
    await next;
    await informer.stop();
  });
});
