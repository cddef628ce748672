import { Credentials, base64Url } from '../api/credentials.js';
import { type Renewal, type SignedIn, whoAmI } from '../api/who-am-i.js';
import { type OidcAnswer, PENDING } from './oidc-redirect.js';
import type { OidcSettings } from './settings.js';

/** A sign-in while the browser is at the issuer. */
interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly tokenEndpoint: string;
  /** The place in the console to return to. */
  readonly fragment: string;
}

interface Discovery {
  readonly issuer?: string;
  readonly authorization_endpoint?: string;
  readonly token_endpoint?: string;
  readonly response_modes_supported?: readonly string[];
}

interface Tokens {
  readonly id_token?: string;
  readonly refresh_token?: string;
}

/** The client of an issuer, and the endpoint that gives tokens. */
interface TokenSource {
  readonly oidc: OidcSettings;
  readonly tokenEndpoint: string;
}

const RANDOM_BYTES = 32;
/** Issuers that do not say otherwise can answer in the fragment, which is sent to no server and is in no log. */
const FRAGMENT = 'fragment';

/** Sends the browser to the issuer (authorization code with PKCE). Throws an Error where the issuer cannot be used. */
export async function beginSignIn(oidc: OidcSettings): Promise<void> {
  const base = oidc.issuer.endsWith('/') ? oidc.issuer.slice(0, -1) : oidc.issuer;
  const found = (await readJson(`${base}/.well-known/openid-configuration`)) as Discovery;
  const { authorization_endpoint: authorization, token_endpoint: tokenEndpoint } = found;
  if (found.issuer !== oidc.issuer) throw new Error('The issuer has another name than the server was given.');
  if (!isHttps(authorization) || !isHttps(tokenEndpoint)) throw new Error('The issuer names no https endpoints.');
  const [state, nonce, verifier] = [randomText(), randomText(), randomText()];
  const pending: PendingSignIn = { state, nonce, verifier, tokenEndpoint, fragment: location.hash };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  const url = new URL(authorization);
  const parameters = {
    ...{ response_type: 'code', client_id: oidc.clientId, redirect_uri: redirectUri(), scope: oidc.scopes.join(' ') },
    ...{ state, nonce, code_challenge: await challengeOf(verifier), code_challenge_method: 'S256' },
    ...((found.response_modes_supported ?? [FRAGMENT]).includes(FRAGMENT) && { response_mode: FRAGMENT }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  location.assign(url);
}

/** Signs in with the answer of the issuer. Throws an Error where it does not belong to a sign-in of this page. */
export async function endSignIn(oidc: OidcSettings, answer: OidcAnswer): Promise<SignedIn> {
  const kept = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  const pending = kept === null ? undefined : (JSON.parse(kept) as PendingSignIn);
  if (pending?.state !== answer.state) throw new Error('The answer belongs to no sign-in that this page began.');
  if (answer.error !== '') throw new Error(`The issuer refused: ${answer.error}`);
  if (answer.issuer !== '' && answer.issuer !== oidc.issuer) throw new Error('The answer is of another issuer.');
  const { tokenEndpoint, verifier, nonce, fragment } = pending;
  const source: TokenSource = { oidc, tokenEndpoint };
  const tokens = await readTokens(source, {
    ...{ grant_type: 'authorization_code', code: answer.code, redirect_uri: redirectUri(), code_verifier: verifier },
  });
  const token = tokens.id_token ?? '';
  if (claimsOf(token).nonce !== nonce) throw new Error('The token was not made for this sign-in.');
  const credentials = new Credentials(token);
  const identity = await whoAmI(credentials);
  location.hash = fragment;
  return { ...identity, renewal: renewalOf(source, tokens, credentials) };
}

/** Returns how a token is renewed; undefined without a refresh token. */
function renewalOf(source: TokenSource, tokens: Tokens, credentials: Credentials): Renewal | undefined {
  const { id_token: token = '', refresh_token: refreshToken } = tokens;
  if (refreshToken === undefined) return undefined;
  const renew = async (): Promise<Renewal> => {
    const next = await readTokens(source, { grant_type: 'refresh_token', refresh_token: refreshToken });
    credentials.renew(next.id_token ?? '');
    // An issuer that gives no other refresh token leaves the former one valid.
    return renewalOf(source, { refresh_token: refreshToken, ...next }, credentials)!;
  };
  return { expiresAt: Number(claimsOf(token).exp) * 1000, renew };
}

async function readTokens({ oidc, tokenEndpoint }: TokenSource, form: Record<string, string>): Promise<Tokens> {
  const body = new URLSearchParams({ client_id: oidc.clientId, ...form });
  const tokens = (await readJson(tokenEndpoint, body)) as Tokens;
  if (typeof tokens.id_token !== 'string') throw new Error('The issuer gave no ID token.');
  return tokens;
}

async function readJson(url: string, body?: URLSearchParams): Promise<object> {
  const request = {
    method: body ? 'POST' : 'GET',
    body,
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
  } as const;
  const response = await fetch(url, request).catch(() => {
    throw new Error('The issuer does not answer, or does not allow this page (CORS).');
  });
  const answer = (await response.json().catch(() => ({}))) as { error?: string; error_description?: string };
  if (response.ok) return answer;
  throw new Error(`The issuer refused: ${answer.error_description ?? answer.error ?? String(response.status)}`);
}

/** Returns the claims of a token; the server checks its signature. */
function claimsOf(token: string): { readonly nonce?: string; readonly exp?: number } {
  const [, payload = ''] = token.split('.');
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

async function challengeOf(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
}

function redirectUri(): string {
  return `${location.origin}/console`;
}

function isHttps(url: string | undefined): url is string {
  return url !== undefined && URL.canParse(url) && new URL(url).protocol === 'https:';
}
