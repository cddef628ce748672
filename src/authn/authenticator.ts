import type { MaybePromise } from '../apimachinery/index.js';
import type { X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { UserInfo } from '../request/index.js';

/** A certificate a client has shown during the TLS handshake. */
export interface ClientCertificate {
  readonly certificate: X509Certificate;
  /** The reason why the handshake could not verify it by the client authority; undefined if it could. */
  readonly fault?: string;
}

/**
 * The credentials of a request.
 *
 * @public
 * @example
 * const passOf = ({ headers }: AuthenticationRequest) => headers['x-pass'];
 */
export interface AuthenticationRequest {
  readonly headers: IncomingHttpHeaders;
  /** The same as they were sent, names and values in turn; not there where only a token is to be checked. */
  readonly rawHeaders?: readonly string[];
  /** The certificate of the connection, the same object for every request on it; undefined when none was shown. */
  readonly clientCertificate?: () => ClientCertificate | undefined;
  /** The connection, the same object for every request on it; undefined if there is none. */
  readonly connection?: object;
  /** Sends the client a warning about its credentials. */
  readonly warn?: (text: string) => void;
  /** The path as sent, without the query. */
  readonly path: string;
  /** The audiences a token has to name one of; those of the API server when not given. */
  readonly audiences?: readonly string[];
}

/**
 * The authenticated user of a request.
 *
 * @public
 * @example
 * const result: AuthenticationResult = { user: { name: 'pilot', groups: ['harbor:pilots'] } };
 */
export interface AuthenticationResult {
  readonly user: UserInfo;
  /** The wanted audiences that the credential is good for. */
  readonly audiences?: readonly string[];
  /** The description of the credential, for administrators who trace decisions. */
  readonly knownBy?: string;
  /** Audit annotations about the credential, by qualified names. */
  readonly auditAnnotations?: Readonly<Record<string, string>>;
  /** Warnings to the client about its token. */
  readonly warnings?: readonly string[];
}

/**
 * Finds out who a request comes from (upstream: authenticator.Request). Answers undefined when the request shows
 * nothing this authenticator knows. Throws CredentialError when it shows a credential that is wrong; at the outermost
 * authenticator that is a StatusError with code 401 whose cause is the CredentialError.
 *
 * @public
 * @example
 * class PassAuthenticator extends Authenticator {
 *   authenticate({ headers }: AuthenticationRequest): AuthenticationResult | undefined {
 *     return headers['x-pass'] === undefined ? undefined : { user: { name: 'pilot', groups: [] } };
 *   }
 * }
 */
export abstract class Authenticator {
  abstract authenticate(request: AuthenticationRequest): MaybePromise<AuthenticationResult | undefined>;
}

/**
 * Finds out who a bearer token belongs to (upstream: authenticator.Token). Answers undefined for tokens of another
 * sort; throws CredentialError for one of its sort that is wrong.
 */
export abstract class TokenAuthenticator {
  /** Authenticates a token. It has to name one of `audiences`, which is never empty. `connection`: the one it came on, where known. */
  abstract authenticateToken(
    token: string,
    audiences: readonly string[],
    connection?: object,
  ): MaybePromise<AuthenticationResult | undefined>;
}
