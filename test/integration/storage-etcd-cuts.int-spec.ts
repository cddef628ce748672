import { EtcdStorage } from '../../src/storage/etcd/index.js';
import { EtcdProcess, describeWithEtcd } from '../support/etcd.js';
import { RecordingListener, eventually } from '../support/storage-recorder.js';

const NOBODY = 'http://127.0.0.1:1';
const bytes = (text: string): Buffer => Buffer.from(text);
const code = (value: string): object => expect.objectContaining({ code: value });

describeWithEtcd('EtcdStorage when connections break', () => {
  let etcd: EtcdProcess;
  const opened: EtcdStorage[] = [];

  beforeAll(async () => {
    etcd = await EtcdProcess.start();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((storage) => storage.close()));
    await etcd.clear();
  });
  afterAll(async () => etcd.remove());

  const open = async (options = {}): Promise<EtcdStorage> => {
    const storage = await EtcdStorage.open({ ...etcd.settings(), ...options });
    opened.push(storage);
    return storage;
  };

  it('resumes a watch without lost or repeated events', async () => {
    const [watching, writing] = [await open(), await open()];
    const listener = new RecordingListener();
    await watching.watch({ prefix: '/r/' }, listener);
    const written: number[] = [];
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 20; i++) written.push(await writing.create(`/r/${round}-${i}`, bytes('x')));
      await etcd.stop();
      await etcd.resume();
      await eventually(
        () =>
          writing.currentRevision().then(
            () => true,
            () => false,
          ),
        'etcd to be back',
      );
    }
    written.push(await writing.create('/r/last', bytes('x')));
    await eventually(() => listener.events.length >= written.length, 'delivery of all events');
    expect(listener.events.map(({ revision }) => revision)).toEqual(written);
    expect(listener.hasEnded).toBe(false);
  });

  it('uses another server when one cannot be reached', async () => {
    const storage = await open({ servers: [NOBODY, etcd.url] });
    const revision = await storage.create('/r/a', bytes('1'));
    expect((await storage.get('/r/a'))?.revision).toBe(revision);
  });

  it('rejects within seconds when no server can be reached', async () => {
    const begun = Date.now();
    await expect(EtcdStorage.open({ ...etcd.settings(), servers: [NOBODY] })).rejects.toEqual(code('Unreachable'));
    expect(Date.now() - begun).toBeLessThan(30_000);
  });

  it('lets one of two servers compact in an interval', async () => {
    const [first, second] = [await open(), await open()];
    const revision = await first.create('/r/a', bytes('1'));
    const newest = await first.update('/r/a', bytes('2'), revision);
    await first.compact(revision);
    await second.compact(newest);
    expect(await second.compactedRevision()).toBe(revision);
    await second.compact(newest);
    expect(await first.compactedRevision()).toBe(newest);
  });

  it('keeps its keys under a prefix of its own, apart from those of others', async () => {
    const [own, other] = [await open({ prefix: '/own' }), await open()];
    const listener = new RecordingListener();
    await own.watch({ prefix: '/registry/' }, listener);
    await other.create('/registry/pods/a', bytes('other'));
    await own.create('/registry/pods/a', bytes('own'));
    expect(await etcd.keys('/own/')).toEqual(['/own/pods/a']);
    expect((await own.range('/registry/')).items.map(({ key, value }) => `${key} ${value}`)).toEqual([
      '/registry/pods/a own',
    ]);
    await eventually(() => listener.events.length > 0, 'the event');
    expect(listener.lines()).toEqual(['create /registry/pods/a own']);
  });
});
