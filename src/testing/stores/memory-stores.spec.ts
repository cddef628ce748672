import { type ApiObject, QueueController, controllerContext } from '../../plugin-api/index.js';
import { memoryStores } from './memory-stores.js';

interface ConfigMap extends ApiObject {
  data?: Record<string, string>;
}

/** Copies every config map with a label into another namespace. */
class CopyController extends QueueController {
  readonly name = 'copy-controller';

  private get maps() {
    return this.parts.stores.of<ConfigMap>('', 'configmaps');
  }

  protected watch(): void {
    this.follow(this.maps, ({ metadata }) => (metadata.labels?.copy ? [metadata.name ?? ''] : []));
  }

  protected async reconcile(name: string): Promise<void> {
    const original = await this.maps.find(controllerContext('from'), name);
    await this.maps.createOrUpdate(controllerContext('to'), name, () => ({
      metadata: { name },
      data: original?.data,
    }));
  }
}

describe('memoryStores()', () => {
  it('lets a controller work without a server', async () => {
    const memory = await memoryStores({ seed: 1 });
    const controller = new CopyController(memory.parts);
    controller.start('stepped');
    const maps = memory.stores.of<ConfigMap>('', 'configmaps');
    const metadata = { name: 'a', labels: { copy: 'yes' } };
    await maps.create(controllerContext('from'), { metadata, data: { greeting: 'hello' } });
    await controller.step();
    const copy = await maps.get(controllerContext('to'), 'a');
    expect(copy).toMatchObject({
      data: { greeting: 'hello' },
      metadata: { creationTimestamp: '2024-01-01T00:00:00Z' },
    });
    await controller.stop();
    await memory.close();
  });

  it('validates objects by their types', async () => {
    const memory = await memoryStores();
    const maps = memory.stores.of<ConfigMap>('', 'configmaps');
    const broken = { metadata: { name: 'Not A Name' } };
    await expect(maps.create(controllerContext('a'), broken)).rejects.toMatchObject({ code: 422 });
    await memory.close();
  });
});
