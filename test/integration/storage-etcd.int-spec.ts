import { describeSharedStorageContract } from '../contract/shared-storage.contract.js';
import { describeStorageContract } from '../contract/storage.contract.js';
import { EtcdProcess, describeWithEtcd } from '../support/etcd.js';
import { SharedStorage } from '../support/storage-shared.js';

describeWithEtcd('EtcdStorage', () => {
  let etcd: EtcdProcess;

  beforeAll(async () => {
    etcd = await EtcdProcess.start();
  });
  afterAll(async () => etcd.remove());

  describeStorageContract('on etcd', () => etcd.openStorage());

  describeSharedStorageContract('on etcd', async () => {
    const { storage: first } = await etcd.openStorage();
    const { storage: engine } = await etcd.openStorage();
    // Delays the changes that etcd reports soon.
    const second = new SharedStorage(engine);
    const close = async (): Promise<void> => {
      await first.close();
      await second.close();
      await engine.close();
    };
    return { first, second, hold: () => second.hold(), release: () => second.release(), close };
  });
});
