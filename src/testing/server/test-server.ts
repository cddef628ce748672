import type { IncomingMessage } from 'node:http';
import type { Client } from '../../client/index.js';
import type { NodesToAdd } from '../cluster/nodes/fake-nodes.js';
import type { PodScript, PodSelector } from '../cluster/nodes/pod-script.js';
import type { Fault } from '../faults/fault.js';
import type { FaultSelector } from '../faults/fault-switches.js';
import type { RequestSelector } from '../faults/request-selector.js';
import type { RecordedRequest } from '../recorder/request-recorder.js';
import type { TestRequest, TestResponse } from './test-client.js';

/** A state of a server that `restore` puts back. It belongs to the server that it was taken of. */
export interface Snapshot {
  readonly id: number;
}

/** The faults of requests. */
export interface Faults {
  /** Injects a fault into selected requests. Returns a function that removes it. Rejects with TypeError where it makes no sense. */
  add(selector: FaultSelector, fault: Fault): Promise<() => Promise<void>>;
  /** Takes all faults away. */
  clear(): Promise<void>;
  /** Interrupts the connections of open watches; returns how many there were. */
  cutWatches(selector?: RequestSelector): Promise<number>;
  /** Discards the history: older resource versions are answered with 410 Expired, and open watches end so. */
  expireHistory(): Promise<void>;
}

/** The requests that clients have sent since the start or the last reset; those of `request()` are among them. */
export interface Requests {
  /** Returns those that fit a selector, in the order of their arrival. */
  find(selector?: RequestSelector): Promise<RecordedRequest[]>;
  /** Forgets all. */
  clear(): Promise<void>;
}

/** Fake nodes, which run pods without running anything; for servers that are started with `nodes`. */
export interface FakeNodes {
  /** Adds nodes; answers their names. They run pods only where the server was started with `nodes`. */
  add(nodes?: NodesToAdd): Promise<string[]>;
  /**
   * Sets what becomes of pods. The last script that selects a pod counts, its annotations
   * `testing.binnacle.dev/run-after-ms`, `ready-after-ms`, `exit-after-ms` and `exit-code` come first.
   */
  script(selector: PodSelector, script: PodScript): Promise<void>;
}

/** Another identity for a kubeconfig. */
export interface TestUser {
  readonly user: string;
  readonly groups?: readonly string[];
  /** Milliseconds that its certificate is valid, from the later of the server's time and the real one; a year when not given. */
  readonly validFor?: number;
}

/** A server for tests. */
export interface TestServer {
  /** Where it listens: `https://127.0.0.1:40123`. */
  readonly url: string;
  /** In PEM. */
  readonly certificateAuthority: string;
  /** The bearer token of the administrator. */
  readonly token: string;
  /** The administrator's kubeconfig. */
  readonly kubeconfig: string;
  /** The absolute path of the file with it, for other programs. */
  readonly kubeconfigPath: string;
  /** The typed client, as the administrator; its field manager is `test`. */
  readonly client: Client;
  readonly faults: Faults;
  readonly requests: Requests;
  readonly nodes: FakeNodes;
  /** Sends a request as the administrator and reads the answer. */
  request<T = Record<string, unknown>>(method: string, path: string, sent?: TestRequest): Promise<TestResponse<T>>;
  /** Sends a request whose answer the caller reads, such as a watch. */
  open(method: string, path: string, sent?: TestRequest): Promise<IncomingMessage>;
  /** Writes a kubeconfig for another user; returns its absolute path. */
  kubeconfigFor(user: TestUser): Promise<string>;
  /** Saves the state of the store. */
  snapshot(): Promise<Snapshot>;
  /** Restores a state. Watches of clients end with 410 Expired, so that they list again. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Restores the state after the start, without faults and recorded requests. A fake clock keeps its time. */
  reset(): Promise<void>;
  /** Resolves when no controller has anything to do that is due now, whether they run or are stepped. */
  settled(): Promise<void>;
  /** Moves a fake clock by milliseconds; what becomes due on the way has its effect. Rejects without a fake clock. */
  advance(milliseconds: number): Promise<void>;
  /** Returns the time of the server in milliseconds since 1970. */
  now(): Promise<number>;
  /** Ends it. Closing twice is harmless. */
  close(): Promise<void>;
}
