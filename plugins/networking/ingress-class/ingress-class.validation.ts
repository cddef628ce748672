import { type FieldError, FieldPath, forbidden, isDns1123Label, required } from '../../../src/plugin-api/index.js';
import { validateDomainPrefixedPath, validateImmutable, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { check } from '../../core/index.js';
import { type IngressClass, IngressClassParametersReference, IngressClassSpec } from './ingress-class.v1.js';

const SPEC = FieldPath.of('spec');
const CONTROLLER = SPEC.child('controller');
const checkSpec = fieldChecker(IngressClassSpec);
const checkParameters = fieldChecker(IngressClassParametersReference);

/** Validates an ingress class: its controller and parameters. */
export function validateIngressClass({ spec = {} }: IngressClass): FieldError[] {
  const { controller = '', parameters } = spec;
  return [
    ...checkSpec(spec, SPEC),
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
  return [
    ...checkParameters(parameters, path, 'apiGroup', 'kind', 'name', 'scope'),
    ...namespaceErrors(parameters, path),
  ];
}

function namespaceErrors({ scope, namespace }: IngressClassParametersReference, path: FieldPath): FieldError[] {
  const place = path.child('namespace');
  if (scope === 'Cluster') {
    return namespace === undefined ? [] : [forbidden(place, "`parameters.scope` is set to 'Cluster'")];
  }
  if (scope !== 'Namespace') return [];
  if (namespace === undefined) return [required(place, "`parameters.scope` is set to 'Namespace'")];
  return check(namespace, place, isDns1123Label);
}
