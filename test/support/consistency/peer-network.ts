import { createHash } from 'node:crypto';
import { type Blockade, FaultyProxy } from './faulty-proxy.js';

/** The default of `--initial-cluster-token`. */
const TOKEN = 'etcd-cluster';
const SENDER = /^x-server-from: ([0-9a-f]+)\r$/im;

/** The network between the members of an etcd cluster, in which each is reached through a proxy. */
export class PeerNetwork {
  private constructor(private readonly proxies: readonly FaultyProxy[]) {}

  /** Starts a proxy in front of each peer URL. */
  static async start(peerUrls: readonly string[]): Promise<PeerNetwork> {
    const identify = (bytes: Buffer): string | undefined => SENDER.exec(bytes.toString('latin1'))?.[1];
    return new PeerNetwork(await Promise.all(peerUrls.map((url) => FaultyProxy.start(url, identify))));
  }

  /** The URLs by which members reach each other. */
  get urls(): readonly string[] {
    return this.proxies.map(({ url }) => url);
  }

  /** How many other members have sent something to each. */
  get senders(): readonly number[] {
    return this.proxies.map(({ sources }) => sources.size);
  }

  /** Cuts a member off from all others, in both directions. */
  isolate(index: number, how: Blockade['how']): void {
    const ids = this.urls.map(memberId);
    for (const [target, proxy] of this.proxies.entries()) {
      const isOthers = (source: string | undefined): boolean => source !== undefined && source !== ids[index];
      proxy.block({ of: (source) => target === index || !isOthers(source), how });
    }
  }

  /** Cuts the connection between two members; both still see the others. */
  separate(one: number, other: number, how: Blockade['how']): void {
    const ids = this.urls.map(memberId);
    for (const [target, source] of [
      [one, ids[other]],
      [other, ids[one]],
    ] as const)
      this.proxies[target]!.block({ of: (sender) => sender === undefined || sender === source, how });
  }

  /** Delays what reaches a member for a time. */
  slow(index: number, byMs: number, ms: number): Promise<void> {
    return this.proxies[index]!.slow(byMs, ms);
  }

  /** Ends what `isolate` and `separate` have begun. */
  heal(): void {
    for (const proxy of this.proxies) proxy.heal();
  }

  async close(): Promise<void> {
    await Promise.all(this.proxies.map((proxy) => proxy.close()));
  }
}

/** The id that etcd derives for a member from its only URL, as it is sent. */
function memberId(url: string): string {
  return createHash('sha1').update(url).update(TOKEN).digest().readBigUInt64BE().toString(16);
}
