import {
  duplicate,
  type FieldError,
  FieldPath,
  formatFieldErrors,
  invalid,
  isDns1123Subdomain,
  notSupported,
  repeatFinder,
  required,
  StrictMapping,
} from '../../apimachinery/index.js';
import { AUTHORIZATION_MODES, type AuthorizationMode } from '../../options/index.js';
import type { AuthorizerConfiguration } from './authorization-configuration.js';
import { readWebhook } from './parse-webhook.js';

const KIND = 'AuthorizationConfiguration';
const GROUP = 'apiserver.config.k8s.io';
const VERSIONS = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `${GROUP}/${version}`);
/** The modes in the order that messages name them. */
const TYPES = [...AUTHORIZATION_MODES].sort();

/**
 * Reads what a file says, parsed from YAML, about authorizers and their order. Throws with every fault and its place
 * (upstream: ValidateAuthorizationConfiguration).
 */
export function parseAuthorizationConfiguration(content: unknown): AuthorizerConfiguration[] {
  const errors: FieldError[] = [];
  const root = new StrictMapping(content, FieldPath.of(), errors);
  root.refuseOthers(['apiVersion', 'kind', 'authorizers']);
  checkKind(root);
  const entries = root.list('authorizers');
  if (entries.length === 0) {
    errors.push(required(root.path.child('authorizers'), 'at least one authorization mode must be defined'));
  }
  const isRepeated = { type: repeatFinder<string>(), name: repeatFinder<string>() };
  const authorizers = entries.flatMap((entry) => readAuthorizer(entry, isRepeated));
  if (errors.length > 0) throw new Error(formatFieldErrors(errors));
  return authorizers;
}

function checkKind(root: StrictMapping): void {
  const [kind, apiVersion] = [root.text('kind'), root.text('apiVersion')];
  if (kind !== KIND) root.errors.push(invalid(root.path.child('kind'), kind, `must be ${KIND}`));
  if (!VERSIONS.includes(apiVersion)) {
    root.errors.push(notSupported(root.path.child('apiVersion'), apiVersion, VERSIONS));
  }
}

type RepeatFinders = Readonly<Record<'type' | 'name', (value: string) => boolean>>;

function readAuthorizer(entry: StrictMapping, isRepeated: RepeatFinders): AuthorizerConfiguration[] {
  entry.refuseOthers(['type', 'name', 'webhook']);
  const [type, name] = [entry.text('type'), entry.text('name')];
  const fault = faultOfType(type, { path: entry.path.child('type'), isRepeated: isRepeated.type });
  if (fault !== undefined) {
    entry.errors.push(fault);
    return [];
  }
  entry.errors.push(...faultsOfName(name, { path: entry.path.child('name'), isRepeated: isRepeated.name }));
  const webhook = entry.optionalChild('webhook');
  const at = entry.path.child('webhook');
  if (type === 'Webhook' && webhook === undefined) entry.errors.push(required(at, 'required when type=Webhook'));
  if (type !== 'Webhook' && webhook !== undefined) {
    entry.errors.push(invalid(at, 'non-null', 'may only be specified when type=Webhook'));
  }
  const read = type === 'Webhook' && webhook !== undefined ? { webhook: readWebhook(webhook, entry.path) } : {};
  return [{ type: type as AuthorizationMode, name, ...read }];
}

interface Check {
  readonly path: FieldPath;
  readonly isRepeated: (value: string) => boolean;
}

function faultOfType(type: string, { path, isRepeated }: Check): FieldError | undefined {
  if (type === '') return required(path);
  if (!TYPES.some((known) => known === type)) return notSupported(path, type, TYPES);
  return type !== 'Webhook' && isRepeated(type) ? duplicate(path, type) : undefined;
}

function faultsOfName(name: string, { path, isRepeated }: Check): FieldError[] {
  if (name === '') return [required(path)];
  if (isRepeated(name)) return [duplicate(path, name)];
  const faults = isDns1123Subdomain(name);
  return faults.length > 0 ? [invalid(path, name, `authorizer name is invalid: ${faults.join(', ')}`)] : [];
}
