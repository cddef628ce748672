import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Endpoints } from '../../src/storage/etcd/endpoints.js';
import { endOf } from '../../src/storage/etcd/keys.js';
import { type Field, Message } from '../../src/storage/etcd/message.js';
import { EtcdStorage } from '../../src/storage/etcd/index.js';
import { METHODS, type RangeRequest, type RangeResponse } from '../../src/storage/etcd/protocol.js';
import type { OpenedStorage } from '../contract/storage.contract.js';
import { freePort } from './free-port.js';
import { eventually } from './storage-recorder.js';

/** `describe`, or where there is no etcd to run a `describe.skip` that says so. */
export const describeWithEtcd: typeof describe | typeof describe.skip = hasEtcd() ? describe : skipAloud();

const NEVER = { repeatable: false };

/** A field of a message, or several. */
const message = (...fields: Field[]): Message => new Message(fields);
const NOTHING = message();
const ID: Field = { number: 1, name: 'ID', type: 'id' };
const LEASES = {
  path: '/etcdserverpb.Lease/LeaseLeases',
  request: NOTHING,
  response: message({ number: 2, name: 'leases', type: message(ID), repeated: true }),
};
const TIME_TO_LIVE = {
  path: '/etcdserverpb.Lease/LeaseTimeToLive',
  request: message(ID),
  response: message({ number: 3, name: 'TTL', type: 'number' }),
};
const DEFRAGMENT = { path: '/etcdserverpb.Maintenance/Defragment', request: NOTHING, response: NOTHING };
const REVOKE = { path: '/etcdserverpb.Lease/LeaseRevoke', request: message(ID), response: NOTHING };

/** A process of etcd with its own directory. */
export class EtcdProcess {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly directory: string,
    private readonly ports: readonly number[],
  ) {}

  /** Starts one on free ports of the loopback interface. */
  static async start(): Promise<EtcdProcess> {
    const ports = [await freePort(), await freePort()];
    const etcd = new EtcdProcess(mkdtempSync(join(tmpdir(), 'binnacle-etcd-')), ports);
    await etcd.resume();
    return etcd;
  }

  get url(): string {
    return `http://127.0.0.1:${this.ports[0]}`;
  }

  /** The settings of an engine on this process. */
  settings(prefix = '/registry') {
    return { servers: [this.url], caFile: '', certFile: '', keyFile: '', prefix };
  }

  /** Starts the process again, on the data it had. */
  async resume(): Promise<void> {
    const peer = `http://127.0.0.1:${this.ports[1]}`;
    const flags = ['--listen-client-urls', this.url, '--advertise-client-urls', this.url, '--listen-peer-urls', peer];
    const cluster = ['--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`];
    // Every write is counted in the size at once.
    const speed = ['--backend-batch-limit', '1', '--log-level', 'error'];
    this.process = spawn('etcd', ['--data-dir', this.directory, ...flags, ...cluster, ...speed], { stdio: 'ignore' });
    const opened = await eventuallyOpened(this.settings());
    await opened.close();
  }

  /** Ends the process; its data stay. */
  async stop(): Promise<void> {
    const { process } = this;
    if (process?.exitCode !== null || process.signalCode !== null) return;
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGKILL');
    await ended;
  }

  /** Ends the process and removes its data. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Deletes all keys. */
  async clear(): Promise<void> {
    const everything = { key: Buffer.of(0), range_end: Buffer.of(0) };
    await this.withEndpoints(async (endpoints) => {
      const operation = { request_delete_range: everything };
      await endpoints.call(METHODS.txn, { compare: [], success: [operation], failure: [] }, NEVER);
      // Free pages would hide that the database grows.
      await endpoints.call(DEFRAGMENT, {}, NEVER);
    });
  }

  /** Revokes the leases that would be over in so many seconds. */
  async expire(seconds: number): Promise<void> {
    await this.withEndpoints(async (endpoints) => {
      const { leases = [] } = await endpoints.call<{ leases?: { ID: string }[] }>(LEASES, {}, NEVER);
      for (const lease of leases) {
        const { TTL } = await endpoints.call<{ TTL: number }>(TIME_TO_LIVE, lease, NEVER);
        if (TTL <= seconds) await endpoints.call(REVOKE, lease, NEVER);
      }
    });
  }

  /** All keys under a prefix. */
  async keys(prefix: string): Promise<string[]> {
    const request = { key: Buffer.from(prefix), range_end: endOf(Buffer.from(prefix)) };
    const { kvs = [] } = await this.read(request);
    return kvs.map(({ key }) => key.toString());
  }

  /** The bytes under a key; none where it is not there. */
  async valueOf(key: string): Promise<Buffer> {
    const { kvs } = await this.read({ key: Buffer.from(key) });
    return kvs?.[0]?.value ?? Buffer.alloc(0);
  }

  /** Opens an engine, with a clock that `advance` moves, on an etcd without keys. */
  async openStorage(): Promise<OpenedStorage & { storage: EtcdStorage }> {
    await this.clear();
    let offset = 0;
    const storage = await EtcdStorage.open({ ...this.settings(), now: () => performance.now() + offset });
    const advance = async (seconds: number): Promise<void> => {
      offset += seconds * 1000;
      await this.expire(seconds);
    };
    return { storage, advance, delivered: () => deliveredBy(storage) };
  }

  private read(request: RangeRequest): Promise<RangeResponse> {
    return this.withEndpoints((endpoints) => endpoints.call<RangeResponse>(METHODS.range, request, NEVER));
  }

  private async withEndpoints<T>(work: (endpoints: Endpoints) => Promise<T>): Promise<T> {
    const endpoints = await Endpoints.open(this.settings());
    try {
      return await work(endpoints);
    } finally {
      endpoints.close();
    }
  }
}

/** All watches of an engine have got what one that begins now and all others get together. */
async function deliveredBy(storage: EtcdStorage): Promise<void> {
  const revision = await storage.currentRevision();
  await eventually(() => storage.deliveredRevision >= revision, `delivery up to ${revision}`);
}

async function eventuallyOpened(settings: ReturnType<EtcdProcess['settings']>): Promise<EtcdStorage> {
  for (const deadline = Date.now() + 20_000; ;) {
    try {
      return await EtcdStorage.open(settings);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

function hasEtcd(): boolean {
  try {
    execFileSync('etcd', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function skipAloud(): typeof describe.skip {
  process.stderr.write('skipped: there is no etcd in the PATH (Debian: apt-get install etcd-server)\n');
  return describe.skip;
}
