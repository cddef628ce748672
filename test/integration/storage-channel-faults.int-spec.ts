import { once } from 'node:events';
import type { Socket } from 'node:net';
import { RemoteStorage, StorageChannelServer } from '../../src/storage/channel/index.js';
import { type Storage, type StorageEvent, isStorageError } from '../../src/storage/index.js';
import { SharedStorage } from '../support/storage-shared.js';
import { ChannelStorages, socketPair } from '../support/storage-channel.js';
import { RecordingListener, eventually } from '../support/storage-recorder.js';
import { openSqliteForTest } from '../support/storage-sqlite.js';

const UNREACHABLE = expect.objectContaining({ code: 'Unreachable' });
const bytes = (text: string): Buffer => Buffer.from(text);

let storages: ChannelStorages;

beforeEach(async () => {
  storages = new ChannelStorages((await openSqliteForTest(':memory:')).storage);
});
afterEach(() => storages.close());

/** A frame as it is sent. */
function frame(kind: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(1 + payload.length);
  head[4] = kind;
  return Buffer.concat([head, payload]);
}

describe('clients of one store', () => {
  it('get the very Buffer of their own writes, and copies of those of others', async () => {
    const [first, second] = [await storages.connect(), await storages.connect()];
    const seen: Buffer[][] = [[], []];
    for (const [i, storage] of [first, second].entries()) {
      const onEvent = ({ value }: StorageEvent): void => void seen[i]!.push(value);
      await storage.watch({ prefix: '/r/' }, { onEvent });
    }
    const value = bytes('mine');
    await first.create('/r/a', value);
    await second.currentRevision();
    expect(seen[0]![0]).toBe(value);
    expect(seen[1]![0]).toEqual(value);
    expect(seen[1]![0]!.buffer.byteLength).toBe(value.length);
  });

  it('have the revisions of the store, which several servers may share', async () => {
    const ofServer = await storages.connect();
    const ofOthers = await storages.connect(new SharedStorage(storages.engine));
    expect([ofServer.isSharedByServers, ofOthers.isSharedByServers]).toEqual([false, true]);
  });

  it('share one question for all who ask in a turn', async () => {
    const storage = await storages.connect();
    const [one, two] = [storage.currentRevision(), storage.currentRevision()];
    expect(two).toBe(one);
    await one;
    expect(storage.currentRevision()).not.toBe(one);
  });

  it('read ranges that take many frames', async () => {
    const storage = await storages.connect();
    const value = Buffer.alloc(300_000, 7);
    await Promise.all(Array.from({ length: 40 }, (_, i) => storage.create(`/r/${String(i).padStart(3, '0')}`, value)));
    const { items, more } = await storage.range('/r/');
    expect([items.length, more]).toEqual([40, false]);
    expect(items.every((item) => item.value.equals(value))).toBe(true);
  });
});

describe('a channel that breaks', () => {
  it('rejects what is under way and everything later, and ends watches', async () => {
    const storage = await storages.connect();
    const listener = new RecordingListener();
    await storage.watch({ prefix: '/r/' }, listener);
    const writing = storage.create('/r/a', bytes('1'));
    storages.streams[0]!.destroy();
    await expect(writing).rejects.toEqual(UNREACHABLE);
    await expect(storage.get('/r/a')).rejects.toEqual(UNREACHABLE);
    await storage.lost;
    expect(listener).toMatchObject({ hasEnded: true, error: UNREACHABLE });
  });

  it('does not take back writes that have been received', async () => {
    const [first, second] = [await storages.connect(), await storages.connect()];
    await first.create('/r/a', bytes('1'));
    storages.streams[0]!.destroy();
    await first.lost;
    expect((await second.get('/r/a'))?.value.toString()).toBe('1');
  });
});

describe('the server of a channel', () => {
  async function serve(storage: Storage = storages.engine): Promise<{ client: Socket; closed: Promise<unknown> }> {
    const [client, server] = await socketPair();
    const closed = new Promise((resolve) => new StorageChannelServer(storage).serve(server, resolve));
    return { client, closed };
  }

  it('refuses another version, and answers its own', async () => {
    const { client, closed } = await serve();
    client.write(frame(0, Buffer.from([0x82, 0x18, 99, 0])));
    await once(client, 'data');
    expect(String(await closed)).toContain('version 99');
  });

  it.each([
    ['requests before the version', frame(1, Buffer.from([0x80]))],
    ['what is no CBOR', frame(0, Buffer.from([0xff]))],
    ['a frame of an unknown kind', frame(9, Buffer.from([0x80]))],
    ['a frame that is too large', Buffer.from([0xff, 0xff, 0xff, 0xff, 1])],
  ])('closes for %s', async (_name, sent) => {
    const { client, closed } = await serve();
    client.on('error', () => {});
    client.write(sent);
    expect(await closed).toBeInstanceOf(Error);
  });

  it('passes failures of an engine as Unreachable', async () => {
    const { client } = await serve({ isSharedByServers: false, currentRevision: () => fail() } as unknown as Storage);
    const storage = await RemoteStorage.open(client);
    const error: unknown = await storage.currentRevision().catch((reason: unknown) => reason);
    expect(isStorageError(error)).toBe(true);
    expect(error).toMatchObject({ code: 'Unreachable', message: 'the store failed: broken' });
    client.destroy();
  });

  it('closes the channel of a client that does not read, and goes on for others', async () => {
    const [slow, other] = [await storages.connect(), await storages.connect()];
    await slow.watch({ prefix: '/r/' }, new RecordingListener());
    const [stream] = storages.streams;
    const value = Buffer.alloc(4 << 20, 7);
    stream!.cork();
    for (let i = 0; i < 40 && !stream!.destroyed; i++) await other.create(`/r/${i}`, value);
    await eventually(() => stream!.destroyed, 'the end of the channel');
    expect(await other.create('/r/last', bytes('1'))).toBeGreaterThan(0);
  });
});

function fail(): never {
  throw new TypeError('broken');
}
