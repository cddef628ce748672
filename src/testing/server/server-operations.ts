import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeUserKubeconfig } from '../../server/index.js';
import type { NodesToAdd } from '../cluster/nodes/fake-nodes.js';
import type { PodScript, PodSelector } from '../cluster/nodes/pod-script.js';
import type { Fault } from '../faults/fault.js';
import type { FaultSelector } from '../faults/fault-switches.js';
import type { RequestSelector } from '../faults/request-selector.js';
import type { RecordedRequest } from '../recorder/request-recorder.js';
import type { InProcessServer } from './in-process-server.js';
import { removeTemporaryFolder } from './temporary-folder.js';
import type { TestUser } from './test-server.js';

/** The facts of a running server. */
export interface ServerFacts {
  readonly url: string;
  readonly certificateAuthority: string;
  readonly token: string;
  readonly kubeconfig: string;
  readonly kubeconfigPath: string;
}

const YEAR_MS = 365 * 86_400_000;

/**
 * Everything that the handle of a test server does to the server. Arguments and results can be cloned, so that it may run in
 * another thread.
 */
export class ServerOperations {
  private kubeconfigs = 0;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly server: InProcessServer,
    private readonly folder: string,
  ) {}

  async addFault(selector: FaultSelector, fault: Fault): Promise<number> {
    return this.server.faults.add(selector, fault);
  }

  async removeFault(id: number): Promise<void> {
    this.server.faults.remove(id);
  }

  async clearFaults(): Promise<void> {
    this.server.faults.clear();
  }

  async cutWatches(selector?: RequestSelector): Promise<number> {
    return this.server.faults.cutWatches(selector);
  }

  async expireHistory(): Promise<void> {
    this.server.expireHistory();
  }

  async findRequests(selector?: RequestSelector): Promise<RecordedRequest[]> {
    return this.server.recorder.find(selector);
  }

  async clearRequests(): Promise<void> {
    this.server.recorder.clear();
  }

  async kubeconfigFor({ user, groups = [], validFor = YEAR_MS }: TestUser): Promise<string> {
    const directory = join(this.folder, 'certs');
    const { url } = this.server.api;
    // TLS goes by the real time, the server by its clock: the certificate is valid by both.
    const times = [this.server.clock.now(), Date.now()];
    const now = new Date(Math.min(...times));
    const validity = Math.max(...times) + validFor - now.getTime();
    const text = await writeUserKubeconfig({ directory, user, groups, validity, server: url, now });
    const path = join(this.folder, `user-${++this.kubeconfigs}.kubeconfig`);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  }

  addNodes(nodes: NodesToAdd): Promise<string[]> {
    return this.server.addNodes(nodes);
  }

  async addScript(selector: PodSelector, script: PodScript): Promise<void> {
    this.server.scripts.add(selector, script);
  }

  async snapshot(): Promise<number> {
    return this.server.snapshot();
  }

  async restore(id: number): Promise<void> {
    this.server.restore(id);
  }

  async reset(): Promise<void> {
    await this.server.reset();
  }

  async settled(): Promise<void> {
    await this.server.settled();
  }

  async advance(milliseconds: number): Promise<void> {
    await this.server.advance(milliseconds);
  }

  async now(): Promise<number> {
    return this.server.clock.now();
  }

  close(): Promise<void> {
    this.closing ??= this.server.close().finally(() => removeTemporaryFolder(this.folder));
    return this.closing;
  }
}
