import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import {
  type FieldPath,
  formatDuration,
  invalid,
  notSupported,
  required,
  type StrictMapping,
} from '../../apimachinery/index.js';
import type { WebhookConfiguration } from './authorization-configuration.js';

const MEMBERS = [
  'authorizedTTL',
  'unauthorizedTTL',
  'timeout',
  'subjectAccessReviewVersion',
  'matchConditionSubjectAccessReviewVersion',
  'failurePolicy',
  'connectionInfo',
  'matchConditions',
];
const DEFAULT_AUTHORIZED_TTL = 300_000;
const DEFAULT_UNAUTHORIZED_TTL = 30_000;
const MOST_TIMEOUT = 30_000;

/** Reads the `webhook` of an authorizer; as in the reference, messages leave its own name out of paths. */
export function readWebhook(webhook: StrictMapping, path: FieldPath): WebhookConfiguration {
  webhook.refuseOthers(MEMBERS);
  const conditions = webhook.list('matchConditions');
  for (const condition of conditions) condition.refuseOthers(['expression']);
  const matchConditions = conditions.map((condition) => ({ expression: condition.text('expression') }));
  const of = new WebhookReader(webhook, path);
  const configuration: WebhookConfiguration = {
    timeout: of.timeout(),
    authorizedTtl: of.ttl('authorizedTTL', DEFAULT_AUTHORIZED_TTL),
    unauthorizedTtl: of.ttl('unauthorizedTTL', DEFAULT_UNAUTHORIZED_TTL),
    reviewVersion: of.oneOf('subjectAccessReviewVersion', ['v1', 'v1beta1']),
    failurePolicy: of.oneOf('failurePolicy', ['NoOpinion', 'Deny']) as WebhookConfiguration['failurePolicy'],
    kubeConfigFile: of.kubeConfigFile(),
    matchConditions,
  };
  of.checkConditionVersion(matchConditions.length > 0);
  return configuration;
}

class WebhookReader {
  constructor(
    private readonly webhook: StrictMapping,
    private readonly path: FieldPath,
  ) {}

  timeout(): number {
    const timeout = this.webhook.duration('timeout') ?? 0;
    const path = this.path.child('timeout');
    if (timeout === 0) this.webhook.errors.push(required(path));
    else if (timeout < 0 || timeout > MOST_TIMEOUT) {
      this.webhook.errors.push(invalid(path, shown(timeout), 'must be > 0s and <= 30s'));
    }
    return timeout;
  }

  /** A zero that is written down means zero. */
  ttl(member: string, fallback: number): number {
    const ttl = this.webhook.duration(member) ?? fallback;
    if (ttl < 0) this.webhook.errors.push(invalid(this.path.child(member), shown(ttl), 'must be >= 0s'));
    return ttl;
  }

  oneOf(member: string, values: readonly string[]): string {
    const value = this.webhook.text(member);
    const path = this.path.child(member);
    if (value === '') this.webhook.errors.push(required(path));
    else if (!values.includes(value)) this.webhook.errors.push(notSupported(path, value, values));
    return value;
  }

  checkConditionVersion(hasConditions: boolean): void {
    const member = 'matchConditionSubjectAccessReviewVersion';
    const value = this.webhook.text(member);
    const path = this.path.child(member);
    if (value === '' && hasConditions) {
      this.webhook.errors.push(required(path, 'required if match conditions are specified'));
    } else if (value !== '' && value !== 'v1') this.webhook.errors.push(notSupported(path, value, ['v1']));
  }

  kubeConfigFile(): string {
    const { errors } = this.webhook;
    const info = this.webhook.optionalChild('connectionInfo');
    info?.refuseOthers(['type', 'kubeConfigFile']);
    const [type, file] = [info?.text('type') ?? '', info?.text('kubeConfigFile') ?? ''];
    const at = this.path.child('connectionInfo');
    if (type === 'KubeConfigFile') this.checkFile(file, at.child('kubeConfigFile'));
    else if (type === '') errors.push(required(at.child('type')));
    else if (type !== 'InClusterConfig') {
      errors.push(notSupported(at.child('type'), type, ['InClusterConfig', 'KubeConfigFile']));
    } else {
      if (file !== '')
        errors.push(invalid(at.child('kubeConfigFile'), file, 'can only be set when type=KubeConfigFile'));
      errors.push(invalid(at.child('type'), type, 'the server itself runs in no cluster; use KubeConfigFile'));
    }
    return file;
  }

  private checkFile(file: string, path: FieldPath): void {
    const { errors } = this.webhook;
    if (file === '') errors.push(required(path));
    else if (!isAbsolute(file)) errors.push(invalid(path, file, 'must be an absolute path'));
    else {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found === undefined) errors.push(invalid(path, file, 'error loading file: no such file or directory'));
      else if (!found.isFile()) errors.push(invalid(path, file, 'must be a regular file'));
    }
  }
}

function shown(milliseconds: number): string {
  return formatDuration(BigInt(Math.round(milliseconds * 1e6)));
}
