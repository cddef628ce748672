import { MessageChannel } from 'node:worker_threads';

/** Milliseconds that long work gets of one turn of the event loop, all requests together. */
const SHARE_MS = 3;

const beginners: (() => void)[] = [];
/** By lane; the lane whose turn it is comes first. */
const waiting = new Map<object, (() => void)[]>();
const slices: (() => void)[] = [];
/** When the share of the current turn is used up; undefined before any of it is. */
let ends: number | undefined;
/**
 * True if all sockets have been read since the turn: messages come together with what the engine's threads have to say,
 * and where those were earlier than a request, the next turn would come before it.
 */
let isRead = false;
/** True if the last long work that was given a share was a slice. */
let wasSlice = false;

/**
 * Reports whether long work has had its share of the current turn of the event loop, whichever request did it. Work
 * that may take long asks between its steps, and awaits `nextTurn()` when it is so.
 */
export function isTurnOver(): boolean {
  const now = performance.now();
  ends ??= beginAt(now);
  return now >= ends;
}

/** The lane of those who name none. */
const COMMON_LANE = {};

/**
 * Resolves when it is the caller's turn to go on. In each turn of the event loop one caller goes on, and others behind it
 * as long as the turn is not over: short stages of many requests do not need a turn each. Lanes take turns, so that the
 * many requests of one priority level do not keep the few of another waiting.
 */
export function nextTurn(lane: object = COMMON_LANE): Promise<void> {
  let queue = waiting.get(lane);
  if (!queue) waiting.set(lane, (queue = []));
  return join(queue);
}

/**
 * Resolves when the next slice of work may begin that takes many turns, such as a list: one in each turn, behind those
 * who wait for `nextTurn`, with a share of its own. Requests that need little do not wait for it.
 */
export function nextSlice(): Promise<void> {
  return join(slices);
}

/** Resolves when the caller may begin: those who do wait for each other only, so that short work is done soon. */
export function firstTurn(): Promise<void> {
  return join(beginners);
}

/**
 * To be awaited between the stages of work that may take long: a promise where the turn is over, nothing otherwise.
 *
 * @public
 * @example
 * for (const berth of await store.list(systemContext())) await takeTurn();
 */
export function takeTurn(): Promise<void> | undefined {
  return isTurnOver() ? nextTurn() : undefined;
}

/**
 * A turn begins with a message, among the events of sockets, and not in the phase of immediates behind them: what is
 * written there is not known to be sent before the next request is read, and Node then mistakes a client that waits for
 * its answer for one that sends requests and reads nothing.
 */
const { port1: turns, port2: ended } = new MessageChannel();
turns.on('message', endTurn);
turns.unref();

function join(queue: (() => void)[]): Promise<void> {
  ends ??= beginAt(performance.now());
  return new Promise((resolve) => queue.push(resolve));
}

const announceEnd = (): void => ended.postMessage(undefined);

function beginAt(now: number): number {
  turns.ref();
  setImmediate(announceEnd);
  return now + SHARE_MS;
}

function endTurn(): void {
  if (!isRead) {
    isRead = true;
    return void setImmediate(announceEnd);
  }
  isRead = false;
  turns.unref();
  const isAwaited = waiting.size > 0 || beginners.length > 0 || slices.length > 0;
  ends = isAwaited ? beginAt(performance.now()) : undefined;
  goOn();
}

function goOn(): void {
  const resume = takeWaiting();
  if (!resume) return beginLong();
  resume();
  // A tick behind a microtask comes when everything is done that the caller does without waiting.
  queueMicrotask(() => process.nextTick(goOnInTime));
}

/** Takes the first who waits of the lane whose turn it is. */
function takeWaiting(): (() => void) | undefined {
  const [first] = waiting;
  if (!first) return undefined;
  const [lane, queue] = first;
  waiting.delete(lane);
  const resume = queue.shift();
  if (queue.length > 0) waiting.set(lane, queue);
  return resume;
}

function goOnInTime(): void {
  if (isTurnOver()) beginLong();
  else goOn();
}

/** Beginners and slices of long work take alternate turns: together they would leave little of one to short stages. */
function beginLong(): void {
  wasSlice = beginners.length > 0 ? !wasSlice && slices.length > 0 : true;
  const resume = (wasSlice ? slices : beginners).shift();
  if (!resume) return;
  ends = performance.now() + SHARE_MS;
  resume();
}
