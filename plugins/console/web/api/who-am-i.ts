import { Api } from './api.js';
import type { Credentials } from './credentials.js';

/** A user who is signed in. */
export interface SignedIn {
  readonly credentials: Credentials;
  readonly user: string;
  readonly userGroups: readonly string[];
  /** How the token is renewed; undefined where it is not. */
  readonly renewal?: Renewal;
}

/** The renewal of a token that expires. */
export interface Renewal {
  /** When the token expires, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** Requests a new token; returns the renewal of that one. Rejects with an Error where the issuer refuses. */
  renew(): Promise<Renewal>;
}

interface SelfSubjectReview {
  readonly status?: { readonly userInfo?: { readonly username?: string; readonly groups?: readonly string[] } };
}

/** The user of requests without credentials. */
export const ANONYMOUS = 'system:anonymous';

const REVIEW = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
const PATH = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

/** Asks the server who a token, or the certificate of the browser, belongs to. Throws ApiError. */
export async function whoAmI(credentials: Credentials): Promise<SignedIn> {
  const { status } = await new Api(credentials).json<SelfSubjectReview>({ method: 'POST', path: PATH, body: REVIEW });
  return { credentials, user: status?.userInfo?.username ?? '', userGroups: status?.userInfo?.groups ?? [] };
}
