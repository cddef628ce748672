import {
  type FieldError,
  type FieldPath,
  invalid,
  isDns1123Subdomain,
  required,
} from '../../../src/plugin-api/index.js';
import { isPortNumber, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { type GoUrl, UrlError, parseGoUrl } from './go-url.js';
import { ServiceReference, type WebhookClientConfig } from './webhook.v1.js';

const checkService = fieldChecker(ServiceReference);
const FORM = '; desired format: https://host[/path]';

/** Checks how a webhook is reached: by a URL or a service, not both. */
export function validateClientConfig({ url, service }: WebhookClientConfig, path: FieldPath): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [required(path, 'exactly one of url or service is required')];
  }
  if (url !== undefined) return validateWebhookUrl(url, path.child('url'));
  // The reference looks at name and namespace crosswise.
  const { name, namespace } = service!;
  return validateWebhookService({ ...service!, name: namespace, namespace: name }, path.child('service'));
}

/** Checks the URL of a webhook: https, with a host, and nothing but a path besides. */
export function validateWebhookUrl(text: string, path: FieldPath): FieldError[] {
  try {
    return partErrors(parseGoUrl(text), path);
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    return [required(path, `url must be a valid URL: ${error.message}${FORM}`)];
  }
}

function partErrors({ scheme, host, user, fragment, query }: GoUrl, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (scheme !== 'https') errors.push(invalid(path, scheme, `'https' is the only allowed URL scheme${FORM}`));
  if (host === '') errors.push(invalid(path, host, `host must be specified${FORM}`));
  if (user !== undefined) errors.push(invalid(path, user, 'user information is not permitted in the URL'));
  if (fragment !== '') errors.push(invalid(path, fragment, 'fragments are not permitted in the URL'));
  if (query !== '') errors.push(invalid(path, query, 'query parameters are not permitted in the URL'));
  return errors;
}

/** Checks the service of a webhook. */
export function validateWebhookService(service: ServiceReference, path: FieldPath): FieldError[] {
  const { path: urlPath, port = 0 } = service;
  const errors = checkService(service, path, 'name', 'namespace');
  const fault = isPortNumber(port);
  if (fault.length > 0) errors.push(invalid(path.child('port'), port, `port is not valid: ${fault.join(',')}`));
  return [...errors, ...urlPathErrors(urlPath ?? '', path.child('path'))];
}

function urlPathErrors(urlPath: string, path: FieldPath): FieldError[] {
  if (urlPath === '' || urlPath === '/') return [];
  if (urlPath === '//') return [invalid(path, urlPath, 'segment[0] may not be empty')];
  const outset = urlPath.startsWith('/') ? [] : [invalid(path, urlPath, "must start with a '/'")];
  // Whatever the first character is, the segments begin after it.
  const bytes = Buffer.from(urlPath).subarray(1).toString();
  const segments = (bytes.endsWith('/') ? bytes.slice(0, -1) : bytes).split('/');
  return [...outset, ...segments.flatMap((segment, i) => segmentErrors(segment, { urlPath, i }, path))];
}

function segmentErrors(segment: string, { urlPath, i }: { urlPath: string; i: number }, path: FieldPath): FieldError[] {
  if (segment === '') return [invalid(path, urlPath, `segment[${i}] may not be empty`)];
  return isDns1123Subdomain(segment).map((message) => invalid(path, urlPath, `segment[${i}]: ${message}`));
}
