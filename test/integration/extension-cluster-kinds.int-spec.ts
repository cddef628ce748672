import { HarborPlugin } from '../../plugins/example/index.js';
import { type ConfigMap } from '../../plugins/core/index.js';
import type { StartApiServerOptions } from '../../src/index.js';
import { createLogger } from '../../src/observability/index.js';
import {
  ApiGroupPlugin,
  type ApiObject,
  Injectable,
  KindController,
  QueueController,
} from '../../src/plugin-api/index.js';
import type { KindSource, ResourceKind } from '../../src/client/index.js';
import { eventually } from '../support/eventually.js';
import {
  type ExtendedCluster,
  accountKubeconfig,
  startExtension,
  startExtendedCluster,
} from '../support/extension-of-cluster.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import { TestClient } from '../support/test-client.js';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const DEPLOYMENTS: ResourceKind = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  resource: 'deployments',
  scope: 'Namespaced',
};
/** A constant as `binnacle types` writes it. */
const CONFIG_MAPS: ResourceKind<ConfigMap> = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  scope: 'Namespaced',
};

const seen: string[] = [];

abstract class Follower<T extends ApiObject> extends KindController<T> {
  protected async reconcileObject({ metadata: { name } }: T): Promise<void> {
    seen.push(`${this.name} ${name}`);
  }

  protected override async reconcileGone(key: string): Promise<void> {
    seen.push(`${this.name} lost ${key}`);
  }
}

@Injectable()
class MapFollower extends Follower<ConfigMap> {
  readonly name = 'map-follower';
  protected readonly type: KindSource<ConfigMap> = CONFIG_MAPS;
}

@Injectable()
class DeploymentFollower extends Follower<ApiObject> {
  readonly name = 'deployment-follower';
  protected readonly type = DEPLOYMENTS;
}

/** Finds its kind only when it begins. */
@Injectable()
class LateFollower extends QueueController {
  readonly name = 'late-follower';

  protected watch(): void {
    this.follow(this.parts.stores.of('', 'endpoints'), ({ metadata }) => [metadata.name!]);
  }

  protected async reconcile(): Promise<void> {}
}

@ApiGroupPlugin({
  group: 'follow.example.com',
  versions: ['v1'],
  kinds: [],
  clusterKinds: [CONFIG_MAPS, { group: 'apps', resource: 'deployments' }],
  controllers: [MapFollower, DeploymentFollower],
})
class FollowPlugin {}

@ApiGroupPlugin({ group: 'follow.example.com', versions: ['v1'], kinds: [], controllers: [MapFollower] })
class ForgetfulPlugin {}

@ApiGroupPlugin({ group: 'late.example.com', versions: ['v1'], kinds: [], controllers: [LateFollower] })
class LatePlugin {}

const grant = async ({ client }: TestServer, name: string, group: string, resource: string): Promise<void> => {
  const rules = [{ apiGroups: [group], resources: [resource], verbs: ['get', 'list', 'watch'] }];
  await client.post(`${RBAC}/clusterroles`, { metadata: { name }, rules });
  await client.post(`${RBAC}/clusterrolebindings`, {
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name: 'harbor', namespace: 'harbor-system' }],
  });
};

describe('kinds of the cluster in an extension server', () => {
  let cluster: ExtendedCluster;

  beforeAll(async () => {
    cluster = await startExtendedCluster();
  });
  afterAll(() => cluster.close());

  /** Starts a further extension server, as the account of the first; the result ends it. */
  async function withExtension(options: StartApiServerOptions, use: (lines: () => string) => Promise<void>) {
    const account = await accountKubeconfig(cluster.front);
    let log = '';
    const logger = createLogger({ destination: { write: (text: string) => void (log += text) } });
    const starting = startExtension(account.path, { logger, ...options, cluster: { publishesAuthority: false } });
    // It becomes ready while the test looks.
    starting.catch(() => {});
    try {
      await use(() => log);
      await (await starting).close();
    } finally {
      await account.remove();
    }
  }

  it('are followed by name or by the constant of a kind, once the account may; a 403 says which rule to add', async () => {
    const { client } = cluster.front;
    await client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'lights' } });
    await withExtension({ plugins: [HarborPlugin, FollowPlugin] }, async (log) => {
      const account = 'User \\"system:serviceaccount:harbor-system:harbor\\"';
      await eventually(async () => {
        expect(log()).toContain(`${account} cannot list resource \\"configmaps\\" in API group \\"\\"`);
        expect(log()).toContain(`"rule":"{ apiGroups: [''], resources: [configmaps], verbs: [get, list, watch] }"`);
        expect(log()).toContain(`"rule":"{ apiGroups: [apps], resources: [deployments], verbs: [get, list, watch] }"`);
      });
      await grant(cluster.front, 'maps', '', 'configmaps');
      await grant(cluster.front, 'deployments', 'apps', 'deployments');
      await eventually(async () => expect(seen).toContain('map-follower lights'));
      const app = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
      await client.post('/apis/apps/v1/namespaces/default/deployments', {
        metadata: { name: 'web' },
        spec: { selector: { matchLabels: { app: 'web' } }, template: app },
      });
      await eventually(async () => expect(seen).toContain('deployment-follower web'));
      await client.delete('/api/v1/namespaces/default/configmaps/lights');
      await eventually(async () => expect(seen).toContain('map-follower lost default/lights'));
    });
  });

  it('have to be declared: a controller that follows another one keeps the server from starting', async () => {
    const account = await accountKubeconfig(cluster.front);
    const starting = startExtension(account.path, { plugins: [HarborPlugin, ForgetfulPlugin] });
    await expect(starting).rejects.toThrow("add the line clusterKinds: [{ group: '', resource: 'configmaps' }]");
    await account.remove();
  });

  it('turn /readyz red where a controller finds out when it begins', async () => {
    await withExtension({ plugins: [HarborPlugin, LatePlugin] }, async (log) => {
      const line = "clusterKinds: [{ group: '', resource: 'endpoints' }]";
      await eventually(async () => expect(log()).toContain(line));
    });
    const { front } = cluster;
    const account = await accountKubeconfig(front);
    const extension = await startExtension(account.path, { plugins: [HarborPlugin, LatePlugin] });
    const client = new TestClient({ url: extension.url, ca: extension.certificateAuthority, token: '' });
    await eventually(async () => expect((await client.get('/readyz')).status).toBe(500));
    const { text } = await client.get('/readyz?verbose');
    expect(text).toContain('[-]controllers failed: reason withheld');
    client.close();
    await extension.close();
    await account.remove();
  });
});

describe('kinds of the cluster in a server with all kinds', () => {
  it('are its kinds', async () => {
    seen.length = 0;
    const server = await startTestServer({ plugins: [FollowPlugin] });
    await server.client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'own' } });
    await eventually(async () => expect(seen).toContain('map-follower own'));
    await server.close();
  });
});
