import { Inject, Injectable } from '@nestjs/common';
import { StartHook, Stores, controllerContext } from '../../plugin-api/index.js';
import type { PluginClass } from '../../plugin-host/index.js';
import { clusterPlugin } from '../cluster/cluster.plugin.js';
import { addNodes } from '../cluster/nodes/add-nodes.js';
import { FAKE_NODE, PodScripts } from '../cluster/nodes/fake-nodes.js';

/** Creates a plugin that runs workloads on fake nodes, of which the store has at least `count` after the start. */
export function clusterWithNodes(count: number): PluginClass {
  @Injectable()
  class FakeNodesHook extends StartHook {
    readonly name = 'fake-nodes';

    constructor(@Inject(Stores) private readonly stores: Stores) {
      super();
    }

    async run(): Promise<void> {
      const isFake = ({ labels }: { readonly labels?: Record<string, string> }): boolean =>
        labels?.[FAKE_NODE] !== undefined;
      const there = await this.stores.of('', 'nodes').list(controllerContext(), isFake);
      if (there.length < count) await addNodes(this.stores, { count: count - there.length });
    }
  }
  return clusterPlugin(new PodScripts(), [FakeNodesHook]);
}
