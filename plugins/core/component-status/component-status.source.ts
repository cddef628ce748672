import { Inject, Injectable } from '@nestjs/common';
import { Stores, systemContext } from '../../../src/plugin-api/index.js';
import { type ObjectSource, failure } from '../../../src/plugin-api/built-in.js';
import { type ProbeResult, probeHealth } from './component-probe.js';
import type { ComponentStatus } from './component-status.v1.js';

/** The default ports of schedulers and controller managers. */
const SCHEDULER_PORT = 10_259;
const CONTROLLER_MANAGER_PORT = 10_257;

/** Probes the control plane components at each read. The store represents etcd. */
@Injectable()
export class ComponentStatusSource implements ObjectSource<ComponentStatus> {
  private readonly probes: ReadonlyMap<string, () => Promise<ProbeResult>>;

  constructor(@Inject(Stores) private readonly stores: Stores) {
    this.probes = new Map([
      ['scheduler', () => probeHealth(SCHEDULER_PORT)],
      ['controller-manager', () => probeHealth(CONTROLLER_MANAGER_PORT)],
      ['etcd-0', () => this.probeStore()],
    ]);
  }

  async get(name: string): Promise<ComponentStatus> {
    const probe = this.probes.get(name);
    if (!probe) throw failure(500, `Component not found: ${name}`);
    return statusOf(name, await probe());
  }

  list(): Promise<ComponentStatus[]> {
    return Promise.all([...this.probes].map(async ([name, probe]) => statusOf(name, await probe())));
  }

  /** Any read that gets past the cache will do; whether there is such an object does not matter. */
  private async probeStore(): Promise<ProbeResult> {
    try {
      await this.stores.of('', 'namespaces').readStored(systemContext(), 'default');
      return { isHealthy: true, message: 'ok' };
    } catch {
      return { isHealthy: false, message: 'the store cannot be read' };
    }
  }
}

function statusOf(name: string, { isHealthy, message }: ProbeResult): ComponentStatus {
  return { metadata: { name }, conditions: [{ type: 'Healthy', status: isHealthy ? 'True' : 'False', message }] };
}
