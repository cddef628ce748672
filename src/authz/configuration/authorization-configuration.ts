import type { AuthorizationMode } from '../../options/index.js';
import type { MatchCondition } from '../conditions/match-conditions.js';

/** A webhook that is asked; durations are in milliseconds. */
export interface WebhookConfiguration {
  /** How long an answer that allows is kept; 0 asks each time. */
  readonly authorizedTtl: number;
  /** How long any other answer is kept. */
  readonly unauthorizedTtl: number;
  /** For one attempt. */
  readonly timeout: number;
  readonly reviewVersion: string;
  /** The verdict without a response. */
  readonly failurePolicy: 'NoOpinion' | 'Deny';
  readonly kubeConfigFile: string;
  readonly matchConditions: readonly MatchCondition[];
}

/** One authorizer of the order in which they are asked. */
export interface AuthorizerConfiguration {
  readonly type: AuthorizationMode;
  /** In metrics and messages. */
  readonly name: string;
  /** Of type Webhook, and only there. */
  readonly webhook?: WebhookConfiguration;
}
