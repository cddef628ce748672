import type { Readable } from 'node:stream';

/**
 * A container whose log is asked for.
 *
 * @internal
 * @example
 * const container: LoggedContainer = { namespace: 'harbor', pod: 'crane', container: 'main', node: 'node-0' };
 */
export interface LoggedContainer {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly node: string;
}

/**
 * Which part of a log is read, and how (upstream: PodLogOptions).
 *
 * @internal
 * @example
 * const last: LogSelection = { tailLines: 10 };
 */
export interface LogSelection {
  readonly follow?: boolean;
  readonly previous?: boolean;
  readonly sinceSeconds?: number | bigint;
  readonly sinceTime?: string;
  readonly timestamps?: boolean;
  readonly tailLines?: number | bigint;
  readonly limitBytes?: number | bigint;
}

/**
 * Returns the log of a container; undefined where its kubelet has it. Throws StatusError without a log.
 *
 * @internal
 * @example
 * const noLogs: ContainerLogSource = async () => undefined;
 */
export type ContainerLogSource = (container: LoggedContainer, selection: LogSelection) => Promise<Readable | undefined>;

/**
 * Logs of containers that run on no machine, so that no kubelet has them. Provided by the server; empty until a plugin adds its own.
 *
 * @internal
 * @example
 * const find = (logs: ContainerLogs, container: LoggedContainer) => logs.find(container, { follow: true });
 */
export class ContainerLogs {
  private readonly sources = new Set<ContainerLogSource>();

  /** Adds a source; the answer removes it. */
  add(source: ContainerLogSource): () => void {
    this.sources.add(source);
    return () => void this.sources.delete(source);
  }

  /** Returns the log of a container; undefined where its kubelet has it. Throws StatusError as its source does. */
  async find(container: LoggedContainer, selection: LogSelection): Promise<Readable | undefined> {
    for (const source of this.sources) {
      const log = await source(container, selection);
      if (log) return log;
    }
    return undefined;
  }
}
