import { Injectable } from '@nestjs/common';
import type { PodScript, PodSelector, SelectedScript } from './pod-script.js';

/** Marks the nodes that have a fake kubelet. */
export const FAKE_NODE = 'testing.binnacle.dev/node';

/** Nodes that are to be added. */
export interface NodesToAdd {
  /** 1 when not given. */
  readonly count?: number;
  /** Resources besides or in place of `cpu: 8, memory: 32Gi, pods: 110, ephemeral-storage: 100Gi`. */
  readonly capacity?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  /** The beginning of their names; `node-` when not given. */
  readonly namePrefix?: string;
}

/** The scripts of the pods of a server, shared by its fake kubelets. */
@Injectable()
export class PodScripts {
  private all: SelectedScript[] = [];

  /** The scripts, the last of which come first. */
  get current(): readonly SelectedScript[] {
    return this.all;
  }

  /** Adds a script. It is for pods that change from now on. */
  add(selector: PodSelector, script: PodScript): void {
    this.all = [...this.all, { selector, script }];
  }

  /** Removes all. */
  clear(): void {
    this.all = [];
  }
}
