import type { Duplex } from 'node:stream';
import type { Storage } from '../storage.js';
import { ChannelPeer } from './channel-peer.js';
import { EventBodies } from './event-bodies.js';

/** Offers a store to other processes, each over a stream that only it has the other end of. The store stays the caller's. */
export class StorageChannelServer {
  private readonly peers = new Set<ChannelPeer>();
  private readonly bodies = new EventBodies();
  private numbers = 0;

  constructor(private readonly storage: Storage) {}

  /**
   * Serves a client at the other end of a stream. `onClosed` is called once when its channel is closed, with the reason
   * where it was closed for a fault: the client must then end, because it has lost track of the store.
   */
  serve(stream: Duplex, onClosed: (fault: Error | undefined) => void = () => {}): void {
    const { storage, bodies } = this;
    const closed = (fault: Error | undefined): void => {
      this.peers.delete(peer);
      onClosed(fault);
    };
    const peer = new ChannelPeer({ storage, bodies, stream, number: ++this.numbers, onClosed: closed });
    this.peers.add(peer);
  }

  /** Closes all channels behind what is to be said. */
  close(): void {
    for (const peer of this.peers) peer.end();
  }
}
