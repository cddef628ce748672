import { type FieldError, FieldPath, invalid, isDns1123Subdomain, required } from '../../../src/plugin-api/index.js';
import { isPathSegmentName, isPortNumber, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { type APIService, APIServiceCondition, APIServiceSpec, ServiceReference } from './api-service.v1.js';

const NAME = FieldPath.of('metadata', 'name');
const SPEC = FieldPath.of('spec');
const SERVICE = SPEC.child('service');
const checkSpec = fieldChecker(APIServiceSpec);
const checkService = fieldChecker(ServiceReference);
const checkCondition = fieldChecker(APIServiceCondition);

/** Checks who serves a group and version. */
export function validateApiService({ metadata, spec }: APIService): FieldError[] {
  const { group = '', version = '' } = spec ?? {};
  return [
    ...nameErrors(metadata.name ?? '', `${version}.${group}`),
    ...groupErrors(group, version),
    ...checkSpec(spec, SPEC, 'version', 'groupPriorityMinimum', 'versionPriority'),
    ...(spec?.service ? serviceErrors(spec) : localErrors(spec ?? {})),
  ];
}

/** Validates the status of an API service. */
export function validateApiServiceStatus({ status }: APIService): FieldError[] {
  const path = FieldPath.of('status', 'conditions');
  return (status?.conditions ?? []).flatMap((condition, i) => checkCondition(condition, path.index(i)));
}

function nameErrors(name: string, wanted: string): FieldError[] {
  if (name === '' || name === wanted || isPathSegmentName(name).length > 0) return [];
  return [invalid(NAME, name, `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`)];
}

function groupErrors(group: string, version: string): FieldError[] {
  const path = SPEC.child('group');
  if (group !== '') return isDns1123Subdomain(group).map((message) => invalid(path, group, message));
  return version === 'v1' ? [] : [required(path, 'only v1 may have an empty group and it better be legacy kube')];
}

function localErrors({ caBundle = '', insecureSkipTLSVerify }: Partial<APIServiceSpec>): FieldError[] {
  const errors: FieldError[] = [];
  if (caBundle !== '') {
    const size = `${Buffer.from(caBundle, 'base64').length} bytes`;
    errors.push(invalid(SPEC.child('caBundle'), size, 'local APIServices may not have a caBundle'));
  }
  if (insecureSkipTLSVerify) {
    const text = 'local APIServices may not have insecureSkipTLSVerify';
    errors.push(invalid(SPEC.child('insecureSkipTLSVerify'), true, text));
  }
  return errors;
}

function serviceErrors({ service, caBundle = '', insecureSkipTLSVerify }: APIServiceSpec): FieldError[] {
  const { port = 0 } = service!;
  const errors = checkService(service, SERVICE, 'namespace', 'name');
  const fault = isPortNumber(port);
  if (fault.length > 0) errors.push(invalid(SERVICE.child('port'), port, `port is not valid: ${fault.join(', ')}`));
  if (insecureSkipTLSVerify && caBundle !== '') {
    errors.push(invalid(SPEC.child('insecureSkipTLSVerify'), true, 'may not be true if caBundle is present'));
  }
  return errors;
}
