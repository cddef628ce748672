import { type FieldError, FieldPath, invalid, isQualifiedName } from '../../../src/plugin-api/index.js';
import type { Namespace } from './namespace.v1.js';

const STANDARD_FINALIZERS = ['kubernetes', 'orphan', 'foregroundDeletion'];
const FINALIZERS = FieldPath.of('spec', 'finalizers');

/** Checks a new namespace. */
export function validateNamespace({ spec }: Namespace): FieldError[] {
  return (spec?.finalizers ?? []).flatMap((name) => validateFinalizer(name, FINALIZERS));
}

/** Checks the finalizers that are left when one is done. */
export function validateNamespaceFinalize({ spec }: Namespace): FieldError[] {
  return (spec?.finalizers ?? []).flatMap((name, i) => validateFinalizer(name, FINALIZERS.index(i)));
}

/** Checks that the phase matches whether the namespace is being deleted. */
export function validateNamespaceStatusUpdate({ metadata, status }: Namespace): FieldError[] {
  const phase = status?.phase ?? '';
  const expected = metadata.deletionTimestamp ? 'Terminating' : 'Active';
  if (phase === expected) return [];
  const condition = metadata.deletionTimestamp ? 'is not empty' : 'is empty';
  return [
    invalid(FieldPath.of('status', 'Phase'), phase, `may only be '${expected}' if \`deletionTimestamp\` ${condition}`),
  ];
}

function validateFinalizer(name: string, path: FieldPath): FieldError[] {
  const errors = isQualifiedName(name).map((message) => invalid(path, name, message));
  if (!name.includes('/') && !STANDARD_FINALIZERS.includes(name)) {
    errors.push(invalid(path, name, 'name is neither a standard finalizer name nor is it fully qualified'));
  }
  return errors;
}
