import { EventEmitter } from 'node:events';
import type { StorageEvent } from '../storage.js';
import { EtcdWatch, type EtcdWatchParts } from './etcd-watch.js';
import type { WatchedEvent } from './protocol.js';

class FakeCall extends EventEmitter {
  write(): void {}
  cancel(): void {}
}

const deletionOf = (key: string, revision: number): WatchedEvent =>
  ({ type: 'DELETE', kv: { key: Buffer.from(key), mod_revision: revision } }) as unknown as WatchedEvent;

it('delivers all keys that one transaction changes, each once', async () => {
  const call = new FakeCall();
  const seen: string[] = [];
  const watch = new EtcdWatch(
    {
      endpoints: { watch: async () => call },
      keys: { fromEtcd: (key: string) => key },
      own: { valueOf: ({ value }: { value: Buffer }) => value },
      prefix: '/r/',
      listener: { onEvent: ({ key }: StorageEvent) => seen.push(key) },
      onOver: () => {},
    } as unknown as EtcdWatchParts,
    4,
  );
  const started = watch.start(4);
  await new Promise((resolve) => setImmediate(resolve));
  call.emit('data', { created: true });
  await started;
  const events = [deletionOf('/r/a', 5), deletionOf('/r/b', 5)];
  call.emit('data', { events });
  call.emit('data', { events: [...events, deletionOf('/r/a', 6)] });
  expect([seen, watch.deliveredRevision]).toEqual([['/r/a', '/r/b', '/r/a'], 6]);
  watch.close();
});
