import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Milliseconds that slices of long work get of one turn of the event loop, all requests together. */
const SHARE_MS = 3;
/**
 * Milliseconds that short stages of requests get of it: a request that arrives waits for so much of the writes before it. Slices
 * are longer, because each takes a turn, and a turn some 20 microseconds.
 */
const STAGES_MS = 0.3;

type Resume = () => void;

/** The lane of callers that name none. */
const COMMON_LANE = {};

/**
 * The schedule of long work on the event loop. Work that may take long asks between its steps whether the share of the
 * current turn is used up, and then waits for a later turn: requests that arrive meanwhile are read and answered first.
 * Three queues wait for a turn: short stages of requests by lane, long work that begins, and slices of long work.
 */
export class Turns {
  /** Short stages, by lane. The lane that is served next comes first. */
  private readonly stages = new Map<object, Resume[]>();
  private readonly beginners: Resume[] = [];
  private readonly slices: Resume[] = [];
  /** When long work began in the current turn; undefined before it does. */
  private begunAt: number | undefined;
  /**
   * True if all sockets were read since the turn. Messages are delivered together with results of the engine's threads, and
   * if those are older than a request, the next turn would begin before the request is read.
   */
  private isRead = false;
  /** Milliseconds of stages since long work was last resumed, which is due when they have had as much as it gets. */
  private stagesMs = 0;
  /** True if the last long work that was resumed was a slice. */
  private wasSlice = false;
  /**
   * A turn begins with a message, among the events of sockets, and not with an immediate after them: data written by an
   * immediate may still be unsent when the next request is read, and Node then mistakes a client that waits for its response for
   * one that sends requests and reads nothing.
   */
  private readonly begun: MessagePort;
  private readonly announce: Resume;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.begun = port1;
    this.announce = () => port2.postMessage(undefined);
    port1.on('message', () => this.end());
    port1.unref();
  }

  /** Reports whether long work has used up its share of the current turn of the event loop, whichever request did it. */
  isOver(): boolean {
    return this.worked() >= SHARE_MS;
  }

  /** Reports whether the short stages of requests have used up their share of the current turn. */
  isOverForStages(): boolean {
    return this.worked() >= STAGES_MS;
  }

  /** Returns the milliseconds since long work began in the current turn. */
  private worked(): number {
    const now = performance.now();
    this.begunAt ??= this.beginAt(now);
    return now - this.begunAt;
  }

  /**
   * Resolves when the next short stage of a request may run. Each turn of the event loop runs one stage, and further ones
   * until the turn is over. Lanes are served in rotation, so that many requests of one priority level do not delay the few
   * of another.
   */
  next(lane: object = COMMON_LANE): Promise<void> {
    let queue = this.stages.get(lane);
    if (!queue) this.stages.set(lane, (queue = []));
    return this.join(queue);
  }

  /**
   * Resolves when the next slice of work may run that takes many turns, such as a list: one slice per turn, after the short
   * stages, with a new share.
   */
  nextSlice(): Promise<void> {
    return this.join(this.slices);
  }

  /** Resolves when new long work may begin. It queues separately from slices of work that has begun, so short work finishes first. */
  first(): Promise<void> {
    return this.join(this.beginners);
  }

  private join(queue: Resume[]): Promise<void> {
    this.begunAt ??= this.beginAt(performance.now());
    return new Promise((resolve) => queue.push(resolve));
  }

  private beginAt(now: number): number {
    this.begun.ref();
    setImmediate(this.announce);
    return now;
  }

  private end(): void {
    if (!this.isRead) {
      this.isRead = true;
      return void setImmediate(this.announce);
    }
    this.isRead = false;
    this.begun.unref();
    const isAwaited = this.stages.size > 0 || this.beginners.length > 0 || this.slices.length > 0;
    this.begunAt = isAwaited ? this.beginAt(performance.now()) : undefined;
    this.resumeStage();
  }

  private resumeStage(): void {
    const resume = this.takeStage();
    if (!resume) return this.resumeLong();
    resume();
    // A tick after a microtask runs when the caller has done everything that it does without waiting.
    queueMicrotask(() => process.nextTick(this.resumeInTime));
  }

  private readonly resumeInTime = (): void => {
    if (!this.isOverForStages()) return this.resumeStage();
    this.stagesMs += this.worked();
    if (this.stages.size === 0 || this.stagesMs >= SHARE_MS) this.resumeLong();
  };

  /** Takes the first stage of the lane that is served next. */
  private takeStage(): Resume | undefined {
    const [first] = this.stages;
    if (!first) return undefined;
    const [lane, queue] = first;
    this.stages.delete(lane);
    const resume = queue.shift();
    if (queue.length > 0) this.stages.set(lane, queue);
    return resume;
  }

  /** Resumes a beginner or a slice, in alternate turns: both in one turn would leave little time to short stages. */
  private resumeLong(): void {
    this.stagesMs = 0;
    this.wasSlice = this.beginners.length > 0 ? !this.wasSlice && this.slices.length > 0 : true;
    const resume = (this.wasSlice ? this.slices : this.beginners).shift();
    if (!resume) return;
    this.begunAt = performance.now();
    resume();
  }
}

/** The turns of this process, which has one event loop. */
export const turns = new Turns();

/**
 * Returns what to await between the stages of long work: a promise where the turn is over, undefined otherwise.
 *
 * @internal
 * @example
 * for (const berth of await store.list(systemContext())) await takeTurn();
 */
export function takeTurn(): Promise<void> | undefined {
  return turns.isOver() ? turns.next() : undefined;
}
