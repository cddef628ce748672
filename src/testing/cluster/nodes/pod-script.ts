import type { Pod } from '../types.js';

/** The fate of a pod on a fake node. Times are in milliseconds of the server's clock. */
export interface PodScript {
  /** How long until its containers run; 0 when not given. */
  readonly runAfter?: number;
  /** How long it then takes to be ready; 0 when not given. */
  readonly readyAfter?: number;
  /** How long it runs; for ever when not given, but pods of jobs, which end at once. */
  readonly exitAfter?: number;
  /** The exit code of its containers; 0 when not given. */
  readonly exitCode?: number;
  /** The text that its containers write when they begin. */
  readonly logs?: string;
}

/** Which pods a script is for: those with all labels. */
export interface PodSelector {
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A script with the pods it is for. */
export interface SelectedScript {
  readonly selector: PodSelector;
  readonly script: PodScript;
}

const PREFIX = 'testing.binnacle.dev/';
/** Annotations of pods that say the same. */
const ANNOTATIONS = {
  runAfter: `${PREFIX}run-after-ms`,
  readyAfter: `${PREFIX}ready-after-ms`,
  exitAfter: `${PREFIX}exit-after-ms`,
  exitCode: `${PREFIX}exit-code`,
} as const;

/** The annotation with the text of the log. */
const LOGS = `${PREFIX}logs`;

/** Returns the script of a pod: its annotations come before the last script that selects it. */
export function scriptOf(pod: Pod, scripts: readonly SelectedScript[]): PodScript {
  const script = scripts.findLast(({ selector }) => selects(selector, pod))?.script;
  return { ...(endsByItself(pod) && { exitAfter: 0 }), ...script, ...annotatedScript(pod) };
}

function selects({ namespace, labels = {} }: PodSelector, { metadata }: Pod): boolean {
  const fits = Object.entries(labels).every(([name, value]) => metadata.labels?.[name] === value);
  return fits && (namespace === undefined || metadata.namespace === namespace);
}

function endsByItself({ metadata }: Pod): boolean {
  return metadata.ownerReferences?.some(({ kind, controller }) => controller && kind === 'Job') ?? false;
}

function annotatedScript({ metadata: { annotations = {} } }: Pod): PodScript {
  const given = Object.entries(ANNOTATIONS).flatMap(([member, name]) => {
    const value = Number(annotations[name]);
    return annotations[name] !== undefined && Number.isFinite(value) ? [[member, value]] : [];
  });
  const logs = annotations[LOGS];
  return { ...(Object.fromEntries(given) as PodScript), ...(logs !== undefined && { logs }) };
}
