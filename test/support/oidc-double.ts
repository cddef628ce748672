import 'reflect-metadata';
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Server, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestAuthority } from './authority.js';

/** A sign-in that the double has granted. */
interface Grant {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

const JSON_TYPE = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };

/** An issuer of OpenID Connect for public clients: everyone who comes is signed in as one user. */
export class OidcDouble {
  /** The user of the tokens. */
  user = 'carol';
  /** Seconds that tokens are valid. */
  lifetime = 600;
  /** The nonce of tokens, in place of that of the sign-in. */
  nonce: string | undefined;
  /** The forms that the token endpoint received. */
  readonly forms: URLSearchParams[] = [];
  /** Queries of the authorization endpoint. */
  readonly asked: URLSearchParams[] = [];
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly grants = new Map<string, Grant>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly clientId: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.handle(request, response));
  }

  /** Starts one with a certificate of an authority. */
  static async start(authority: TestAuthority, clientId: string): Promise<OidcDouble> {
    const { cert, key } = await authority.issue({ name: 'CN=issuer', usage: 'server', hosts: ['127.0.0.1'] });
    const server = createServer({ cert, key }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new OidcDouble(server, `https://127.0.0.1:${(server.address() as AddressInfo).port}`, clientId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, this.url);
    const send = (status: number, body: object): void =>
      void response.writeHead(status, JSON_TYPE).end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration') return send(200, this.discovery());
    if (pathname === '/keys') return send(200, { keys: [this.key()] });
    if (pathname === '/authorize') return this.authorize(searchParams, response);
    if (pathname !== '/token') return send(404, {});
    const form = new URLSearchParams(await text(request));
    this.forms.push(form);
    const nonce = this.grantedNonce(form);
    if (nonce === undefined) return send(400, { error: 'invalid_grant', error_description: 'the code is not valid' });
    send(200, { id_token: this.token(nonce), refresh_token: randomUUID(), token_type: 'Bearer' });
  }

  private authorize(query: URLSearchParams, response: ServerResponse): void {
    this.asked.push(query);
    const code = randomUUID();
    const [challenge, nonce, redirectUri] = ['code_challenge', 'nonce', 'redirect_uri'].map((name) => query.get(name)!);
    this.grants.set(code, { challenge, nonce, redirectUri });
    const answer = new URLSearchParams({ code, state: query.get('state')!, iss: this.url });
    response.writeHead(302, { location: `${redirectUri}#${answer.toString()}` }).end();
  }

  /** Returns the nonce of a grant; undefined where it is not valid. Refresh tokens are. */
  private grantedNonce(form: URLSearchParams): string | undefined {
    if (form.get('grant_type') === 'refresh_token') return '';
    const code = form.get('code') ?? '';
    const grant = this.grants.get(code);
    this.grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isValid = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri');
    return isValid && form.get('client_id') === this.clientId ? grant.nonce : undefined;
  }

  private discovery(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  private key(): object {
    return { ...this.keys.publicKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' };
  }

  private token(nonce: string): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: this.url, aud: this.clientId, sub: this.user, iat: now, exp: now + this.lifetime };
    const parts = [
      { alg: 'RS256', kid: 'key' },
      { ...claims, nonce: this.nonce ?? nonce },
    ];
    const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${signed}.${sign('sha256', Buffer.from(signed), this.keys.privateKey).toString('base64url')}`;
  }
}
