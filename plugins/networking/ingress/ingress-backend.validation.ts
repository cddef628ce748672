import { type FieldError, type FieldPath, invalid, notSupported, required } from '../../../src/plugin-api/index.js';
import { isPortName, isPortNumber, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { check } from '../../core/index.js';
import { validateTypedReference } from '../object-reference.validation.js';
import {
  type HTTPIngressPath,
  HTTPIngressRuleValue,
  type IngressBackend,
  type IngressRuleValue,
  IngressServiceBackend,
} from './ingress.v1.js';

const checkRule = fieldChecker(HTTPIngressRuleValue);
const checkService = fieldChecker(IngressServiceBackend);
const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];
const REFUSED_PARTS = ['//', '/./', '/../', '%2f', '%2F'];
const REFUSED_ENDS = ['/..', '/.'];

/** Checks where the requests of a rule go. */
export function validateRuleValue({ http }: IngressRuleValue, path: FieldPath): FieldError[] {
  if (!http) return [];
  const place = path.child('http', 'paths');
  return [
    ...checkRule(http, path.child('http')),
    ...(http.paths ?? []).flatMap((each, i) => pathErrors(each, place.index(i))),
  ];
}

/** Checks a backend: a service or another object. */
export function validateBackend({ resource, service }: IngressBackend, path: FieldPath): FieldError[] {
  if (resource && service) return [invalid(path, '', 'cannot set both resource and service backends')];
  if (resource) return validateTypedReference(resource, path.child('resource'));
  if (service) return serviceErrors(service, path);
  return [invalid(path, '', 'resource or service backend is required')];
}

function pathErrors(entry: HTTPIngressPath, path: FieldPath): FieldError[] {
  const { pathType, path: text = '', backend } = entry as HTTPIngressPath & { pathType?: string | null };
  const place = path.child('pathType');
  if (pathType === undefined || pathType === null) return [required(place, 'pathType must be specified')];
  const isKnown = PATH_TYPES.includes(pathType);
  return [
    ...(isKnown ? textErrors(text, pathType, path.child('path')) : [notSupported(place, pathType, PATH_TYPES)]),
    ...validateBackend(backend, path.child('backend')),
  ];
}

function textErrors(text: string, pathType: string, path: FieldPath): FieldError[] {
  const isLoose = pathType === 'ImplementationSpecific';
  if (isLoose && text === '') return [];
  const errors = text.startsWith('/') ? [] : [invalid(path, text, 'must be an absolute path')];
  if (isLoose) return errors;
  return [
    ...errors,
    ...REFUSED_PARTS.filter((part) => text.includes(part)).map((part) =>
      invalid(path, text, `must not contain '${part}'`),
    ),
    ...REFUSED_ENDS.filter((end) => text.endsWith(end)).map((end) => invalid(path, text, `cannot end with '${end}'`)),
  ];
}

function serviceErrors(service: IngressServiceBackend, path: FieldPath): FieldError[] {
  const { port = {} } = service;
  const place = path.child('service');
  const errors = checkService(service, place);
  if (port.name && port.number) return [...errors, invalid(path, '', 'cannot set both port name & port number')];
  if (port.name) return [...errors, ...check(port.name, place.child('port', 'name'), isPortName)];
  if (port.number) return [...errors, ...check(port.number, place.child('port', 'number'), isPortNumber)];
  return [...errors, required(path, 'port name or number is required')];
}
