import type { ApiObject } from '../../../src/plugin-api/index.js';
import { type Webhook, validateWebhooks } from '../webhook/webhook.validation.js';
import type { ManifestKind } from './manifest-kind.js';

/** Returns the kind of webhook configurations that manifests may hold. */
export function webhookManifests(kind: string, resource: string): ManifestKind {
  return {
    kind,
    resource,
    validate: (object, context) => validateWebhooks(webhooksOf(object), context),
    restrict: (object) =>
      webhooksOf(object).some(({ clientConfig }) => clientConfig.service !== undefined || !clientConfig.url)
        ? 'webhooks[*].clientConfig: must have a url and no service in a manifest'
        : undefined,
  };
}

function webhooksOf(object: ApiObject): readonly Webhook[] {
  return (object as ApiObject & { readonly webhooks?: readonly Webhook[] }).webhooks ?? [];
}
