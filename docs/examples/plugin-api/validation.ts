import {
  type FieldError,
  FieldPath,
  duplicate,
  forbidden,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  notSupported,
  required,
  tooLong,
  validateLabelSelector,
} from '../../../src/plugin-api/index.js';
import type { Dock } from './types.js';

const SPEC = FieldPath.of('spec');
const SORTS = ['Jib', 'Gantry'];

/** Returns all that is wrong with the spec of a dock. */
export function validateDock({ spec: { length, cranes = [], ships } }: Dock): FieldError[] {
  const ofLength = length % 5 === 0 ? [] : [invalid(SPEC.child('length'), length, 'must be a multiple of 5')];
  const ofCranes = cranes.flatMap((crane, i) => [
    ...validateCrane(crane, SPEC.child('cranes').index(i)),
    ...(cranes.indexOf(crane) < i ? [duplicate(SPEC.child('cranes').index(i), crane)] : []),
  ]);
  return [...ofLength, ...ofCranes, ...validateLabelSelector(ships, SPEC.child('ships'))];
}

/** A crane is `SORT/NAME`: messages of formats become errors of the field. */
function validateCrane(crane: string, path: FieldPath): FieldError[] {
  const [sort, name] = crane.split('/');
  if (!SORTS.includes(sort)) return [notSupported(path, sort, SORTS)];
  if (!name) return [required(path, 'a crane has a name')];
  if (name.length > 63) return [tooLong(path, 63)];
  return isDns1123Label(name).map((message) => invalid(path, name, message));
}

/** Annotations in the domain of the harbor are for its master. */
export const validateNotes = (notes: Readonly<Record<string, string>>, path: FieldPath): FieldError[] =>
  Object.keys(notes).flatMap((key) => {
    const faults = isQualifiedName(key).map((message) => invalid(path.key(key), key, message));
    const domain = key.split('/').at(0) ?? '';
    if (isDns1123Subdomain(domain).length > 0) return faults;
    return domain === 'master.example.com' ? [...faults, forbidden(path.key(key), 'is set by the master')] : faults;
  });
