import {
  type FieldError,
  FieldPath,
  forbidden,
  isDns1123Label,
  notSupported,
  required,
  tooLong,
} from '../../../src/plugin-api/index.js';
import { validateDomainPrefixedPath, validateImmutable } from '../../../src/plugin-api/internal.js';
import { check } from '../../core/index.js';
import { validateTypedReference } from '../object-reference.validation.js';
import type { IngressClass, IngressClassParametersReference } from './ingress-class.v1.js';

const SPEC = FieldPath.of('spec');
const CONTROLLER = SPEC.child('controller');
const CONTROLLER_MAX = 250;
const SCOPES = ['Cluster', 'Namespace'];

/** Validates an ingress class: its controller and parameters. */
export function validateIngressClass({ spec = {} }: IngressClass): FieldError[] {
  const { controller = '', parameters } = spec;
  return [
    ...(Buffer.byteLength(controller) > CONTROLLER_MAX ? [tooLong(CONTROLLER, CONTROLLER_MAX)] : []),
    ...validateDomainPrefixedPath(controller, CONTROLLER),
    ...(parameters ? parameterErrors(parameters, SPEC.child('parameters')) : []),
  ];
}

/** Checks a change: the controller stays. */
export function validateIngressClassUpdate(next: IngressClass, old: IngressClass): FieldError[] {
  const controllers = [next.spec?.controller ?? '', old.spec?.controller ?? ''] as const;
  return [...validateImmutable(...controllers, CONTROLLER), ...validateIngressClass(next)];
}

function parameterErrors(parameters: IngressClassParametersReference, path: FieldPath): FieldError[] {
  return [...validateTypedReference(parameters, path), ...scopeErrors(parameters, path)];
}

function scopeErrors({ scope, namespace }: IngressClassParametersReference, path: FieldPath): FieldError[] {
  const place = path.child('namespace');
  if (scope === undefined) return [required(path.child('scope'))];
  if (!SCOPES.includes(scope)) return [notSupported(path.child('scope'), scope, SCOPES)];
  if (scope === 'Cluster') {
    return namespace === undefined ? [] : [forbidden(place, "`parameters.scope` is set to 'Cluster'")];
  }
  if (namespace === undefined) return [required(place, "`parameters.scope` is set to 'Namespace'")];
  return check(namespace, place, isDns1123Label);
}
