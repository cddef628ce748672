import { once } from 'node:events';
import { type Socket, createConnection, createServer } from 'node:net';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteStorage, StorageChannelServer } from '../../src/storage/channel/index.js';
import type { Storage } from '../../src/storage/index.js';

let sockets = 0;

/** The two ends of a Unix socket. */
export async function socketPair(): Promise<[client: Socket, server: Socket]> {
  const path = join(tmpdir(), `binnacle-channel-${process.pid}-${++sockets}`);
  const listener = createServer().listen(path);
  await once(listener, 'listening');
  const client = createConnection(path);
  const [[server]] = (await Promise.all([once(listener, 'connection'), once(client, 'connect')])) as [
    [Socket],
    unknown,
  ];
  listener.close();
  await rm(path, { force: true });
  return [client, server];
}

/** A store with clients at the other ends of sockets. */
export class ChannelStorages {
  private readonly servers = new Map<Storage, StorageChannelServer>();
  private readonly clients: RemoteStorage[] = [];
  /** The server's ends, in the order of the clients. */
  readonly streams: Socket[] = [];

  constructor(readonly engine: Storage) {}

  /** A client; of another view of the engine, where one is given. */
  async connect(offered: Storage = this.engine): Promise<RemoteStorage> {
    const [client, server] = await socketPair();
    const channels = this.servers.get(offered) ?? new StorageChannelServer(offered);
    this.servers.set(offered, channels);
    channels.serve(server);
    this.streams.push(server);
    const storage = await RemoteStorage.open(client);
    this.clients.push(storage);
    return storage;
  }

  /** Closes everything. */
  async close(): Promise<void> {
    for (const client of this.clients) await client.close();
    await this.engine.close();
    for (const server of this.servers.values()) server.close();
  }
}
