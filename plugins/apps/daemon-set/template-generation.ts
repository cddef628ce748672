import type { DaemonSet } from './daemon-set.v1.js';

const ANNOTATION = 'deprecated.daemonset.template.generation';

/** How often the template of a daemon set has changed, as its annotation says; 0 when it does not. */
export function templateGenerationOf({ metadata }: DaemonSet): number {
  const text = metadata.annotations?.[ANNOTATION] ?? '';
  return /^[+-]?\d{1,18}$/.test(text) ? Number(text) : 0;
}

/** Writes the count. */
export function setTemplateGeneration({ metadata }: DaemonSet, generation: number): void {
  metadata.annotations = { ...metadata.annotations, [ANNOTATION]: String(generation) };
}
