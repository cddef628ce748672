import { belowPath, type ClusterConnections } from '../../outbound/index.js';
import { AnonymousAuthenticator } from '../anonymous.authenticator.js';
import { type AuthenticatorParts, type Authenticators, certificateAuthenticators } from '../create-authenticators.js';
import { BearerTokenAuthenticator } from '../tokens/bearer-token.authenticator.js';
import { WebhookTokenAuthenticator } from '../webhook/webhook-token.authenticator.js';

const TOKEN_REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews';
/** Milliseconds for one review. */
const TIMEOUT = 10_000;
/** The cluster knows for whom its tokens are. */
const AUDIENCES: readonly string[] = [];

/** Returns the authenticators of an extension server: certificates as its cluster believes them, and tokens that it reviews. */
export function delegatedAuthenticators(
  connections: ClusterConnections,
  parts: Pick<AuthenticatorParts, 'authorities' | 'proxies' | 'clock' | 'logger' | 'metrics' | 'options'>,
): Authenticators {
  const { clock, logger, metrics, options } = parts;
  const tokens = new WebhookTokenAuthenticator({
    source: belowPath(connections.authentication, TOKEN_REVIEWS),
    version: 'v1',
    cacheTtl: options.cluster.tokenCacheTtl,
    audiences: AUDIENCES,
    attempts: { timeout: TIMEOUT },
    clock,
    logger,
    metrics,
  });
  const members = [
    ...certificateAuthenticators(parts, AUDIENCES),
    new BearerTokenAuthenticator({ tokens, audiences: AUDIENCES }),
  ];
  const anonymous = new AnonymousAuthenticator(AUDIENCES);
  anonymous.use({ enabled: true, paths: [] });
  return { members, fallback: anonymous, close: () => tokens.close() };
}
