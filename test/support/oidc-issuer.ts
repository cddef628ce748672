import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Configuration, type JWK, Provider } from 'oidc-provider';
import type { TestAuthority } from './authority.js';
import type { Json } from './test-client.js';

const CLIENT = { client_id: 'robot', client_secret: 'secret' };
const LIFETIME = 600;

/** An issuer of tokens as they are in the world (OpenID Connect), over TLS. Its clients get tokens for the asking. */
export class OidcIssuer {
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  /** Claims of the tokens that are issued next. */
  claims: Json = {};
  private handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};
  private keys = 0;

  private constructor(
    private readonly server: Server,
    /** Its URL. */
    readonly url: string,
    private readonly ca: string,
  ) {
    server.on('request', (received: IncomingMessage, response: ServerResponse) => {
      this.asked.push(received.url ?? '');
      this.handle(received, response);
    });
    this.rotate();
  }

  /** Starts one with a certificate of an authority. */
  static async start(authority: TestAuthority): Promise<OidcIssuer> {
    const { cert, key } = await authority.issue({ name: 'CN=issuer', usage: 'server', hosts: ['127.0.0.1'] });
    const server = createServer({ cert, key }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new OidcIssuer(server, `https://127.0.0.1:${(server.address() as AddressInfo).port}`, authority.pem);
  }

  /** Signs by another key from now on, and publishes only that. */
  rotate(): void {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { ...privateKey.export({ format: 'jwk' }), kid: `key-${++this.keys}`, use: 'sig', alg: 'RS256' };
    this.handle = new Provider(this.url, this.configuration(key as JWK)).callback();
  }

  /** Issues a token for a user. */
  async token(audience: string): Promise<string> {
    const body = new URLSearchParams({ ...CLIENT, grant_type: 'client_credentials', resource: `urn:${audience}` });
    const asked = request(`${this.url}/token`, {
      method: 'POST',
      ca: this.ca,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    asked.end(body.toString());
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += String(chunk);
    const { access_token: token } = JSON.parse(text) as Json;
    if (typeof token !== 'string') throw new Error(`no token: ${text}`);
    return token;
  }

  /** Ends it. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private configuration(key: JWK): Configuration {
    return {
      jwks: { keys: [key] },
      clients: [
        {
          ...CLIENT,
          redirect_uris: [],
          response_types: [],
          grant_types: ['client_credentials'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      extraTokenClaims: () => this.claims,
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_context, resource) => ({
            scope: '',
            audience: resource.slice('urn:'.length),
            accessTokenFormat: 'jwt',
            accessTokenTTL: LIFETIME,
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      },
    };
  }
}
