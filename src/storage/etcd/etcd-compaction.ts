import type { Endpoints } from './endpoints.js';
import { METHODS, type RangeResponse, TARGET, type TxnResponse } from './protocol.js';

/** The key by which the servers of a cluster agree who compacts (upstream: compactRevKey); its value is a revision. */
const KEY = Buffer.from('compact_rev_key');

/**
 * Compacts etcd as upstream does: of all servers, kube-apiserver included, one compacts in each interval. The version of
 * a key is the logical time; who moves it forward compacts, the others learn the new time.
 */
export class EtcdCompaction {
  private time = 0;
  private newest = 0;

  constructor(private readonly endpoints: Endpoints) {}

  /** Discards history before a revision, unless another server has done so since the last time. */
  async compact(revision: number): Promise<void> {
    if (revision <= (await this.compactedRevision()) || !(await this.moveTime(revision))) return;
    // Doing it twice does no harm.
    await this.endpoints.call(METHODS.compact, { revision }, { repeatable: true });
    this.newest = revision;
  }

  /** Returns the revision of the last compaction by a server of the cluster; 0 for none. */
  async compactedRevision(): Promise<number> {
    const { kvs } = await this.endpoints.call<RangeResponse>(METHODS.range, { key: KEY }, { repeatable: true });
    this.newest = Math.max(this.newest, Number(kvs?.[0]?.value?.toString() ?? 0) || 0);
    return this.newest;
  }

  private async moveTime(revision: number): Promise<boolean> {
    const request = {
      compare: [{ target: TARGET.version, key: KEY, version: this.time }],
      success: [{ request_put: { key: KEY, value: Buffer.from(String(revision)) } }],
      failure: [{ request_range: { key: KEY } }],
    };
    const answer = await this.endpoints.call<TxnResponse>(METHODS.txn, request, { repeatable: false });
    this.time = answer.succeeded ? this.time + 1 : versionIn(answer);
    return answer.succeeded === true;
  }
}

function versionIn({ responses }: TxnResponse): number {
  return responses?.[0]?.response_range?.kvs?.[0]?.version ?? 0;
}
