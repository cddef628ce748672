import { type FieldError, FieldPath, notSupported, required } from '../../../src/plugin-api/index.js';
import type { Binding } from './binding.v1.js';

const TARGET = FieldPath.of('target');

/** Checks that a binding names a node. */
export function validatePodBinding({ target }: Binding): FieldError[] {
  const { kind = '', name = '' } = target ?? {};
  const errors: FieldError[] = [];
  if (kind !== '' && kind !== 'Node') errors.push(notSupported(TARGET.child('kind'), kind, ['Node', '<empty>']));
  if (name === '') errors.push(required(TARGET.child('name')));
  return errors;
}
