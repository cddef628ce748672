import { type FieldError, FieldPath, type Strategy, required } from 'binnacle/plugin-api';
import type { SampleThing } from './sample-thing.v1.js';

const NOTE = FieldPath.of('spec').child('note');

/** The rules of SampleThings that need more than one field. Those of single fields are in the class. */
export const sampleThingStrategy: Strategy<SampleThing> = {
  prepareForCreate: (sampleThing) => void (sampleThing.status = { phase: phaseOf(sampleThing) }),
  validate: validateSampleThing,
  validateUpdate: (sampleThing) => validateSampleThing(sampleThing),
};

/** Reports a SampleThing without room that does not say why. */
export function validateSampleThing({ spec: { size, note } }: SampleThing): FieldError[] {
  return size === 0 && !note ? [required(NOTE, 'say why there is no room')] : [];
}

/** The phase that follows from the spec. */
export function phaseOf({ spec }: SampleThing): string {
  return spec.size === 0 ? 'Closed' : 'Open';
}
