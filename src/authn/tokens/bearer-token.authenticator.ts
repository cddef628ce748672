import type { MaybePromise } from '../../apimachinery/index.js';
import {
  type AuthenticationRequest,
  type AuthenticationResult,
  Authenticator,
  type TokenAuthenticator,
} from '../authenticator.js';
import { bearerTokenOf, webSocketTokenOf } from './bearer-token.js';
import { CredentialError, joinRefusals, refusalOf } from '../credential-error.js';

/** The dependencies for verifying tokens. */
export interface BearerTokenParts {
  readonly tokens: TokenAuthenticator;
  /** The audiences of this server. */
  readonly audiences: readonly string[];
}

/** Takes the bearer token out of a request and asks who it belongs to. An unknown token is an invalid credential. */
export class BearerTokenAuthenticator extends Authenticator {
  constructor(private readonly parts: BearerTokenParts) {
    super();
  }

  authenticate(request: AuthenticationRequest): MaybePromise<AuthenticationResult | undefined> {
    const token = bearerTokenOf(request.headers, request.warn) ?? webSocketTokenOf(request.headers);
    if (token === undefined) return undefined;
    const audiences = request.audiences?.length ? request.audiences : this.parts.audiences;
    let answer: ReturnType<TokenAuthenticator['authenticateToken']>;
    try {
      answer = this.parts.tokens.authenticateToken(token, audiences, request.connection);
    } catch (error) {
      return reject(error);
    }
    if (!(answer instanceof Promise)) return accept(answer, request);
    return answer.then((result) => accept(result, request), reject);
  }
}

function accept(result: AuthenticationResult | undefined, { warn }: AuthenticationRequest): AuthenticationResult {
  if (result === undefined) throw new CredentialError('invalid bearer token');
  if (result.warnings && warn) result.warnings.forEach(warn);
  return result;
}

function reject(error: unknown): never {
  throw joinRefusals([refusalOf(error)], 'invalid bearer token');
}
