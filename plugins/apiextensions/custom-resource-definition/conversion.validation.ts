import { type FieldError, type FieldPath, forbidden, invalid, required } from '../../../src/plugin-api/index.js';
import { fieldChecker, goBytes, isDns1035Label, repeatFinder } from '../../../src/plugin-api/built-in.js';
import { caBundleFault, validateWebhookService, validateWebhookUrl } from '../../admissionregistration/index.js';
import { CustomResourceConversion, type WebhookClientConfig } from './conversion.v1.js';

const checkFields = fieldChecker(CustomResourceConversion);
const REVIEW_VERSIONS = ['v1', 'v1beta1'];
const NOT_SET = 'should not be set when strategy is not set to Webhook';

/** The strictness of the rules of conversions, which depends on the stored definition. */
export interface ConversionLeniency {
  readonly allowsUnknownVersions: boolean;
  /** True if the certificates of the webhook have to be usable: they were, and objects are served by them. */
  readonly needsUsableBundle: boolean;
}

/** Checks how objects are converted; errors name places of the reference's internal form. */
export function validateConversion(
  conversion: CustomResourceConversion,
  path: FieldPath,
  leniency: ConversionLeniency,
): FieldError[] {
  const { strategy, webhook } = conversion;
  const config = path.child('webhookClientConfig');
  const versions = path.child('conversionReviewVersions');
  const errors = checkFields(conversion, path);
  if (strategy !== 'Webhook') {
    if (webhook?.clientConfig) errors.push(forbidden(config, NOT_SET));
    if (webhook?.conversionReviewVersions?.length) errors.push(forbidden(versions, NOT_SET));
    return errors;
  }
  return [
    ...errors,
    ...(webhook?.clientConfig
      ? [...clientErrors(webhook.clientConfig, config), ...bundleErrors(webhook.clientConfig, config, leniency)]
      : [required(config, 'required when strategy is set to Webhook')]),
    ...versionErrors(webhook?.conversionReviewVersions ?? [], versions, leniency.allowsUnknownVersions),
  ];
}

/** Reports whether the webhook of a conversion, if there is one, has certificates that it can be verified by, or none. */
export function hasUsableBundle(conversion: CustomResourceConversion | undefined): boolean {
  return caBundleFault(conversion?.webhook?.clientConfig?.caBundle) === undefined;
}

/** Reports whether the webhook of a conversion understands a version this server can speak, or none is named. */
export function hasKnownReviewVersion(conversion: CustomResourceConversion | undefined): boolean {
  const versions = conversion?.webhook?.conversionReviewVersions ?? [];
  return versions.length === 0 || versions.some(isReviewVersion);
}

function clientErrors({ url, service }: WebhookClientConfig, path: FieldPath): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [required(path, 'exactly one of url or service is required')];
  }
  if (url !== undefined) return validateWebhookUrl(url, path.child('url'));
  // The reference looks at name and namespace crosswise.
  const { name, namespace } = service!;
  return validateWebhookService({ ...service!, name: namespace, namespace: name }, path.child('service'));
}

function bundleErrors(
  { caBundle }: WebhookClientConfig,
  path: FieldPath,
  { needsUsableBundle }: ConversionLeniency,
): FieldError[] {
  const fault = needsUsableBundle ? caBundleFault(caBundle) : undefined;
  if (fault === undefined) return [];
  return [invalid(path.child('caBundle'), goBytes('[]byte', Buffer.from(caBundle!, 'base64')), fault)];
}

function versionErrors(versions: readonly string[], path: FieldPath, allowsUnknown: boolean): FieldError[] {
  if (versions.length === 0) return [required(path)];
  const isRepeated = repeatFinder<string>();
  const errors = versions.flatMap((version, i) => {
    if (isRepeated(version)) return [invalid(path.index(i), version, 'duplicate version')];
    return isDns1035Label(version).map((message) => invalid(path.index(i), version, message));
  });
  if (allowsUnknown || versions.some(isReviewVersion)) return errors;
  return [...errors, invalid(path, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`)];
}

function isReviewVersion(version: string): boolean {
  return REVIEW_VERSIONS.includes(version);
}
