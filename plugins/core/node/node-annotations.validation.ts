import { type FieldError, FieldPath, invalid, required } from '../../../src/plugin-api/index.js';
import { readJsonText } from '../values/json-text.js';
import type { Taint } from './node.v1.js';
import { validateTaints } from './taint.validation.js';

const TAINTS = 'scheduler.alpha.kubernetes.io/taints';
const AVOIDED_PODS = 'scheduler.alpha.kubernetes.io/preferAvoidPods';
const ANNOTATIONS = FieldPath.of('metadata', 'annotations');

/** The content of the annotation by which a node avoids pods, for old schedulers. */
interface AvoidPods {
  readonly preferAvoidPods?: readonly { podSignature?: { podController?: { controller?: boolean } } }[];
}

/** Checks the annotations that meant something to schedulers before there were fields. */
export function validateNodeAnnotations(annotations: Readonly<Record<string, string>> = {}): FieldError[] {
  return [
    ...(annotations[TAINTS] ? taintErrors(annotations[TAINTS]) : []),
    ...(annotations[AVOIDED_PODS] ? avoidanceErrors(annotations[AVOIDED_PODS]) : []),
  ];
}

function taintErrors(text: string): FieldError[] {
  const json = readJsonText(text, 'array', '[]v1.Taint');
  if ('fault' in json) return [invalid(ANNOTATIONS, TAINTS, json.fault)];
  return validateTaints((json.value ?? []) as Taint[], ANNOTATIONS.child(TAINTS));
}

function avoidanceErrors(text: string): FieldError[] {
  const json = readJsonText(text, 'object', 'v1.AvoidPods');
  if ('fault' in json) return [invalid(ANNOTATIONS.child('AvoidPods'), AVOIDED_PODS, json.fault)];
  const { preferAvoidPods = [] } = (json.value ?? {}) as AvoidPods;
  return preferAvoidPods.flatMap(({ podSignature }, i) => {
    const place = ANNOTATIONS.child(AVOIDED_PODS).index(i).child('PodSignature');
    const owner = podSignature?.podController;
    if (!owner) return [required(place)];
    if (owner.controller) return [];
    return [invalid(place.child('PodController', 'Controller'), false, 'must point to a controller')];
  });
}
