import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { keyExists } from '../storage-error.js';
import type { Storage } from '../storage.js';
import { ChannelPeer } from './channel-peer.js';
import { encode } from './codec.js';
import { EventBodies, type WriteOrigin } from './event-bodies.js';
import { FrameKind, Operation, PROTOCOL_VERSION } from './protocol.js';

/** Notes which values it knows the origin of. */
class ListedBodies extends EventBodies {
  readonly noted = new Map<Buffer, WriteOrigin>();

  override noteOrigin(value: Buffer, origin: WriteOrigin): void {
    this.noted.set(value, origin);
  }

  override forgetOrigin(value: Buffer): void {
    this.noted.delete(value);
  }
}

function frame(kind: number, message: unknown): Buffer {
  const payload = encode(message);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(1 + payload.length);
  head[4] = kind;
  return Buffer.concat([head, payload]);
}

describe('ChannelPeer', () => {
  it.each<[string, (settle: { resolve(revision: number): void; reject(error: Error): void }) => void]>([
    ['written', ({ resolve }) => resolve(7)],
    ['refused', ({ reject }) => reject(keyExists('/r/a', 3))],
  ])('knows the origin of a value until it is %s', async (_name, settle) => {
    const bodies = new ListedBodies();
    let parts: Parameters<typeof settle>[0] | undefined;
    const create = (): Promise<number> => new Promise((resolve, reject) => (parts = { resolve, reject }));
    const stream = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
    const storage = { create, isSharedByServers: false } as unknown as Storage;
    new ChannelPeer({ storage, bodies, stream, number: 4, onClosed: () => {} });
    stream.push(frame(FrameKind.hello, [PROTOCOL_VERSION, 0, false]));
    stream.push(frame(FrameKind.requests, [[Operation.create, 5, '/r/a', Buffer.from('mine'), undefined]]));
    await nextTurn();
    expect([...bodies.noted].map(([value, origin]) => [value.toString(), origin])).toEqual([
      ['mine', { peer: 4, request: 5 }],
    ]);
    settle(parts!);
    await nextTurn();
    expect(bodies.noted.size).toBe(0);
    stream.destroy();
  });
});
