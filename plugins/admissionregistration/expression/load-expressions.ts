import { loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import type { Webhook } from '../webhook/webhook.validation.js';

/** Loads what compiles the expressions of a policy. */
export async function loadForPolicy(): Promise<void> {
  await loadExpressionLanguage();
}

/** Loads what compiles the conditions of webhooks, where there are some. */
export function loadForWebhooks({ webhooks }: { readonly webhooks?: readonly Webhook[] }): Promise<void> | undefined {
  return webhooks?.some(({ matchConditions }) => matchConditions?.length) ? loadForPolicy() : undefined;
}
