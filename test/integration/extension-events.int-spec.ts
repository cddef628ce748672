import { Berth } from '../../plugins/example/berth/berth.v1.js';
import { HarborPlugin } from '../../plugins/example/index.js';
import { ConfigMap } from '../../plugins/core/index.js';
import { ApiGroupPlugin, Inject, Injectable, KindController } from '../../src/plugin-api/index.js';
import { ClusterClient } from '../../src/client/index.js';
import { eventually } from '../support/eventually.js';
import { type ExtendedCluster, GROUP, berth, berthsIn, startExtendedCluster } from '../support/extension-of-cluster.js';
import { startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events';

const clusters: ClusterClient[] = [];

@Injectable()
class PilotController extends KindController<Berth> {
  readonly name = 'pilot-controller';
  protected readonly type = Berth;
  @Inject(ClusterClient) private readonly ofCluster: ClusterClient;

  protected override watch(): void {
    clusters.push(this.ofCluster);
    super.watch();
  }

  protected async reconcileObject(object: Berth): Promise<void> {
    const note = 'A pilot is on its way';
    if (await this.setStatus(object, { phase: 'Awaited' }))
      this.record(object, { type: 'Normal', reason: 'Awaited', action: 'Send', note });
  }
}

@ApiGroupPlugin({ group: 'pilots.example.com', versions: ['v1'], kinds: [], controllers: [PilotController] })
class PilotsPlugin {}

describe('controllers of an extension server', () => {
  let cluster: ExtendedCluster;

  beforeAll(async () => {
    cluster = await startExtendedCluster({}, { plugins: [HarborPlugin, PilotsPlugin] });
  });
  afterAll(() => cluster.close());

  it('record events in the cluster, by the rights of the manifests', async () => {
    const { client } = cluster.front;
    expect((await client.post(berthsIn('default'), berth('north'))).status).toBe(201);
    await eventually(async () => {
      const { items } = (await client.get(EVENTS)).body as { items: Json[] };
      expect(items).toContainEqual(
        expect.objectContaining({
          reason: 'Awaited',
          reportingController: `${GROUP}/pilot-controller`,
          regarding: expect.objectContaining({ apiVersion: `${GROUP}/v1`, kind: 'Berth', name: 'north' }) as unknown,
        }),
      );
    });
  });

  it('have no more rights in the cluster than its account', async () => {
    const maps = clusters.at(-1)!.of(ConfigMap).namespace('default');
    await expect(maps.list()).rejects.toMatchObject({ status: { code: 403 } });
  });
});

describe('the client of the cluster in a server of its own', () => {
  it('is the client of the server', async () => {
    const server = await startTestServer({ plugins: [HarborPlugin, PilotsPlugin] });
    await server.client.post(berthsIn('default'), berth('south'));
    expect((await clusters.at(-1)!.of(Berth).namespace('default').get('south')).spec.size.lengthMeters).toBe(100);
    await server.close();
  });
});
