import { EtcdProcess, describeWithEtcd } from '../support/etcd.js';
import { expectTakeover } from '../support/takeover.js';

describeWithEtcd('two servers on one etcd', () => {
  let etcd: EtcdProcess;

  beforeAll(async () => {
    etcd = await EtcdProcess.start();
  });

  afterAll(() => etcd.remove());

  it('go on with the controllers of the cluster when the leader is killed', async () => {
    await expectTakeover(['--storage-backend=etcd3', `--etcd-servers=${etcd.url}`]);
  });
});
