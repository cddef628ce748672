import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Readable } from 'node:stream';
import { QueueControllerParts, badRequest, controllerContext } from '../../../plugin-api/index.js';
import { ContainerLogs, type LoggedContainer, type LogSelection } from '../../../plugin-api/built-in.js';
import type { Node, Pod } from '../types.js';
import { formatLines, selectLines, writtenLog } from './container-log.js';
import { FAKE_NODE, PodScripts } from './fake-nodes.js';
import { scriptOf } from './pod-script.js';

/** How often a log that is followed is looked at, in milliseconds. */
const PERIOD_MS = 500;

/** A container, with the part of its log that is asked for. */
interface Request extends LoggedContainer {
  readonly selection: LogSelection;
}

/** The logs of the containers of fake nodes: the text of their scripts, and lines about their states. */
@Injectable()
export class FakeContainerLogs implements OnModuleDestroy {
  private readonly remove: () => void;
  private readonly ending = new AbortController();

  constructor(
    @Inject(QueueControllerParts) private readonly parts: QueueControllerParts,
    @Inject(PodScripts) private readonly scripts: PodScripts,
    @Inject(ContainerLogs) logs: ContainerLogs,
  ) {
    this.remove = logs.add((container, selection) => this.find({ ...container, selection }));
  }

  onModuleDestroy(): void {
    this.remove();
    this.ending.abort();
  }

  private async find(request: Request): Promise<Readable | undefined> {
    const node = await this.parts.stores.of<Node>('', 'nodes').find(controllerContext(), request.node);
    if (node?.metadata.labels?.[FAKE_NODE] === undefined) return undefined;
    const pod = await this.podOf(request);
    const { container } = request;
    if (!pod || !this.logOf(pod, container)) {
      throw badRequest(`container "${container}" in pod "${request.pod}" is waiting to start: ContainerCreating`);
    }
    const isRestarted = pod.status?.containerStatuses?.some(({ restartCount }) => restartCount > 0) === true;
    if (request.selection.previous === true && !isRestarted) {
      throw badRequest(`previous terminated container "${container}" in pod "${request.pod}" not found`);
    }
    return Readable.from(limited(this.textOf(request, pod), request.selection.limitBytes));
  }

  private podOf({ namespace, pod }: Request): Promise<Pod | undefined> {
    return this.parts.stores.of<Pod>('', 'pods').find(controllerContext(namespace), pod);
  }

  private logOf(pod: Pod, container: string) {
    return writtenLog({ pod, name: container }, scriptOf(pod, this.scripts.current), this.parts.clock.now());
  }

  /** The text as it is written, until it is whole or its pod is gone. */
  private async *textOf(request: Request, first: Pod): AsyncGenerator<string> {
    const { clock } = this.parts;
    const { container, selection } = request;
    let log = this.logOf(first, container)!;
    let seen = log.lines.length;
    yield formatLines(selectLines(log.lines, selection, clock.now()), selection);
    while (selection.follow === true && !log.isWhole && !this.ending.signal.aborted) {
      await clock.sleep(PERIOD_MS, this.ending.signal);
      const pod = await this.podOf(request);
      if (!pod || pod.metadata.uid !== first.metadata.uid) return;
      log = this.logOf(pod, container) ?? log;
      yield formatLines(log.lines.slice(seen), selection);
      seen = log.lines.length;
    }
  }
}

/** Cuts a text after so many bytes. */
async function* limited(text: AsyncIterable<string>, limit: number | bigint | undefined): AsyncGenerator<Buffer> {
  let left = limit === undefined ? Infinity : Number(limit);
  for await (const piece of text) {
    const bytes = Buffer.from(piece).subarray(0, left);
    left -= bytes.length;
    if (bytes.length > 0) yield bytes;
    if (left <= 0) return;
  }
}
