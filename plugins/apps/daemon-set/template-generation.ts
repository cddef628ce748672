import type { ObjectMeta } from '../../../src/plugin-api/index.js';
import { parseAnnotationNumber } from '../annotation-number.js';

/** The annotation that counts changes of the template; no member of any version does. */
export const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** Returns how often the template of a daemon set has changed, as its annotation says; 0 without one. Throws DecodeError. */
export function templateGenerationOf({ metadata }: { metadata: ObjectMeta }): number {
  const text = metadata.annotations?.[TEMPLATE_GENERATION];
  return text === undefined ? 0 : parseAnnotationNumber(text);
}

/** Writes the count. */
export function setTemplateGeneration({ metadata }: { metadata: ObjectMeta }, generation: number): void {
  metadata.annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: String(generation) };
}
