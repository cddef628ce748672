import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
  Clock,
  Logger,
  forbiddenResource,
} from '../../../../src/plugin-api/index.js';
import { ExpiringCache, ReviewClients } from '../../../../src/plugin-api/built-in.js';
import { type ImagePolicyConfiguration, readImagePolicyConfiguration } from './image-policy.configuration.js';
import {
  EPHEMERAL_CONTAINERS,
  type ImageReviewSpec,
  type ImageReviewStatus,
  reviewOf,
  specOf,
  statusOf,
} from './image-review.js';

type Client = Awaited<ReturnType<ReviewClients['open']>>;

/** Everything that a configuration makes: the client, which may still be opening, and the cached responses. */
interface Setting {
  readonly configuration: ImagePolicyConfiguration;
  readonly client: Promise<Client>;
}

/** Prefix of the keys of audit annotations. */
const AUDIT_PREFIX = 'imagepolicywebhook.image-policy.k8s.io/';
const FAILED_OPEN = `${AUDIT_PREFIX}failed-open`;
/** Milliseconds for one attempt (upstream: the webhook package's request timeout). */
const TIMEOUT = 30_000;
/** Upstream's number of cached responses. */
const MOST_ENTRIES = 1024;
/** Maximum size of a cached response's texts, in characters: answers may have a megabyte each. */
const MOST_KEPT = 10_000;

/** Asks a webhook whether the images of a pod may run (imagepolicy.k8s.io/v1alpha1 ImageReview). */
@Injectable()
export class ImagePolicyAdmission extends AdmissionPlugin implements OnModuleDestroy {
  readonly name = 'ImagePolicyWebhook';
  override readonly isOnByDefault = false;
  private readonly kept: ExpiringCache<ImageReviewStatus>;
  private setting: Setting | undefined;

  constructor(
    @Inject(ReviewClients) private readonly clients: ReviewClients,
    @Inject(Clock) clock: Clock,
    @Inject(Logger) private readonly logger: Logger,
  ) {
    super();
    this.kept = new ExpiringCache(clock, MOST_ENTRIES);
  }

  override async configure(configuration: unknown): Promise<void> {
    const read = readImagePolicyConfiguration(configuration);
    const { kubeConfigFile, retryBackoff } = read;
    const client = this.clients.open(kubeConfigFile, { timeout: TIMEOUT, retryBackoff });
    this.setting = { configuration: read, client };
    await client;
  }

  handles(operation: AdmissionOperation, { group, resource, subresource }: AdmittedResource): boolean {
    const isWrite = operation === 'CREATE' || operation === 'UPDATE';
    const isReviewed = subresource === '' || subresource === EPHEMERAL_CONTAINERS;
    return isWrite && group === '' && resource === 'pods' && isReviewed;
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    const status = await this.review(attributes);
    if (!status) return;
    for (const [key, value] of status.auditAnnotations) attributes.annotate(AUDIT_PREFIX + key, value);
    if (status.isAllowed) return;
    throw refusal(
      attributes,
      status.reason === ''
        ? 'one or more images rejected by webhook backend'
        : `image policy webhook backend denied one or more images: ${status.reason}`,
    );
  }

  async onModuleDestroy(): Promise<void> {
    const client = await this.setting?.client.catch(() => undefined);
    await client?.close();
  }

  /** Returns the cached or received status; undefined where the webhook fails and pods are accepted then. */
  private async review(attributes: AdmissionAttributes): Promise<ImageReviewStatus | undefined> {
    const spec = specOf(attributes);
    const key = createHash('sha256').update(JSON.stringify(spec)).digest('base64');
    const found = this.kept.get(key);
    if (found) return found;
    try {
      const status = await this.ask(spec);
      this.keep(key, status);
      return status;
    } catch (error) {
      return this.fail(attributes, (error as Error).message);
    }
  }

  private async ask(spec: ImageReviewSpec): Promise<ImageReviewStatus> {
    if (!this.setting) throw new Error('the webhook is not configured');
    const client = await this.setting.client;
    return statusOf(await client.review(reviewOf(spec)));
  }

  private keep(key: string, status: ImageReviewStatus): void {
    if (JSON.stringify(status).length > MOST_KEPT) return;
    const { allowTtl, denyTtl } = this.setting!.configuration;
    this.kept.set(key, status, status.isAllowed ? allowTtl : denyTtl);
  }

  private fail(attributes: AdmissionAttributes, reason: string): undefined {
    const isAllowed = this.setting?.configuration.defaultAllow === true;
    this.logger.warn('the image policy webhook failed', { reason, allowed: isAllowed });
    if (!isAllowed) throw refusal(attributes, reason);
    attributes.annotate(FAILED_OPEN, 'true');
  }
}

function refusal({ resource, name }: AdmissionAttributes, why: string): Error {
  return forbiddenResource(resource, name, why);
}
