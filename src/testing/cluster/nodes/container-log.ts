import type { LogSelection } from '../../../plugin-api/built-in.js';
import type { Pod } from '../types.js';
import type { PodScript } from './pod-script.js';

/** A line of a log; the time is in milliseconds. */
export interface LogLine {
  readonly time: number;
  readonly text: string;
}

/** A container of a pod. */
export interface LoggedContainer {
  readonly pod: Pod;
  readonly name: string;
}

/** The log of a container as far as it is written, and whether it is whole. */
export interface WrittenLog {
  readonly lines: readonly LogLine[];
  readonly isWhole: boolean;
}

/**
 * Returns what a container of a fake node has written by a time: the text of its script when it begins, and lines about its state.
 * Undefined before it runs.
 */
export function writtenLog(
  { pod, name: container }: LoggedContainer,
  script: PodScript,
  now: number,
): WrittenLog | undefined {
  const { startTime } = pod.status ?? {};
  if (startTime === undefined) return undefined;
  const { runAfter = 0, readyAfter = 0, exitAfter = Infinity, exitCode = 0, logs } = script;
  const began = Date.parse(startTime) + runAfter;
  if (now < began) return undefined;
  const said = logs === undefined ? [] : linesOf(logs);
  const image = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])].find(
    (each) => each.name === container,
  )?.image;
  const ended = began + exitAfter;
  const lines: LogLine[] = [
    { time: began, text: `container ${container} started with image ${image ?? 'none'}; fake nodes run no program` },
    ...said.map((text) => ({ time: began, text })),
    ...(readyAfter < exitAfter ? [{ time: began + readyAfter, text: `container ${container} is ready` }] : []),
    ...(exitAfter < Infinity ? [{ time: ended, text: `container ${container} exited with code ${exitCode}` }] : []),
  ];
  return { lines: lines.filter(({ time }) => time <= now), isWhole: now >= ended };
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** Returns the lines that a request asks for, without its limit of bytes. */
export function selectLines(lines: readonly LogLine[], selection: LogSelection, now: number): readonly LogLine[] {
  const { sinceSeconds, sinceTime, tailLines } = selection;
  let since = -Infinity;
  if (sinceTime !== undefined) since = Date.parse(sinceTime);
  if (sinceSeconds !== undefined) since = now - Number(sinceSeconds) * 1000;
  const recent = lines.filter(({ time }) => time >= since);
  return tailLines === undefined ? recent : recent.slice(Math.max(0, recent.length - Number(tailLines)));
}

/** Returns lines as a kubelet sends them. */
export function formatLines(lines: readonly LogLine[], { timestamps }: LogSelection): string {
  return lines
    .map(({ time, text }) => `${timestamps === true ? `${new Date(time).toISOString()} ` : ''}${text}\n`)
    .join('');
}
