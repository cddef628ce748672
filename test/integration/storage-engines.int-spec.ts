import { type Storage, type TransformedValues, ValueTransformers } from '../../src/storage/index.js';
import { SqliteStorage } from '../../src/storage/sqlite/index.js';
import { GaugePlugin } from '../fixtures/plugins/gauge.plugin.js';
import { startTestServer } from '../support/start-test-server.js';

/** Notes the values it is asked about, and stores them as they are. */
class NotingValues extends ValueTransformers {
  readonly asked = new Map<string, TransformedValues>();

  of(values: TransformedValues): undefined {
    this.asked.set(values.resource, values);
    return undefined;
  }
}

describe('the storage engine of a server', () => {
  it('is one that the program brings, by its name, loaded alone', async () => {
    const loaded: string[] = [];
    const load = (name: string) => () => {
      loaded.push(name);
      return Promise.resolve((): Promise<Storage> => SqliteStorage.open({ directory: ':memory:' }));
    };
    const engines = { paper: load('paper'), stone: load('stone') };
    const server = await startTestServer({ storage: { backend: 'paper' }, engine: { engines } });
    expect((await server.client.get('/api/v1/namespaces/default')).status).toBe(200);
    await server.close();
    expect(loaded).toEqual(['paper']);
  });

  it('is refused by an unknown name, with the names there are', async () => {
    const engines = { paper: () => Promise.reject(new Error('loaded')) };
    await expect(startTestServer({ storage: { backend: 'etcd2' }, engine: { engines } })).rejects.toThrow(
      '--storage-backend: etcd2 is not one of sqlite, etcd3, postgres, memory, paper',
    );
  });
});

describe('value transformers', () => {
  it('receive the kind, version and shape of the values, of kinds that come later too', async () => {
    const transformers = new NotingValues();
    const server = await startTestServer({ engine: { transformers } });
    await server.install(GaugePlugin);
    const { asked } = transformers;
    expect(asked.get('deployments')).toMatchObject({ group: 'apps', gvk: { version: 'v1', kind: 'Deployment' } });
    expect(asked.get('configmaps')?.shape?.name).toBe('k8s.io.api.core.v1.ConfigMap');
    expect(asked.get('gauges')?.shape?.name).toBe('com.example.metering.v1.Gauge');
    expect(asked.get('gauges')?.gvk).toEqual({ group: 'metering.example.com', version: 'v1', kind: 'Gauge' });
    expect(asked.get('rangeallocations')?.shape?.name).toBe('k8s.io.api.core.v1.RangeAllocation');
    await server.close();
  });
});
