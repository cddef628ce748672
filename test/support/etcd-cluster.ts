import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EtcdStorage } from '../../src/storage/etcd/index.js';
import { PeerNetwork } from './consistency/peer-network.js';
import { freePort } from './free-port.js';

interface Member {
  readonly name: string;
  readonly url: string;
  readonly peerUrl: string;
  process?: ChildProcess;
}

/** A cluster of three etcds, any one of which may be away. */
export class EtcdCluster {
  private constructor(
    private readonly directory: string,
    private readonly members: readonly Member[],
    /** The network between the members. */
    readonly network: PeerNetwork,
  ) {}

  /** Starts all members; resolves when the cluster answers. */
  static async start(): Promise<EtcdCluster> {
    const directory = await mkdtemp(join(tmpdir(), 'binnacle-etcd-cluster-'));
    const members: Member[] = [];
    for (const name of ['a', 'b', 'c']) {
      const [port, peerPort] = [await freePort(), await freePort()];
      members.push({ name, url: `http://127.0.0.1:${port}`, peerUrl: `http://127.0.0.1:${peerPort}` });
    }
    const network = await PeerNetwork.start(members.map(({ peerUrl }) => peerUrl));
    const cluster = new EtcdCluster(directory, members, network);
    for (const member of members) cluster.spawn(member);
    await cluster.answers();
    return cluster;
  }

  /** The URLs of the members. */
  get urls(): readonly string[] {
    return this.members.map(({ url }) => url);
  }

  /** Kills a member by SIGKILL; its data stay. */
  async kill(index: number): Promise<void> {
    await end(this.members[index]!.process);
  }

  /** Starts a member again that was killed. */
  resume(index: number): void {
    this.spawn(this.members[index]!);
  }

  /** Sends a signal to a member. */
  signal(index: number, signal: NodeJS.Signals): void {
    this.members[index]!.process!.kill(signal);
  }

  /** Kills all members and removes their data. */
  async remove(): Promise<void> {
    await Promise.all(this.members.map(({ process }) => end(process)));
    await this.network.close();
    await rm(this.directory, { recursive: true, force: true });
  }

  private spawn(member: Member): void {
    const { name, url, peerUrl } = member;
    const shownUrls = this.network.urls;
    const all = this.members.map((each, index) => `${each.name}=${shownUrls[index]}`).join(',');
    const flags = {
      name,
      'data-dir': join(this.directory, name),
      'listen-client-urls': url,
      'advertise-client-urls': url,
      'listen-peer-urls': peerUrl,
      'initial-advertise-peer-urls': shownUrls[this.members.indexOf(member)]!,
      'initial-cluster': all,
      // A new leader is elected soon.
      'heartbeat-interval': '50',
      'election-timeout': '500',
      'log-level': 'error',
    };
    const words = Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, value]);
    member.process = spawn('etcd', words, { stdio: 'ignore' });
  }

  private async answers(): Promise<void> {
    const settings = { servers: this.urls, caFile: '', certFile: '', keyFile: '', prefix: '/registry' };
    for (const deadline = Date.now() + 20_000; ;) {
      try {
        return await (await EtcdStorage.open(settings)).close();
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }
}

async function end(process: ChildProcess | undefined): Promise<void> {
  if (process?.exitCode !== null || process.signalCode !== null) return;
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGCONT');
  process.kill('SIGKILL');
  await ended;
}
